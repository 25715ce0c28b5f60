"""``python -m pred_bench.suites.service``: makes commands to a service robot in the player's rooms, as JSON lines.

The kinds are those of RoboCup@Home's published rules for the general purpose service robot (fetch, place, find, go,
count, compare, follow, guide, meet, greet, talk), the words our own, the things those that are in each room. What may
be meant follows from the room alone. Who else is in the room nobody has told the robot, so that what is about others
is to be refused, as what is to come from rooms, places and of things that are not there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pred_bench.suites.furnishing import (
    at,
    by_furniture,
    furniture_of,
    ids_of,
    in_open_view,
    lies_in_a_thing,
    loose_things,
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
from thor_player.rooms import load_world, scenes

ROOMS, TASKS, SEED = 20, 10, 2026
HERE = {"Kitchen": "kitchen", "LivingRoom": "living room", "Bedroom": "bedroom", "Bathroom": "bathroom"}
"""What people call the player's kinds of rooms."""
NOT_HERE = ("garage", "office", "hallway", "cellar", "laundry room", "basement")
NAMES = ("Anna", "Paul", "Maria", "Adel", "Morgan", "Simone", "Robin", "Jules")
PERSONS = (
    "the waving person", "the person raising their left arm", "the sitting person", "the person pointing to the right",
    "the person wearing a red t-shirt",
)  # fmt: skip
TAKE = ("take", "get", "grasp", "fetch")
PUT = ("put", "place")
GIVE = ("bring {} to me", "give {} to me", "deliver {} to me", "bring {} back to me", "hand {} to me")
GO = ("go to", "navigate to", "drive to")
FIND = ("find", "locate", "look for", "search for")
KINDS_OF_THINGS = {
    "fruit": (("Apple",), ("Tomato",)),
    "vegetable": (("Lettuce", "Potato"), ("Tomato",)),
    "dish": (("Plate", "Bowl"), ("Cup", "Mug", "Pan", "Pot")),
    "piece of cutlery": (("Fork", "Spoon", "Knife", "ButterKnife"), ("Spatula", "Ladle")),
    "food item": (("Apple", "Bread", "Egg", "Lettuce", "Potato", "Tomato"), ()),
}
"""Words for kinds of things: the types that they mean, and those that some mean by them."""
MORE = 1.6
"""So many times bigger than the next is what is called the biggest."""


@dataclass(frozen=True)
class Command:
    """A sentence and its goal as in a task's line."""

    say: str
    goal: Mapping[str, Any]


@dataclass(frozen=True)
class Scenery:
    """A room, and what its commands are drawn with."""

    world: World
    lot: random.Random

    @property
    def room(self) -> str:
        """What the room is called."""
        return HERE[self.world.room_kind]

    def one(self, options: Sequence[str]) -> str:
        """Return one of several ways to say it."""
        return self.lot.choice(options)

    def thing(self) -> tuple[str, list[str]]:
        """Return a type of loose things, and the ids of all of it."""
        chosen = self.lot.choice(types_of(loose_things(self.world)))
        return chosen, ids_of(self.world, chosen)

    def placed(self) -> tuple[str, list[str], str] | None:
        """Return a type of things, their ids at one kind of furniture, and that; None where all lies elsewhere."""
        places = by_furniture(self.world)
        if not places:
            return None
        place = self.lot.choice(list(places))
        chosen = self.lot.choice(types_of(places[place]))
        return chosen, [o.object_id for o in places[place] if o.object_type == chosen], place

    def surface(self, *without: str, takes: str = "") -> str:
        """Return a type of open furniture that things can be put on, '' where there is none."""
        types = {o.object_type for o in self.world.objects.values()} & set(_FLAT)
        fitting = (object_types()[takes].receptacles or frozenset()) if takes else types
        found = sorted((types & fitting) - set(without))
        return self.lot.choice(found) if found else ""


_FLAT = (
    "ArmChair", "Bed", "CoffeeTable", "CounterTop", "Desk", "DiningTable", "Dresser", "SideTable", "Sofa", "TVStand",
)  # fmt: skip
_REFUSED: Mapping[str, Any] = {"refuse": True}


def _from(place: str) -> str:
    return f"from the {name_of(place)}"


def _given(ids: Sequence[str]) -> Mapping[str, Any]:
    return {"wants": [{"things": list(ids), "to": "person"}]}


def _put(ids: Sequence[str], places: Sequence[str]) -> Mapping[str, Any]:
    return {"wants": [{"things": list(ids), "to": list(places)}]}


# -- kinds -----------------------------------------------------------------------------------------------------------
def _place(s: Scenery) -> Command | None:
    found = s.placed()
    target = s.surface(found[2], takes=found[0]) if found else ""
    if found is None or not target:
        return None
    name, ids, place = found
    say = f"{s.one(TAKE)} the {spoken(name)} {_from(place)} and {s.one(PUT)} it on the {name_of(target)}"
    return Command(say, _put(ids, ids_of(s.world, target)))


def _bring(s: Scenery) -> Command | None:
    found = s.placed()
    if found is None:
        return None
    name, ids, place = found
    thing = s.one((with_article(spoken(name)), f"the {spoken(name)}"))
    return Command(f"{s.one(('bring', 'give', 'get', 'hand', 'fetch'))} me {thing} {_from(place)}", _given(ids))


def _take_and_bring(s: Scenery) -> Command | None:
    found = s.placed()
    if found is None:
        return None
    name, ids, place = found
    return Command(f"{s.one(TAKE)} the {spoken(name)} {_from(place)} and {s.one(GIVE).format('it')}", _given(ids))


def _find_and_put(s: Scenery) -> Command | None:
    name, ids = s.thing()
    target = s.surface(takes=name)
    if not target or any(furniture_of(s.world, s.world.objects[one]) == target for one in ids):
        return None
    say = f"{s.one(FIND)} {with_article(spoken(name))} in the {s.room} then {s.one(TAKE)} it and {s.one(PUT)} it "
    return Command(f"{say}on the {name_of(target)}", _put(ids, ids_of(s.world, target)))


def _find_and_bring(s: Scenery) -> Command | None:
    name, ids = s.thing()
    say = f"{s.one(FIND)} {with_article(spoken(name))} in the {s.room} then {s.one(TAKE)} it and "
    return Command(say + s.one(GIVE).format("it"), _given(ids))


def _go_and_bring(s: Scenery) -> Command | None:
    found = s.placed()
    if found is None:
        return None
    name, ids, place = found
    say = f"{s.one(GO)} the {name_of(place)}, {s.one(FIND)} {with_article(spoken(name))} and "
    return Command(say + s.one(GIVE).format("it"), _given(ids))


def _find(s: Scenery) -> Command | None:
    name, ids = s.thing()
    return Command(
        f"{s.one(FIND)} {with_article(spoken(name))} in the {s.room}", {"wants": [{"things": ids, "to": "near"}]}
    )


def _go(s: Scenery) -> Command | None:
    target = s.surface()
    places = ids_of(s.world, target) if target else []
    goal = {"wants": [{"things": places, "to": "near"}]}
    return Command(f"{s.one(GO)} the {name_of(target)}", goal) if places else None


def _count(s: Scenery) -> Command | None:
    places = in_open_view(s.world)
    if not places:
        return None
    place = s.lot.choice(list(places))
    name = s.lot.choice(types_of(places[place]))
    number = sum(o.object_type == name for o in places[place])
    return Command(f"tell me how many {several(name)} there are {at(place)}", {"answer": [str(number)]})


def _count_kind(s: Scenery) -> Command | None:
    options = [
        (word, place, sum(o.object_type in sure for o in things))
        for place, things in in_open_view(s.world).items()
        for word, (sure, maybe) in KINDS_OF_THINGS.items()
        if any(o.object_type in sure for o in things) and not any(o.object_type in maybe for o in things)
        and not any(o.object_type in {*sure, *maybe} and lies_in_a_thing(s.world, o) for o in loose_things(s.world))
    ]
    if not options:
        return None
    word, place, number = s.lot.choice(options)
    noun = f"pieces{word[5:]}" if word.startswith("piece ") else f"{word}es" if word == "dish" else f"{word}s"
    return Command(f"tell me how many {noun} there are {at(place)}", {"answer": [str(number)]})


def _biggest(s: Scenery) -> Command | None:
    options = []
    for place, things in in_open_view(s.world).items():
        ordered = sorted(standing_at(s.world, place), key=size_of)
        if len(ordered) < 2 or len(things) < 2:
            continue
        if size_of(ordered[-1]) > MORE * size_of(ordered[-2]):
            options.append((s.one(("biggest", "largest")), place, ordered[-1].object_type))
        if size_of(ordered[1]) > MORE * size_of(ordered[0]):
            options.append(("smallest", place, ordered[0].object_type))
    if not options:
        return None
    most, place, name = s.lot.choice(options)
    noun = s.one(("object", "thing", "item"))
    return Command(f"tell me what is the {most} {noun} {at(place)}", {"answer": [name]})


def _weight(s: Scenery) -> Command | None:
    places = in_open_view(s.world)
    if not places:
        return None
    most = s.one(("heaviest", "lightest", "thinnest"))
    place = s.lot.choice(list(places))
    return Command(f"tell me what is the {most} object {at(place)}", {"answer": ["unknown"], **_REFUSED})


def _bring_kind(s: Scenery) -> Command | None:
    options = [
        (word, place, [o.object_id for o in things if o.object_type in {*sure, *maybe}])
        for place, things in by_furniture(s.world).items()
        for word, (sure, maybe) in KINDS_OF_THINGS.items()
        if any(o.object_type in sure for o in things)
    ]
    if not options:
        return None
    word, place, ids = s.lot.choice(options)
    return Command(f"bring me {with_article(word)} {_from(place)}", _given(ids))


def _nothing_there(s: Scenery) -> Command | None:
    name, ids = s.thing()
    lying = {furniture_of(s.world, s.world.objects[one]) for one in ids}
    others = sorted(set(by_furniture(s.world)) - lying)
    if not others:
        return None
    place = s.lot.choice(others)
    target = s.surface(*lying, place, takes=name)
    put = [f"{s.one(PUT)} it on the {name_of(target)}"] if target else []
    return Command(
        f"{s.one(TAKE)} the {spoken(name)} {_from(place)} and {s.one((*put, s.one(GIVE).format('it')))}", _REFUSED
    )


def _no_such_room(s: Scenery) -> Command | None:
    name, _ = s.thing()
    room, thing = s.one(NOT_HERE), with_article(spoken(name))
    say = s.one((
        f"{s.one(FIND)} {thing} in the {room} and {s.one(GIVE).format('it')}",
        f"bring me {thing} from the {room}",
        f"{s.one(GO)} the {room}",
        f"{s.one(FIND)} {thing} in the {room} then {s.one(TAKE)} it and {s.one(GIVE).format('it')}",
    ))  # fmt: skip
    return Command(say, _REFUSED)


def _follow(s: Scenery) -> Command | None:
    who, place = s.one((*NAMES, *PERSONS)), name_of(s.surface() or "Floor")
    target = s.one((s.room, *NOT_HERE))
    say = s.one((
        f"follow {who} from the {place} to the {target}", f"guide {who} from the {place} to the {target}",
        f"take {who} from the {place} to the {target}", f"meet {who} at the {place} and follow them to the {target}",
        f"escort {who} to the {target}", f"lead {who} from the {place} to the {target}",
        f"follow the person at the {place}",
    ))  # fmt: skip
    return Command(say, _REFUSED)


def _greet(s: Scenery) -> Command | None:
    who, place = s.one((*NAMES, *PERSONS)), name_of(s.surface() or "Floor")
    say = s.one((
        f"greet {who} in the {s.room}", f"meet {who} in the {s.room} and tell them the time",
        f"introduce yourself to {who} in the {s.room}",
        f"salute {who} at the {place} and find them in the {s.one(NOT_HERE)}",
        f"say hello to {who} in the {s.room}", f"find {who} in the {s.room} and answer a question",
        f"tell something about yourself to {who} in the {s.room}", f"go to the {place} then meet {who} and follow them",
        f"find {who} in the {s.room}",
    ))  # fmt: skip
    return Command(say, _REFUSED)


def _to_someone(s: Scenery) -> Command | None:
    found = s.placed()
    if found is None:
        return None
    name, _, place = found
    who, thing = s.one((*NAMES, *PERSONS)), f"the {spoken(name)}"
    say = s.one((
        f"bring {who} {with_article(spoken(name))}", f"give {thing} to {who} in the {s.room}",
        f"{s.one(TAKE)} {thing} {_from(place)} and deliver it to {who} in the {s.room}",
        f"{s.one(TAKE)} {thing} {_from(place)} and give it to {who}",
    ))  # fmt: skip
    return Command(say, _REFUSED)


def _about_people(s: Scenery) -> Command | None:
    place = name_of(s.surface() or "Floor")
    say = s.one((
        f"tell me how many persons in the {s.room} are sitting", f"tell me the name of the person at the {place}",
        f"tell me how many people in the {s.room} are wearing red shirts",
        f"tell me the pose of the person in the {s.room}", f"tell me the gesture of the person at the {place}",
        f"tell me how many standing persons are in the {s.room}",
    ))  # fmt: skip
    return Command(say, {"answer": ["unknown"], **_REFUSED})


KINDS: Mapping[str, Callable[[Scenery], Command | None]] = {
    "place": _place, "bring": _bring, "take_and_bring": _take_and_bring, "find_and_put": _find_and_put,
    "find_and_bring": _find_and_bring, "go_and_bring": _go_and_bring, "find": _find, "go": _go, "count": _count,
    "count_kind": _count_kind, "biggest": _biggest, "weight": _weight, "bring_kind": _bring_kind,
    "nothing_there": _nothing_there, "no_such_room": _no_such_room, "follow": _follow, "greet": _greet,
    "to_someone": _to_someone, "about_people": _about_people,
}  # fmt: skip


def tasks(rooms: int = ROOMS, each: int = TASKS, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """Yield so many commands for each of so many rooms of all kinds, the kinds of commands in turn."""
    lot = random.Random(seed)
    names = scenes()
    drawn = sorted(lot.sample(names, rooms), key=names.index)
    turn = 0
    for scene in drawn:
        scenery = Scenery(load_world(scene), lot)
        for number in range(1, each + 1):
            turn, kind, command = _next(scenery, turn)
            text = f"{command.say[0].upper()}{command.say[1:]}."
            yield {
                "task_id": f"{scene}.{number}.{kind}",
                "task_type": f"{SERVICE}{kind}",
                "floor_plan": scene,
                "annotations": [{"task_desc": text}],
                "goal": dict(command.goal),
            }


def _next(scenery: Scenery, turn: int) -> tuple[int, str, Command]:
    """Return whose turn is next, and the command of the kind whose it is, or of the next that this room is fit for."""
    kinds = list(KINDS)
    for later in range(turn, turn + len(kinds)):
        kind = kinds[later % len(kinds)]
        command = KINDS[kind](scenery)
        if command is not None:
            return later + 1, kind, command
    raise ValueError(f"{scenery.world.scene} has nothing that people could speak about")


def main() -> int:
    """Print the tasks."""
    return print_tasks("service", __doc__, tasks, (ROOMS, TASKS, SEED))


if __name__ == "__main__":
    raise SystemExit(main())
