"""Pictures that stand still and figures that a reader can move."""

from typing import TYPE_CHECKING

from taotp_core.lazy import hand_on

if TYPE_CHECKING:
    from taotp.figures.chains import chains
    from taotp.figures.drawing import machine
    from taotp.figures.editor import Editor, Example, edit
    from taotp.figures.explorables import alphabet, circle_figure, cloud, decoder, hardening
    from taotp.figures.explore import explore
    from taotp.figures.failures import failures
    from taotp.figures.gate import gate
    from taotp.figures.inside import Subject, inside
    from taotp.figures.labeled import Labeled, labeled
    from taotp.figures.live import LiveFigure
    from taotp.figures.number_lines import number_lines
    from taotp.figures.options import Constant, Panels, Promise
    from taotp.figures.pair import Candidate, Opening, compare
    from taotp.figures.pictures import Picture, arrows, heat, lines, points, stream, trails
    from taotp.figures.playground import Gallery, playground
    from taotp.figures.programs_map import map_of_programs
    from taotp.figures.rebuild import rebuild
    from taotp.figures.sentences import english_grammar, sentence, tell_apart
    from taotp.figures.squares import squares
    from taotp.figures.strip import looks
    from taotp.figures.subjects import of_the_book
    from taotp.figures.table_maps import tables
    from taotp.figures.trials import predict, try_to_break
    from taotp.topics.cache.figure import cache
    from taotp.topics.choosing.figure import sleepers
    from taotp.topics.clocks.figure import clocks
    from taotp.topics.computer.figure import a_computer
    from taotp.topics.counts.figure import shares, votes
    from taotp.topics.cover.figure import cover
    from taotp.topics.dialing.figure import dialing, telephone
    from taotp.topics.laws.figure import Run, laws
    from taotp.topics.letters.figure import writes_itself
    from taotp.topics.mood.figure import mood
    from taotp.topics.pieces.figure import byte_pairs
    from taotp.topics.reach.figure import reach
    from taotp.topics.spoken.figure import say_a_word
    from taotp.topics.trained.figure import learns

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
