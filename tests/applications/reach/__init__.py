"""The tests of the application reach."""
