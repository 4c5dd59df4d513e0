"""Tables that stand for a figure where no script runs."""

import html
from collections.abc import Mapping, Sequence


def table_of(rows: Mapping[str, Sequence[str]], heads: Sequence[str], title: str) -> str:
    """Rows by their name, as HTML."""
    head = "".join(f"<th scope=col>{html.escape(each)}" for each in heads)
    body = "".join(
        f"<tr><th scope=row>{html.escape(name)}" + "".join(f"<td>{cell}" for cell in cells)
        for name, cells in rows.items()
    )
    caption = f"<caption>{html.escape(title)}</caption>"
    return f'<table class="hand-table">{caption}<thead><tr>{head}<tbody>{body}</table>'
