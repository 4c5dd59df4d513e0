"""The exercises of the chapter Weights as a language."""
