"""Pieces of words: the figure in which merges are learned."""
