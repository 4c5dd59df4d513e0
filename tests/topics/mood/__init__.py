"""The tests of the topic mood."""
