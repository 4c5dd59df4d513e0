"""Laws of scale: the figure of published fits."""
