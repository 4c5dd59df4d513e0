"""The tests of the topic choosing."""
