"""What a cache saves: the figure of its costs."""
