"""Weights as a language: text to a program, with exact errors, and any program to text."""

from taotp.listing.described import describe
from taotp.listing.faults import Fault, ListingError
from taotp.listing.reading import Listing, read, read_bytes
from taotp.listing.rounding import what_rounding_breaks
from taotp.listing.written import write

__all__ = [
    "Fault",
    "Listing",
    "ListingError",
    "describe",
    "read",
    "read_bytes",
    "what_rounding_breaks",
    "write",
]
