"""Train the machine of two layers of heads that learns from its prompt, and keep its weights.

python -m tools.experiments trained_induction     about a minute; nearly the same numbers each time

Writes taotp/data/trained_induction.json: the machine of the experiment `train_induction` with
SEED, after its last step, in float16. Its table says how it came to be, and how the others did.
"""

from taotp.verify.worker_pool import bar
from tools.experiments.stored import store
from tools.experiments.train_induction import EVERY, RATE, STEPS, course
from tools.experiments.training import as_model

SEED = 6


def make() -> None:
    """Train to the end and keep the numbers."""
    *_, (_, weights) = bar(course(SEED), STEPS // EVERY + 1, "row")
    by = "python -m tools.experiments trained_induction"
    made = {"by": by, "seed": SEED, "rate": RATE, "steps": STEPS}
    store("trained_induction", as_model(weights), made)
