"""Spot's suites: CAPE's tasks in the emulated robot's own rooms with several seeds, and its words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pred_bench.suites.files import suites_folder
from pred_tasks.tasks import Task, tasks_and_content

ROBOT = "spot"
CAPE = "spot"
"""The suite with words and programs of its own."""
SUITES = {
    CAPE: "spot.jsonl",
    "spot_rooms": "spot_rooms.jsonl",
    "spot_homes": "spot_homes.jsonl",
    "spot_fresh": "spot_fresh.jsonl",
    "spot_elsewhere": "spot_elsewhere.jsonl",
    "spot_further": "spot_further.jsonl",
    "spot_later": "spot_later.jsonl",
    "spot_bring": "spot_bring.jsonl",
}
"""Suites of the emulated Spot, and their files: CAPE's tasks, twelve sentences in rooms of the player, three times
twelve, eighteen and eight in rooms that nothing was tuned in when they were written, and five things to hand over,
each in its own room."""


def own_domain() -> Path:
    """Return the domain file of the scenes: the household with what CAPE calls its things."""
    return suites_folder() / "cape_domain.json"


def spot_tasks(seeds: int, suite: str = CAPE) -> tuple[list[Task], bytes]:
    """Return a task per task of the suite and seed, seed 0 being the scene as written, and the suite's content."""
    tasks, content = tasks_and_content(suites_folder() / SUITES[suite])
    found = [replace(t, task_id=f"{t.task_id}.{seed}", seed=seed) for seed in range(seeds) for t in tasks]
    return found, content
