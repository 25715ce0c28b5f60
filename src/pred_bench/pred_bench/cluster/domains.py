"""ROS domains for graphs that run side by side on one machine: none is given out twice."""

from __future__ import annotations

import fcntl
import os
import tempfile
from pathlib import Path
from typing import IO

FIRST, LAST = 1, 101
"""Domains whose ports are free on Linux, Windows and macOS (ROS 2's page on ROS_DOMAIN_ID)."""


class NoDomain(RuntimeError):
    """Every domain of this machine is taken."""


class Domain:
    """A domain held until it is closed, or until its process ends."""

    def __init__(self, first: int | None = None) -> None:
        """Take the first free domain, looked for from ``first`` on.

        :raises NoDomain: when all are taken
        """
        self._lock: IO[str]
        folder = Path(tempfile.gettempdir()) / f"pred-domains-{os.getuid()}"
        folder.mkdir(exist_ok=True)
        start = os.getpid() if first is None else first
        count = LAST - FIRST + 1
        for offset in range(count):
            self.number = FIRST + (start - FIRST + offset) % count
            self._lock = (folder / str(self.number)).open("w")
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._lock.close()
                continue
            return
        raise NoDomain("Every ROS domain from 1 to 101 is taken by a benchmark on this machine.")

    def close(self) -> None:
        """Give it back."""
        self._lock.close()
