"""Words that are said: the weights are recordings."""
