"""Where what was made of the grammar's patterns is kept for later programs: a cache that may be deleted at any time."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path


def place(kind: str, maker: str) -> Path:
    """Return the file of a kind in ``$XDG_CACHE_HOME/pred`` (``~/.cache/pred``): another for each maker and Python.

    :param maker: the path of the module that makes what is kept: after a change of it nothing is taken over
    """
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    with Path(maker).open("rb") as source:
        return base / "pred" / kind / name_of(source.read() + sys.version.encode())


def name_of(content: bytes) -> str:
    """Return the name under which what was made of a content is kept."""
    return blake2b(content, digest_size=12).hexdigest()


def write(path: Path, content: bytes) -> None:
    """Write a file as a whole, or, where that cannot be done, not at all."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)
