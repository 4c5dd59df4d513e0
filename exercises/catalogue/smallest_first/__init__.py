"""The exercises of the chapter Smallest first."""
