"""The tests of the topic cover."""
