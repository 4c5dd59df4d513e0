"""Tables that stand for a figure where no script runs, as HTML that is XML as well."""

import html
from collections.abc import Iterable, Mapping, Sequence


def table_of(rows: Mapping[str, Sequence[str]], heads: Sequence[str], title: str) -> str:
    """Rows by their name, as HTML."""
    named = (
        f'<th scope="row">{html.escape(name)}</th>{in_cells(cells)}' for name, cells in rows.items()
    )
    return as_table(named, heads, title)


def table_of_cells(rows: Iterable[Sequence[str]], heads: Sequence[str], title: str) -> str:
    """Rows that have no name, as HTML."""
    return as_table(map(in_cells, rows), heads, title)


def in_cells(cells: Iterable[str]) -> str:
    """Cells of a row, each of them HTML."""
    return "".join(f"<td>{cell}</td>" for cell in cells)


def as_table(rows: Iterable[str], heads: Sequence[str], title: str, kind: str = "") -> str:
    """Rows of cells below heads, of which one without words is an empty cell, as HTML."""
    named = (f'<th scope="col">{html.escape(head)}</th>' if head else "<td></td>" for head in heads)
    head = f"<thead><tr>{''.join(named)}</tr></thead>"
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    caption = f"<caption>{html.escape(title)}</caption>" if title else ""
    named_class = " ".join(filter(None, ("hand-table", kind)))
    return f'<table class="{named_class}">{caption}{head}<tbody>{body}</tbody></table>'
