"""The tests of the topic clocks."""
