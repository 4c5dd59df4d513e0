"""The tests of the topic agreement."""
