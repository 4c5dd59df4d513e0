"""Positions as clocks: the figure of their hands."""
