"""Lanes: a machine in symbols, each part of its stream decoded, each head in words."""

from taotp.interp.lanes.causes import Causes, Cell, Pair, Thread, brought_to
from taotp.interp.lanes.instead import Instead
from taotp.interp.lanes.lane import Carried, Lane, LaneHead
from taotp.interp.lanes.reading import Lanes, lanes, lanes_of, questions
from taotp.interp.lanes.relations import Relation
from taotp.interp.lanes.steps import KINDS, Step, heads_of, sentence_of, written
from taotp.interp.lanes.wrong import Wrong, first_wrong, first_wrong_of

__all__ = [
    "KINDS",
    "Carried",
    "Causes",
    "Cell",
    "Instead",
    "Lane",
    "LaneHead",
    "Lanes",
    "Pair",
    "Relation",
    "Step",
    "Thread",
    "Wrong",
    "brought_to",
    "first_wrong",
    "first_wrong_of",
    "heads_of",
    "lanes",
    "lanes_of",
    "questions",
    "sentence_of",
    "written",
]
