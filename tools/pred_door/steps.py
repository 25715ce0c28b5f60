"""Steps that are done once: stamps, and the lock that keeps two doors from working at the same time."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
from pathlib import Path
from typing import Callable, Iterable, Iterator

from .console import say


def digest(parts: Iterable[bytes | str]) -> str:
    """Return one SHA-256 (hex) over `parts`, each with its length, so that no two lists collide."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(f"{len(data)}:".encode())
        total.update(data)
    return total.hexdigest()


def is_done(stamps: Path, name: str, key: str) -> bool:
    """Say whether step `name` was finished with the same `key`."""
    try:
        return (stamps / name).read_text() == key
    except FileNotFoundError:
        return False


def mark_done(stamps: Path, name: str, key: str) -> None:
    """Remember that step `name` is finished for `key`; the stamp appears whole or not at all."""
    stamps.mkdir(parents=True, exist_ok=True)
    fresh = stamps / f".{name}.new"
    fresh.write_text(key)
    fresh.replace(stamps / name)


def once(stamps: Path, name: str, key: str, title: str, action: Callable[[], None]) -> bool:
    """Do `action` unless it was done with this `key`; return whether it was done now."""
    if is_done(stamps, name, key):
        return False
    say(f"pred: {title}")
    with contextlib.suppress(FileNotFoundError):
        (stamps / name).unlink()
    action()
    mark_done(stamps, name, key)
    return True


@contextlib.contextmanager
def locked(path: Path, busy: str) -> Iterator[None]:
    """Hold the lock file `path`; while another process has it, say `busy` with its process id and wait."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.seek(0)
            say(f"pred: {busy} (process {handle.read().strip() or 'unknown'}); waiting for it")
            fcntl.flock(handle, fcntl.LOCK_EX)
        handle.seek(0)
        handle.truncate()
        handle.write(str(os.getpid()))
        handle.flush()
        yield
