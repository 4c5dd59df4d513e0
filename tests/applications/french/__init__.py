"""The tests of the application french."""
