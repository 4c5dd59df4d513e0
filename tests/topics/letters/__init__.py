"""The tests of the topic letters."""
