"""The tools of `look` held against machines of which it is known what matters."""

from taotp.interp.ground_truth.cases import Case, book, case_of
from taotp.interp.ground_truth.decoys import decoys
from taotp.interp.ground_truth.known import MACHINES, Known, known
from taotp.interp.ground_truth.matters import matters, ways_to_break
from taotp.interp.ground_truth.measured import GROUPS, NULLS, Measured, measured, score_of
from taotp.interp.ground_truth.reasons import REASONS, Reason, reasons
from taotp.interp.ground_truth.scores import Found, Score, by_chance, score
from taotp.interp.ground_truth.table import Row, Verdict, row, table
from taotp.interp.ground_truth.tools import TOOLS, names, right_after, says
from taotp.interp.ground_truth.witnesses import witnesses

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
