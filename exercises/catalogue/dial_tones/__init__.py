"""The exercises of the chapter Listening to dial tones."""
