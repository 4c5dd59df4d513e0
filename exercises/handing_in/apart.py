"""Grade one file in a process of its own, which may end without harm to who waits for it.

python -m exercises.handing_in.apart    takes {"data", "salt", "whole"}, prints a grade
"""

import json
import sys
from dataclasses import asdict

from exercises.handing_in.grade import within_limits


def main() -> None:
    """Read what is asked, print what came of it."""
    asked = json.load(sys.stdin)
    data, salt = (asked[name].encode("latin-1") for name in ("data", "salt"))
    found, _ = within_limits(data, salt, asked["whole"])
    print(json.dumps(asdict(found)))


if __name__ == "__main__":
    main()
