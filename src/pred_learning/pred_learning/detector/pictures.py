"""Pictures for training and judging a detector: colour, depth and the true instances, of rooms varied by chance.

``python -m pred_learning.detector.pictures --out DIR [--split train|validate|test] [--pictures N] [--seed 0]``

Each file holds what one variation of one room shows: see :class:`Album`. Rooms 1-20 of each kind train, 21-25 validate,
26-30 test, as is usual for iTHOR; ALFRED's unseen rooms are in none of the first two.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pred_core.vocabulary import object_types
from pred_learning.chance_views import horizon_towards, one_of_any_type, stand_near, yaw_towards
from pred_learning.detector.room_variations import vary
from pred_learning.detector.views import file_of, make_missing
from pred_learning.examples import shuffle
from pred_learning.workers import Workers, add_arguments, told, workers
from thor_player.hand import follow, hold, release
from thor_player.model import Array, Camera, Frame, SimObject
from thor_player.reachability import reachable_positions
from thor_player.rooms import scenes
from thor_player.shapes.paint import paint_of
from thor_player.spawning import Spawn, respawn
from thor_player.state import PlayerState, load
from thor_player.vision import renderer

SIDE = 300
PER_FILE = 24
DEPTH_UNIT = 1.0 / 3000.0
"""Metres of one count of the stored depth: 16 bits reach 21.8 m."""
SPLITS = {"train": range(1, 21), "validate": range(21, 26), "test": range(26, 31)}
NEVER = frozenset({"FloorPlan10", "FloorPlan219", "FloorPlan308", "FloorPlan424"})
"""ALFRED's unseen validation rooms: neither trained on nor used to choose anything."""

HORIZONS, HORIZON_SHARES = (-30.0, 0.0, 30.0, 60.0), (0.08, 0.32, 0.42, 0.18)
LOOKS_AT_SOMETHING = 0.6
NEAR, FAR = 0.3, 2.2
SMALL_FAR = 1.4  # metres, for things that can be carried
ASIDE = 30.0  # degrees the camera may point past what it looks at
HOLDS = 0.15
OFF_GRID = 0.2  # share of pictures from between the robot's usual places and angles
CROUCHES = 0.08
RESHUFFLE = 8  # pictures after which things change their states


@dataclass(frozen=True)
class Album:
    """Pictures of one room in one variation.

    ``rgb`` (N, S, S, 3) uint8; ``depth`` (N, S, S) uint16 counts of ``DEPTH_UNIT``; ``ids`` (N, S, S) uint8, 0 where
    the simulator names nothing, else a row of ``classes`` (N, 256) uint8: 1 + place of the type among the sorted types
    of the domain, 0 for none; ``camera`` (N, 2) float32: height above the floor in metres, degrees it looks down.
    """

    scene: str
    rgb: NDArray[np.uint8]
    depth: NDArray[np.uint16]
    ids: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    camera: NDArray[np.float32]

    def packed(self) -> bytes:
        """Return the album's file."""
        return file_of(self)


def rooms_of(split: str) -> list[str]:
    """Return the rooms of a split, kinds by turns."""
    numbers = SPLITS[split]
    rooms = [(int(name.removeprefix("FloorPlan")), name) for name in scenes()]
    kept = [(n % 100, n, name) for n, name in rooms if n % 100 in numbers and name not in NEVER]
    return [name for _, _, name in sorted(kept)]


@cache
def training_colors() -> Mapping[str, Sequence[str]]:
    """Return the names of the colours that each type has in the training rooms, one for each room with it."""
    rooms = rooms_of("train")
    return {kind: [name for room in rooms if (name := paint_of(room, kind))] for kind in object_types()}


def photograph(scene: str, seed: int, count: int, as_seen: bool = False) -> Album:
    """Return ``count`` pictures of a room.

    :param as_seen: the recorded room in its own light from the places that the robot has, with things in states and,
        for odd seeds, in places by chance; without, everything is varied
    :raises UnknownScene: when there is no such room
    """
    random = np.random.default_rng([seed, sum(scene.encode()), 22])
    state = load(scene) if as_seen else vary(scene, seed, training_colors())
    if as_seen:
        if seed % 2:
            respawn(state.world, Spawn(seed=seed))
        shuffle(state.world, random)
    frames, cameras = [], []
    places = reachable_positions(state.world)
    for index in range(count):
        if index and index % RESHUFFLE == 0:
            shuffle(state.world, random)
        camera, frame = _take(state, places, random, as_seen)
        frames.append(frame)
        cameras.append((camera.position[1] - state.world.floor, camera.horizon))
    return _bind(state, frames, cameras)


def _take(
    state: PlayerState, places: Sequence[Array], random: np.random.Generator, as_seen: bool
) -> tuple[Camera, Frame]:
    target = _something(state, random) if random.random() < LOOKS_AT_SOMETHING else None
    if target is None or not _look_at(state, target, places, random):
        _look_around(state, places, random)
    if not as_seen and random.random() < OFF_GRID:
        _leave_grid(state, random)
    held = _take_in_hand(state, random) if random.random() < HOLDS else None
    agent = state.agent
    camera = Camera(agent.camera_position(), agent.yaw, agent.horizon, 90.0, SIDE, SIDE)
    frame = renderer(state).render(camera)
    if not as_seen:
        frame.rgb = in_other_light(frame.rgb, random)
    if held is not None:
        release(state, held)
        held.status.active = False  # it is in nobody's way any more
    agent.standing = True
    return camera, frame


def _something(state: PlayerState, random: np.random.Generator) -> SimObject | None:
    return one_of_any_type((o for o in state.world.active() if o.object_type != "Floor"), random)


def _look_at(
    state: PlayerState, target: SimObject, places: Sequence[Array], random: np.random.Generator
) -> bool:
    agent, middle = state.agent, target.box.center
    far = SMALL_FAR if target.can("pickupable") else FAR
    if not stand_near(agent, middle, places, (NEAR, far), random):
        return False
    exact = yaw_towards(agent, middle, ASIDE, random)
    agent.yaw = (round(exact / 90.0) * 90.0 if random.random() < 0.5 else exact) % 360.0
    agent.horizon = horizon_towards(agent, middle, HORIZONS, random)
    return True


def _look_around(state: PlayerState, places: Sequence[Array], random: np.random.Generator) -> None:
    agent = state.agent
    agent.position = places[int(random.integers(len(places)))].copy()
    agent.yaw = 90.0 * float(random.integers(4))
    agent.horizon = float(random.choice(HORIZONS, p=HORIZON_SHARES))


def _leave_grid(state: PlayerState, random: np.random.Generator) -> None:
    agent = state.agent
    agent.position = agent.position + np.array([random.uniform(-0.1, 0.1), 0.0, random.uniform(-0.1, 0.1)])
    agent.yaw = float(agent.yaw + random.uniform(-45.0, 45.0)) % 360.0
    agent.horizon = float(np.clip(agent.horizon + random.uniform(-15.0, 15.0), -30.0, 60.0))
    agent.standing = bool(random.random() >= CROUCHES)


def _take_in_hand(state: PlayerState, random: np.random.Generator) -> SimObject | None:
    things = [o for o in state.world.active() if o.can("pickupable")]
    if not things:
        return None
    thing = things[random.integers(len(things))]
    hold(state, thing)
    follow(state)
    return thing


def in_other_light(rgb: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """Return the picture brighter or darker, in warmer or colder light, with a camera's noise; often hardly."""
    strength = float(random.choice((0.15, 1.0)))
    levels = np.linspace(0.0, 1.0, 256)
    gamma = math.exp(strength * random.normal(0.0, 0.22))
    gains = np.exp(strength * (random.normal(0.0, 0.12) + random.normal(0.0, 0.06, 3)))
    curve = np.clip(levels[:, None] ** gamma * gains, 0.0, 1.0) * 255.0
    table = curve.astype(np.float32)
    lit = np.stack([table[rgb[..., c], c] for c in range(3)], axis=-1)
    sigma = strength * float(random.uniform(0.0, 5.0))
    noise = random.standard_normal(rgb.shape, dtype=np.float32) * np.float32(sigma)
    return np.asarray(np.clip(lit + noise + np.float32(0.5), 0.0, 255.0), np.uint8)


def _bind(state: PlayerState, frames: list[Frame], cameras: list[tuple[float, float]]) -> Album:
    numbers = {name: index + 1 for index, name in enumerate(sorted(object_types()))}
    ids = np.zeros((len(frames), SIDE, SIDE), np.uint8)
    classes = np.zeros((len(frames), 256), np.uint8)
    for index, frame in enumerate(frames):
        present = np.unique(frame.ids)
        present = present[present > 0][:255]
        table = np.zeros(len(frame.names) + 1, np.uint8)
        table[present] = np.arange(1, len(present) + 1)
        ids[index] = table[frame.ids]
        kinds = [numbers[state.world.objects[frame.names[k]].object_type] for k in present]
        classes[index, 1 : 1 + len(kinds)] = kinds
    depth = np.stack([f.depth for f in frames])
    return Album(
        state.world.scene,
        np.stack([f.rgb for f in frames]),
        np.clip(np.rint(depth / DEPTH_UNIT), 0, 65535).astype(np.uint16),
        ids,
        classes,
        np.array(cameras, np.float32),
    )


def plan(split: str, pictures: int, seed: int) -> Iterator[tuple[str, int]]:
    """Yield (room, seed) of the files to make, rooms by turns."""
    rooms = rooms_of(split)
    for index in range(-(-pictures // PER_FILE)):
        yield rooms[index % len(rooms)], seed + index // len(rooms)


def packed(scene: str, seed: int, as_seen: bool) -> bytes:
    """Return the file of an album."""
    return photograph(scene, seed, PER_FILE, as_seen).packed()


def make(out: Path, albums: Sequence[tuple[str, int]], as_seen: bool, hands: Workers) -> None:
    """Make the files that are not there, with progress.

    :param albums: (room, seed) of each
    """
    make_missing({out / f"{scene}_{seed:05d}.npz": (scene, seed, as_seen) for scene, seed in albums}, packed, hands)


def main() -> None:
    """Make the pictures asked for on the command line; what is there already is kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for the files")
    parser.add_argument("--split", choices=sorted(SPLITS), default="train", help="which rooms")
    parser.add_argument("--pictures", type=int, default=2400, help="how many, at least")
    parser.add_argument("--seed", type=int, default=0, help="decides everything")
    parser.add_argument("--as-seen", action="store_true", help="the robot's own views of the recorded rooms")
    add_arguments(parser)
    arguments = parser.parse_args()
    albums = list(plan(arguments.split, arguments.pictures, arguments.seed))
    with workers(arguments.jobs, arguments.cluster) as hands:
        make(arguments.out, albums, arguments.as_seen, hands)
    print(f"{len(albums) * PER_FILE} pictures of {arguments.split} rooms are in {arguments.out}")


if __name__ == "__main__":
    told("pictures", main)
