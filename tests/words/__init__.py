"""The tests of words for machines."""
