"""The tests of the topic cache."""
