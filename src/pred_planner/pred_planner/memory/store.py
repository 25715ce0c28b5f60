"""A file of language-program pairs (HELPER, section 3.1): SQLite, with a write-ahead log, safe for two stacks at once.

Nothing is overwritten: of two routines of one name the latest counts, so stacks that write at once lose nothing.
What is read from the file is data; whoever uses a program has it checked first.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pred_core.plain_text import ended_well

Vector = NDArray[np.float32]
Embed = Callable[[str], Vector]

NO_MEMORY = "none"
BUSY_SECONDS = 10.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS pairs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, words TEXT NOT NULL, program TEXT NOT NULL,
  domain TEXT NOT NULL, source TEXT NOT NULL, made REAL NOT NULL, key BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS by_name ON pairs (name, person);
"""
_PUT = """
INSERT INTO pairs (person, kind, name, words, program, domain, source, made, key) VALUES (?,?,?,?,?,?,?,?,?)
"""
_COLUMNS = "id, person, kind, name, words, program, domain, source, made"


class StoreError(RuntimeError):
    """A memory file that cannot be used, with a sentence that says why."""


class PairKind(StrEnum):
    """What a pair is an example of."""

    PLAN = "plan"
    CORRECTION = "correction"
    ROUTINE = "routine"


@dataclass(frozen=True)
class Pair:
    """Words and the program that carries them out.

    ``person`` '' means everybody. ``source`` says who made the program: rules, llm, ... ``made`` is in Unix seconds.
    """

    words: str
    program: str
    kind: PairKind = PairKind.PLAN
    name: str = ""
    person: str = ""
    domain: str = "household"
    source: str = ""
    made: float = 0.0
    number: int = 0


def default_path() -> Path:
    """Return where the memory is unless somebody says otherwise: XDG's state directory."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / "pred" / "memory.sqlite"


class Store:
    """The pairs of one file. The file appears with the first pair; each call opens it anew, so stacks share it."""

    def __init__(self, path: Path, embed: Embed) -> None:
        """Use a file that need not be there yet.

        :param embed: unit vector of a text, by which pairs are found
        """
        self.path = path
        self._embed = embed
        self._seen: tuple[int, int] | None = None
        self._pairs: tuple[Pair, ...] = ()
        self._stored: tuple[bytes, ...] = ()
        """The pairs' vectors as the file has them."""
        self._keys: Vector | None = None
        """The same to be used; None before somebody asks what is near: the encoder is large, and most never do."""

    def add(self, pair: Pair) -> int:
        """Keep a pair and return its number.

        :raises StoreError: when the file cannot be written
        """
        key = self._embed(pair.words).astype(np.float32).tobytes()
        row = (pair.person, str(pair.kind), pair.name, pair.words, pair.program, pair.domain, pair.source)
        with self._open(write=True) as db, db:
            return int(db.execute(_PUT, (*row, pair.made or time.time(), key)).lastrowid or 0)

    def forget(self, number: int) -> bool:
        """Delete a pair; False when there is none of that number.

        :raises StoreError: when the file cannot be written
        """
        if not self.path.exists():
            return False
        with self._open(write=True) as db, db:
            return db.execute("DELETE FROM pairs WHERE id = ?", (number,)).rowcount > 0

    def pairs(self) -> tuple[Pair, ...]:
        """Return all pairs, the oldest first.

        :raises StoreError: when the file cannot be read
        """
        self._refresh()
        return self._pairs

    def nearest(
        self, words: str, k: int, kind: PairKind, person: str = "", domain: str = "household"
    ) -> list[tuple[Pair, float]]:
        """Return the k pairs of a kind whose words are nearest in meaning, the nearest first, with their cosines.

        Of unit vectors the smallest L2 distance (HELPER) is the largest cosine.

        :raises StoreError: when the file cannot be read
        """
        self._refresh()
        usable = [
            index
            for index, pair in enumerate(self._pairs)
            if pair.kind is kind and pair.domain == domain and pair.person in ("", person)
        ]
        if not usable:
            return []
        if self._keys is None:
            self._keys = np.stack([self._key(*both) for both in zip(self._pairs, self._stored, strict=True)])
        cosines = self._keys[usable] @ self._embed(words)
        best = np.argsort(-cosines, kind="stable")[:k]
        return [(self._pairs[usable[i]], float(cosines[i])) for i in best]

    def routines(self, person: str = "", domain: str = "household") -> dict[str, Pair]:
        """Return the latest routine of each name; a person's own wins over everybody's.

        :raises StoreError: when the file cannot be read
        """
        usable = [p for p in self.pairs() if p.kind is PairKind.ROUTINE and p.domain == domain]
        everybodys = {p.name: p for p in usable if not p.person}
        return {**everybodys, **{p.name: p for p in usable if person and p.person == person}}

    def _refresh(self) -> None:
        """Read the file again if it changed since it was read last."""
        if not self.path.exists():
            self._pairs, self._stored, self._keys, self._seen = (), (), None, None
            return
        with self._open() as db:
            state = tuple(db.execute("SELECT COUNT(*), COALESCE(MAX(id), 0) FROM pairs").fetchone())
            if state == self._seen:
                return
            rows = db.execute(f"SELECT {_COLUMNS}, key FROM pairs ORDER BY id").fetchall()
        read = [(pair, key) for pair, key in map(_pair, rows) if pair is not None]
        self._pairs = tuple(pair for pair, _ in read)
        self._stored, self._keys = tuple(key for _, key in read), None
        self._seen = state

    def _key(self, pair: Pair, key: bytes) -> Vector:
        """Return a pair's vector; one that another encoder made, or nobody, is made again."""
        found = np.frombuffer(key, np.float32) if len(key) % 4 == 0 else np.zeros(0, np.float32)
        size = self._embed("").shape
        usable = (
            found.shape == size and bool(np.isfinite(found).all()) and abs(float(found @ found) - 1.0) < 0.01
        )
        return found if usable else self._embed(pair.words)

    def _open(self, write: bool = False) -> _Opened:
        return _Opened(self.path, write)


class _Opened:
    """A connection for the length of a ``with`` block; sqlite's errors become StoreError."""

    def __init__(self, path: Path, write: bool) -> None:
        self._path = path
        self._write = write

    def __enter__(self) -> sqlite3.Connection:
        try:
            if self._write:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self._path, timeout=BUSY_SECONDS)
            if self._write:
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.executescript(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(ended_well(f"The memory {self._path} cannot be used: {error}")) from error
        return self._db

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._db.close()
        if isinstance(error, sqlite3.Error):
            raise StoreError(ended_well(f"The memory {self._path} cannot be used: {error}")) from error


def _pair(row: tuple[object, ...]) -> tuple[Pair | None, bytes]:
    """Return the pair of a row and its key; None for a row that somebody else wrote into the file."""
    number, person, kind, name, words, program, domain, source, made, key = row
    texts = (person, kind, name, words, program, domain, source)
    if not all(isinstance(text, str) for text in texts) or kind not in set(PairKind):
        return None, b""
    return (
        Pair(
            str(words),
            str(program),
            PairKind(str(kind)),
            str(name),
            str(person),
            str(domain),
            str(source),
            float(made) if isinstance(made, (int, float)) else 0.0,
            int(str(number)),
        ),
        key if isinstance(key, bytes) else b"",
    )
