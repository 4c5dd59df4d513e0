"""Tests of the experiments, of their trainer and of what the book says of their results."""
