"""What tools of the field were measured to say of edges and roles, as entries."""

from typing import Any

from taotp.data import experiment


def entered() -> dict[str, dict[str, Any]]:
    """The entry of each tool, as `python -m tools.experiments edge_tools` measured it.

    >>> entered()["patterns"]["machines"]["before_last"]
    {'parts': {'layers.0.heads.0': {'role': 'goes by place'}}}
    """
    found: dict[str, dict[str, Any]] = {}
    for row in experiment("edge_tools"):
        name = ", ".join(filter(None, (row["machine"], row["decoy"])))
        entry = found.setdefault(row["tool"], {"tool": row["tool"], "machines": {}})
        named = [] if row["named"] == "" else row["named"].split(" ")
        if row["tool"] == "patterns":
            roles = dict(each.split("=") for each in named)
            said = {"parts": {part: {"role": role.replace("_", " ")}
                              for part, role in roles.items()}}  # fmt: skip
        else:
            said = {"edges": [each.split(">") for each in named]}
        entry["machines"][name] = said
    return found
