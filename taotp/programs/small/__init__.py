"""Small machines: sums, products, sorted lists, tables and minima in as few numbers as we can."""

from taotp.programs.small.adding import add, add_by_looking
from taotp.programs.small.multiplying import TIMES, multiply
from taotp.programs.small.smallest import minimum
from taotp.programs.small.sorting import layers_needed, sort
from taotp.programs.small.tables import table
from taotp.reference import product_tokens

__all__ = [
    "TIMES",
    "add",
    "add_by_looking",
    "layers_needed",
    "minimum",
    "multiply",
    "product_tokens",
    "sort",
    "table",
]
