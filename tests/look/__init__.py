"""The tests of the programs."""
