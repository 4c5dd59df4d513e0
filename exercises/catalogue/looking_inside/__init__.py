"""The exercises of the chapter Looking inside."""
