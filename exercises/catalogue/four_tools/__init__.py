"""The exercises of the chapter Four tools."""
