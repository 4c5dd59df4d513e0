"""The tests of the topic brackets."""
