"""Pictures that stand still and figures that a reader can move."""

from taotp_core.figures.explorables import alphabet, circle_figure, cloud, decoder, hardening
from taotp_core.figures.explore import explore, failures, gate
from taotp_core.figures.live import LiveFigure
from taotp_core.figures.pictures import Picture, arrows, heat, lines, points, stream
from taotp_core.figures.rebuild import rebuild

__all__ = [
    "LiveFigure",
    "Picture",
    "alphabet",
    "arrows",
    "circle_figure",
    "cloud",
    "decoder",
    "explore",
    "failures",
    "gate",
    "heat",
    "hardening",
    "lines",
    "points",
    "rebuild",
    "stream",
]
