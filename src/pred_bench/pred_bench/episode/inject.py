"""Diverse initial states and injected discrepancies (PRED section 4.1, "Diverse initial states"), drawn by a seed.

A kind of injection looks at the room that a task's own layout makes and adds to that layout: copies of objects
(``object_poses``), changes of single objects (``changes``), later ones too. The same task, kinds and seed give the same
injection. Nothing here is known to the robot but, for duplicates, a sentence that is added to the instruction.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from pred_bench.episode.room import APPLIANCES, MANY, Room, needs_of
from pred_core.vocabulary import look_alikes, single_slot, spoken
from pred_language.lexicon.tagger import tag
from pred_tasks.alfred.goals import AlfredGoal
from pred_tasks.states import STATES
from pred_tasks.tasks import Annotation, Task
from pred_tasks.world import Entry, WorldState

MIXED = "mixed"
LIKELY = 0.6
"""How often each possible state, and each possible kind of a mix, is drawn; at least one always is."""

APART = 0.14
"""Metres between a target and the look-alike or copy put beside it."""

LATER = (3, 15)
"""After how many actions something is moved: after the plan was made, mostly before the target is in the hand."""

_ORDER = {"hot": 1, "cold": 1, "sliced": 3, "open": 4, "on": 4}
"""Places come first, then temperatures, other states, slices, and appliances last: they would be in the way."""


class InjectionError(ValueError):
    """Kinds of injection that do not exist, with a sentence that says which do."""


@dataclass(frozen=True)
class Injection:
    """Which kinds, drawn with which seed."""

    kinds: tuple[str, ...]
    seed: int = 0


@dataclass
class Draft:
    """What is to be added to a task.

    ``moved`` are ids of instances with a new place, ``taken`` of those that have to stay where they are.
    """

    changes: list[dict[str, Any]] = field(default_factory=list)
    poses: list[dict[str, Any]] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    record: list[dict[str, Any]] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)

    def note(self, kind: str, what: str, subject: str, **more: Any) -> None:
        """Record what was injected."""
        self.record.append({"kind": kind, "what": what, "object": subject, **more})

    def set_state(self, kind: str, object_id: str, state: str) -> None:
        """Give an object a state."""
        self.changes.append({"object_id": object_id, "state": state})
        self.note(kind, state, object_id)

    def free(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the instances that may be moved."""
        return [e for e in entries if e["objectId"] not in self.moved | self.taken]


Kind = Callable[[Room, Random, Draft], None]


def parse_kinds(text: str) -> tuple[str, ...]:
    """Return the kinds of a comma-separated text.

    :raises InjectionError: naming what is none
    """
    kinds = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in kinds if name not in KINDS and name != MIXED]
    if unknown or not kinds:
        raise InjectionError(
            f"there is nothing called {', '.join(unknown) or repr(text)} to inject. "
            f"There is: {', '.join((*KINDS, MIXED))}."
        )
    return kinds


def inject(task: Task, world: WorldState, injection: Injection) -> tuple[Task, tuple[dict[str, Any], ...]]:
    """Return a task with discrepancies in its layout, and what they are: kind, what, object.

    A kind that this room and goal give no occasion for adds nothing. The goal of the new task counts what *is* clean,
    hot or cold as well as what was made so, see :class:`AlfredGoal`.

    :param world: the room after the task's own layout
    """
    room, draft = Room(world, needs_of(task, world), may_copy=_may_copy(task)), Draft()
    chosen = _drawn(room, injection, task.task_id)
    for kind in (name for name in KINDS if name in chosen):
        KINDS[kind](room, _random(injection, task, kind), draft)
    return _changed(task, world, draft), tuple(draft.record)


def _may_copy(task: Task) -> bool:
    """Tell whether copies can be added: not where the layout makes some by ``duplicates``, whose ids would be lost."""
    return bool(task.layout.get("object_poses")) or not task.layout.get("duplicates")


def _drawn(room: Room, injection: Injection, task_id: str) -> set[str]:
    """Return the kinds asked for; of a mix, those drawn among the ones that are possible here."""
    asked = {kind for kind in injection.kinds if kind != MIXED}
    if MIXED not in injection.kinds:
        return asked
    random = Random(f"{injection.seed}|{task_id}|{MIXED}")
    possible = []
    for kind, make in KINDS.items():
        trial = Draft()
        make(room, Random(0), trial)
        if trial.record:
            possible.append(kind)
    return asked | set(_some(random, possible))


def _random(injection: Injection, task: Task, kind: str) -> Random:
    return Random(f"{injection.seed}|{task.task_id}|{kind}")


def _some[T](random: Random, options: Sequence[T]) -> list[T]:
    """Draw each option with probability :data:`LIKELY`, at least one if there is any."""
    drawn = [option for option in options if random.random() < LIKELY]
    return drawn or ([random.choice(options)] if options else [])


def _shuffled(random: Random, ids: Iterable[str]) -> list[str]:
    return random.sample(found := list(ids), len(found))[:MANY]


def _changed(task: Task, world: WorldState, draft: Draft) -> Task:
    layout = dict(task.layout)
    changes = [*layout.get("changes", ()), *draft.changes]
    layout["changes"] = sorted(changes, key=lambda c: 0 if "place" in c else _ORDER.get(c["state"], 2))
    layout["keep_temperature"] = True  # what is hot when it is looked at is to be hot when it is judged
    if draft.poses:
        poses = layout.get("object_poses") or poses_of(world)
        layout["object_poses"] = [*poses, *draft.poses]
        layout.pop("random_spawn", None)  # the poses say where everything is
    goal = replace(task.goal, by_state=True) if isinstance(task.goal, AlfredGoal) else task.goal
    target = needs_of(task, world).target
    annotations = tuple(_hinted(a, draft.hints) if _names(a, target) else a for a in task.annotations)
    return replace(task, layout=layout, goal=goal, annotations=annotations)


def _names(annotation: Annotation, target: str) -> bool:
    """Tell whether a person's sentence calls the target by its name; of who says cup, "the mug" is another thing."""
    meanings = (token.classes for token in tag(annotation.goal) if token.classes)
    return any(classes.get(target) == max(classes.values()) for classes in meanings)


def _hinted(annotation: Annotation, hints: Sequence[str]) -> Annotation:
    if not hints:
        return annotation
    text = annotation.goal if annotation.goal.endswith((".", "!", "?")) else f"{annotation.goal}."
    return replace(annotation, goal=" ".join((text, *hints)))


def poses_of(world: WorldState) -> list[dict[str, Any]]:
    """Return the places of all that can be carried, as a layout has them; copies share a name."""
    return [
        _pose(o, o["position"])
        for o in sorted(world.objects.values(), key=lambda o: str(o["objectId"]))
        if o["pickupable"]
    ]


def _pose(entry: Entry, position: Mapping[str, float]) -> dict[str, Any]:
    name = str(entry["name"]).split("(", maxsplit=1)[0]
    place = {axis: float(position[axis]) for axis in "xyz"}
    return {
        "type": entry["objectType"],
        "name": name,
        "position": place,
        "rotation": {axis: float(entry["rotation"][axis]) for axis in "xyz"},
    }


def _beside(random: Random, source: Entry, anchor: Entry) -> dict[str, Any]:
    """Return the pose of a copy of ``source`` beside ``anchor``; the simulator moves it to the next free place."""
    turn = random.uniform(0.0, 2.0 * math.pi)
    place = dict(anchor["position"])
    place["x"] += APART * math.cos(turn)
    place["z"] += APART * math.sin(turn)
    return _pose(source, place)


def _duplicates(room: Room, random: Random, draft: Draft) -> None:
    """Put an instance into a closed place and say so, while an equally good one lies in plain view."""
    closed = room.closed_places()
    hidden = next(iter(random.sample(found := draft.free(room.instances()), len(found))), None)
    if not closed or hidden is None:
        return
    kind = random.choice(sorted({c["objectType"] for c in closed}))
    others = [o for o in room.instances() if o is not hidden and room.is_plain(o) and not room.is_placed(o)]
    if not others:
        anchor = _anchor(room, random, hidden) if room.may_copy else None
        if anchor is None:
            return
        draft.poses.append(_beside(random, hidden, anchor))
    places = _shuffled(random, (c["objectId"] for c in closed if c["objectType"] == kind))
    draft.changes.append({"object_id": hidden["objectId"], "place": places})
    draft.moved.add(hidden["objectId"])
    draft.taken.update(o["objectId"] for o in others)
    draft.hints.append(f"The {spoken(room.needs.target)} is in the {spoken(kind)}.")
    draft.note("duplicates", f"hidden in a {kind}", hidden["objectId"], copied=not others)


def _anchor(room: Room, random: Random, hidden: Entry) -> Entry | None:
    """Return what a copy is put beside: the original, if that lies in plain view, or anything that does."""
    if room.is_plain(hidden) and not room.is_placed(hidden):
        return hidden
    places = set(room.open_places())
    lying = [
        o
        for o in sorted(room.world.objects.values(), key=lambda o: str(o["objectId"]))
        if o["pickupable"] and places & set(o["parentReceptacles"] or ())
    ]
    return random.choice(lying) if lying else None


def _in_place(room: Room, random: Random, draft: Draft) -> None:
    """Put one instance where the goal wants it; of a stack, into its container."""
    needs = room.needs
    if "sliced" in needs.states or any(room.is_placed(o) for o in room.instances()):
        return
    types = (needs.container,) if needs.container else needs.places
    homes = [p for p in room.of(*types) if p["receptacle"] and _takes(p, needs.target)]
    found = [o for o in draft.free(room.instances()) if o["temperature"].lower() not in needs.states]
    if not homes or not found:
        return
    one = random.choice(found)
    draft.changes.append(
        {"object_id": one["objectId"], "place": _shuffled(random, (p["objectId"] for p in homes))}
    )
    draft.moved.add(one["objectId"])
    draft.note("in_place", f"in or on a {types[0]}", one["objectId"])


def _takes(place: Entry, target: str) -> bool:
    only = single_slot(place["objectType"])
    return not only or (target in only and not place["receptacleObjectIds"])


def _states(room: Room, random: Random, draft: Draft) -> None:
    """Make instances what the task would make of them, switch appliances on, and open doors."""
    options: list[tuple[str, tuple[str, ...]]] = []
    for state in room.needs.states:
        able = [
            o["objectId"]
            for o in room.instances()
            if o["objectId"] not in draft.moved and not room.is_placed(o) and _can_become(room, o, state)
        ]
        if able:
            options.append((state, tuple(random.sample(able, random.randint(1, len(able))))))
    appliances = [
        (state, (random.choice(room.of(kind))["objectId"],))
        for wanted in room.needs.states
        for kind, state in APPLIANCES.get(wanted, ())
        if room.of(kind)
    ]
    if appliances:
        options.append(random.choice(appliances))
    options += _furniture_states(room, random)
    for state, ids in _some(random, options):
        draft.taken.update(ids)
        for object_id in ids:
            draft.set_state("states", object_id, state)


def _furniture_states(room: Room, random: Random) -> list[tuple[str, tuple[str, ...]]]:
    """Return what may be on or open already: the lamp, the destination's door."""
    lamps = [o for o in room.of(room.needs.toggle) if o["toggleable"] and not o["isToggled"]]
    doors = [o for o in room.of(*room.needs.places) if o["openable"] and not o["isOpen"]]
    pairs = (("on", lamps), ("open", doors))
    return [(state, (str(random.choice(found)["objectId"]),)) for state, found in pairs if found]


def _can_become(room: Room, entry: Entry, state: str) -> bool:
    """Tell whether an object is not in a state yet and can be brought into it."""
    if state in ("hot", "cold"):
        kind = APPLIANCES[state][0][0]
        around = [p["objectType"] for p in room.parents(entry)]
        if not around or kind in around or not room.of(kind):
            return False
    return STATES[state].may_be_of(entry) and not STATES[state].of(entry)


def _lookalikes(room: Room, random: Random, draft: Draft) -> None:
    """Put a copy of something that is easily taken for the target beside instances in plain view."""
    sources = [
        room.of(kind)[0]
        for kind in look_alikes(room.needs.target)
        if kind not in room.needs.types and room.of(kind)
    ]
    anchors = [o for o in room.instances() if room.is_plain(o)]
    if not sources or not room.may_copy:
        return
    for anchor in random.sample(anchors, min(len(anchors), 2)):
        source = random.choice(sources)
        draft.poses.append(_beside(random, source, anchor))
        draft.note("lookalikes", f"{source['objectType']} beside it", anchor["objectId"])


def _moved(room: Room, random: Random, draft: Draft) -> None:
    """Move the instance that is nearest to the robot after it has made its plan."""
    found = [o for o in draft.free(room.instances()) if not room.is_placed(o)]
    if not found:
        return
    one = min(found, key=lambda o: (o["distance"], o["objectId"]))
    now = {p["objectId"] for p in room.parents(one)}
    places = _shuffled(random, (p for p in room.open_places() if p not in now))
    if not places:
        return
    after = random.randint(*LATER)
    draft.changes.append({"object_id": one["objectId"], "place": places, "after": after})
    draft.moved.add(one["objectId"])
    draft.note("moved", f"after {after} actions", one["objectId"])


KINDS: Mapping[str, Kind] = {
    "duplicates": _duplicates,
    "in_place": _in_place,
    "states": _states,
    "lookalikes": _lookalikes,
    "moved": _moved,
}
"""Kinds by name, in the order in which they take their pick."""
