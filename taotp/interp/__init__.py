"""Look inside: what the parts of a machine do, what it is without them, what can be read off it."""

from taotp.interp.ablation import ablated, without
from taotp.interp.logit_lens import attribution, lens
from taotp.interp.parts import Part, named, parts_of, written
from taotp.interp.patching import patch_map, patch_scores, patched_from
from taotp.interp.paths import readers_of, split, unread
from taotp.interp.patterns import attending, logit_difference, without_edges
from taotp.interp.probing import Probe, probe
from taotp.interp.scores import (
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
