"""The exercises of the chapter Hello World."""
