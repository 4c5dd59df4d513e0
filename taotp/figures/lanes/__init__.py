"""A machine in symbols as it stands on paper: the picture of its lanes, below its story."""

from taotp.figures.lanes.instead import instead
from taotp.figures.lanes.picture import columns, lanes, story

__all__ = ["columns", "instead", "lanes", "story"]
