"""The benchmark for others."""
