"""The tests of the application dialing."""
