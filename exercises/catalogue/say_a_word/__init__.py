"""The exercises of the chapter Say a word."""
