"""The tests of the topic spoken."""
