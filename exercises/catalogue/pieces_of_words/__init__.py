"""The exercises of the chapter Pieces of words."""
