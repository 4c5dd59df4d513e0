"""The tests of the applications, by their names."""
