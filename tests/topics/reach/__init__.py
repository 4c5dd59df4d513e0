"""The tests of the topic reach."""
