"""The tests of the topics, by their names."""
