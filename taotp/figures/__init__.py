"""Pictures that stand still and figures that a reader can move."""

from typing import TYPE_CHECKING

from taotp.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from taotp.applications.cache.figure import cache
    from taotp.applications.choosing.figure import sleepers
    from taotp.applications.clocks.figure import clocks
    from taotp.applications.computer.figure import a_computer
    from taotp.applications.counts.figure import shares, votes
    from taotp.applications.cover.figure import cover
    from taotp.applications.dialing.figure import dialing, telephone
    from taotp.applications.laws.figure import Run, laws
    from taotp.applications.letters.figure import writes_itself
    from taotp.applications.mood.figure import mood
    from taotp.applications.pieces.figure import byte_pairs
    from taotp.applications.reach.figure import reach
    from taotp.applications.spoken.figure import say_a_word
    from taotp.applications.trained.figure import learns
    from taotp.figures.attending import attending
    from taotp.figures.chains import chains
    from taotp.figures.drawing import machine
    from taotp.figures.editor import Editor, Example, edit
    from taotp.figures.explorables import alphabet, circle_figure, cloud, decoder, hardening
    from taotp.figures.explore import explore
    from taotp.figures.failures import failures
    from taotp.figures.from_words import from_words
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
    from taotp.figures.stream_of_words import stream_of_words
    from taotp.figures.strip import looks
    from taotp.figures.subjects import of_the_book
    from taotp.figures.table_maps import tables
    from taotp.figures.trials import predict, try_to_break

lazy_exports(__name__)

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
    "attending",
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
    "from_words",
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
    "stream_of_words",
    "tables",
    "telephone",
    "tell_apart",
    "trails",
    "try_to_break",
    "votes",
    "writes_itself",
]
