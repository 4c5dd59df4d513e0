"""The exercises of the chapter Two languages."""
