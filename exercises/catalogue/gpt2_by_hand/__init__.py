"""The exercises of the chapter A GPT-2 by hand."""
