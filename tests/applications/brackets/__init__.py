"""The tests of the application brackets."""
