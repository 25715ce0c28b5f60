"""What is seen around at a recorded task's start, as one vector: the image encoder's mean over four views."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pred_perception.attributes.choice import make_encoder
from pred_perception.attributes.encoder import default_cache
from pred_tasks.tasks import LAYOUT_KEYS
from sim_bridge_thor.panoramas import panorama
from sim_bridge_thor.worlds import parse_layout

KEPT_EVERY = 20
"""After so many new vectors the file is written, so that an interrupted run goes on from there."""
SIDE = 224
"""Of a view, pixels."""


class Surroundings:
    """Makes each task's vector once; with a file, once for all."""

    def __init__(self, file: Path | None) -> None:
        """Read what the file has.

        :raises OSError, ValueError: when it cannot be read
        """
        self._file = file
        self._encoder = make_encoder("auto", None, default_cache())
        self._made: dict[str, NDArray[np.float32]] = {}
        if file is not None and file.exists():
            with np.load(file) as known:
                self._made = {name: known[name] for name in known.files}

    def features(self, task: Mapping[str, Any]) -> NDArray[np.float32]:
        """Return the unit vector of what is seen around when a task begins."""
        name = str(task["task_id"])
        if name not in self._made:
            layout = parse_layout(json.dumps({key: task[key] for key in LAYOUT_KEYS if key in task}))
            views = panorama(str(task["floor_plan"]), layout, SIDE)
            whole = np.ones((SIDE, SIDE), np.bool_)
            mean = np.mean([self._encoder.encode(view, whole) for view in views], axis=0)
            self._made[name] = np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9), np.float32)
            if len(self._made) % KEPT_EVERY == 0:
                self.save()
        return self._made[name]

    def save(self) -> None:
        """Write the file, if there is to be one."""
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            np.savez(self._file, **self._made)  # type: ignore[arg-type]
