"""The file of what merges pieces (``tree.Merger``), between its training and the judge's weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pred_perception.rgbd.tree import Merger


def save_merger(merger: Merger, path: Path) -> None:
    """Write a merger at once or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, **merger._asdict())
    partial.replace(path)


def load_merger(path: Path) -> Merger:
    """Return the merger of a file."""
    with np.load(path) as data:
        return Merger(*(data[name] for name in Merger._fields))
