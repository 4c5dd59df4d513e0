"""The tools of `look` held against machines of which it is known what matters."""

from taotp_core.look.truth.cases import Case, book, case_of
from taotp_core.look.truth.matters import matters, ways_to_break
from taotp_core.look.truth.reasons import REASONS, Reason, reasons
from taotp_core.look.truth.table import Row, Verdict, row, table
from taotp_core.look.truth.tools import TOOLS, names, right_after, says
from taotp_core.look.truth.witnesses import witnesses

__all__ = [
    "REASONS",
    "TOOLS",
    "Case",
    "Reason",
    "Row",
    "Verdict",
    "book",
    "case_of",
    "matters",
    "names",
    "reasons",
    "right_after",
    "row",
    "says",
    "table",
    "ways_to_break",
    "witnesses",
]
