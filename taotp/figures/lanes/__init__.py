"""A machine in symbols as it stands on paper: the picture of its lanes, below its story."""

from taotp.figures.lanes.instead import instead
from taotp.figures.lanes.picture import lanes, story

__all__ = ["instead", "lanes", "story"]
