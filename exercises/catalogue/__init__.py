"""The exercises, in the order of the book: one file each, in a folder for each chapter."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from exercises.order import PAGES, WORKSHOP
from exercises.statement import Exercise

if TYPE_CHECKING:
    from exercises.judging.bench import Bench

Of = TypeVar("Of")


def module_of(slug: str) -> ModuleType:
    """The file of an exercise, with its answers, right and wrong."""
    return import_module(f"{__name__}.{PAGES[slug]}.{slug.replace('-', '_')}")


def modules() -> tuple[ModuleType, ...]:
    """The files of all exercises."""
    return tuple(map(module_of, PAGES))


class Read(Mapping[str, Of]):
    """What stands in the files of some exercises, by their slugs; each is read when asked for.

    Who checks one answer waits for its file alone, as all of them take seconds.
    """

    def __init__(self, slugs: Iterable[str], read: Callable[[ModuleType], Of]) -> None:
        self.slugs = dict.fromkeys(slugs)
        self.read = read

    def __getitem__(self, slug: str) -> Of:
        if slug not in self.slugs:
            raise KeyError(slug)
        return self.read(module_of(slug))

    def __iter__(self) -> Iterator[str]:
        return iter(self.slugs)

    def __len__(self) -> int:
        return len(self.slugs)

    def __contains__(self, slug: object) -> bool:
        return slug in self.slugs


EXERCISES: Mapping[str, Exercise] = Read(PAGES, lambda module: module.EXERCISE)
BENCHES: "Mapping[str, Bench]" = Read(WORKSHOP.slugs, lambda module: module.BENCH)
