"""From a file to a mark: write submissions, read them with care, grade them, rank them."""
