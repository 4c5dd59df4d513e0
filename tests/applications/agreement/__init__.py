"""The tests of the application agreement."""
