"""What word comes next, by counted sentences."""
