"""Free sentences for the arm on the emulated table, judged by where things are in the end and by what was said.

``./pred bench --suite ur5_sentences --seeds 1 --out D`` runs them (``ur5_sentences_second`` to ``_fifth`` others,
``ur5_bring`` what is to be handed over), ``python -m pred_bench.studies.table_sentences D`` counts how they came out.
A line of the suite has ``id``, ``kind``, ``scene`` (a file ``table_NAME.json`` beside it), ``say`` and ``want``: what
is to be so (``THING|THING in|on|near|left|right|front|behind PLACE|PLACE``, ``THING between PLACE|PLACE`` or
``THING given person``; everything else is to stay; sides as the arm's base sees them), ``refuse`` (or ask: nothing is
to move), or ``answer WORD|WORD, ...``. With ``instead`` a refusal is as good.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pred_bench.suites.files import suites_folder
from pred_core.spots import SIDES
from pred_tasks.alfred.goals import Condition
from pred_tasks.tasks import Annotation, Task
from pred_tasks.world import WorldState
from ur5_emulator.table.kinds import TABLE

SUITES = {
    "ur5_sentences": "table_sentences.jsonl",
    "ur5_sentences_second": "table_sentences_second.jsonl",
    "ur5_sentences_third": "table_sentences_third.jsonl",
    "ur5_sentences_fourth": "table_sentences_fourth.jsonl",
    "ur5_sentences_fifth": "table_sentences_fifth.jsonl",
    "ur5_bring": "table_bring.jsonl",
}
"""The suites, and their files."""
REFUSE, ANSWER = "refuse", "answer "
NEAR = 0.2
"""Things are near each other when their middles are less apart, m."""
BESIDE = 0.25
"""What is on one side of a thing is less far from it, middle to middle, m, and within 45 degrees of that side."""
BETWEEN = 0.25
"""How far from the middle between two things something between them is at most, of their distance."""


@dataclass(frozen=True)
class Place:
    """Where one thing of some is to be in the end."""

    things: frozenset[str]
    relation: str
    places: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Place:
        """Return what a text of the suite says."""
        things, relation, places = text.split()
        return cls(frozenset(things.split("|")), relation, frozenset(places.split("|")))

    def met_by(self, thing: Mapping[str, Any], objects: Mapping[str, Mapping[str, Any]]) -> bool:
        """Tell whether a thing of the table's state is there."""
        if self.relation == "near":
            there = (objects[place]["position"] for place in self.places)
            return thing["relation"] != "" and any(math.dist(thing["position"], p) < NEAR for p in there)
        if self.relation in SIDES:
            return thing["relation"] == "on" and any(
                _is_beside(thing["position"], objects[place]["position"], SIDES[self.relation])
                for place in self.places
            )
        if self.relation == "between":
            one, other = (objects[place]["position"] for place in sorted(self.places))
            middle = [(a + b) / 2.0 for a, b in zip(one, other, strict=True)]
            near = math.dist(thing["position"], middle) < BETWEEN * math.dist(one, other)
            return thing["relation"] == "on" and near
        parent = thing["parent"].lower() if thing["parent"] == TABLE else thing["parent"]
        return thing["relation"] == self.relation and parent in self.places

    def __str__(self) -> str:
        """Return it as the suite writes it."""
        return f"{'|'.join(sorted(self.things))} {self.relation} {'|'.join(sorted(self.places))}"


def _is_beside(at: Sequence[float], other: Sequence[float], side: tuple[float, float]) -> bool:
    away = (at[0] - other[0], at[1] - other[1])
    along = away[0] * side[0] + away[1] * side[1]
    return math.hypot(*away) < BESIDE and along > math.hypot(*away) * math.cos(math.pi / 4.0)


@dataclass(frozen=True)
class Sentence:
    """One sentence of the suite: what is to be so in the end, what is to be answered, whether it may be refused."""

    id: str
    kind: str
    scene: str
    say: str
    places: tuple[Place, ...] = ()
    answer: tuple[frozenset[str], ...] = ()
    may_refuse: bool = False

    def conditions(self, state: WorldState) -> tuple[Condition, ...]:
        """Return what is wanted, each place of it met by a thing of its own, and that all else stayed."""
        objects = {thing["id"]: thing for thing in state.table["objects"]}
        met = _assigned(self.places, objects, frozenset())
        used = met if met is not None else frozenset()
        meant = frozenset().union(*(place.things for place in self.places)) if met is None else used
        moved = sorted(name for name, thing in objects.items() if thing["moved"] and name not in meant)
        found = [Condition("; ".join(map(str, self.places)), met is not None)] if self.places else []
        return (*found, Condition("nothing else is moved", not moved))


def _assigned(
    places: Sequence[Place], objects: Mapping[str, Mapping[str, Any]], used: frozenset[str]
) -> frozenset[str] | None:
    """Return which things meet all places, each a place of its own; None where they do not."""
    if not places:
        return used
    for name in sorted(places[0].things - used):
        if places[0].met_by(objects[name], objects):
            found = _assigned(places[1:], objects, used | {name})
            if found is not None:
                return found
    return None


def read_sentences(path: Path) -> list[Sentence]:
    """Return the sentences of a file."""
    return [_sentence(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _sentence(entry: Mapping[str, Any]) -> Sentence:
    want = entry["want"]
    answer = want.removeprefix(ANSWER) if isinstance(want, str) and want != REFUSE else ""
    return Sentence(
        entry["id"],
        entry["kind"],
        entry["scene"],
        entry["say"],
        places=() if isinstance(want, str) else tuple(map(Place.of, want)),
        answer=tuple(frozenset(part.strip().split("|")) for part in answer.split(",")) if answer else (),
        may_refuse=REFUSE in (want, entry.get("instead")),
    )


def sentence_tasks(suite: str, seeds: int) -> tuple[list[Task], bytes]:
    """Return a task per sentence of a suite and seed, seed 0 being its table as written, and the suite's content."""
    file = suites_folder() / SUITES[suite]
    sentences = read_sentences(file)
    scenes = {name: suites_folder() / f"table_{name}.json" for name in sorted({s.scene for s in sentences})}
    tasks = [
        _task(sentence, str(scenes[sentence.scene]), seed) for seed in range(seeds) for sentence in sentences
    ]
    return tasks, b"".join([file.read_bytes(), *(scene.read_bytes() for scene in scenes.values())])


def _task(sentence: Sentence, scene: str, seed: int) -> Task:
    return Task(
        task_id=f"{sentence.id}.{seed}",
        task_type=sentence.kind,
        scene=scene,
        goal=sentence,
        annotations=(Annotation(sentence.say),),
        layout={},
        expert_actions=None,
        seed=seed,
        table=True,
    )
