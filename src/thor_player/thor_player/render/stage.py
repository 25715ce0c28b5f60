"""A bare stage for single objects: every type in every state it can have, seen as an agent would see it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from thor_player.model import Agent, Box, Camera, ObjectStatus, SimObject, Structure, World
from thor_player.solids import body_parts
from thor_player.types import ObjectType, object_types

_SIZES = {
    "AppleSliced": (0.03, 0.1, 0.1), "BreadSliced": (0.025, 0.13, 0.12), "EggCracked": (0.11, 0.025, 0.1),
    "LettuceSliced": (0.03, 0.14, 0.16), "PotatoSliced": (0.015, 0.07, 0.09), "TargetCircle": (0.5, 0.01, 0.5),
    "TomatoSliced": (0.02, 0.1, 0.11), "CounterTop": (1.3, 0.04, 0.6), "Floor": (2.0, 0.1, 2.0),
    "Blinds": (0.9, 0.6, 0.05), "Boots": (0.28, 0.4, 0.3), "Box": (0.42, 0.3, 0.32), "Bread": (0.3, 0.14, 0.16),
    "Cabinet": (0.8, 0.75, 0.35), "CellPhone": (0.15, 0.012, 0.075), "CoffeeMachine": (0.28, 0.38, 0.36),
    "Curtains": (1.6, 2.1, 0.15), "Drawer": (0.5, 0.18, 0.45), "Fridge": (0.85, 1.8, 0.75),
    "HandTowel": (0.18, 0.4, 0.06), "Ladle": (0.3, 0.06, 0.09), "Mirror": (0.6, 0.9, 0.04),
    "Painting": (0.9, 0.6, 0.05), "Pillow": (0.55, 0.16, 0.4), "Poster": (0.6, 0.8, 0.02),
    "ShowerCurtain": (1.4, 1.9, 0.12), "Television": (1.0, 0.65, 0.22), "TVStand": (1.4, 0.5, 0.45),
    "Toilet": (0.5, 0.9, 0.7), "Sofa": (1.96, 0.9, 0.95), "Desktop": (0.6, 0.55, 0.5), "Laptop": (0.4, 0.28, 0.36),
}  # fmt: skip
_STATES: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("openable", "open", {"openness": 1.0}),
    ("toggleable", "on", {"is_toggled": True}),
    ("dirtyable", "dirty", {"is_dirty": True}),
    ("canFillWithLiquid", "water", {"fill_liquid": "water"}),
    ("canFillWithLiquid", "coffee", {"fill_liquid": "coffee"}),
    ("sliceable", "sliced", {"is_sliced": True}),
    ("cookable", "cooked", {"is_cooked": True}),
    ("breakable", "broken", {"is_broken": True}),
    ("canBeUsedUp", "used up", {"is_used_up": True}),
)
# Their flag is false in the records, but another object drives the state.
_DRIVEN = {"StoveBurner": "toggleable"}


def states_of(kind: ObjectType) -> Iterator[tuple[str, ObjectStatus]]:
    """Yield (name, status) for the plain state and every state the type can be in alone."""
    yield "", ObjectStatus()
    for flag, name, change in _STATES:
        if kind.can(flag) or _DRIVEN.get(kind.name) == flag:
            status = ObjectStatus(**change)  # type: ignore[arg-type]
            if kind.name == "Laptop":
                status.openness = 1.0  # its screen is seen only then
            yield name, status


def staged_object(name: str, status: ObjectStatus | None = None, variant: int = 0) -> SimObject:
    """Return one object of a type at its usual size, standing on y = 0 at the origin, front to +z."""
    kind = object_types()[name]
    half = np.array(_SIZES.get(name) or kind.size or (0.2, 0.2, 0.2)) / 2.0
    center = np.array([0.0, half[1], 0.0])
    box = Box(center, half)
    obj = SimObject(
        object_id=f"{name}|+00.00|+00.00|+00.00",
        name=name,
        object_type=name,
        asset_id="",
        position=center.copy(),
        rotation=np.zeros(3),
        box=box,
        flags=kind.flags,
        materials=kind.materials[:1],
        solids=[box],
        front=0.0,
        status=status or ObjectStatus(),
        variant=variant,
    )
    if name == "Shelf":  # its box is the space over it
        obj.parts = body_parts(obj, 0.0)
    return obj


def stage(objects: list[SimObject]) -> World:
    """Return an empty room of 8 x 4 x 8 m with a pale floor and these objects."""
    wall = [Box(np.array([0.0, 1.0, -4.0]), np.array([4.0, 3.0, 0.05]))]
    ground = [Box(np.array([0.0, -0.05, 0.0]), np.array([4.0, 0.05, 4.0]))]
    bounds = Box(np.array([0.0, 1.0, 0.0]), np.array([2.0, 2.0, 2.0]))
    agent = Agent(np.array([0.0, 0.9, 1.5]))
    return World(
        "Stage", {o.object_id: o for o in objects}, Structure(ground, wall, []), agent, "Kitchen", bounds
    )


def portrait_camera(obj: SimObject, size: int, distance: float | None = None) -> Camera:
    """Return a camera before and above the object's front right that fits it, or one at a distance in metres."""
    reach = float(np.linalg.norm(obj.box.half))
    far = max(2.3 * reach, 0.05) if distance is None else distance
    yaw, horizon = 205.0, 28.0
    a, b = np.radians(yaw), np.radians(horizon)
    forward = np.array([np.sin(a) * np.cos(b), -np.sin(b), np.cos(a) * np.cos(b)])
    return Camera(
        obj.box.center - far * forward, yaw, horizon, 60.0 if distance is None else 90.0, size, size
    )
