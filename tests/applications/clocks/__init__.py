"""The tests of the application clocks."""
