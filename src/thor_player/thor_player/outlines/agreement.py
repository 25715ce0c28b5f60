"""How far the rooms agree with Unity's (``python -m thor_player.fidelity --rooms`` prints it).

What the body reaches here is held against the places that Unity's agent reached, both ways; what hangs on walls
must touch one; and from where something was opened there it must be in view and open here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from ..collision import is_free, stands_on
from ..model import Agent, Box, SimObject, World
from ..reachability import reachable_cells
from ..rectangles import overlaps
from ..visibility import agent_camera, visible_objects
from . import evidence
from .outline import ON_WALLS

FAR = 0.4  # metres; a place further than this along x or z from all of Unity's is in another room
_OFF = 0.15  # metres that what hangs on a wall may be off it
_SAME = 0.3  # metres between an object of the record and the same one here
_VIEW = 150  # pixels
_SCALE = 60  # pixels a metre
Place = tuple[float, float]


@dataclass
class Agreement:
    """Counts of one room, or of all."""

    ours: int = 0
    unity: int = 0
    both: int = 0
    stood: int = 0
    experts: int = 0
    experts_reach: int = 0
    far: int = 0
    hung: int = 0
    off_wall: int = 0
    opened: int = 0
    in_view: int = 0

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(*(getattr(self, k) + getattr(other, k) for k in self.__dataclass_fields__))

    def row(self, name: str) -> str:
        """Return the shares as a line of the table."""
        counts = f"{name:<14}{self.ours:>7}{self.unity:>7}"
        shares = (
            _share(self.both, self.ours),
            _share(self.stood, self.ours),
            _share(self.both, self.unity),
            _share(self.experts_reach, self.experts),
            _share(self.far, self.ours),
            _share(self.off_wall, self.hung),
            _share(self.in_view, self.opened),
        )
        return counts + "".join(f"{share:>10}" for share in shares)


_COLUMNS = ("precision", "stood", "recall", "experts", "far", "off wall", "opens")
HEAD = f"{'room':<14}{'ours':>7}{'Unity':>7}" + "".join(f"{name:>10}" for name in _COLUMNS)


def judge(world: World) -> Agreement:
    """Return how one room agrees with what Unity's agent did in it."""
    hung = [o for o in world.objects.values() if o.object_type in ON_WALLS]
    asked = [(o, pose) for o, pose in _opened(world)]
    return judge_reach(world) + Agreement(
        hung=len(hung),
        off_wall=sum(not _touches_wall(world, o.box) for o in hung),
        opened=len(asked),
        in_view=sum(_in_view(world, o, pose) for o, pose in asked),
    )


def judge_reach(world: World) -> Agreement:
    """Return how what the body reaches in one room agrees with where Unity's agent was."""
    ours, unity = places(world)
    recorded = np.array(sorted(unity))
    far = sum(float(np.abs(recorded - place).max(axis=1).min()) > FAR for place in ours)
    experts = {(float(x), float(z)) for x, z in evidence.also_stood(world.scene)}
    return Agreement(
        ours=len(ours),
        unity=len(unity),
        both=len(ours & unity),
        stood=len(ours & (unity | experts)),
        experts=len(experts),
        experts_reach=len(ours & experts),
        far=far,
    )


def places(world: World) -> tuple[set[Place], set[Place]]:
    """Return the places of Unity's grid that the body reaches here, and those that it reached there."""
    unity = {(float(x), float(z)) for x, z in evidence.reached(world.scene)}
    start = world.agent.position[[0, 2]]
    height = stands_on(world)
    for x, z in sorted(unity, key=lambda place: float(np.abs(np.array(place) - start).max())):
        position = np.array([x, height, z])
        if is_free(world, position):
            world.agent.position = position
            break
    return set(reachable_cells(world, evidence.GRID)), unity


def _opened(world: World) -> Iterable[tuple[SimObject, tuple[float, float, float, float]]]:
    """Yield what was opened there and is here as well, each with the pose it was opened from."""
    for name, pose in evidence.opened_from(world.scene).items():
        kind, *coordinates = name.split("|")[:4]
        at = np.array([float(value) for value in coordinates])
        same = [o for o in world.objects.values() if o.object_type == kind]
        near = min(same, key=lambda o: float(np.linalg.norm(o.position - at)), default=None)
        if near is not None and float(np.linalg.norm(near.position - at)) < _SAME:
            yield near, pose


def _in_view(world: World, obj: SimObject, pose: tuple[float, float, float, float]) -> bool:
    x, z, yaw, horizon = pose
    agent = Agent(np.array([x, stands_on(world), z]), yaw, horizon)
    return obj.object_id in visible_objects(world, agent_camera(agent, 90.0, _VIEW, _VIEW))


def _touches_wall(world: World, box: Box) -> bool:
    center, half = box.center[[0, 2]].reshape(1, 2), box.half[[0, 2]]
    return any(bool(overlaps(center, half, box.yaw, wall, _OFF)[0]) for wall in world.structure.walls)


def picture(world: World) -> Image.Image:
    """Return the room from above: green places both reach, red only ours, blue only Unity's."""
    ours, unity = places(world)
    low, size = world.bounds.center - world.bounds.half - 0.3, 2.0 * world.bounds.half + 0.6
    image = Image.new("RGB", (int(size[0] * _SCALE), int(size[2] * _SCALE)), (70, 70, 70))
    draw = ImageDraw.Draw(image)

    def at(x: float, z: float) -> Place:
        return (x - low[0]) * _SCALE, image.height - (z - low[2]) * _SCALE

    def fill(box: Box, color: tuple[int, int, int]) -> None:
        corners = box.corners()[:, [0, 2]]
        away = corners - corners.mean(axis=0)
        order = np.argsort(np.arctan2(away[:, 1], away[:, 0]))
        draw.polygon([at(*corners[k]) for k in order], fill=color)

    for box in world.structure.floor:
        fill(box, (255, 255, 255))
    for box in world.structure.walls:
        fill(box, (30, 30, 30))
    for obj in world.objects.values():
        if obj.object_type in ON_WALLS:
            fill(obj.box, (110, 140, 255))
        elif not obj.can("pickupable") and obj.object_type != "Floor":
            for solid in obj.solids:
                fill(solid, (205, 190, 165))
    for place in ours | unity:
        x, y = at(*place)
        color = (0, 160, 0) if place in ours & unity else (220, 0, 0) if place in ours else (0, 0, 255)
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=color)
    return image


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"
