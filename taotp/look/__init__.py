"""Look inside: what the parts of a machine do, what it is without them, what can be read off it."""

from taotp.look.parts import Part, named, parts_of, written
from taotp.look.patching import patch_map, patch_scores, patched_from
from taotp.look.paths import readers_of, split, unread
from taotp.look.patterns import attending, logit_difference, without_edges
from taotp.look.probing import Probe, probe
from taotp.look.reading import attribution, lens
from taotp.look.removing import ablated, without
from taotp.look.scores import (
    copying_scores,
    in_context_loss,
    induction_scores,
    previous_token_scores,
    said_twice,
    surprise,
)

__all__ = [
    "Part",
    "Probe",
    "ablated",
    "attending",
    "attribution",
    "copying_scores",
    "in_context_loss",
    "induction_scores",
    "lens",
    "logit_difference",
    "named",
    "parts_of",
    "patch_map",
    "patch_scores",
    "patched_from",
    "previous_token_scores",
    "probe",
    "readers_of",
    "said_twice",
    "split",
    "surprise",
    "unread",
    "without",
    "without_edges",
    "written",
]
