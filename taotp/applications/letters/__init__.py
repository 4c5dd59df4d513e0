"""What letter comes next, by counts of what followed."""
