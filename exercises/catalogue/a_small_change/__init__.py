"""The exercises of the chapter A small change."""
