"""The tests of the application mood."""
