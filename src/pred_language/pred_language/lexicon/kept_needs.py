"""What patterns need, kept from one program to the next.

Taking all of the grammar's apart took four fifths of a planner's first sentence, more than a second of processor time.
Kept per content of a pattern, in ``$XDG_CACHE_HOME/pred`` (``~/.cache/pred``), which may be deleted at any time.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import sys
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

from pred_language.lexicon import needed_words

MOST = 20_000
"""Patterns that are kept; beyond, only those that this program used: the grammar has some thousand."""

type _Needs = dict[str, list[str]]


def needed(pattern: str) -> tuple[str, ...]:
    """Return what :func:`needed_words.needed` returns, sooner where any program asked for it before."""
    return _store().needed(pattern)


@cache
def _store() -> NeedsStore:
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    with Path(needed_words.__file__).open("rb") as source:
        made_by = _named(source.read() + sys.version.encode())  # another parser may find other parts
    store = NeedsStore(base / "pred" / "needed_words" / f"{made_by}.json")
    atexit.register(store.keep)
    return store


def _named(content: bytes) -> str:
    return blake2b(content, digest_size=12).hexdigest()


class NeedsStore:
    """A file of what patterns need, read once, and written by :meth:`keep` where something was added."""

    def __init__(self, path: Path) -> None:
        """Read it; a file that is missing or broken is an empty one."""
        self._path = path
        self._known = _read(path)
        self._used: _Needs = {}
        self._added = False

    def needed(self, pattern: str) -> tuple[str, ...]:
        """Return what a pattern needs."""
        name = _named(pattern.encode("utf-8", "surrogatepass"))
        parts = self._known.get(name)
        if parts is None:
            self._added = True
            parts = self._known[name] = list(needed_words.needed(pattern))
        self._used[name] = parts
        return tuple(parts)

    def keep(self) -> None:
        """Write what was added, with what others have written meanwhile; where it cannot be written nothing is lost."""
        if not self._added:
            return
        self._added = False
        both = _read(self._path) | self._known
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=self._path.parent, delete=False, encoding="utf-8") as file:
                json.dump(both if len(both) <= MOST else self._used, file)
            Path(file.name).replace(self._path)


def _read(path: Path) -> _Needs:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
