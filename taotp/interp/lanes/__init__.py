"""Lanes: a machine in symbols, each part of its stream decoded, each head in words."""

from taotp.interp.lanes.lane import Carried, Lane, LaneHead
from taotp.interp.lanes.reading import Lanes, lanes, lanes_of, questions
from taotp.interp.lanes.relations import Relation

__all__ = ["Carried", "Lane", "LaneHead", "Lanes", "Relation", "lanes", "lanes_of", "questions"]
