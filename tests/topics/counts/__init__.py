"""The tests of the topic counts."""
