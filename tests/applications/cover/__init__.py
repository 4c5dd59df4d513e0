"""The tests of the application cover."""
