"""The exercises of the chapter What it costs."""
