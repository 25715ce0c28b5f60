"""What a job wrote on a worker, brought to the folder of the benchmark in the order of the jobs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote, unquote

Written = Mapping[str, bytes]
"""What was appended to each file, or the whole of a new one, by its path within the folder."""

PARTS = "parts"
"""Folder of what is done and waits for jobs before it; a resumed benchmark takes it from there."""
_UNFINISHED = ".part"


class Field:
    """The folder that a worker's jobs write to: tells what came since it was looked at last."""

    def __init__(self, folder: Path, ignored: frozenset[str]) -> None:
        """Take what is there now for known; files of the names ``ignored`` are never told."""
        self._folder = folder
        self._ignored = ignored
        self._sizes: dict[Path, int] = {}
        self.harvest()

    def harvest(self) -> Written:
        """Return what was written since the last time."""
        found = {}
        for path in sorted(p for p in self._folder.rglob("*") if p.is_file() and p.name not in self._ignored):
            before = self._sizes.get(path, 0)
            with path.open("rb") as file:
                file.seek(before)
                new = file.read()
            if new or path not in self._sizes:
                found[path.relative_to(self._folder).as_posix()] = new
            self._sizes[path] = before + len(new)
        return found


class Parts:
    """What jobs wrote, kept by key until it is its turn."""

    def __init__(self, folder: Path) -> None:
        """Use the folder of a benchmark."""
        self._folder = folder
        self._parts = folder / PARTS

    def done(self) -> frozenset[str]:
        """Return the jobs whose part is whole."""
        if not self._parts.is_dir():
            return frozenset()
        return frozenset(unquote(p.name) for p in self._parts.iterdir() if p.suffix != _UNFINISHED)

    def keep(self, key: str, written: Written) -> None:
        """Keep what a job wrote; whole or not at all."""
        whole = self.path(key)
        unfinished = whole.with_name(whole.name + _UNFINISHED)
        shutil.rmtree(unfinished, ignore_errors=True)
        for name, content in written.items():
            path = unfinished / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        unfinished.rename(whole)

    def merge(self, key: str) -> None:
        """Append a job's part to the benchmark's files, and drop it."""
        part = self.path(key)
        for path in _files(part):
            target = self._folder / path.relative_to(part)
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("ab") as file:
                file.write(path.read_bytes())
        shutil.rmtree(part)

    def close(self) -> None:
        """Drop the folder when nothing waits in it."""
        if self._parts.is_dir() and not any(self._parts.iterdir()):
            self._parts.rmdir()

    def path(self, key: str) -> Path:
        """Return the folder of a job's part."""
        return self._parts / quote(key, safe="")


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
