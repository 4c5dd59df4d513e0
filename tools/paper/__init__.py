"""The book for readers without a browser: one EPUB and one PDF, made from the built pages."""
