"""``python -m pred_bench.suites.bring``: makes tasks "bring me ..." for the player's rooms, a line of JSON each.

The kinds are those of RoboCup@Home's published rules for the general purpose service robot (bring, give, take from a
place and bring, several things), the words our own, the things those that are in each room. What may be meant follows
from the room alone: who says where it is means one that is there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pred_bench.suites.furnishing import (
    furniture_of,
    is_hollow,
    loose_things,
    name_of,
    types_of,
    with_article,
)
from pred_bench.suites.printing import print_tasks
from pred_core.vocabulary import spoken
from pred_tasks.bring_goals import BRING
from thor_player.model import World
from thor_player.rooms import load_world, scenes

ROOMS, TASKS, SEED = 22, 2, 36
PLAIN = (
    "Bring me {a}.", "Could you please bring me {a}?", "Give me {a}.", "Fetch me {a}, please.", "I need {a}.",
    "Get {a} and bring it to me.", "Find {a} and give it to me.", "Hand me {a}.", "Can I have {a}?",
)  # fmt: skip
FROM = (
    "Bring me {the} from the {place}.", "Take {the} from the {place} and bring it to me.",
    "Get {the} from the {place} and hand it to me.", "Give me {the} that is {prep} the {place}.",
    "Could you bring me {the} {prep} the {place}?", "Deliver {the} from the {place} to me.",
)  # fmt: skip
BOTH = ("Bring me {a} and {b}.", "Fetch {a} and {b} for me.")


def tasks(rooms: int = ROOMS, each: int = TASKS, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """Yield so many tasks for each of so many rooms, evenly drawn from all kinds of rooms."""
    lot = random.Random(seed)
    names = scenes()
    drawn = sorted(lot.sample(names, rooms), key=names.index)
    number = 0
    for scene in drawn:
        world = load_world(scene)
        for _ in range(each):
            number += 1
            words, given = _order(world, number, lot)
            yield {
                "task_id": f"bring_{number}",
                "task_type": BRING,
                "floor_plan": scene,
                "annotations": [{"task_desc": words}],
                "goal": {"given": given},
            }


def _order(world: World, number: int, lot: random.Random) -> tuple[str, list[list[str]]]:
    """Return the n-th sentence and what each of its things may be: two of five say a place, one is of two things."""
    loose = loose_things(world)
    kinds = types_of(loose)
    chosen = lot.choice(kinds)
    placed = [o for o in loose if o.object_type == chosen and furniture_of(world, o)]
    if number % 5 in (1, 3) and placed:
        place = furniture_of(world, lot.choice(placed))
        there = [o.object_id for o in placed if furniture_of(world, o) == place]
        prep = "in" if is_hollow(place) else "on"
        text = lot.choice(FROM).format(the=f"the {spoken(chosen)}", place=name_of(place), prep=prep)
        return text, [there]
    others = [kind for kind in kinds if kind != chosen]
    if number % 5 == 0 and others:
        other = lot.choice(others)
        text = lot.choice(BOTH).format(a=with_article(spoken(chosen)), b=with_article(spoken(other)))
        return text, [[o.object_id for o in loose if o.object_type == kind] for kind in (chosen, other)]
    text = lot.choice(PLAIN).format(a=with_article(spoken(chosen)))
    return text, [[o.object_id for o in loose if o.object_type == chosen]]


def main() -> int:
    """Print the tasks."""
    return print_tasks("bring", __doc__, tasks, (ROOMS, TASKS, SEED))


if __name__ == "__main__":
    raise SystemExit(main())
