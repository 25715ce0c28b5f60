"""Learn which goal a sentence means: ``python -m pred_bench.words.learn_goals [--without SUITE ...] [--to FILE]``.

Each sentence of the word suites that wants one thing of its room is an example: the goals that fulfil it are right, all
others of the room wrong. A sentence that wants more, asks, or is to be refused has none. Maximises the likelihood of
the right goals (a conditional log-linear model with a Gaussian prior). Deterministic; a minute on one core.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix

from pred_bench.suites.files import suites_folder
from pred_bench.words.combining import PARTS, Maker
from pred_bench.words.ends import SPEAKER_TOLD
from pred_bench.words.main import SUITES, all_rooms, rooms_of
from pred_bench.words.rooms import Room
from pred_bench.words.suite import Sentence, read_suite
from pred_core.domain_file import HOUSEHOLD
from pred_core.vocabulary import within_domain
from pred_language.discourse.typed import as_typed
from pred_language.goals.candidates import BRING, NONE, PUT, RoomGoal, candidates
from pred_language.goals.features import features
from pred_language.goals.ranking import WEIGHTS
from pred_language.goals.scene import SaidInRoom
from pred_learning.reading.loglinear import likeliest

TARGET = Path(str(resources.files("pred_language").joinpath(f"data/{WEIGHTS}")))
STRENGTH = 1.0
"""Inverse variance of the prior of each weight, around 0."""
RARE = 3
"""Goals that a feature has to be of at least."""
SMALL = 0.03
"""Weights below this are not kept."""
STEPS = 60
EACH, SEED = 3, 11
"""How many sentences are made with each part, and in which order things are taken."""

@dataclass(frozen=True)
class SentenceGoals:
    """A sentence's goals: the features of each, and which are right."""

    features: tuple[frozenset[str], ...]
    right: tuple[bool, ...]


def fulfils(sentence: Sentence, goal: RoomGoal) -> bool:
    """Tell whether a goal is all that a sentence wants; none is where it wants no one thing."""
    if len(sentence.wanted) != 1 or sentence.wanted[0].other:
        return goal.act == NONE
    wanted = sentence.wanted[0]
    if goal.act == NONE or goal.thing not in wanted.things:
        return False
    if goal.act == BRING:
        return wanted.places == {SPEAKER_TOLD}
    return goal.place in wanted.places if goal.act == PUT else goal.act == wanted.state


def example(sentence: Sentence, room: Room) -> SentenceGoals:
    """Return a sentence's goals; where none of them fulfils it, nothing that is one goal is right."""
    seen = frozenset(one.class_name for one in room.memory.objects)
    scene = SaidInRoom(as_typed(sentence.say, seen), room.memory)
    goals = list(candidates(scene))
    right = tuple(fulfils(sentence, goal) for goal in goals)
    right = right if any(right) else tuple(goal.act == NONE for goal in goals)
    return SentenceGoals(tuple(frozenset(features(scene, goal)) for goal in goals), right)


def examples(folder: Path, suites: Iterable[str]) -> Iterator[SentenceGoals]:
    """Yield the examples of suites, those of households."""
    for name in suites:
        rooms = rooms_of(folder, name)
        for sentence in read_suite(folder / f"{name}.jsonl"):
            room = rooms[sentence.room]
            if room.domain == HOUSEHOLD:
                with within_domain(room.domain):
                    yield example(sentence, room)


def examples_of_parts(folder: Path) -> Iterator[SentenceGoals]:
    """Yield sentences that are made of parts: orders that wait, are forbidden or cannot be kept to want nothing."""
    rooms = {name: room for name, room in all_rooms(folder).items() if room.domain == HOUSEHOLD}
    parts = json.loads((folder / PARTS).read_text("utf-8"))
    for sentence in Maker(parts, list(rooms.values()), SEED).sentences(EACH):
        with within_domain(HOUSEHOLD):
            yield example(sentence, rooms[sentence.room])


def learn(found: Sequence[SentenceGoals]) -> dict[str, float]:
    """Return the weights of features by name; those near 0 are left out."""
    counts: dict[str, int] = {}
    for one in found:
        for names in one.features:
            for name in names:
                counts[name] = counts.get(name, 0) + 1
    index = {name: at for at, name in enumerate(sorted(name for name, many in counts.items() if many >= RARE))}
    columns = [sorted(index[name] for name in names if name in index) for one in found for names in one.features]
    starts = np.cumsum([0, *map(len, columns)])
    values = np.ones(int(starts[-1]))
    table = csr_matrix((values, np.concatenate([np.asarray(c, dtype=np.int64) for c in columns]), starts),
                       shape=(len(columns), len(index)))  # fmt: skip
    sizes = [len(one.right) for one in found]
    fitted = likeliest(
        table,
        np.cumsum([0, *sizes[:-1]]),
        np.array([flag for one in found for flag in one.right]),
        centre=np.zeros(len(index)),
        strength=np.full(len(index), STRENGTH),
        most_steps=STEPS,
    )
    return {name: round(float(fitted[at]), 3) for name, at in index.items() if abs(fitted[at]) >= SMALL}


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn from the suites and write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--without", nargs="*", default=(), choices=SUITES, help="suites that are kept aside")
    parser.add_argument("--to", type=Path, default=TARGET, help="the file that is written (gzipped JSON)")
    given = parser.parse_args(arguments)
    found = list(examples(suites_folder(), (name for name in SUITES if name not in given.without)))
    found += examples_of_parts(suites_folder())
    weights = learn(found)
    told = {"sentences": len(found), "without": sorted(given.without), "weights": weights}
    given.to.write_bytes(gzip.compress(json.dumps(told, sort_keys=True).encode(), mtime=0))
    print(f"{len(weights)} weights of {len(found)} sentences: {given.to}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
