"""The exercises of the chapter Good or bad."""
