"""``python -m pred_bench.suites.questions``: makes questions about the player's rooms with their true answers, as JSON.

What is asked can be seen there: on open furniture, or of furniture itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pred_bench.suites.furnishing import (
    at,
    ids_of,
    in_open_view,
    name_of,
    several,
    size_of,
    standing_at,
    types_of,
    with_article,
)
from pred_bench.suites.printing import print_tasks
from pred_core.vocabulary import object_types, spoken
from pred_tasks.service_goals import SERVICE
from thor_player.model import World
from thor_player.rooms import load_world, scenes, world_without_walls

ROOMS, EACH, SEED = 10, 6, 60
MORE = 1.6
"""So many times bigger than the next is what is called the biggest."""

Asked = tuple[str, Sequence[str]]
"""A question, and what is a right answer."""


def _count(world: World, lot: random.Random) -> Asked | None:
    places = in_open_view(world)
    place = lot.choice(sorted(places))
    name = lot.choice(types_of(places[place]))
    number = sum(o.object_type == name for o in places[place])
    say = lot.choice(("How many {things} are {there}?", "Can you tell me how many {things} there are {there}?"))
    return say.format(things=several(name), there=at(place)), [str(number)]


def _which_is(world: World, lot: random.Random) -> Asked | None:
    options = []
    for place in in_open_view(world):
        ordered = sorted(standing_at(world, place), key=size_of)
        if len(ordered) > 1 and size_of(ordered[-1]) > MORE * size_of(ordered[-2]):
            options.append(("biggest", place, ordered[-1].object_type))
        if len(ordered) > 1 and size_of(ordered[1]) > MORE * size_of(ordered[0]):
            options.append(("smallest", place, ordered[0].object_type))
    if not options:
        return None
    most, place, name = lot.choice(options)
    return f"Which is the {most} thing {at(place)}?", [name]


def _where(world: World, lot: random.Random) -> Asked | None:
    lying = [(o.object_type, place) for place, things in in_open_view(world).items() for o in things]
    alone = [(name, place) for name, place in lying if len(ids_of(world, name)) == 1]
    if not alone:
        return None
    name, place = lot.choice(alone)
    return f"Where is the {spoken(name)}?", [at(place), place]


def _is_there(world: World, lot: random.Random) -> Asked | None:
    places = in_open_view(world)
    place = lot.choice(sorted(places))
    there = types_of(places[place])
    lying = {o.object_type for o in world.objects.values() if o.parents}
    if lot.random() < 0.5:
        return f"Is there {with_article(spoken(lot.choice(there)))} {at(place)}?", ["yes"]
    others = sorted({o.object_type for things in places.values() for o in things} - set(there))
    fitting = [name for name in others if name in lying]
    if not fitting:
        return None
    return f"Is there {with_article(spoken(lot.choice(fitting)))} {at(place)}?", ["no"]


def _state(world: World, lot: random.Random) -> Asked | None:
    options: list[tuple[str, str, bool]] = []
    for one in world.active():
        if one.object_type not in object_types() or len(ids_of(world, one.object_type)) != 1:
            continue
        name = name_of(one.object_type)
        if one.can("openable") and not one.can("pickupable"):
            options += [(name, "open", one.status.is_open), (name, "closed", not one.status.is_open)]
        if one.can("toggleable"):
            options += [(name, "on", one.status.is_toggled), (name, "off", not one.status.is_toggled)]
    if not options:
        return None
    name, state, so = lot.choice(options)
    return f"Is the {name} {state}?", ["yes" if so else "no"]


def _done(world: World, lot: random.Random) -> Asked | None:
    name = spoken(lot.choice(types_of(o for things in in_open_view(world).values() for o in things)))
    say = lot.choice((f"Did you move the {name}?", f"Have you put the {name} away?", f"Did you pick up the {name}?"))
    return say, ["no"]


KINDS: Mapping[str, Callable[[World, random.Random], Asked | None]] = {
    "count": _count, "which_is": _which_is, "where": _where, "is_there": _is_there, "state": _state, "done": _done,
}  # fmt: skip


def tasks(rooms: int = ROOMS, each: int = EACH, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """Yield so many questions for each of so many rooms of all kinds, the kinds of questions in turn."""
    lot = random.Random(seed)
    names = [name for name in scenes() if in_open_view(world_without_walls(name))]
    drawn = sorted(lot.sample(names, rooms), key=names.index)
    turn = 0
    for scene in drawn:
        world = load_world(scene)
        counts: Counter[str] = Counter()
        while counts.total() < each:
            kind = list(KINDS)[turn % len(KINDS)]
            turn += 1
            asked = KINDS[kind](world, lot)
            if asked is None:
                continue
            counts[kind] += 1
            say, answers = asked
            yield {
                "task_id": f"{scene}.{counts.total()}.{kind}",
                "task_type": f"{SERVICE}{kind}",
                "floor_plan": scene,
                "annotations": [{"task_desc": say}],
                "goal": {"answer": list(answers)},
            }


def main() -> int:
    """Print the tasks."""
    return print_tasks("questions", __doc__, tasks, (ROOMS, EACH, SEED))


if __name__ == "__main__":
    raise SystemExit(main())
