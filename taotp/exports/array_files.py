"""Arrays by their names and a text in a file, npz or safetensors; nothing in it is believed.

Both are read without running anything, and no more is allocated than the file itself is long.
"""

import io
import json
import math
import struct
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from taotp_core.arrays import Array

TEXT = "machine"  # the text's name among the arrays of an npz, and among metadata
MOST_AXES, LONGEST_AXIS = 2, 2**40
FLOATS = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}  # of safetensors
NAMES = {np.dtype(kind).name: name for name, kind in FLOATS.items()}
HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}

Contents = tuple[dict[str, Array], str]  # the arrays by name, and the text


def npz(arrays: Mapping[str, Array], text: str) -> bytes:
    """An npz file, which numpy.load opens: an array each, and the text as one of them."""
    file, parts = io.BytesIO(), dict[str, Any](arrays)
    np.savez(file, **{TEXT: np.array(text)} | parts)
    return file.getvalue()


def from_npz(data: bytes) -> Contents:
    """What an npz file holds; ValueError says what is wrong with it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            members = file.infolist()
            once_each(member.filename for member in members)
            plain = [each for each in members if each.compress_type == zipfile.ZIP_STORED]
            if (size := sum(each.file_size for each in plain)) > len(data):
                raise ValueError(f"its parts overlap: they have {size:,} bytes, it {len(data):,}")
            parts = {each.filename.removesuffix(".npy"): stored(file, each) for each in members}
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"it is not an npz file, or not all of one ({error})") from None
    if TEXT not in parts:
        raise ValueError(f"it has no text {TEXT!r}; it must be a file that save has written")
    text = text_of(parts.pop(TEXT))
    return {name: array_of(name, *header_of(name, part)) for name, part in parts.items()}, text


def stored(file: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """One part of an npz file, which is as long there as it says; ValueError for a packed one."""
    if member.compress_type != zipfile.ZIP_STORED:
        raise ValueError(
            f"{member.filename!r} is compressed; write it by numpy.savez, which is not"
        )
    return file.read(member)


def header_of(name: str, part: bytes) -> tuple[Any, tuple[int, ...], str, bytes]:
    """The type, the shape, the order and the bytes of an array as numpy stores it."""
    file = io.BytesIO(part)
    try:
        shape, by_columns, dtype = HEADERS[np.lib.format.read_magic(file)](file)
    except Exception:  # numpy evaluates it, and raises whatever that did
        raise ValueError(f"{name} is not an array that numpy has written") from None
    return dtype, shape, "F" if by_columns else "C", file.read()


def text_of(part: bytes) -> str:
    """The text of an npz file, an array of one string."""
    dtype, shape, _, data = header_of(TEXT, part)
    if dtype.kind != "U" or shape != () or len(data) != dtype.itemsize or not data:
        raise ValueError(f"{TEXT} is {dtype} of shape {shape}; it must be one string")
    return str(np.frombuffer(data, dtype)[0])


def array_of(name: str, dtype: Any, shape: Any, order: Any, data: bytes) -> Array:
    """An array from its bytes; ValueError unless they are floats, and as many as the shape says."""
    if dtype.kind != "f":
        raise ValueError(f"{name} is of {dtype}; it must be of floats, such as float64")
    whole = all(type(n) is int and 0 <= n <= LONGEST_AXIS for n in shape)
    if not (whole and 1 <= len(shape) <= MOST_AXES):
        raise ValueError(f"{name} has the shape {shape}; it must be [n] or [n, m]")
    if (size := math.prod(shape) * dtype.itemsize) != len(data):
        raise ValueError(f"{name} has the shape {shape}, {size} bytes; there are {len(data)}")
    return np.frombuffer(data, dtype).reshape(shape, order=order)


def safetensors(arrays: Mapping[str, Array], metadata: Mapping[str, str]) -> bytes:
    """A safetensors file: the length of a header, the header as JSON, and the numbers.

    Wide numbers come first, so that each array begins where one of its kind may. Raises ValueError
    for floats that the format lacks.
    """
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    parts, at = [], 0
    for name, W in sorted(arrays.items(), key=lambda item: (-item[1].itemsize, item[0])):
        if W.dtype.name not in NAMES:
            raise ValueError(f"{name} is {W.dtype}; safetensors has {', '.join(NAMES)}, npz has it")
        kind = NAMES[W.dtype.name]
        parts.append(W.astype(FLOATS[kind]).tobytes())
        end = at + len(parts[-1])
        header[name] = {"dtype": kind, "shape": list(W.shape), "data_offsets": [at, end]}
        at = end
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 8)
    return b"".join([struct.pack("<Q", len(head)), head, *parts])


def from_safetensors(data: bytes) -> Contents:
    """What a safetensors file holds; ValueError says what is wrong with it."""
    size = int.from_bytes(data[:8], "little")
    if len(data) < 8 or size > len(data) - 8:
        raise ValueError("it is not a safetensors file, or not all of one: its header does not end")
    header, body = read_json(data[8 : 8 + size], "its header"), data[8 + size :]
    text = object_of(header.pop("__metadata__", {}), "__metadata__").get(TEXT)
    if not isinstance(text, str):
        raise ValueError(f"it has no text {TEXT!r}; it must be a file that save has written")
    arrays = {name: tensor(name, object_of(said, name), body) for name, said in header.items()}
    if (used := sum(array.nbytes for array in arrays.values())) != len(body):
        raise ValueError(f"its arrays have {used} bytes; behind the header there are {len(body)}")
    return arrays, text


def tensor(name: str, said: dict[str, Any], body: bytes) -> Array:
    """One array of a safetensors file; ValueError says what its header says wrong."""
    kind, shape, place = (said.get(key) for key in ("dtype", "shape", "data_offsets"))
    if not isinstance(kind, str) or kind not in FLOATS:
        raise ValueError(f"{name} is of {kind!r}; it must be of {', '.join(FLOATS)}")
    if not isinstance(shape, list) or not isinstance(place, list) or len(place) != 2:
        raise ValueError(f"{name} lacks its shape or its place; it must have both, as lists")
    start, end = place
    if not (type(start) is type(end) is int and 0 <= start <= end <= len(body)):
        raise ValueError(f"{name} is at {place}; behind the header there are {len(body)} bytes")
    return array_of(name, np.dtype(FLOATS[kind]), tuple(shape), "C", body[start:end])


def read_json(data: bytes | str, what: str) -> dict[str, Any]:
    """An object of JSON, none of whose keys stands there twice; ValueError for anything else."""
    try:
        found = json.loads(data, object_pairs_hook=pairs_once)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{what} is not JSON ({error})") from None
    return object_of(found, what)


def pairs_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, or ValueError."""
    once_each(key for key, _ in pairs)
    return dict(pairs)


def once_each(names: Iterable[str]) -> None:
    """Raise ValueError where a name stands twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{name!r} stands there twice")
        seen.add(name)


def object_of(found: Any, what: str) -> dict[str, Any]:
    """What must be an object of JSON; ValueError for anything else."""
    if not isinstance(found, dict):
        raise ValueError(f"{what} is {repr(found)[:40]}; it must be an object of JSON")
    return found
