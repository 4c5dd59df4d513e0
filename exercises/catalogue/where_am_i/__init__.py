"""The exercises of the chapter Where am I?."""
