"""The tests of the table of tools."""
