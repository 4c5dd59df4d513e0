"""Applications, a folder each: machine, words, figure, script and notes under one name."""
