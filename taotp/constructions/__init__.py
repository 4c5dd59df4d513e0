"""Gadgets of larger machines, which the answers of several exercises are put together from."""
