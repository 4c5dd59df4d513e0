"""The exercises of the chapter on how deep a machine can read."""
