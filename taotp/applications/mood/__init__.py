"""Is a sentence good or bad? The rules of VADER as heads and ReLUs."""
