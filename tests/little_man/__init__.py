"""The tests of the Little Man Computer."""
