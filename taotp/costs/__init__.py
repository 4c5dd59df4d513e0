"""What a machine costs: multiplications that are counted, and sizes that were published."""

from taotp.costs.multiplications import (
    Product,
    bits,
    cache_bits,
    counted,
    counted_encoding,
    encoding_multiplications,
    multiplications,
    token_multiplications,
    training_flops,
)
from taotp.costs.published import PUBLISHED, Configuration, configuration, parameters_of

__all__ = [
    "PUBLISHED",
    "Configuration",
    "Product",
    "bits",
    "cache_bits",
    "configuration",
    "counted",
    "counted_encoding",
    "encoding_multiplications",
    "multiplications",
    "parameters_of",
    "token_multiplications",
    "training_flops",
]
