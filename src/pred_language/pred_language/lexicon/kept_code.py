"""Compiled patterns, kept from one program to the next: all of the grammar's take four seconds of processor time.

Python's own cache of compiled patterns ends with the program, and what it pickles is the pattern's text. What its
compiler makes is kept here as Python keeps the bytecode of modules: per pattern, for one version of Python. That
checks it when a pattern is made of it.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
import atexit
import marshal
import mmap
import re
from array import array
from functools import cache
from pathlib import Path
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from pred_language.lexicon.kept_files import name_of, place, write

MOST_BYTES = 64_000_000
"""Size of the file; beyond, only what this program used is kept: the grammar has 12 MB."""
_LENGTH = 8
_BROKEN = (ValueError, TypeError, EOFError, RuntimeError, OSError, IndexError, AttributeError)

type _Code = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]


def compiled(pattern: str) -> re.Pattern[str]:
    """Return what :func:`re.compile` gives of a pattern, without regard to case.

    :raises re.error: for one that is no regular expression
    """
    return _store().compiled(pattern)


@cache
def _store() -> CodeStore:
    store = CodeStore(place("compiled_patterns", __file__))
    atexit.register(store.keep)
    return store


class CodeStore:
    """A file of compiled patterns, of which only what is used is read; :meth:`keep` writes what was added."""

    def __init__(self, path: Path) -> None:
        """Open it; a file that is missing or broken is an empty one."""
        self._path = path
        self._index, self._content = _opened(path)
        self._added: dict[str, bytes] = {}
        self._used: set[str] = set()

    def compiled(self, pattern: str) -> re.Pattern[str]:
        """Return a compiled pattern."""
        name = name_of(pattern.encode("utf-8", "surrogatepass"))
        self._used.add(name)
        if name in self._index:
            begin, end = self._index[name]
            try:
                return _put_together(pattern, marshal.loads(self._content[begin:end]))
            except _BROKEN:
                del self._index[name]
        code = _code_of(pattern)
        if code is None:
            return re.compile(pattern, re.IGNORECASE)
        self._added[name] = marshal.dumps(code)
        return _put_together(pattern, code)

    def keep(self) -> None:
        """Write what was added, with what others have written meanwhile."""
        if not self._added:
            return
        index, content = _opened(self._path)
        kept = {name: bytes(content[begin:end]) for name, (begin, end) in index.items()} | self._added
        self._added = {}
        if sum(map(len, kept.values())) > MOST_BYTES:
            kept = {name: code for name, code in kept.items() if name in self._used}
        write(self._path, _file_of(kept))


def _code_of(pattern: str) -> _Code | None:
    """Return what Python's compiler makes of a pattern; None where this Python's is another one than we know."""
    try:
        parsed = parser.parse(pattern, re.IGNORECASE)
        flags = int(re.IGNORECASE | parsed.state.flags)
        names: list[str | None] = [None] * parsed.state.groups
        for name, number in parsed.state.groupdict.items():
            names[number] = name
        code = array("I", compiler._code(parsed, re.IGNORECASE)).tobytes()  # noqa: SLF001
        made = flags, code, parsed.state.groups - 1, dict(parsed.state.groupdict), tuple(names)
        return made if _put_together(pattern, made) is not None else None
    except re.error:
        raise
    except _BROKEN:
        return None


def _put_together(pattern: str, code: _Code) -> re.Pattern[str]:
    flags, words, groups, numbers, names = code
    made: Any = _sre.compile(pattern, flags, array("I", words).tolist(), groups, numbers, names)
    found: re.Pattern[str] = made
    return found


def _file_of(kept: dict[str, bytes]) -> bytes:
    """Return a file: the length of its index, the index (where each begins and ends after it), and what is kept."""
    index, at = {}, 0
    for name, code in kept.items():
        index[name] = (at, at + len(code))
        at += len(code)
    head = marshal.dumps(index)
    return len(head).to_bytes(_LENGTH) + head + b"".join(kept.values())


def _opened(path: Path) -> tuple[dict[str, tuple[int, int]], memoryview | bytes]:
    try:
        with path.open("rb") as file:
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        begin = _LENGTH + int.from_bytes(whole[:_LENGTH])
        index = marshal.loads(whole[_LENGTH:begin])
        return (dict(index), whole[begin:]) if isinstance(index, dict) else ({}, b"")
    except _BROKEN:
        return {}, b""
