"""Judge answers: verdicts, and what the exercises of one kind ask of an answer."""
