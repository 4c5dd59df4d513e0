"""The tests of the application choosing."""
