"""The player's world as data: objects, their state, their solids and the places where things can be put.

Everything here is in Unity's coordinates, as the AI2-THOR protocol speaks them: left-handed, metres, y up,
+z forward, angles in degrees, yaw clockwise seen from above. A yaw of 90 degrees turns +z into +x.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass
class Box:
    """An oriented box that stands upright: ``center`` (3,), ``half`` extents (3,) along its own axes, ``yaw``."""

    center: Array
    half: Array
    yaw: float = 0.0

    def axes(self) -> Array:
        """Return 3x3: the box's own x, y, z axes in the world, one a row."""
        angle = np.radians(self.yaw)
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])

    def corners(self) -> Array:
        """Return the (8, 3) corner points in the world."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
        return np.asarray(self.center + (signs * self.half) @ self.axes())

    def spans(self, point: Array) -> bool:
        """Tell whether a point (3,) is in the box's footprint, at whatever height."""
        return bool(np.all(np.abs((self.axes() @ (point - self.center))[[0, 2]]) <= self.half[[0, 2]]))

    @property
    def bottom(self) -> float:
        """Height of the underside."""
        return float(self.center[1] - self.half[1])

    @property
    def top(self) -> float:
        """Height of the top."""
        return float(self.center[1] + self.half[1])


@dataclass
class Surface:
    """A level rectangle on or in a receptacle where things can stand.

    ``center`` is the middle of the rectangle at its height, in the receptacle's local frame (origin at the
    receptacle's box centre, turned by its yaw); ``half`` (2,) are the half extents along local x and z;
    ``headroom`` is the free height above it. ``inside`` surfaces can only be used while the receptacle is open
    (if it is openable) and hide what stands there while it is closed.
    """

    center: Array
    half: Array
    headroom: float = 1.0
    inside: bool = False


@dataclass(frozen=True)
class Stand:
    """A pose and what holds an object up there: the id of its direct parent, or None."""

    position: Array
    rotation: Array
    parent: str | None


@dataclass
class ObjectStatus:
    """What can change about an object besides its place. Names follow the metadata."""

    openness: float = 0.0
    is_toggled: bool = False
    is_dirty: bool = False
    fill_liquid: str | None = None
    is_sliced: bool = False
    is_cooked: bool = False
    is_broken: bool = False
    is_used_up: bool = False
    is_picked_up: bool = False
    temperature: str = "RoomTemp"
    active: bool = True

    @property
    def is_open(self) -> bool:
        """An object counts as open from the first bit of openness."""
        return self.openness > 0.0


@dataclass
class SimObject:
    """One object of a room.

    ``record`` is its entry of the recorded metadata (never changed); ``flags`` its affordances by metadata name.
    ``box`` is the box of its whole body as it is now; ``solids`` are the boxes that block and that are seen
    (one, equal to ``box``, for most; several for an L-shaped counter or a table with legs). They are in the
    world and move with it: ``solids_pose.move`` and ``solids_pose.set_openness`` keep them true. ``surfaces`` are
    local (see :class:`Surface`). ``variant`` seeds its looks,
    ``paint`` names the colour that its type has in this room ('': none is known).

    ``bounds`` (2, 3) are the body's least and greatest corner in its own turned frame about ``position``;
    ``parts`` are the solids in the frame of ``box`` (origin at its centre, turned by its yaw); ``front`` is the
    side that opens or is used from, as a yaw in the frame of ``box`` (None: no such side). ``home`` is how it
    stood when the room was loaded.
    """

    object_id: str
    name: str
    object_type: str
    asset_id: str
    position: Array
    rotation: Array
    box: Box
    flags: frozenset[str]
    mass: float = 0.0
    materials: tuple[str, ...] = ()
    solids: list[Box] = field(default_factory=list)
    bounds: Array = field(default_factory=lambda: np.zeros((2, 3)))
    parts: list[Box] = field(default_factory=list)
    front: float | None = None
    surfaces: list[Surface] = field(default_factory=list)
    status: ObjectStatus = field(default_factory=ObjectStatus)
    parents: list[str] = field(default_factory=list)
    children: list[str] = field(default_factory=list)
    controlled: list[str] = field(default_factory=list)
    record: dict[str, Any] = field(default_factory=dict)
    variant: int = 0
    paint: str = ""
    home: Stand | None = None
    version: int = 0  # grows with every change of pose or status, so that renderers can cache

    def can(self, flag: str) -> bool:
        """Tell whether the object has an affordance flag (pickupable, openable, toggleable, ...)."""
        return flag in self.flags

    @property
    def is_loose(self) -> bool:
        """Whether it can be taken up or pushed elsewhere."""
        return self.can("pickupable") or self.can("moveable")

    def in_pieces(self) -> bool:
        """Tell whether it was sliced, or is an egg that was cracked: it is listed, but only its pieces are there."""
        return self.status.is_sliced or (self.object_type == "Egg" and self.status.is_broken)

    def stand(self) -> Stand:
        """Return where it is now and what holds it."""
        return Stand(self.position, self.rotation, self.parents[0] if self.parents else None)

    def front_yaw(self) -> float:
        """Return the world yaw its front looks to (that of its box if it has no front)."""
        return self.box.yaw + (self.front or 0.0)

    def touch(self) -> None:
        """Say that pose or status changed."""
        self.version += 1


@dataclass(frozen=True)
class Clearance:
    """How near the agent's middle comes to a solid: ``near`` metres, less than 0 where the recorded agent stood in it.

    ``grown`` (n rows of 4) cuts the solid into n equal lengths along its longer side, and tells by how many metres each
    of them reaches out further in its own frame: towards -x, +x, -z and +z. Empty: it is as it was recorded.
    """

    near: float
    grown: tuple[tuple[float, float, float, float], ...] = ()


@dataclass
class Structure:
    """What a room has besides its objects: floor rectangle(s), walls and ceiling, as boxes with a colour seed.

    ``fixtures`` are built-in bodies that are no objects: what carries a counter's top, the stove under its burners.
    ``beyond`` is what lies behind the walls: nothing can be there, and nobody sees it.
    ``stand_off`` tells how near the agent's middle comes to the solids of an object, by object id (the last holds for
    all that follow), ``fixture_stand_off`` to the fixtures, and ``wall_pieces`` to each length of wall (none: the walls
    are at the sides of the room's bounds).
    """

    floor: list[Box]
    walls: list[Box]
    ceiling: list[Box]
    variant: int = 0
    fixtures: list[Box] = field(default_factory=list)
    beyond: list[Box] = field(default_factory=list)
    stand_off: dict[str, list[Clearance]] = field(default_factory=dict)
    fixture_stand_off: list[Clearance] = field(default_factory=list)
    wall_pieces: list[tuple[Box, float]] = field(default_factory=list)


@dataclass
class Agent:
    """The agent's body.

    ``position`` is Unity's agent position, 0.9009992 above the floor; ``horizon`` > 0 looks down.
    """

    position: Array
    yaw: float = 0.0
    horizon: float = 0.0
    standing: bool = True
    held: str | None = None

    def camera_position(self) -> Array:
        """Return the eye in the world."""
        return np.asarray(self.position + np.array([0.0, 0.675 if self.standing else 0.0, 0.0]))


@dataclass
class Camera:
    """A pinhole camera: ``position`` (3,), yaw, horizon and roll in degrees, vertical field of view in degrees.

    Only the renderer knows roll (counter-clockwise as the camera sees it); the agent's camera has none.
    """

    position: Array
    yaw: float
    horizon: float
    fov: float
    width: int
    height: int
    roll: float = 0.0

    @property
    def focal(self) -> float:
        """The focal length in pixels."""
        return self.height / 2.0 / math.tan(math.radians(self.fov) / 2.0)


@dataclass
class World:
    """A loaded room. ``objects`` keeps insertion order, which is the order of metadata and of render ids."""

    scene: str
    objects: dict[str, SimObject]
    structure: Structure
    agent: Agent
    room_kind: str  # Kitchen | LivingRoom | Bedroom | Bathroom
    bounds: Box
    floor: float = 0.0  # height of the floor
    time: float = 0.0
    settings: dict[str, Any] = field(default_factory=dict)

    def active(self) -> list[SimObject]:
        """Return the objects that exist now (a sliced loaf does not)."""
        return [o for o in self.objects.values() if o.status.active]

    def geometry_version(self) -> tuple[int, int]:
        """Return a value that changes whenever an object comes, goes, moves or changes its state."""
        return len(self.objects), sum(o.version for o in self.objects.values())


@dataclass
class Frame:
    """One rendered view, top row first.

    ``rgb`` HxWx3 uint8; ``depth`` HxW float32 planar metres; ``ids`` HxW int32: index into ``names``, 0 = structure;
    ``names`` the object ids, with '' at 0.
    """

    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    ids: NDArray[np.int32]
    names: list[str]
