"""The machines of `look.truth` as a folder for tools that nobody here wrote."""

from taotp.look.benchmark.entries import Entry, entries, name_of, truth
from taotp.look.benchmark.folder import export
from taotp.look.benchmark.machine import load, without
from taotp.look.benchmark.score import checked, lines, scored, table, where_asked

__all__ = [
    "Entry",
    "checked",
    "entries",
    "export",
    "lines",
    "load",
    "name_of",
    "scored",
    "table",
    "truth",
    "where_asked",
    "without",
]
