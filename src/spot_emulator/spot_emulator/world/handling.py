"""What the gripper can take hold of, and what happens to what it holds, moves and lets go. Points are in the map."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spot_emulator.world.house import House
from thor_player import contextual
from thor_player.actions.toggling import switch
from thor_player.breaking import break_by_impulse
from thor_player.containment import carry, detach, remove
from thor_player.falling import land, landing_under
from thor_player.leaves import facing_half, full_swing, leaves
from thor_player.model import SimObject
from thor_player.opening import swing
from thor_player.rooms_fronts import direction

Array = NDArray[np.float64]

WIDEST = 0.16
"""Metres that the claw opens at its tips."""
_HEAVIEST = 8.0  # kg
_FLOOR_GRIP = 0.002  # metres of a thing that the claw needs above what it lies on: of a CD, as of a card, there is more
_SLIP = 0.02  # chance that a good grasp slips
_SLIP_WIDE = 0.2  # more of it for the widest things
_GRAVITY = 9.81
# Thin walls and edges that the claw takes, however wide the whole is.
_RIMMED = frozenset({
    "Bowl", "Box", "Cloth", "CreditCard", "Cup", "DishSponge", "GarbageBag", "HandTowel", "Kettle", "Laptop", "Mug",
    "Newspaper", "Pan", "Pillow", "Plate", "Pot", "Towel", "WateringCan", "BasketBall", "Book", "Boots", "TeddyBear",
    "LaundryHamper", "Footstool", "Dumbbell", "Ladle", "Vase", "Statue", "Bread", "Lettuce", "TennisRacket", "Toaster",
})  # fmt: skip
_BALLS = frozenset({"BasketBall"})
_SLIDING = frozenset({"Drawer"})
_JAW = 0.02  # metres round a thing within which the jaws meet it


@dataclass(frozen=True)
class Hold:
    """What the claw can take hold of: an object, loose or a fixture's handle. ``width`` in metres between the jaws."""

    name: str
    loose: bool
    width: float
    slip: float


@dataclass(frozen=True)
class Ungraspable:
    """Why the claw cannot hold what it was shown."""

    message: str


def judge(house: House, name: str, point: Array) -> Hold | Ungraspable:
    """Return what the claw takes hold of at a point (3,) of an object.

    :param name: the object's id, "" for the building
    """
    obj = house.world.objects.get(name)
    if obj is None:
        return Ungraspable("there is nothing but the building")
    if obj.can("pickupable"):
        return _loose(obj)
    if obj.can("openable") or obj.can("toggleable") or _is_driven(house, obj):
        if (
            obj.can("openable")
            and obj.front is not None
            and float(ahead(obj) @ (point - house.to_map(obj.box.center))) <= 0.0
        ):
            return Ungraspable(f"{name} has its handle on the other side")
        return Hold(name, loose=False, width=0.02, slip=_SLIP)
    return Ungraspable(f"{name} is fixed and has no handle")


def between_jaws(house: House, point: Array) -> Hold | None:
    """Return what a claw closes on at a point (3,): a loose thing round it, or the front of a door or drawer."""
    where = house.to_unity(point)
    fixtures: list[Hold] = []
    for obj in house.world.active():
        away = np.abs(obj.box.axes() @ (where - obj.box.center))
        if not bool(np.all(away < obj.box.half + _JAW)):
            continue
        if obj.can("pickupable"):
            held = _loose(obj)
            if isinstance(held, Hold):
                return held
        elif obj.can("openable") or obj.can("toggleable"):
            judged = judge(house, obj.object_id, point)
            if isinstance(judged, Hold):
                fixtures.append(judged)
    return fixtures[0] if fixtures else None


def _is_driven(house: House, obj: SimObject) -> bool:
    return any(obj.object_id in other.controlled for other in house.world.objects.values())


def _loose(obj: SimObject) -> Hold | Ungraspable:
    sizes = 2.0 * obj.box.half
    width = float(min(sizes[0], sizes[2]))
    flat = float(sizes[1])
    if obj.object_type in _BALLS:
        return Ungraspable(f"{obj.object_id} is {width:.2f} m wide, the claw opens {WIDEST:.2f} m")
    if obj.object_type in _RIMMED:
        width = min(width, 0.03)
    if min(width, flat) > WIDEST:
        return Ungraspable(f"{obj.object_id} is {min(width, flat):.2f} m wide, the claw opens {WIDEST:.2f} m")
    if flat < _FLOOR_GRIP:
        return Ungraspable(f"{obj.object_id} is too flat to get hold of")
    if obj.mass > _HEAVIEST:
        return Ungraspable(f"{obj.object_id} is too heavy: {obj.mass:.1f} kg")
    across = min(width, WIDEST) if width <= WIDEST else flat
    return Hold(obj.object_id, loose=True, width=across, slip=_SLIP + _SLIP_WIDE * (across / WIDEST) ** 4)


def slips(house: House, hold: Hold, attempt: int) -> bool:
    """Tell whether a grasp slips; the same for the same seed, thing and attempt."""
    return random.Random(f"{house.seed}:{hold.name}:{attempt}").random() < hold.slip


def take(house: House, name: str) -> SimObject:
    """Lift a loose object off what holds it."""
    obj = house.world.objects[name]
    detach(house.world, obj)
    house.world.agent.held = name
    obj.status.is_picked_up = True
    obj.touch()
    return obj


def bring(house: House, obj: SimObject, center: Array, yaw: float) -> None:
    """Move a held object, with what it holds, so that its box is centred at a point (3,); yaw in the map, rad."""
    rotation = np.array([obj.rotation[0], -math.degrees(yaw), obj.rotation[2]])
    carry(house.world, obj, obj.position, rotation)
    carry(house.world, obj, obj.position + (house.to_unity(center) - obj.box.center), rotation)


def let_go(house: House, name: str) -> None:
    """Let a held object fall onto what is below it; what is fragile and falls far breaks."""
    obj = house.world.objects[name]
    house.world.agent.held = None
    obj.status.is_picked_up = False
    obj.touch()
    height = obj.box.bottom
    landing = landing_under(house.world, obj, obj.box.center)
    land(house.world, obj, landing)
    fall = max(0.0, height - obj.box.bottom)
    impulse = obj.mass * math.sqrt(2.0 * _GRAVITY * fall)
    break_by_impulse(house.player, obj, impulse, landing.receptacle)
    contextual.apply(house.player)


def give(house: House, name: str) -> None:
    """Take an object that somebody has got out of the room, with what it holds."""
    obj = house.world.objects[name]
    house.world.agent.held = None
    obj.status.is_picked_up = False
    remove(house.world, obj)


def live(house: House, seconds: float) -> None:
    """Let time pass in the room: water runs, pans heat, hot things cool down."""
    house.world.time += seconds
    contextual.apply(house.player)


def ahead(obj: SimObject) -> Array:
    """Return where an object's front looks to, a unit vector (3,) in the map."""
    way = direction(obj.front or 0.0) @ obj.box.axes()
    return np.array([way[2], -way[0], way[1]])


def slides(obj: SimObject) -> bool:
    """Tell whether an object opens by sliding straight out of its front."""
    return obj.object_type in _SLIDING


def travel(obj: SimObject) -> float:
    """Return how far a sliding object comes out when it opens, metres."""
    return 2.0 * float(np.abs(direction(obj.front or 0.0)) @ obj.box.half) * 0.8


def hinge(house: House, obj: SimObject, handle: Array) -> Array:
    """Return the point (3,) of a door's vertical axis at the height of its handle (3,); of two leaves, the nearer's."""
    front, right = direction(obj.front or 0.0), direction((obj.front or 0.0) + 90.0)
    half, axes = facing_half(obj), obj.box.axes()
    edges = [
        house.to_map(obj.box.center + (right * leaf.side * half[0] + front * half[2]) @ axes)
        for leaf in leaves(obj)
    ]
    point = min(edges, key=lambda edge: math.dist(edge[:2], handle[:2]))
    return np.array([point[0], point[1], handle[2]])


def swing_angle(obj: SimObject) -> float:
    """Return by how much a door opens, radians."""
    return math.radians(full_swing(obj.object_type))


def opening_turn(house: House, obj: SimObject, axis: Array) -> float:
    """Return which way round its axis (3,) a door opens, seen from above: 1 to the left, -1 to the right."""
    across, front = house.to_map(obj.box.center) - axis, ahead(obj)
    return 1.0 if across[0] * front[1] - across[1] * front[0] > 0.0 else -1.0


def opening_way(house: House, obj: SimObject, handle: Array) -> Array:
    """Return where a handle (3,) goes when its door or drawer opens on from how it is, a unit vector (3,)."""
    if slides(obj) or not obj.can("openable"):
        return ahead(obj)
    axis = hinge(house, obj, handle)
    arm = handle - axis
    way = opening_turn(house, obj, axis) * np.array([-arm[1], arm[0], 0.0])
    return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9))


def open_to(house: House, obj: SimObject, openness: float) -> None:
    """Open a door, drawer or lid to a share 0..1."""
    swing(house.world, obj, openness)
    contextual.apply(house.player)


def turn_switch(house: House, obj: SimObject) -> str | None:
    """Turn what a knob or lever switches; return why not where it cannot be."""
    driver = next((o for o in house.world.objects.values() if obj.object_id in o.controlled), obj)
    on = not driver.status.is_toggled
    if on and (driver.status.is_broken or (driver.object_type == "Microwave" and driver.status.is_open)):
        return f"{driver.object_id} cannot be switched on as it is"
    switch(house.world, driver, on)
    contextual.apply(house.player)
    return None
