"""The page's own code, by what a reader sees, and what bundles it for pages and notebooks."""
