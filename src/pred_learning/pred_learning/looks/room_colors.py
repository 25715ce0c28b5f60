"""Which colour a thing has in a room of AI2-THOR, by what people who saw it there call it.

``python -m pred_learning.looks.room_colors --tasks FILE [--without FILE] [--out FILE]``

``--tasks`` are recorded tasks in ALFRED's format, JSON lines (.gz too), whose annotators watched Unity's pictures. A
colour word before a noun counts for the one type that the noun may mean and that the task is about; a type gets a
colour in a room where most of what was said of it agrees. ``--without`` leaves the sentences of other tasks out: those
that a benchmark runs on.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from pred_core.vocabulary import object_types
from pred_tasks.alfred.recorded import records
from thor_player import types as player_types
from thor_player.shapes.paint import NAMES, SAME_PAINT

TARGET = Path(str(resources.files("thor_player").joinpath("data/room_colors.json")))
LEAST = 3
"""Mentions that a colour needs."""
AGREE = 0.7
"""Share of a type's mentions in a room that its colour needs."""
MEANT = 0.3
"""Least weight of a type among those that a noun means."""
LONGEST = 3
"""Words of the longest noun that is looked up."""
BESIDES = frozenset(
    {
        *("small", "large", "big", "little", "tall", "short", "round", "square", "long", "thin", "old", "new", "dirty"),
        *("clean", "empty", "shiny", "plastic", "leather", "glass", "ceramic", "colored", "coloured", "dark", "light"),
        "bright",
    }
)
"""Words that may stand between a colour and its noun."""

STATES = frozenset({"cookable", "canBeUsedUp"})
"""Affordances of what changes its colour: a brown roll is an empty one, a brown potato a cooked one."""

Nouns = Mapping[str, Mapping[str, float]]


@dataclass
class Mentions:
    """What people said: how often each colour of each type, by room."""

    said: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, task: Mapping[str, Any], nouns: Nouns) -> None:
        """Count the colours in the sentences of one task."""
        about = _about(task)
        for sentence in _sentences(task):
            for color, means in mentioned(sentence, nouns):
                types = [name for name, weight in means.items() if weight >= MEANT and name in about]
                if len(types) == 1:
                    self.said[task["floor_plan"], types[0]][color] += 1

    def colors(self) -> dict[str, dict[str, str]]:
        """Return the colour that most agree on, by room and type."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for (room, kind), counts in sorted(self.said.items()):
            color, count = max(counts.items(), key=lambda item: (item[1], item[0]))
            known = player_types.object_types()[kind]
            steady = not any(known.can(state) for state in STATES)
            if steady and count >= LEAST and count >= AGREE * counts.total():
                found[room][kind] = color
        return dict(found)


def mentioned(sentence: str, nouns: Nouns) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield the colours of a sentence with what the noun after each may mean: types and their weights."""
    words = re.findall(r"[a-z]+", sentence.lower())
    for place, word in enumerate(words):
        color = SAME_PAINT.get(word, word)
        after = place + 1
        while after < len(words) and words[after] in BESIDES:
            after += 1
        if color not in NAMES or (after < len(words) and SAME_PAINT.get(words[after], words[after]) in NAMES):
            continue  # "black and white", "brown wooden": the last one before the noun would hide the first
        for length in range(LONGEST, 0, -1):
            phrase = " ".join(words[after : after + length])
            means = nouns.get(phrase) or nouns.get(phrase.removesuffix("s"))
            if means:
                yield color, means
                break


def _about(task: Mapping[str, Any]) -> frozenset[str]:
    """Return the types that a task has to do with."""
    goal = task["goal"]
    named = {goal["object_target"], goal["parent_target"], goal["mrecep_target"], goal["toggle_target"]}
    by_lower = {name.lower(): name for name in object_types()}
    steps = {by_lower.get(str(word).lower(), "") for step in task["expert_subgoals"] for word in step[1:]}
    return frozenset((named | steps) - {""})


def _sentences(task: Mapping[str, Any]) -> Iterator[str]:
    for annotation in task["annotations"]:
        yield annotation["task_desc"]
        yield from annotation["high_descs"]


def learned(tasks: Iterable[Mapping[str, Any]], without: frozenset[str] = frozenset()) -> dict[str, dict[str, str]]:
    """Return the colours of types by room.

    :param without: ids of tasks whose sentences are left out
    """
    source = resources.files("pred_language").joinpath("data/nouns.json")
    nouns: Nouns = json.loads(source.read_text("utf-8"))
    mentions = Mentions()
    for task in tasks:
        if task["task_id"] not in without:
            mentions.add(task, nouns)
    return mentions.colors()


def main() -> None:
    """Write the file."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--tasks", type=Path, required=True, help="recorded tasks, JSON lines, .gz too")
    words.add_argument("--without", type=Path, default=None, help="tasks whose sentences are left out")
    words.add_argument("--out", type=Path, default=TARGET, help="file to write (default: the player's)")
    options = words.parse_args()
    left_out = frozenset(t["task_id"] for t in records(options.without)) if options.without else frozenset()
    colors = learned(records(options.tasks), left_out)
    rows = [f'"{room}": {json.dumps(colors[room], sort_keys=True)}' for room in sorted(colors, key=_by_number)]
    options.out.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    print(f"{sum(map(len, colors.values()))} types in {len(colors)} rooms: {options.out}")


def _by_number(room: str) -> int:
    return int(room.removeprefix("FloorPlan"))


if __name__ == "__main__":
    main()
