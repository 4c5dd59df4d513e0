"""The exercises of the chapter Two stacks."""
