"""What the chapters read: a play, and the result of a long experiment; README.md says whence."""

import base64
import csv
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources.abc import Traversable
from string import ascii_lowercase
from typing import Any

import numpy as np

from taotp.files import data_of, files_in, text_of
from taotp.programs import Program, hello_world
from taotp_core.arrays import Array
from taotp_core.weights import Transformer, mapped, random_transformer, unnamed

TRAINED = ("trained_letters", "trained_induction")
LINE = 60  # letters that a trained machine says where nothing is asked


def romeo_and_juliet() -> str:
    """The whole play, 1597, in the public domain."""
    return text_of(__package__, "romeo_and_juliet.txt")


def read_and_held_back() -> tuple[str, str]:
    """The play in two: nine tenths to learn from, and the last tenth, on which to be tested."""
    play = romeo_and_juliet()
    cut = len(play) * 9 // 10
    return play[:cut], play[cut:]


def lookup_precision() -> Any:
    """What `python -m tools.experiments lookup_precision` measured, and its settings."""
    return data_of(__package__, "lookup_precision.json")


def three_engines() -> Any:
    """What `python -m tools.experiments three_engines` measured, and the engines' versions."""
    return data_of(__package__, "three_engines.json")


def gpt2_by_hand() -> Any:
    """What `python -m tools.experiments gpt2_by_hand` heard in the library, and its versions."""
    return data_of(__package__, "gpt2_by_hand.json")


def trained_hello_world() -> Program:
    """The machine of Hello World with the numbers that training found for it.

    Its file names the script that made it, the seed, the rate and the steps.
    """
    found = data_of(__package__, "trained_hello_world.json")
    by_hand = hello_world()
    model = Transformer(np.array(found["W_E"]), np.array(found["W_pos"]))
    return replace(by_hand, model=model)


def trained(name: str) -> Transformer:
    """A transformer whose weights training found, rounded to float16.

    Its file names the script that made it, and the seed; ValueError for a name that is not TRAINED.
    """
    if name not in TRAINED:
        raise ValueError(f"no trained model is called {name!r}; there are {', '.join(TRAINED)}")
    found = data_of(__package__, f"{name}.json")
    return with_arrays(random_transformer(0, **found["sizes"]), found["arrays"])


def with_arrays(model: Transformer, arrays: Mapping[str, str]) -> Transformer:
    """A model with other numbers: each of its arrays by its path, float16 as text."""
    data = {where: base64.b64decode(text) for where, text in arrays.items()}

    def own(where: str, W: Array) -> Array:
        return np.frombuffer(data[where], "<f2").astype(np.float64).reshape(W.shape)

    return mapped(model, own)


def with_trained_weights(program: str, model: Transformer) -> Transformer:
    """A program of the benchmark with the numbers that training found, without its names.

    `python -m tools.experiments trained_twins` made them, and kept its seed, rate and steps.
    """
    arrays = data_of(__package__, "trained_twins.json")[program]["arrays"]
    return with_arrays(unnamed(model), arrays)


def trained_letters() -> Program:
    """A transformer that was trained on the first nine tenths of the play, letter by letter.

    It is "two layers" of the experiment `train_letters`, and goes on as long as it is asked to.
    """
    alphabet = sorted(set(romeo_and_juliet()))
    return Program(trained("trained_letters"), alphabet, slide=True, steps=LINE)


def trained_induction() -> Program:
    """Two layers of heads that training on random texts said twice has made learn from a prompt.

    It says what comes next in texts of up to 32 of its symbols, which mean nothing to it. It is one
    of those of the experiment `train_induction`.
    """
    return Program(trained("trained_induction"), ascii_lowercase + " .,-!?", steps=1)


def heard_people() -> Any:
    """How many digits of people were heard right: `python -m tools.experiments heard_people`."""
    return data_of(__package__, "heard_people.json")


def heard_elsewhere() -> Any:
    """How many digits of other people were heard right, as others measured it, in percent."""
    return data_of(__package__, "heard_elsewhere.json")


def mood_measured() -> Any:
    """On how many sentences the machine of mood says what vaderSentiment says.

    It is made by `python -m tools.experiments mood_measured`.
    """
    return data_of(__package__, "mood_measured.json")


def claims() -> dict[str, Any]:
    """What tools say of the parts of the benchmark's machines: of each tool its entry, by name.

    Those of others are made by `python -m tools.experiments outside_tools`, ours by `own_tools`.
    """
    names = [file.name for file in files_in(__package__, "claims")]
    every = (data_of(__package__, f"claims/{name}") for name in names if name.endswith(".json"))
    return {entry["tool"]: entry for entry in every}


def parts_that_matter() -> Any:
    """Of each machine of the benchmark its kind, and of each of its parts whether it matters.

    It is what `taotp.interp.benchmark.truth` says of all of them, in some seconds; it is made by
    `python -m tools.experiments own_tools`.
    """
    return data_of(__package__, "parts_that_matter.json")


def what_parts_do() -> Any:
    """Of each machine of the benchmark what each part does, and who reads whom.

    `edges` are by construction, `edges_by_intervention` by cutting them, and `differ` says why
    where these differ. It is made by `python -m tools.experiments what_parts_do`.
    """
    return data_of(__package__, "what_parts_do.json")


def experiment(name: str, folder: Traversable | None = None) -> list[dict[str, Any]]:
    """The rows that `python -m tools.experiments NAME` measured, with numbers as numbers.

    Raises ValueError for a name that no table has.
    """
    some = files_in(__package__, "experiments") if folder is None else folder.iterdir()
    tables = {file.name.removesuffix(".csv"): file for file in some}
    if name not in tables:
        known = ", ".join(sorted(tables))
        raise ValueError(f"no experiment is called {name!r}; there are {known}")
    _, *lines = tables[name].read_text("utf-8").splitlines()  # the first says how it was made
    return [{key: as_number(text) for key, text in row.items()} for row in csv.DictReader(lines)]


def as_number(text: str) -> int | float | str:
    """An entry of a table as the number that it stands for, or as it is."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
