"""The tests of the application counts."""
