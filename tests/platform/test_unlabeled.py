"""Outputs of which places must be counted are found, and no page gets more of them."""

import nbformat

from tests.laws import every
from tools.english import ceilings
from tools.unlabeled import CEILINGS, counts, has_places, shown, too_many


@every("text", ["(1, 2)", "[(1, 2)]", "{'a': (1, 2)}", "(array([1., 2.]), 3)"])
def test_places_without_names_are_found(text: str) -> None:
    assert has_places(text)


def test_a_table_is_no_text() -> None:
    """What a notebook shows as a table has its names; a hidden output is read by nobody."""
    data = {"text/plain": "(1, 2)"}
    result = nbformat.v4.new_output("execute_result", data)
    assert shown(nbformat.v4.new_code_cell("x", outputs=[result])) == "(1, 2)"
    hidden = nbformat.v4.new_code_cell("x", outputs=[result], metadata={"tags": ["hide-output"]})
    assert shown(hidden) == ""
    result.data["text/html"] = "<table></table>"
    assert shown(nbformat.v4.new_code_cell("x", outputs=[result])) == ""


def test_no_page_gets_more_of_them() -> None:
    found, most = counts(), ceilings(CEILINGS)
    assert list(too_many(found, most)) == []
    assert {page for page in most if page not in found} == set(), "lower what has been mended"
    assert list(too_many({"new": 1}, {})), "a page that is not listed may have none"
