"""Rooms as a detector is to learn them: the recorded floor plans with other looks, things, sizes, places and states.

A detector that saw only the rooms as they were recorded would know them by heart. No ROS and no Controller here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pred_core.vocabulary import object_types
from pred_learning.examples import shuffle
from thor_player.looks import set_style
from thor_player.model import SimObject, World
from thor_player.render import STYLES
from thor_player.rooms import make_object
from thor_player.shapes.paint import NAMES
from thor_player.slicing import slice_object
from thor_player.solids import body_parts
from thor_player.solids_pose import move, refresh
from thor_player.spawning import Spawn, respawn
from thor_player.state import PlayerState, load
from thor_player.surfaces import rest_height, surfaces_of

STRANGERS = 26
"""Things that are brought into a room, of types chosen by chance: a mug may stand in any room."""
SIZES = (0.85, 1.2)
SLICED = 0.3
AS_RECORDED = 0.15
"""Share of the rooms that stay as recorded but for looks and states."""
PAINTED = 0.6
"""Share of the things that are painted: a room of another seed is loaded bare, the recorded one is not."""
KNOWN_COLOR = 0.75
"""Share of them that get a colour that their type has in some room; the others get any."""
COLORED_BY_STATE = frozenset({"cookable", "canBeUsedUp"})
"""What can do this shows its state by its colour, so that no room paints it."""


def vary(scene: str, seed: int, colors: Mapping[str, Sequence[str]]) -> PlayerState:
    """Return a room with everything about it chosen by chance that does not belong to its building.

    :param colors: names of those that things of a type have, each as often as there are rooms with it
    :raises UnknownScene: when there is no such room
    """
    random = np.random.default_rng([seed, sum(scene.encode()), 21])
    state = load(scene, int(random.integers(1 << 30)))
    world = state.world
    set_style(world, int(random.integers(STYLES)))
    if random.random() >= AS_RECORDED:
        _bring_strangers(world, random)
        for obj in world.active():
            if obj.can("pickupable"):
                _resize(obj, random)
        respawn(world, Spawn(seed=int(random.integers(1 << 30)), allow_floor=bool(random.random() < 0.2)))
    _paint(world, colors, random)
    _cut_some(world, random)
    shuffle(world, random)
    return state


def _bring_strangers(world: World, random: np.random.Generator) -> None:
    kinds = sorted(
        name
        for name, kind in object_types().items()
        if "pickupable" in kind.flags and not name.endswith("Sliced")
    )
    for index in range(STRANGERS):
        kind = kinds[int(random.integers(len(kinds)))]
        # Far below the floor: what finds no place in the room is never seen.
        nowhere = world.bounds.center - np.array([0.0, 50.0, 0.0])
        make_object(world, kind, nowhere, np.zeros(3), f"{kind}_stranger_{index}_{random.integers(1 << 30)}")


def _resize(obj: SimObject, random: np.random.Generator) -> None:
    """Make a thing larger or smaller, and a little wider or narrower."""
    factors = random.uniform(*SIZES) * random.uniform(0.93, 1.07, 3)
    obj.bounds = obj.bounds * factors
    move(obj, obj.position, obj.rotation)
    rest = rest_height(obj, [])
    obj.surfaces = surfaces_of(obj, rest)
    obj.parts = body_parts(obj, rest)
    refresh(obj)


def _paint(world: World, colors: Mapping[str, Sequence[str]], random: np.random.Generator) -> None:
    """Paint things by chance, furniture of one type alike, as doors and drawers of a room are."""
    chosen: dict[str, str] = {}
    for obj in world.objects.values():
        if any(obj.can(state) for state in COLORED_BY_STATE):
            continue
        color = _color(colors.get(obj.object_type, ()), random)
        obj.paint = color if obj.can("pickupable") else chosen.setdefault(obj.object_type, color)


def _color(known: Sequence[str], random: np.random.Generator) -> str:
    if random.random() >= PAINTED:
        return ""
    choices = known if known and random.random() < KNOWN_COLOR else sorted(NAMES)
    return choices[int(random.integers(len(choices)))]


def _cut_some(world: World, random: np.random.Generator) -> None:
    for obj in world.active():
        if obj.can("sliceable") and obj.object_type != "Egg" and random.random() < SLICED:
            slice_object(world, obj)
