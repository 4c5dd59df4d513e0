"""Pictures that stand still and figures that a reader can move."""

from typing import TYPE_CHECKING

from taotp_core.lazy import hand_on

if TYPE_CHECKING:
    from taotp_core.figures.chains import chains
    from taotp_core.figures.drawing import machine
    from taotp_core.figures.editor import Editor, Example, edit
    from taotp_core.figures.explorables import alphabet, circle_figure, cloud, decoder, hardening
    from taotp_core.figures.explore import explore
    from taotp_core.figures.failures import failures
    from taotp_core.figures.gate import gate
    from taotp_core.figures.inside import Subject, inside
    from taotp_core.figures.labeled import Labeled, labeled
    from taotp_core.figures.live import LiveFigure
    from taotp_core.figures.number_lines import number_lines
    from taotp_core.figures.options import Constant, Panels, Promise
    from taotp_core.figures.pair import Candidate, Opening, compare
    from taotp_core.figures.pictures import Picture, arrows, heat, lines, points, stream, trails
    from taotp_core.figures.playground import Gallery, playground
    from taotp_core.figures.programs_map import map_of_programs
    from taotp_core.figures.rebuild import rebuild
    from taotp_core.figures.sentences import english_grammar, sentence, tell_apart
    from taotp_core.figures.squares import squares
    from taotp_core.figures.strip import looks
    from taotp_core.figures.subjects import of_the_book
    from taotp_core.figures.table_maps import tables
    from taotp_core.figures.trials import predict, try_to_break
    from taotp_core.topics.cache.figure import cache
    from taotp_core.topics.choosing.figure import sleepers
    from taotp_core.topics.clocks.figure import clocks
    from taotp_core.topics.computer.figure import a_computer
    from taotp_core.topics.counts.figure import shares, votes
    from taotp_core.topics.cover.figure import cover
    from taotp_core.topics.dialing.figure import dialing, telephone
    from taotp_core.topics.laws.figure import Run, laws
    from taotp_core.topics.letters.figure import writes_itself
    from taotp_core.topics.mood.figure import mood
    from taotp_core.topics.pieces.figure import byte_pairs
    from taotp_core.topics.reach.figure import reach
    from taotp_core.topics.spoken.figure import say_a_word
    from taotp_core.topics.trained.figure import learns

hand_on(__name__)

__all__ = [
    "Candidate",
    "Constant",
    "Editor",
    "Example",
    "Gallery",
    "Labeled",
    "LiveFigure",
    "Opening",
    "Panels",
    "Picture",
    "Promise",
    "Run",
    "Subject",
    "a_computer",
    "alphabet",
    "arrows",
    "byte_pairs",
    "cache",
    "chains",
    "circle_figure",
    "clocks",
    "cloud",
    "compare",
    "cover",
    "decoder",
    "dialing",
    "edit",
    "english_grammar",
    "explore",
    "failures",
    "gate",
    "heat",
    "hardening",
    "inside",
    "labeled",
    "laws",
    "learns",
    "lines",
    "looks",
    "machine",
    "map_of_programs",
    "mood",
    "number_lines",
    "of_the_book",
    "playground",
    "points",
    "predict",
    "reach",
    "rebuild",
    "say_a_word",
    "sentence",
    "shares",
    "sleepers",
    "squares",
    "stream",
    "tables",
    "telephone",
    "tell_apart",
    "trails",
    "try_to_break",
    "votes",
    "writes_itself",
]
