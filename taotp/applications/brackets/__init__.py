"""Is it closed? Brackets of two kinds, at any depth that the context holds."""
