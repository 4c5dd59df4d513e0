"""The built book in a real browser."""
