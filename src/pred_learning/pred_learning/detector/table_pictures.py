"""Pictures of the lab's emulated table for training and judging a detector, as the wrist camera takes them.

``python -m pred_learning.detector.table_pictures --out DIR --split train|validate|scenes [--pictures N] [--seed 0]``

Each file holds what one arrangement of things by chance shows: see :class:`TableAlbum`. The splits are arrangements of
their own; ``scenes`` are the twelve scenes that come along, which no training sees.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics
from pred_core.vocabulary import choose_domain
from pred_learning.detector.pictures import DEPTH_UNIT, in_other_light
from pred_learning.detector.views import file_of, make_missing
from pred_learning.workers import Workers, add_arguments, told, workers
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.upright import upright
from ur5_description.kinematics import HOME, UR5E, inverse, nearest_turn
from ur5_description.mount import read_mount
from ur5_emulator.table.appearance import Appearance
from ur5_emulator.table.kinds import CANS, CORNER_COLOURS, KINDS
from ur5_emulator.table.layout import place
from ur5_emulator.table.rendering import Renderer
from ur5_emulator.table.robot_model import CAMERA
from ur5_emulator.table.scenes import Scene, SceneError, SceneThing, read_scene, scene_names
from ur5_emulator.table.simulation import TCP_IN_TOOL
from ur5_emulator.table.world import CameraModel, Placed, TableWorld

DOMAIN = "table"
ENLARGED = 1.0 / 0.3
"""By how much lengths are enlarged for the encoder, which has learnt from rooms (perception's ``scale`` of a table)."""
PER_FILE = 12
SPLITS = {"train": 0, "validate": 100_000, "scenes": 300_000}
"""First seed of each."""
FEWEST, MOST = 4, 12
"""Things of an arrangement."""
MIDDLE, AROUND = (0.48, 0.0), (0.20, 0.34)
"""Where things stand on the table, and how far from there, m."""
HELD_BY_ANOTHER = 0.3
UPSIDE_DOWN = 0.5
ANOTHER_LID = 0.3
FROM_HOME, IN_HAND = 0.15, 0.2
"""Shares of pictures from the arm's home, and with something in the gripper."""
NEAREST, FARTHEST = 0.22, 0.75
"""Metres from the camera to what it looks at."""
STEEPEST, FLATTEST = 88.0, 15.0
"""Degrees that it looks down."""
LOWEST = 0.12
"""Metres that the flange is above the table at least."""
MOST_TURN = np.full(6, 2.0 * math.pi)
SETTLE = 300
TRIES = 200


@dataclass(frozen=True)
class TableAlbum:
    """Pictures of one arrangement, as the encoder is given them (``rgbd.upright``), lengths enlarged by ``ENLARGED``.

    ``rgb``, ``depth``, ``ids``, ``classes`` as in ``pictures.Album``; ``camera`` (N, 8) float32: height above the
    table, up in the optical frame (3), focal lengths and principal point in pixels (4).
    """

    scene: str
    rgb: NDArray[np.uint8]
    depth: NDArray[np.uint16]
    ids: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    camera: NDArray[np.float32]


def arrangement(seed: int) -> tuple[Placed, ...]:
    """Return things that stand on the table by chance, some on or in others."""
    random = np.random.default_rng([seed, 31])
    for _ in range(TRIES):
        kinds = random.choice(sorted(KINDS), int(random.integers(FEWEST, MOST + 1)))
        things = [_thing(f"{kind}_{k}", str(kind), random) for k, kind in enumerate(kinds)]
        things = _held(things, random)
        try:
            return place(Scene(f"chance {seed}", "", "", "", tuple(things), ()), 0)
        except SceneError:
            continue
    return place(read_scene("lab"), seed)


def _thing(name: str, kind: str, random: np.random.Generator) -> SceneThing:
    x, y = (m + a * random.uniform(-1.0, 1.0) for m, a in zip(MIDDLE, AROUND, strict=True))
    top = str(random.choice(CANS)) if kind in CANS and random.random() < ANOTHER_LID else ""
    colour = str(random.choice(CORNER_COLOURS)) if kind == "Corner" else ""
    turned = kind == "RedCup" and random.random() < UPSIDE_DOWN
    yaw = float(random.uniform(0.0, 360.0))
    return SceneThing(name, kind, (float(x), float(y)), yaw, top=top, colour=colour, upside_down=turned)


def _held(things: Sequence[SceneThing], random: np.random.Generator) -> list[SceneThing]:
    """Put some of the things on or in others, one to each."""
    holders = [t for t in things if KINDS[t.kind].holds and not t.upside_down]
    out = list(things)
    for k, thing in enumerate(things):
        if KINDS[thing.kind].fixed or KINDS[thing.kind].holds or not holders or random.random() > HELD_BY_ANOTHER:
            continue
        holder = holders.pop(int(random.integers(len(holders))))
        relation = str(random.choice([r for r in KINDS[holder.kind].holds if r != "under"]))
        out[k] = SceneThing(
            thing.id, thing.kind, (0.0, 0.0), thing.yaw, top=thing.top, relation=relation, holder=holder.id
        )
    return out


def photograph(things: Sequence[Placed], seed: int, count: int, as_seen: bool) -> TableAlbum:
    """Return ``count`` pictures of an arrangement.

    :param as_seen: in the table's own light
    :raises RenderingError: when nothing can be drawn here
    """
    random = np.random.default_rng([seed, 32])
    world = TableWorld(things, CameraModel(read_mount()))
    renderer = Renderer(world.model, world.camera.width, world.camera.height)
    names = Appearance(world.model, things)
    world.step(SETTLE)
    rest = world.data.qpos.copy()
    shown = list[tuple[NDArray[np.generic], ...]]()
    while len(shown) < count:
        world.data.qpos[:] = rest
        if not _stand(world, random):
            continue
        if random.random() < IN_HAND:
            _hold(world, things, random)
        shown.append(_picture(world, renderer, names, random, as_seen))
    renderer.close()
    return TableAlbum(f"table {seed}", *(np.stack(parts) for parts in zip(*shown, strict=True)))


def _stand(world: TableWorld, random: np.random.Generator) -> bool:
    """Bring the camera somewhere that the arm reaches, and tell whether it does."""
    if random.random() < FROM_HOME:
        world.place_robot(np.array(HOME) + random.normal(0.0, 0.05, 6))
        return True
    down, side = math.radians(random.uniform(FLATTEST, STEEPEST)), random.uniform(-math.pi, math.pi)
    way = np.array([math.cos(down) * math.cos(side), math.cos(down) * math.sin(side), math.sin(down)])
    target = np.array([*MIDDLE, 0.05]) + random.uniform(-1.0, 1.0, 3) * np.array([*AROUND, 0.05])
    ahead = -way
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    optical = np.eye(4)
    optical[:3, :3] = np.stack([right, np.cross(ahead, right), ahead], 1)
    roll = (math.pi / 2.0) * random.integers(4)
    c, s = math.cos(roll), math.sin(roll)
    optical[:3, :3] = optical[:3, :3] @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    optical[:3, 3] = target + way * random.uniform(NEAREST, FARTHEST)
    tool = optical @ np.linalg.inv(world.camera.mount.optical_in_tool)
    turned = (nearest_turn(q, np.array(HOME), -MOST_TURN, MOST_TURN) for q in inverse(UR5E, tool))
    found = [q for q in turned if q is not None]
    if not found or tool[2, 3] < LOWEST:
        return False
    world.place_robot(min(found, key=lambda q: float(np.abs(q - HOME).max())))
    return True


def _hold(world: TableWorld, things: Sequence[Placed], random: np.random.Generator) -> None:
    """Put a thing between the fingers, as it would hang there."""
    loose = [t for t in things if not KINDS[t.kind].fixed and not KINDS[t.kind].holds]
    if not loose:
        return
    thing = loose[int(random.integers(len(loose)))]
    pose = world.tool @ np.diag([1.0, -1.0, -1.0, 1.0])
    pose[:3, 3] = world.tool[:3, 3] + world.tool[:3, 2] * (TCP_IN_TOOL + random.uniform(-0.01, 0.03))
    world.put(thing.id, pose)


def _picture(
    world: TableWorld, renderer: Renderer, names: Appearance, random: np.random.Generator, as_seen: bool
) -> tuple[NDArray[np.generic], ...]:
    drawn = renderer.draw(world.data, CAMERA)
    assert drawn.geoms is not None
    labels, seen = names.look(drawn.geoms)
    numbers = {name: k for k, name in enumerate(class_names())}
    classes = np.zeros(256, np.uint8)
    for thing in seen:
        classes[thing.label] = numbers[thing.class_name]
    pose = world.tool @ world.camera.mount.optical_in_tool
    lens = Intrinsics.from_fov(world.camera.width, world.camera.height, math.radians(world.camera.vertical_fov))
    rgb = drawn.rgb if as_seen else in_other_light(drawn.rgb, random)
    depth = np.where(np.isfinite(drawn.depth), drawn.depth, 0.0).astype(np.float32) * np.float32(ENLARGED)
    view = upright(rgb, depth, lens, pose[2, :3])
    counts = np.clip(np.rint(view.depth / DEPTH_UNIT), 0, 65535).astype(np.uint16)
    eye = view.camera
    camera = np.array([ENLARGED * pose[2, 3], *view.up, eye.fx, eye.fy, eye.cx, eye.cy], np.float32)
    return view.rgb, counts, view.forth(labels).astype(np.uint8), classes, camera


def packed(seed: int, as_seen: bool) -> bytes:
    """Return the file of an album."""
    choose_domain(DOMAIN)
    scenes = scene_names()
    later = seed - SPLITS["scenes"]
    if later < 0:
        return file_of(photograph(arrangement(seed), seed, PER_FILE, as_seen))
    scene = read_scene(scenes[later % len(scenes)])
    return file_of(photograph(place(scene, 1 + later // len(scenes)), seed, PER_FILE, as_seen))


def make(out: Path, seeds: Sequence[int], as_seen: bool, hands: Workers) -> None:
    """Make the files that are not there, with progress."""
    make_missing({out / f"{seed:06d}.npz": (seed, as_seen) for seed in seeds}, packed, hands)


def plan(split: str, pictures: int, seed: int) -> Iterator[int]:
    """Yield the seeds of the files to make."""
    yield from range(SPLITS[split] + seed, SPLITS[split] + seed + -(-pictures // PER_FILE))


def main() -> None:
    """Make the pictures asked for on the command line; what is there already is kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for the files")
    parser.add_argument("--split", choices=list(SPLITS), default="train", help="which arrangements")
    parser.add_argument("--pictures", type=int, default=2400, help="how many, at least")
    parser.add_argument("--seed", type=int, default=0, help="decides everything")
    add_arguments(parser)
    arguments = parser.parse_args()
    seeds = list(plan(arguments.split, arguments.pictures, arguments.seed))
    with workers(arguments.jobs, arguments.cluster) as hands:
        make(arguments.out, seeds, arguments.split != "train", hands)
    print(f"{len(seeds) * PER_FILE} pictures of the table are in {arguments.out}")


if __name__ == "__main__":
    told("table_pictures", main)
