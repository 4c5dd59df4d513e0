"""The tests of the topic french."""
