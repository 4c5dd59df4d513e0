"""The tests of positions."""
