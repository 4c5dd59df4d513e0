"""One name for each idea among the arguments of public functions: the table in library.md."""

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from taotp.programs import search, small
from taotp_core.deprecated import renamed
from tests.platform.test_library_pages import PAGES, PUBLIC

ROWS = re.compile(r"^\| ([^|`]+) \| `(\w+)` \|([^|]*)\|([^|]*)\|([^|]*)\|$", re.MULTILINE)
FAMILIES = ("programs.printed", "programs.small", "programs.two_stacks", "sound", "verify")


class Idea(NamedTuple):
    """What an argument may be about, its name, and the names that it has not."""

    name: str
    never: set[str]
    excepted: set[str]  # as "function(argument)"


def ideas(root: Path) -> list[Idea]:
    """The rows of the table."""
    page = (root / "book" / "library.md").read_text("utf-8")
    section = page.partition("## Names of arguments")[2].partition("\n## ")[0]
    return [
        Idea(name, {*re.findall(r"\w+", never)}, {*re.findall(r"\w+\(\w+\)", but)})
        for _, name, _, never, but in ROWS.findall(section)
    ]


def documented(root: Path) -> Iterator[Any]:
    """What the pages of the library have a place for."""
    for page in PAGES:
        text = (root / "book" / f"{page}.md").read_text("utf-8")
        for place in re.findall(r"^\.\. auto(?:function|class):: ([\w.]+)$", text, re.MULTILINE):
            module, _, name = place.rpartition(".")
            yield getattr(importlib.import_module(module), name)


def handed_on() -> Iterator[Any]:
    """What packages hand on, and the functions of those that are families of programs."""
    for module in (importlib.import_module(name) for name in PUBLIC):
        yield from (getattr(module, name) for name in module.__all__)
    for name in FAMILIES:
        module = importlib.import_module(f"taotp.{name}")
        its = [each for each in vars(module).values() if inspect.isfunction(each)]
        yield from (each for each in its if each.__module__.startswith(module.__name__))


def functions(root: Path) -> dict[str, Callable[..., Any]]:
    """Every function and method that a reader may call, by name and home."""
    found: dict[str, Callable[..., Any]] = {}
    for each in (*documented(root), *handed_on()):
        ours = getattr(each, "__module__", "").startswith("taotp")
        methods = vars(each).values() if ours and inspect.isclass(each) else ()
        for one in filter(inspect.isfunction, (each, *methods)):
            if ours and not one.__name__.startswith("_"):
                found[f"{one.__module__}.{one.__qualname__}"] = one
    return found


def test_no_public_function_has_another_name_for_an_idea(root: Path) -> None:
    table, used, wrong = ideas(root), set(), []
    assert {"hard", "loud", "vocabulary", "n_ctx", "to"} <= {idea.name for idea in table}
    excepted = set[str]().union(*(idea.excepted for idea in table))
    for place, function in functions(root).items():
        for idea in table:
            for argument in idea.never & inspect.signature(function).parameters.keys():
                said = f"{function.__name__}({argument})"
                used.add(said)
                if said not in excepted:
                    wrong.append(f"{place}({argument}); the table calls it {idea.name}")
    assert not wrong, "\n".join(wrong)
    assert excepted <= used, f"the table excepts what is not there: {excepted - used}"


def test_old_names_are_those_that_the_table_gives_up(root: Path) -> None:
    """A reader who looks for an old name finds it, and the new one too."""
    names = {idea.name for idea in ideas(root)}
    never = set[str]().union(*(idea.never for idea in ideas(root)))
    made = functions(root).values()
    found = [each for function in made if (each := vars(function).get("renamed"))]
    assert len(found) > 12
    for old, new in (pair for each in found for pair in each.items()):
        word = new if isinstance(new, str) else new[0]
        assert (old in never or old in names) and word in names | {"path"}, (old, word)


def test_an_old_name_may_have_meant_another_number_and_an_argument_has_one_value() -> None:
    with pytest.warns(DeprecationWarning, match="'heavy' 'loud'") as said:
        old = small.multiply(1, heavy=3)  # type: ignore[call-arg]
    new, usual = small.multiply(1, loud=1e3), small.multiply(1)
    key = [program.model.layers[1].heads[0].W_K.tolist() for program in (old, new, usual)]
    assert key[0] == key[1] != key[2]
    assert said[0].filename == __file__  # it points to who called
    with pytest.raises(TypeError, match="search got 'hard' twice, once by its old name 'sure'"):
        search("ab", 9, 2, hard=1.0, sure=2.0)  # type: ignore[call-arg]


def test_what_is_renamed_is_called_as_before() -> None:
    @renamed(old="new")
    def of(new: int = 1) -> int:
        """What it does."""
        return new

    assert (of(), of(2), of.__name__, of.__doc__) == (1, 2, "of", "What it does.")
    assert str(inspect.signature(of)) == "(new: int = 1) -> int"
