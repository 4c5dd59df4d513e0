"""The commands, the build and the environment of the book."""
