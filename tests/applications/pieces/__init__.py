"""The tests of the application pieces."""
