"""Interface definitions with the fields of nested messages written out below each field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

PRIMITIVES = frozenset(
    [
        "bool",
        "byte",
        "char",
        "float32",
        "float64",
        "int8",
        "uint8",
        "int16",
        "uint16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "string",
        "wstring",
    ]
)
SECTION = "---"
_FIELD = re.compile(r"^(?P<type>[A-Za-z][\w/]*)(<=\d+)?(\[[^\]]*\])?\s+(?P<name>[a-zA-Z]\w*)\b")
_CONSTANT = re.compile(r"^\S+\s+[A-Z][A-Z0-9_]*\s*=")

Read = Callable[[str], str]
"""Returns the definition text of an interface such as 'std_msgs/msg/Header'."""


def nested_type(line: str, package: str) -> str | None:
    """Return the message type a definition's line nests ('package/msg/Name'), or None."""
    if _CONSTANT.match(line):
        return None
    match = _FIELD.match(line)
    if match is None or match["type"] in PRIMITIVES:
        return None
    parts = match["type"].split("/")
    if len(parts) == 1:
        # The one type that may be written without its package.
        return "std_msgs/msg/Header" if parts[0] == "Header" else f"{package}/msg/{parts[0]}"
    return f"{parts[0]}/msg/{parts[-1]}"


def expand(name: str, read: Read, *, comments: bool = True, nested_comments: bool = False) -> Iterator[str]:
    """Yield the lines of an interface's definition, each nested message's fields indented by one tab below its field.

    `comments` keeps the comments and blank lines of the interface itself, `nested_comments` those of nested ones.
    """
    package = name.split("/", maxsplit=1)[0]
    for raw in read(name).splitlines():
        bare = raw.split("#")[0].rstrip()
        if comments:
            yield raw.rstrip()
        elif bare:
            yield bare
        inner = nested_type(bare, package)
        if inner is not None:
            for line in expand(inner, read, comments=nested_comments, nested_comments=nested_comments):
                yield f"\t{line}"
