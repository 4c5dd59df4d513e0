"""The tests of the topic laws."""
