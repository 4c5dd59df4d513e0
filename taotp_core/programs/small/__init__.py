"""Small machines: sums, products, sorted lists, tables and minima in as few numbers as we can."""

from taotp_core.programs.small.adding import add, add_by_looking
from taotp_core.programs.small.multiplying import TIMES, multiply
from taotp_core.programs.small.smallest import minimum
from taotp_core.programs.small.sorting import layers_needed, sort
from taotp_core.programs.small.tables import table
from taotp_core.tasks import product_tokens

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
