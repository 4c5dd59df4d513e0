"""The tests of the application laws."""
