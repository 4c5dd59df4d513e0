"""The tools of `look` held against machines of which it is known what matters."""

from taotp.look.truth.cases import Case, book, case_of
from taotp.look.truth.decoys import decoys
from taotp.look.truth.known import MACHINES, Known, known
from taotp.look.truth.matters import matters, ways_to_break
from taotp.look.truth.measured import GROUPS, NULLS, Measured, measured, score_of
from taotp.look.truth.reasons import REASONS, Reason, reasons
from taotp.look.truth.scores import Found, Score, by_chance, score
from taotp.look.truth.table import Row, Verdict, row, table
from taotp.look.truth.tools import TOOLS, names, right_after, says
from taotp.look.truth.witnesses import witnesses

__all__ = [
    "GROUPS",
    "MACHINES",
    "NULLS",
    "REASONS",
    "TOOLS",
    "Case",
    "Found",
    "Known",
    "Measured",
    "Reason",
    "Row",
    "Score",
    "Verdict",
    "book",
    "by_chance",
    "case_of",
    "decoys",
    "known",
    "matters",
    "measured",
    "names",
    "reasons",
    "right_after",
    "row",
    "says",
    "score",
    "score_of",
    "table",
    "ways_to_break",
    "witnesses",
]
