"""What to ask of a student whose file is no submission, in words that a teacher can forward."""

import re
from pathlib import Path

from exercises.catalogue import EXERCISES
from exercises.handing_in.format import Refused
from exercises.handing_in.identity import own_name
from exercises.handing_in.inbox import is_submission, read_file
from exercises.visible import visible

SUBMIT = "taotp-exercises submit"
PLEASE = f"please hand in the .json file that `{SUBMIT}` wrote, as it is"
NAMED = re.compile(r"""\bcheck\(\s*["']([a-z0-9-]+)["']""")  # an exercise that a file checks

NOTEBOOK = "a notebook"
CODE = {".ipynb": NOTEBOOK, ".py": "a Python file", ".taotp": "the text of a machine"}
TEXT = {".md": "a text", ".txt": "a text", ".tex": "a text", ".rst": "a text"}
DOCUMENT = {
    **dict.fromkeys((".docx", ".doc", ".odt", ".rtf", ".pages"), "a document"),
    **{".pdf": "a PDF", ".html": "a web page", ".htm": "a web page"},
}
OTHER = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".heic", ".webp", ".svg"), "a picture"),
    **dict.fromkeys((".csv", ".xlsx", ".xls", ".ods"), "a table"),
}
ARCHIVE = (".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz")
UNFINISHED = (".part", ".crdownload", ".download", ".tmp")


def read_submission(path: Path) -> bytes:
    """The bytes of a file that may be a submission; Refused, with what to ask for, for others.

    What is in a file counts, and its name only where that says more: `late.json.txt` is read.
    """
    data = read_file(path)
    if wish := request_for(own_name(path.name), data):
        raise Refused(wish)
    return data


def request_for(name: str, data: bytes) -> str:
    """What to say of a file; "" where it may be a submission."""
    if not data.strip():
        return f"the file is empty; {PLEASE}"
    if is_notebook(name, data):
        return of_code(name, NOTEBOOK, data)
    if is_submission(name) or begins_as_one(data):
        return ""
    return of_ending(visible(name), Path(name).suffix.lower(), data)


def begins_as_one(data: bytes) -> bool:
    """Whether a file begins as JSON does, whatever it is called."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def is_notebook(name: str, data: bytes) -> bool:
    """Whether it is one, even where it is called .json."""
    inside = begins_as_one(data) and b'"nbformat"' in data and b'"cells"' in data
    return name.lower().endswith(".ipynb") or inside


def of_ending(name: str, ending: str, data: bytes) -> str:
    """What to say of a file by the ending of its name."""
    if ending in CODE:
        return of_code(name, CODE[ending], data)
    if ending in TEXT:
        return f"this is {TEXT[ending]}; if it is a proof, please {run(name, 'EXERCISE')}"
    if ending in DOCUMENT:
        saved = f"{Path(name).stem}.md"
        return (f"this is {DOCUMENT[ending]}; if it is a proof, please save it as plain text, "
                f"as {saved}, and {run(saved, 'EXERCISE')}")  # fmt: skip
    if ending in ARCHIVE:
        return f"this is an archive; {PLEASE}, without packing it"
    if ending in UNFINISHED:
        return f"this is a transfer that did not finish; {PLEASE}"
    return f"this is {OTHER.get(ending, 'a file of another kind')}; {PLEASE}"


def of_code(name: str, kind: str, data: bytes) -> str:
    """What to say of code, which is never run here; with the exercise, if it checks just one."""
    text = data.decode("utf-8", "replace").replace('\\"', '"')
    slugs = set(NAMED.findall(text)) & EXERCISES.keys()
    only = slugs.pop() if len(slugs) == 1 else "EXERCISE"
    if kind == NOTEBOOK and not name.lower().endswith(".ipynb"):
        named = f"{Path(name).stem}.ipynb"
        return f"this is {kind}; please call it {visible(named)} again, {run(visible(named), only)}"
    return f"this is {kind}; please {run(visible(name), only)}"


def run(name: str, exercise: str) -> str:
    """How its author makes a submission of a file."""
    plain = re.fullmatch(r"[\w .()-]+", name)  # others would do more in a shell than name a file
    file = (f'"{name}"' if re.search("[ ()]", name) else name) if plain else "FILE"
    return f"run `{SUBMIT} {file} {exercise}` and hand in the .json file that it names"


def with_request(words: str) -> str:
    """Why a file was not read, with what to ask for where that is not said yet."""
    told = "please" in words or words.startswith("it cannot be opened")
    return words if told else f"{words}; {PLEASE}"
