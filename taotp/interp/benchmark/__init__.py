"""The machines of `interp.ground_truth` as a folder for tools that nobody here wrote."""

from taotp.interp.benchmark.entries import Entry, entries, truth
from taotp.interp.benchmark.folder import export
from taotp.interp.benchmark.in_memory import name_of
from taotp.interp.benchmark.machine import Machine, load, patterns, without
from taotp.interp.benchmark.score import checked, lines, scored, table, where_asked

__all__ = [
    "Entry",
    "Machine",
    "checked",
    "entries",
    "export",
    "lines",
    "load",
    "name_of",
    "patterns",
    "scored",
    "table",
    "truth",
    "where_asked",
    "without",
]
