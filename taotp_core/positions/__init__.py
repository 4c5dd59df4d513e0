"""Positions as clocks and as codes, and measures of what each of them is good for."""
