"""The tests of looking inside."""
