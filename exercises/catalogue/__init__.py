"""The exercises, in the order of the book: one file each, in a folder for each chapter."""

from importlib import import_module
from types import ModuleType

from exercises.judging.bench import Bench
from exercises.order import PAGES, WORKSHOP
from exercises.statement import Exercise


def module_of(slug: str) -> ModuleType:
    """The file of an exercise, with its answers, right and wrong."""
    return import_module(f"{__name__}.{PAGES[slug]}.{slug.replace('-', '_')}")


MODULES: tuple[ModuleType, ...] = tuple(module_of(slug) for slug in PAGES)
EXERCISES: dict[str, Exercise] = {module.EXERCISE.slug: module.EXERCISE for module in MODULES}
BENCHES: dict[str, Bench] = {slug: module_of(slug).BENCH for slug in WORKSHOP.slugs}
