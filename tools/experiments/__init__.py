"""What the experiments of the exercises measured, and the small trainer that some of them need.

Nothing of the book imports this package: it reads the results, which are in taotp/data.
"""
