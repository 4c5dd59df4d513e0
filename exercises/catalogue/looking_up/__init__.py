"""The exercises of the chapter Looking things up."""
