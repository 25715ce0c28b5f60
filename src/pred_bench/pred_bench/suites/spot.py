"""Spot's suite: CAPE's tasks in the emulated robot's own rooms with several seeds, its words and its programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pred_bench.suites.files import suites_folder
from pred_core.objects import ObjectMemory
from pred_core.vocabulary import within_domain
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.memory.program import write
from pred_planner.memory.recall import Naming, named_plan, naming
from pred_planner.memory.store import Pair, PairKind, Store
from pred_tasks.tasks import Task, TaskError, tasks_and_content

ROBOT = "spot"
CAPE = "spot"
"""The suite with words and programs of its own."""
SUITES = {
    CAPE: "spot.jsonl",
    "spot_rooms": "spot_rooms.jsonl",
    "spot_homes": "spot_homes.jsonl",
    "spot_bring": "spot_bring.jsonl",
}
"""Suites of the emulated Spot, and their files: CAPE's tasks, twelve sentences in rooms of the player, twelve in rooms
that nothing was tuned in when they were written, and five things to hand over, each in a room of its own."""
MEMORY = "programs.sqlite"


def own_domain() -> Path:
    """Return the domain file of the scenes: the household with what CAPE calls its things."""
    return suites_folder() / "cape_domain.json"


def spot_tasks(seeds: int, suite: str = CAPE) -> tuple[list[Task], bytes]:
    """Return a task per task of the suite and seed, seed 0 being the scene as written, and the suite's content."""
    tasks, content = tasks_and_content(suites_folder() / SUITES[suite])
    found = [replace(t, task_id=f"{t.task_id}.{seed}", seed=seed) for seed in range(seeds) for t in tasks]
    return found, content


def remember_programs(folder: Path) -> Path:
    """Write the memory of programs that the suite's words name, and return its file.

    :raises TaskError: for a program that nobody understands
    """
    folder.mkdir(parents=True, exist_ok=True)
    file, domain = folder / MEMORY, str(own_domain())
    file.unlink(missing_ok=True)
    store = Store(file, embed)
    taught: Sequence[str] = json.loads((suites_folder() / "cape_programs.json").read_text("utf-8"))
    with within_domain(domain, ROBOT):
        for words in taught:
            store.add(_program(words, domain))
    return file


def _program(words: str, domain: str) -> Pair:
    texts = Texts(words)
    given = naming(texts)
    planned = named_plan(texts, given, ObjectMemory()) if isinstance(given, Naming) else given
    if planned is None or planned.plan is None or not isinstance(given, Naming):
        why = "it names no routine." if planned is None else planned.outcome.message
        raise TaskError(f"the program {words!r} is not understood: {why}")
    return Pair(words, write(planned.plan.triplets), PairKind.ROUTINE, given.name, "", domain, "taught")
