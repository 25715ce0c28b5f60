"""What a launch leaves for its nodes in the temporary folder, which goes when the launch ends."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="pred_launch_")


def place() -> Path:
    """Return a folder that lasts as long as this launch; it is made when it is first asked for."""
    return Path(_folder().name)
