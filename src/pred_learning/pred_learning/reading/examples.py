"""Sentences of recorded tasks with the choices that the reader leaves open, to learn from; kept in files on the way.

Each goal sentence is read twice: by one who knows all of the world, and by one who has just looked round it and so
misses what lies behind doors and some of the rest. Step texts are not learned from: in rooms that were not learned
from, weights of goal sentences alone read both better.
"""

from __future__ import annotations

import collections
import gzip
import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from itertools import batched
from pathlib import Path
from typing import Any

import numpy as np

from pred_core.vocabulary import object_types
from pred_language.choice.usage import FAMILIES, Choice, choices, features
from pred_language.meaning import encoder
from pred_language.meaning.context import Refusal
from pred_language.meaning.grounding import Grounder, shares
from pred_language.reader import read
from pred_learning.reading.loglinear import SentenceExample
from pred_tasks.alfred.recorded import Goal, burning, grounder, known_types, parents

MISSED_SMALL = 0.35
"""Share of the things to carry, in no closed place, that a first look round is taken to miss."""
MISSED_FURNITURE = 0.25
BLOCK = 100
"""Tasks whose examples are kept in one file: what an interrupted run loses at most."""
TARGET_NAME = "usage.json"
"""The file of weights, which is made of these examples."""

Task = Mapping[str, Any]
OfRoom = tuple[str, tuple[SentenceExample, ...]]
"""A room's name and the examples of one task in it."""


def examples(tasks: Iterable[Task]) -> list[SentenceExample]:
    """Return the sentences of some tasks whose right meaning is among the choices."""
    return [example for task in tasks for example in of_task(task)]


def of_task(task: Task) -> Iterator[SentenceExample]:
    """Yield the sentences of a task whose right meaning is among the choices."""
    goal, all_known, glimpsed = Goal.of(task), grounder(task, encoder.nearest), at_first_sight(task)
    for annotation in task["annotations"]:
        for chooser in (all_known, glimpsed):
            found = _example(annotation["task_desc"], goal, chooser)
            if found is not None:
                yield found


def at_first_sight(task: Task) -> Grounder:
    """Return the chooser of one who only looked round: nothing in closed places, not all of the rest."""
    chance = random.Random(str(task["task_id"]))
    types = object_types()
    seen = [
        (name, place)
        for name, place in parents(task)
        if name in types and not (types[name].can("pickupable") and _is_missed(place, chance))
    ]
    furniture = sorted(n for n in known_types(task) if n in types and not types[n].can("pickupable"))
    known = {name for name, _ in seen if types[name].can("pickupable")}
    known |= {name for name in furniture if chance.random() >= MISSED_FURNITURE}
    seen = [(name, place) for name, place in seen if name in known]
    counts = collections.Counter(name for name, _ in seen)
    return Grounder(known, encoder.nearest, shares(seen), counts, burning(task))


def _is_missed(place: str, chance: random.Random) -> bool:
    hidden = bool(place) and object_types()[place].can("openable")
    return chance.random() < MISSED_SMALL or hidden


def _example(text: str, goal: Goal, chooser: Grounder) -> SentenceExample | None:
    context = read(text, chooser, usage={})
    if isinstance(context, Refusal) or context.task_type not in FAMILIES:
        return None
    options = choices(context)
    right = np.array([_is_right(goal, option) for option in options])
    if len(options) < 2 or not right.any():
        return None
    return SentenceExample(tuple(features(context, option, chooser) for option in options), right)


def _is_right(goal: Goal, choice: Choice) -> bool:
    return (
        choice["target"] == goal.target
        and choice["movable"] == goal.movable
        and goal.accepts(choice["destination"])
        and choice["toggle"] == goal.toggle
    )


def by_room(tasks: Sequence[Task], work: Path | None = None) -> Iterator[OfRoom]:
    """Yield the room and the examples of each task.

    :param work: folder where blocks of them are kept and found again; those that other tasks, words or rules made are
        not taken
    """
    rules = b"" if work is None else _rules()
    for block in batched(tasks, BLOCK):
        path = None if work is None else work / f"{_fingerprint(block, rules)}.json.gz"
        if path is None or not path.is_file():
            found = [(str(task["floor_plan"]), tuple(of_task(task))) for task in block]
            if path is not None:
                _keep(found, path)
            yield from found
        else:
            yield from _kept(path)


def _keep(found: Sequence[OfRoom], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = [(room, [(e.found, e.right.tolist()) for e in of_one]) for room, of_one in found]
    part = path.with_suffix(".part")
    with gzip.open(part, "wt", encoding="utf-8", compresslevel=1) as file:
        json.dump(plain, file)
    part.replace(path)


def _kept(path: Path) -> Iterator[OfRoom]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        plain = json.load(file)
    for room, of_one in plain:
        yield room, tuple(SentenceExample(tuple(choices_), np.array(right)) for choices_, right in of_one)


def _rules() -> bytes:
    """Return a digest of the words and rules of the reader, without the weights that are learned here."""
    told = hashlib.sha256()
    package = Path(str(resources.files("pred_language")))
    files = (path for path in package.rglob("*") if path.suffix in (".py", ".json") and path.name != TARGET_NAME)
    for path in sorted(files, key=lambda one: one.relative_to(package).as_posix()):
        told.update(path.read_bytes())
    return told.digest()


def _fingerprint(block: Sequence[Task], rules: bytes) -> str:
    """Return a name for the examples of some tasks, another one when words or rules of the reader changed."""
    told = hashlib.sha256(rules + "\n".join(str(task["task_id"]) for task in block).encode())
    return told.hexdigest()[:16]
