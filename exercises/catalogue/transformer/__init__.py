"""The exercises of the chapter The transformer."""
