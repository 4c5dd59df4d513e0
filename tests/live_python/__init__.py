"""Tests of Python in the page that need no browser."""
