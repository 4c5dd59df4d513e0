"""The cover of the book: a machine that says a reader's name."""
