"""The exercises of the chapter By chance."""
