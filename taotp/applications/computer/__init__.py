"""A computer: its prompt is a program, what it writes is the trace of its execution."""
