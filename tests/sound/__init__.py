"""The tests of sounds."""
