"""What a bag says of its types: their definitions with everything nested (``ros2msg``) and their hashes (RIHS01).

Read out of the ament index, so that no code of the types is needed. The parts of services and actions, of which there
are no files, are put together as the type system does (REP-2011).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ament_index_python.packages import PackageNotFoundError, get_package_share_directory

_PRIMITIVES = frozenset(
    {
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
    }
)
_RULE = "=" * 80
_PARTS = {
    "_Request": (".srv", 0),
    "_Response": (".srv", 1),
    "_Goal": (".action", 0),
    "_Result": (".action", 1),
    "_Feedback": (".action", 2),
}
"""Ends of names: the kind of file that holds the part, and which part it is."""


class SchemaError(ValueError):
    """A type whose definition is not installed here."""


@cache
def definition(kind: str) -> str:
    """Return the definition of a type such as ``pred_msgs/msg/Plan``, followed by those of all types in it.

    :raises SchemaError: when it, or a type in it, is not installed here
    """
    text, found = _text_of(kind), [_text_of(kind)]
    todo, seen = list(_types_in(kind, text)), {kind}
    while todo:
        other = todo.pop(0)
        if other not in seen:
            seen.add(other)
            text = _text_of(other)
            package, _, name = other.split("/")
            found.append(f"{_RULE}\nMSG: {package}/{name}\n{text}")
            todo += _types_in(other, text)
    return "\n".join(found)


def name_in_bag(kind: str) -> str:
    """Return the name a type has in a bag: its own, or for parts of services and actions that of a message.

    ``pred_msgs/srv/MakePlan_Event`` is ``pred_msgs/msg/MakePlanEvent`` there. rosbag2 writes the former, with which
    neither ``mcap_ros2`` nor ``rosbags`` reads the bag: they know messages only, without underscores in their names.
    """
    package, folder, name = kind.split("/")
    return kind if folder == "msg" else f"{package}/msg/{name.replace('_', '')}"


@cache
def type_hash(kind: str) -> str:
    """Return the hash of a message's type (``RIHS01_...``), or '' where the packages installed do not say it.

    '' for parts of services, too: readers that know messages only, such as rosbags, check a hash that is said, and
    would refuse the whole bag.
    """
    package, folder, name = kind.split("/")
    if folder != "msg":
        return ""
    try:
        path = _share(package) / folder / f"{name}.json"
        hashes = json.loads(path.read_text("utf-8"))["type_hashes"]
        return str(next(h["hash_string"] for h in hashes if h["type_name"] == kind))
    except (SchemaError, OSError, ValueError, KeyError, StopIteration):
        return ""


def _share(package: str) -> Path:
    try:
        return Path(get_package_share_directory(package))
    except PackageNotFoundError as error:
        raise SchemaError(f"The package {package} is not installed here.") from error


@cache
def _text_of(kind: str) -> str:
    package, folder, name = kind.split("/")
    if folder == "srv" and name.endswith("_Event"):
        stem = name.removesuffix("_Event")
        parts = (f"{package}/{stem}_{part}[<=1] {part.lower()}" for part in ("Request", "Response"))
        return "\n".join(["service_msgs/ServiceEventInfo info", *parts, ""])
    if folder == "action" and name.endswith("_FeedbackMessage"):
        stem = name.removesuffix("_FeedbackMessage")
        return f"unique_identifier_msgs/UUID goal_id\n{package}/{stem}_Feedback feedback\n"
    suffix, part = _part_of(folder, name)
    stem = name if part is None else name.rpartition("_")[0]
    path = _share(package) / folder / f"{stem}{suffix}"
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise SchemaError(f"The definition of {kind} is not installed here ({path}).") from error
    if part is not None:
        text = "\n".join(_sections(text)[part]) + "\n"
    return text


def _part_of(folder: str, name: str) -> tuple[str, int | None]:
    for end, (suffix, part) in _PARTS.items():
        if folder == suffix.removeprefix(".") and name.endswith(end):
            return suffix, part
    return ".msg", None


def _sections(text: str) -> list[list[str]]:
    """Return the lines of the parts of a service's or action's file."""
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip() == "---":
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def _types_in(kind: str, text: str) -> Iterable[str]:
    """Return the full names of the types that members have, in order."""
    package, folder, _ = kind.split("/")
    for line in text.splitlines():
        words = _words(line)
        if len(words) < 2:
            continue
        base = re.sub(r"[\[<].*", "", words[0])
        if base in _PRIMITIVES:
            continue
        home, _, name = base.rpartition("/")
        home = home.split("/")[0] or ("std_msgs" if name == "Header" else package)
        own = (
            folder != "msg"
            and home == package
            and re.search(r"_(?:Request|Response|Goal|Result|Feedback)$", name)
        )
        yield f"{home}/{folder if own else 'msg'}/{name}"


def _words(line: str) -> list[str]:
    return line.split("#", 1)[0].split()
