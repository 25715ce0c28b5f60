"""Which code a process would do tasks with."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

PACKAGES = (
    *("pred_bench", "pred_bringup", "pred_client", "pred_core", "pred_language", "pred_nav", "pred_perception"),
    *("pred_planner", "pred_recovery", "pred_tasks", "sim_bridge_thor", "thor_player"),
    *("spot_driver", "spot_emulator", "ur5_description", "ur5_driver", "ur5_emulator"),
)
"""The packages that decide what a task comes to."""


def digest() -> str:
    """Return a digest of the Python files of :data:`PACKAGES` as they are installed here."""
    told = hashlib.sha256()
    for name in PACKAGES:
        found = importlib.util.find_spec(name)
        if found is None:
            continue
        root = Path(str(found.origin)).parent
        for path in sorted(root.rglob("*.py")):
            told.update(f"{name}/{path.relative_to(root)}\0".encode())
            told.update(path.read_bytes())
    return told.hexdigest()
