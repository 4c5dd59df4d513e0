"""How long a text may be in which the latest store is found exactly."""
