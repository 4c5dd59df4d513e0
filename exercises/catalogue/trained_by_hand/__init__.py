"""The exercises of the chapter Trained by hand."""
