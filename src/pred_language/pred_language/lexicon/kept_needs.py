"""What patterns need, kept from one program to the next.

Taking all of the grammar's apart took four fifths of a planner's first sentence, more than a second of processor time.
Kept per content of a pattern, in ``$XDG_CACHE_HOME/pred`` (``~/.cache/pred``), which may be deleted at any time.
What is not whole, or not this user's own alone to write, is not taken over; without a home nothing is kept.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import stat
import sys
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

from pred_language.lexicon import needed_words

MOST = 20_000
"""Patterns that are kept; beyond, only those that this program used: the grammar has some thousand."""

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

type _Needs = dict[str, list[list[str]]]


def needed(pattern: str) -> tuple[tuple[str, ...], ...]:
    """Return what :func:`needed_words.needed` returns, sooner where any program asked for it before."""
    return _store().needed(pattern)


@cache
def _store() -> NeedsStore:
    store = NeedsStore(_place())
    atexit.register(store.keep)
    return store


def _place() -> Path | None:
    """Return the file for this Python, whose parser may find other parts, and this module of :mod:`needed_words`."""
    try:
        named = Path(os.environ.get("XDG_CACHE_HOME") or "")
        base = named if named.is_absolute() else Path.home() / ".cache"
        made_by = _named(Path(needed_words.__file__).read_bytes() + sys.version.encode())
    except (OSError, RuntimeError):  # no home, or modules that are no files
        return None
    return base / "pred" / "needed_words" / f"{made_by}.json"


def _named(content: bytes) -> str:
    return blake2b(content, digest_size=12).hexdigest()


class NeedsStore:
    """A file of what patterns need, read once, and written by :meth:`keep` where something was added."""

    def __init__(self, path: Path | None) -> None:
        """Read it; a file that is missing, broken or another's is an empty one, and None is none at all."""
        self._path = path
        self._known = _read(path) if path else {}
        self._used: _Needs = {}
        self._added = False

    def needed(self, pattern: str) -> tuple[tuple[str, ...], ...]:
        """Return what a pattern needs."""
        name = _named(pattern.encode("utf-8", "surrogatepass"))
        choices = self._known.get(name)
        if choices is None:
            self._added = True
            choices = self._known[name] = [list(choice) for choice in needed_words.needed(pattern)]
        self._used[name] = choices
        return tuple(map(tuple, choices))

    def keep(self) -> None:
        """Write what was added, with what others have written meanwhile; where it cannot be written nothing is lost."""
        if not self._added or self._path is None:
            return
        self._added = False
        both = _read(self._path) | self._known
        with contextlib.suppress(OSError):
            _write(self._path, both if len(both) <= MOST else self._used)


def _write(path: Path, needs: _Needs) -> None:
    """Write a file as a whole: readers see the one before or this one.

    :raises OSError: where it cannot be written; nothing is left of it
    """
    content = json.dumps(needs).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(_named(content).encode() + b"\n" + content)
            file.close()
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise


def _read(path: Path) -> _Needs:
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if status.st_uid != os.geteuid() or status.st_mode & _OTHERS_WRITE:
                return {}
            written, _, content = file.read().partition(b"\n")
        found: _Needs = json.loads(content) if written == _named(content).encode() else {}
    except (OSError, ValueError):
        return {}
    return found
