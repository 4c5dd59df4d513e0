"""Commands that keep the book in order; each is run as `python -m tools.NAME`."""
