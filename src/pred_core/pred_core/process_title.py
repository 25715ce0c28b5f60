"""What ``ps`` and ``top`` call this process."""

from __future__ import annotations

import ctypes
from pathlib import Path

NAME_BYTES = 15
ARGUMENTS_BEGIN, ARGUMENTS_END = 45, 46
"""Fields of /proc/self/stat after the name (proc(5): 48 and 49)."""


def set_title(title: str) -> None:
    """Write another title over the command line that the process was started with, as far as it has room."""
    own = Path("/proc/self")
    fields = (own / "stat").read_text().rsplit(")", 1)[1].split()
    begin, end = int(fields[ARGUMENTS_BEGIN]), int(fields[ARGUMENTS_END])
    room = end - begin
    ctypes.memmove(begin, title.encode()[: room - 1].ljust(room, b"\0"), room)
    (own / "comm").write_text(title.removeprefix("pred: ")[:NAME_BYTES])
