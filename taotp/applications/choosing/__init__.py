"""One machine of many programs: which of its heads are awake."""
