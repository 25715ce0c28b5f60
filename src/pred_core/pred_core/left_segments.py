"""Shared memory that killed programs left, given back.

A program over Fast DDS has segments in ``/dev/shm``, up to 33 MB each, and removes them when it ends; a killed one
cannot. Beside each lies a file that its program keeps locked as long as it lives, made just before the segment.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import time
from pathlib import Path

SHARED_MEMORY = Path("/dev/shm")
MADE_SECONDS = 10.0
"""How old a lock is at least, s: whose is newer may be about to be taken by who has just made it."""
_SEGMENT = re.compile(r"(fastrtps|fastdds)_[0-9a-f]{16}")
_LOCK = "_el"


def remove(folder: Path = SHARED_MEMORY) -> int:
    """Remove the segments whose programs are gone; return how many.

    What others own, and what somebody else removes meanwhile, is left; where no such folder is there is none.
    """
    try:
        found = [path for path in folder.iterdir() if _SEGMENT.fullmatch(path.name)]
    except OSError:
        return 0
    return sum(_removed(path) for path in found)


def _removed(segment: Path) -> bool:
    lock = segment.with_name(segment.name + _LOCK)
    with contextlib.suppress(OSError), lock.open("rb") as file:
        if time.time() - os.fstat(file.fileno()).st_mtime < MADE_SECONDS:
            return False
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        segment.unlink()
        lock.unlink()
        return True
    return False
