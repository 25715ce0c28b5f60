"""Examples of what objects look like in their states: a room's objects, put into states by chance and looked at.

The player's own status is set, so what is seen is what the running stack sees. No ROS and no Controller here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.vocabulary import invisible, whole_of
from pred_learning.chance_views import horizon_towards, one_of_any_type, stand_near, yaw_towards
from sim_bridge_thor.observation import attributes_of
from thor_player.actions.toggling import switch
from thor_player.hand import follow, hold, release
from thor_player.metadata import describe
from thor_player.model import Array, Camera, Frame, SimObject, World
from thor_player.opening import swing
from thor_player.reachability import reachable_positions
from thor_player.slicing import slice_object
from thor_player.state import PlayerState, load
from thor_player.vision import renderer

NEAR, FAR = 0.3, 2.5
MIN_PIXELS = 100
SIDE = 300  # of the picture, pixels, with 90 degrees of view: what the bridge gives
HORIZONS = (-30.0, 0.0, 30.0, 60.0)
ASIDE = 28.0  # degrees the camera may point past the object
LIQUIDS = ("water", "coffee", "wine")


@dataclass(frozen=True)
class Example:
    """One object in one picture: HxWx3 crop, HxW mask, its attributes; ``distance`` metres, median depth."""

    type: str
    attributes: Mapping[str, bool]
    rgb: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    scene: str
    distance: float


def teaching_type(kind: str, attribute: str) -> str:
    """Return the type under which an example is filed: a slice shows what a sliced whole looks like."""
    return (whole_of(kind) or kind) if attribute == "sliced" else kind


def take(scene: str, views: int, seed: int, wanted: Sequence[str] | None = None) -> Iterator[Example]:
    """Yield examples of a room: ``views`` pictures of objects by chance, then each thing once in the hand.

    :param wanted: types to look at (others in the picture come along); None: all
    :raises UnknownScene: when there is no such room
    """
    random = np.random.default_rng([seed, sum(scene.encode())])
    state = load(scene)
    world = state.world
    places = reachable_positions(world)
    _cut_some(world, random)
    for _ in range(views):
        shuffle(world, random)
        target = _choose(world, wanted, random)
        if target is None:
            return
        if _look_at(state, target, places, random):
            yield from _harvest(state)
    yield from _in_hand(state, wanted, random)


def shuffle(world: World, random: np.random.Generator) -> None:
    """Put every object into a state by chance, as far as its type affords and states go together."""
    for obj in world.active():
        _shuffle_one(world, obj, random)
    for obj in world.active():
        if obj.controlled and obj.can("toggleable"):
            switch(world, obj, obj.status.is_toggled)


def _shuffle_one(world: World, obj: SimObject, random: np.random.Generator) -> None:
    status = obj.status
    status.is_broken = obj.can("breakable") and obj.object_type != "Egg" and random.random() < 0.25
    status.is_dirty = obj.can("dirtyable") and random.random() < 0.5
    fills = obj.can("canFillWithLiquid") and not status.is_broken and random.random() < 0.5
    status.fill_liquid = str(random.choice(LIQUIDS)) if fills else None
    status.is_cooked = obj.can("cookable") and random.random() < 0.5
    status.is_used_up = obj.can("canBeUsedUp") and random.random() < 0.5
    status.is_toggled = obj.can("toggleable") and not status.is_broken and random.random() < 0.5
    if obj.object_type == "LightSwitch":
        status.is_toggled = random.random() < 0.8
    if obj.can("openable"):
        openness = float(random.random() < 0.4)
        if obj.object_type == "Microwave" and status.is_toggled:
            openness = 0.0
        swing(world, obj, openness)
    obj.touch()


def _cut_some(world: World, random: np.random.Generator) -> None:
    for obj in world.active():
        if obj.can("sliceable") and random.random() < 0.5 and obj.object_type != "Egg":
            slice_object(world, obj)


def _choose(world: World, wanted: Sequence[str] | None, random: np.random.Generator) -> SimObject | None:
    told = (obj for obj in world.active() if _is_wanted(obj, wanted) and _visible_attributes(obj))
    return one_of_any_type(told, random)


def _look_at(
    state: PlayerState, target: SimObject, places: Sequence[Array], random: np.random.Generator
) -> bool:
    """Put the agent to a free place near enough, looking towards the object; tell whether there is one."""
    agent, middle = state.agent, target.box.center
    if not stand_near(agent, middle, places, (NEAR, FAR), random):
        return False
    agent.yaw = yaw_towards(agent, middle, ASIDE, random) % 360.0
    agent.horizon = horizon_towards(agent, middle, HORIZONS, random)
    return True


def _in_hand(
    state: PlayerState, wanted: Sequence[str] | None, random: np.random.Generator
) -> Iterator[Example]:
    """Yield each portable thing as it looks in the hand, and lay it aside for good."""
    world = state.world
    for obj in [o for o in world.active() if o.can("pickupable") and _is_wanted(o, wanted)]:
        if not _visible_attributes(obj):
            continue
        _shuffle_one(world, obj, random)
        state.agent.horizon = float(random.choice(HORIZONS[1:]))
        hold(state, obj)
        follow(state)
        yield from _harvest(state, obj.object_id)
        release(state, obj)
        obj.status.active = False


def _is_wanted(obj: SimObject, wanted: Sequence[str] | None) -> bool:
    return wanted is None or obj.object_type in wanted


def _visible_attributes(obj: SimObject) -> dict[str, bool]:
    known = attributes_of(describe(obj))
    return {name: value for name, value in known.items() if name not in invisible()}


def _harvest(state: PlayerState, only: str = "") -> Iterator[Example]:
    """Yield every object with attributes that shows enough of itself in the agent's picture."""
    agent = state.agent
    camera = Camera(agent.camera_position(), agent.yaw, agent.horizon, 90.0, SIDE, SIDE)
    frame: Frame = renderer(state).render(camera)
    counts = np.bincount(frame.ids.ravel(), minlength=len(frame.names))
    for label in np.flatnonzero(counts >= MIN_PIXELS):
        name = frame.names[label]
        if not name or (only and name != only):
            continue
        obj = state.world.objects[name]
        attributes = _visible_attributes(obj)
        mask = frame.ids == label
        distance = float(np.median(frame.depth[mask]))
        if not attributes or distance > FAR:
            continue
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        yield Example(
            obj.object_type, attributes, frame.rgb[window].copy(), mask[window], state.world.scene, distance
        )
