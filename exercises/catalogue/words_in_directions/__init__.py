"""The exercises of the chapter Words in directions."""
