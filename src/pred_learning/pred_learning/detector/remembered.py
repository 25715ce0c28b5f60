"""Judges what is remembered of a held-out room after a robot has looked around in it.

``python -m pred_learning.detector.remembered [--split test] [--rooms N] [--weights FILE] [--real-depth]
[--report FILE] [--jobs N | --cluster tcp://HOST:PORT]``

A robot acts on its object memory, not on single pictures. So the memory is held against the room: an entry is right if
a true object of its class is within 0.3 m of it that no other entry stands for; an object counts as shown if some view
had 150 pixels of it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tqdm import tqdm

from pred_core.cluster import ClusterError
from pred_core.depth_noise import DepthErrors, measure
from pred_core.geometry import Pose2D, camera_to_map
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.vocabulary import group
from pred_learning.detector.pictures import SPLITS, rooms_of
from pred_learning.detector.views import CAMERA, SIDE
from pred_learning.workers import add_arguments, workers
from pred_perception.detector import DetectorError, DetectorSettings
from pred_perception.memory_settings import MemorySettings
from pred_perception.observation import Observation
from pred_perception.pipeline import Perception
from pred_perception.rgbd.detector import rgbd
from pred_perception.tracks import is_movable
from sim_bridge_thor.frames import point_to_map, point_to_unity, yaw_to_map
from thor_player.model import Array, Camera, SimObject
from thor_player.reachability import reachable_positions
from thor_player.state import PlayerState, load
from thor_player.vision import renderer

REACH = 0.3
"""Metres between an entry's middle and the true object's box."""
SHOWN = 150
"""Pixels of the largest view of an object that should be remembered."""
APART = 1.5
"""Metres from any free place to the nearest that is looked around from."""
LEVELS = (0.0, 30.0)
"""Degrees the camera looks down in each direction."""


@dataclass
class Remembered:
    """Entries by class, how many are right; shown objects by class, how many are remembered."""

    entries: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    taken_for: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Remembered) -> None:
        """Add another room's counts."""
        self.entries += other.entries
        self.right += other.right
        self.shown += other.shown
        self.kept += other.kept
        self.taken_for += other.taken_for

    def precision(self, carried: bool) -> float:
        """Return the share of the entries that are right, of things that are carried or of furniture."""
        return _share(self.right, self.entries, carried)

    def recall(self, carried: bool) -> float:
        """Return the share of what was shown that is remembered, of things that are carried or of furniture."""
        return _share(self.kept, self.shown, carried)


def _share(part: Counter[str], whole: Counter[str], carried: bool) -> float:
    total = sum(n for name, n in whole.items() if is_movable(name) == carried)
    return sum(n for name, n in part.items() if is_movable(name) == carried) / total if total else float("nan")


def lookouts(places: Sequence[Array], start: Array, apart: float = APART) -> list[Array]:
    """Return places to look around from, the nearest next: none of ``places`` is farther than ``apart`` from one."""
    ground = np.array([p[[0, 2]] for p in places])
    first = int(np.argmin(np.linalg.norm(ground - start[[0, 2]], axis=1)))
    chosen, away = [first], np.linalg.norm(ground - ground[first], axis=1)
    while float(away.max()) > apart:
        chosen.append(int(np.argmax(away)))
        away = np.minimum(away, np.linalg.norm(ground - ground[chosen[-1]], axis=1))
    order = [chosen.pop(0)]
    while chosen:
        last = ground[order[-1]]
        chosen.sort(key=lambda k: -float(np.linalg.norm(ground[k] - last)))
        order.append(chosen.pop())
    return [places[k] for k in order]


def look_around(
    state: PlayerState, perception: Perception, errors: DepthErrors | None
) -> tuple[ObjectMemory, dict[str, int]]:
    """Let perception see a room from its lookouts, four ways and two levels each.

    :param errors: of the depth camera; None: the true depth
    :returns: the memory, and how many pixels the largest view of each object had
    :raises DetectorError: when the detector cannot work on a picture
    """
    agent, floor = state.agent, state.world.floor
    random, memory, largest = np.random.default_rng(7), ObjectMemory(), Counter[str]()
    step = 0
    for place in lookouts(reachable_positions(state.world), agent.position):
        agent.position = place.copy()
        for quarter in range(4):
            for horizon in LEVELS:
                agent.yaw, agent.horizon, step = 90.0 * quarter, horizon, step + 1
                camera = Camera(agent.camera_position(), agent.yaw, horizon, 90.0, SIDE, SIDE)
                frame = renderer(state).render(camera)
                depth = frame.depth if errors is None else measure(frame.depth, frame.rgb, random, errors)
                yaw = yaw_to_map(agent.yaw)
                at = point_to_map(dict(zip("xyz", camera.position, strict=True)), floor)
                transform = camera_to_map(at, yaw, float(np.radians(horizon)))
                base = Pose2D(at[0], at[1], yaw)
                seen = Observation(float(step), step, 1, depth, CAMERA, transform, base, colour=frame.rgb)
                memory = perception.process(seen).memory
                for number, pixels in zip(*np.unique(frame.ids, return_counts=True), strict=True):
                    if number:
                        name = frame.names[number]
                        largest[name] = max(largest[name], int(pixels))
    return memory, largest


def hold_against(
    memory: Iterable[ObjectState], objects: Sequence[SimObject], largest: dict[str, int], floor: float
) -> Remembered:
    """Compare what is remembered with the room, entry by entry, the nearest pairs first.

    :param largest: pixels of the largest view of each object, by its id
    :param floor: its height in the room's own frame, metres
    """
    out = Remembered()
    entries = [e for e in memory if e.class_name not in group("structure")]
    true = [o for o in objects if o.object_type not in group("structure")]
    middles = [np.array([*point_to_unity(e.center, floor).values()]) for e in entries]
    away = np.array([[distance(m, o) for o in true] for m in middles]).reshape(len(entries), len(true))
    pairs = sorted(
        (float(away[i, k]), i, k)
        for i, e in enumerate(entries)
        for k, o in enumerate(true)
        if away[i, k] <= REACH and o.object_type == e.class_name
    )
    entry_of: dict[int, int] = {}
    for _, i, k in pairs:
        if k not in entry_of and i not in entry_of.values():
            entry_of[k] = i
    for i, entry in enumerate(entries):
        out.entries[entry.class_name] += 1
        if i in entry_of.values():
            out.right[entry.class_name] += 1
            continue
        near = int(np.argmin(away[i])) if true else -1
        there = near >= 0 and away[i, near] <= REACH
        out.taken_for[true[near].object_type if there else "nothing", entry.class_name] += 1
    for k, o in enumerate(true):
        if largest.get(o.object_id, 0) >= SHOWN:
            out.shown[o.object_type] += 1
            out.kept[o.object_type] += k in entry_of
    return out


def distance(point: Array, obj: SimObject) -> float:
    """Return how far a point (3,) is from an object's box, metres."""
    own = obj.box.axes() @ (point - obj.box.center)
    return float(np.linalg.norm(np.maximum(np.abs(own) - obj.box.half, 0.0)))


def room(name: str, weights: str, errors: DepthErrors | None) -> Remembered:
    """Return how the memory of a room compares.

    :param weights: the judge's file, '' for the one that comes along
    :raises DetectorError: when the detector cannot work on a picture
    """
    state = load(name)
    perception = Perception(rgbd(DetectorSettings(weights=weights)), memory=MemorySettings(fallible=True))
    memory, largest = look_around(state, perception, errors)
    return hold_against(memory.objects, state.world.active(), largest, state.world.floor)


def report(found: Remembered, number: int) -> str:
    """Return the figures as Markdown."""
    entries, shown = sum(found.entries.values()), sum(found.shown.values())
    lines = [
        f"{number} rooms, {entries} entries, {shown} objects shown with at least {SHOWN} pixels.",
        "",
        "| | entries | right | shown | remembered | precision | recall |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind, carried in (("carried", True), ("furniture", False)):
        counts = [
            str(sum(n for name, n in c.items() if is_movable(name) == carried))
            for c in (found.entries, found.right, found.shown, found.kept)
        ]
        lines.append(
            f"| {kind} | {' | '.join(counts)} | {found.precision(carried):.3f} | {found.recall(carried):.3f} |"
        )
    lines += ["", "| class | entries | right | shown | remembered |", "|---|---|---|---|---|"]
    for name in sorted(set(found.entries) | set(found.shown)):
        lines.append(
            f"| {name} | {found.entries[name]} | {found.right[name]} | {found.shown[name]} | {found.kept[name]} |"
        )
    lines += ["", "| true | entry | times |", "|---|---|---|"]
    lines += [f"| {true} | {said} | {n} |" for (true, said), n in found.taken_for.most_common(25)]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Judge as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--split", choices=sorted(SPLITS), default="test", help="which rooms")
    parser.add_argument("--rooms", type=int, default=0, help="how many rooms (0: all)")
    parser.add_argument("--weights", default="", help="judge (default: the one that comes along)")
    parser.add_argument("--real-depth", action="store_true", help="depth with the errors of a real camera")
    parser.add_argument("--report", type=Path, default=None, help="file for the figures (default: the terminal)")
    add_arguments(parser)
    chosen = parser.parse_args(arguments)
    names = rooms_of(chosen.split)[: chosen.rooms or None]
    errors = DepthErrors() if chosen.real_depth else None
    found = Remembered()
    try:
        with workers(chosen.jobs, chosen.cluster) as hands:
            work = ((name, chosen.weights, errors) for name in names)
            for _, one in tqdm(hands.each(room, work), total=len(names), unit="rooms"):
                found.add(one)
    except (ClusterError, DetectorError) as error:
        raise SystemExit(f"remembered: {error}") from error
    text = report(found, len(names))
    if chosen.report:
        chosen.report.write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
