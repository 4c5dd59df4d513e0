"""The tests of the topic computer."""
