"""Telephone keys that are dialed: forks that ring, and what writes them down."""
