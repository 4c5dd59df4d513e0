"""Python in the page: which files run it, what runs a page's cells, and the scripts around both."""
