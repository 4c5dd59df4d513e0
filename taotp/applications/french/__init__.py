"""English to French: a lexicon, and rules of two kinds."""
