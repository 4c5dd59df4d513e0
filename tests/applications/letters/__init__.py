"""The tests of the application letters."""
