"""Which slow tests `make test` asks: about what changed all, else a third in turn; at night all."""

from functools import cache

from tools import changed, sampling

# What makes environments, packages and the book: whatever is there may change each test of them.
PLATFORM = "tests/platform/"
WIDE = (
    *("book/_", "tools/", ".ci/", "Makefile", "README.md", "pyproject.toml", "requirements"),
    *("constraints", "package"),
)


def is_due(test: str) -> bool:
    """Whether a slow test is asked in this run; it is told by its file and name, as pytest does."""
    if sampling.at_night() or sampling.lot(f"slow {test}") % sampling.IN_TURN == 0:
        return True
    if test.startswith(PLATFORM) and any(name.startswith(WIDE) for name in changed.files()):
        return True
    return changed.lies_in_another(test, of_what_changed())


@cache
def of_what_changed() -> set[str]:
    """The files and folders of tests that belong to what changed."""
    return {each.partition("::")[0] for each in changed.tests()}
