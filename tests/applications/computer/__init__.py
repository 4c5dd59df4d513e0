"""The tests of the application computer."""
