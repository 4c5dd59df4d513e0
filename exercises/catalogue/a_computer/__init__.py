"""Exercises of the chapter A computer."""
