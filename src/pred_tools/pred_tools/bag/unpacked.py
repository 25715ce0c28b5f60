"""Files that were compressed as a whole (``.mcap.zstd``, rosbag2's --compression-mode file), unpacked to be read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import zstandard

PACKED = ".zstd"


def unpacked(path: Path) -> Path:
    """Return a file that can be read: a packed one's content, which lasts as long as this program, or the file itself.

    :raises OSError: when it cannot be read, or its content cannot be written
    :raises zstandard.ZstdError: when it is no such file, or damaged
    """
    if path.suffix != PACKED:
        return path
    known = path.stat()
    return _unpack(path, known.st_mtime_ns, known.st_size)


@cache
def _room() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="bag_")


@cache
def _unpack(path: Path, changed: int, size: int) -> Path:
    out = Path(_room().name) / f"{changed}_{size}_{path.stem}"
    with path.open("rb") as packed, out.open("wb") as plain:
        zstandard.ZstdDecompressor().copy_stream(packed, plain)
    return out
