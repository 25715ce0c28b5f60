"""The programs that the words of CAPE's suite name. They take the planner to read, which no other suite does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pred_bench.suites.files import suites_folder
from pred_bench.suites.spot import ROBOT, own_domain
from pred_core.objects import ObjectMemory
from pred_core.vocabulary import within_domain
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.memory.program import write
from pred_planner.memory.recall import Naming, named_plan, naming
from pred_planner.memory.store import Pair, PairKind, Store
from pred_tasks.tasks import TaskError

MEMORY = "programs.sqlite"


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
