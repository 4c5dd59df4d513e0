"""Machines of the book, trained: the same shapes, and weights that nobody chose."""
