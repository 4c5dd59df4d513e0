"""The tests of the application cache."""
