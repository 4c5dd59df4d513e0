"""The exercises of the chapter Searching."""
