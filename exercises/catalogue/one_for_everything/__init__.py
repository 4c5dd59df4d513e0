"""Exercises of the chapter One for everything."""
