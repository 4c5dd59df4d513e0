"""The tests of the topic pieces."""
