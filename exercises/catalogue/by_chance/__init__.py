"""The exercises of the chapter What comes next, by chance."""
