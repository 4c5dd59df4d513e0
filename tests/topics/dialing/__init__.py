"""The tests of the topic dialing."""
