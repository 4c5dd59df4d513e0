"""The tests of the application spoken."""
