"""The tests of what a machine costs."""
