"""The benches of the workshop: machines with blanks, from a letter to a search."""
