"""The exercises of the chapter about agreement."""
