"""How true the rebuilt rooms are to Unity's: ``python -m thor_player.fidelity [TASKS.jsonl] [--rooms [SCENE ...]]``.

``--rooms`` holds what the body reaches, what hangs on walls and what opens against what Unity's agent did there.
With tasks: a recorded agent stood at the start pose and at the ``expert_locations`` of its task, so these must be free
and reachable here, and from the poses that precede an interaction its object must be in view within reach.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from . import layout, rooms
from .collision import stands_on, touching
from .model import Agent, SimObject, World
from .outlines import agreement
from .reachability import reachable_cells
from .restoring import arrange
from .state import load
from .visibility import agent_camera, visible_objects

Task = Mapping[str, Any]

_NEAR = 0.2  # metres that settling may move an object before its recorded place counts as lost
_VIEW = 150  # pixels; enough to find what 300 would show
_CLEAN, _HEAT, _COOL = ("SinkBasin", "BathtubBasin", "Sink", "Faucet", "Bathtub"), ("Microwave",), ("Fridge",)
# ALFRED's names of the older build's types.
_OLD_TYPES = {
    "cart": ("SideTable", "ShelvingUnit", "Shelf"),
    "glassbottle": ("Bottle",),
    "sink": ("SinkBasin",),
}


@dataclass
class Tally:
    """Counts of one room or of all: what was asked and what held, by question."""

    asked: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    held: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    faults: list[str] = field(default_factory=list)

    def note(self, question: str, held: bool, fault: str) -> None:
        """Count one answer; keep what was at fault when it did not hold."""
        self.asked[question] += 1
        self.held[question] += held
        if not held:
            self.faults.append(f"{question}: {fault}")

    def add(self, other: Tally) -> None:
        """Add another tally's counts."""
        for question, count in other.asked.items():
            self.asked[question] += count
            self.held[question] += other.held[question]
        self.faults += other.faults

    def share(self, question: str) -> float:
        """Return the share that held (1 when nothing was asked)."""
        return self.held[question] / self.asked[question] if self.asked[question] else 1.0


QUESTIONS = ("start free", "pose free", "pose reachable", "object visible", "object placed")


def judge(task: Task) -> Tally:
    """Return how one task's recorded poses fare in the rebuilt room."""
    state = load(task["floor_plan"])
    world = state.world
    placements = layout.assign(world, task["object_poses"])
    placed = arrange(state, placements)
    tally = Tally()
    start = task["init_action"]
    world.agent.position = np.array([start["x"], stands_on(world), start["z"]])
    hit = touching(world, world.agent.position)
    tally.note("start free", hit is None, f"({start['x']}, {start['z']}) is in {hit}")
    reachable = set(reachable_cells(world))
    for pose in task["expert_locations"]:
        _judge_pose(world, pose, reachable, tally)
    for pose, wanted in interactions(task):
        _judge_view(world, pose, wanted, tally)
    for obj, (_, position, _) in zip(placed, placements, strict=True):
        moved = float(np.linalg.norm(obj.position - np.array(position)))
        where = ", ".join(f"{value:.2f}" for value in position)
        held = bool(obj.parents) and moved < _NEAR
        tally.note(
            "object placed", held, f"{obj.object_type} at ({where}) moved {moved:.2f} onto {obj.parents[:1]}"
        )
    return tally


def _judge_pose(
    world: World, pose: Mapping[str, float], reachable: set[tuple[float, float]], tally: Tally
) -> None:
    place = np.array([pose["x"], stands_on(world), pose["z"]])
    hit = touching(world, place)
    tally.note("pose free", hit is None, f"({pose['x']}, {pose['z']}) is in {hit}")
    tally.note(
        "pose reachable",
        (round(pose["x"], 4), round(pose["z"], 4)) in reachable,
        f"({pose['x']}, {pose['z']})",
    )


def _judge_view(world: World, pose: Mapping[str, float], wanted: Iterable[str], tally: Tally) -> None:
    agent = Agent(np.array([pose["x"], stands_on(world), pose["z"]]), pose["rotation"], pose["horizon"])
    seen = visible_objects(world, agent_camera(agent, 90.0, _VIEW, _VIEW))
    types = {world.objects[name].object_type.lower() for name in seen}
    types |= {kind for name in seen for kind in _hidden_in(world, world.objects[name])}
    where = f"({pose['x']}, {pose['z']}) yaw {pose['rotation']} horizon {pose['horizon']}"
    tally.note("object visible", bool(types & set(wanted)), f"{'/'.join(wanted)} from {where}")


def _hidden_in(world: World, receptacle: SimObject) -> set[str]:
    """Return the lower-case types in a closed receptacle: the recorded agent saw them once it had opened it."""
    if receptacle.status.is_open or not receptacle.can("openable"):
        return set()
    return {world.objects[child].object_type.lower() for child in receptacle.children}


def interactions(task: Task) -> list[tuple[Mapping[str, float], list[str]]]:
    """Return the poses that precede an interaction, each with the lower-case types one of which must be in view."""
    poses = iter(task["expert_locations"])
    subgoals = task["expert_subgoals"]
    found = []
    for this, following in pairwise(subgoals):
        if this[0] != "GotoLocation":
            continue
        pose = next(poses)
        if following[0] != "GotoLocation":
            found.append((pose, _wanted(following)))
    return found


def _wanted(subgoal: list[str]) -> list[str]:
    kind, *names = subgoal
    if kind == "PutObject":
        return _types(names[1])
    wanted = {"CleanObject": _CLEAN, "HeatObject": _HEAT, "CoolObject": _COOL}.get(kind)
    return [name.lower() for name in wanted] if wanted else _types(names[0])


def _types(name: str) -> list[str]:
    return [kind.lower() for kind in _OLD_TYPES.get(name, (name,))]


def judge_all(tasks: Iterable[Task]) -> dict[str, Tally]:
    """Return the tallies per room."""
    rooms_: dict[str, Tally] = defaultdict(Tally)
    for task in tasks:
        rooms_[task["floor_plan"]].add(judge(task))
    return dict(rooms_)


def total(tallies: Mapping[str, Tally]) -> Tally:
    """Return the sum of all rooms."""
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    return whole


def table(tallies: Mapping[str, Tally], worst: int | None = None) -> str:
    """Return a table of shares per room, the worst first (all, or that many), and the sum."""

    def row(name: str, tally: Tally) -> str:
        return f"{name:<14}" + "".join(f"{tally.share(q):>16.1%}" for q in QUESTIONS)

    def shortfall(item: tuple[str, Tally]) -> int:
        return -sum(item[1].asked[q] - item[1].held[q] for q in QUESTIONS[:4])

    lines = [f"{'room':<14}" + "".join(f"{q:>16}" for q in QUESTIONS)]
    lines += [row(name, tally) for name, tally in sorted(tallies.items(), key=shortfall)[:worst]]
    return "\n".join([*lines, row("all", total(tallies))])


def read_tasks(path: Path) -> list[Task]:
    """Return the tasks of a JSON-lines file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _compare(scenes: Iterable[str], pictures: Path | None) -> None:
    """Print how rooms agree with Unity's, and draw each into a folder."""
    print(agreement.HEAD)
    whole = agreement.Agreement()
    for scene in scenes:
        world = rooms.load_world(scene)
        found = agreement.judge(world)
        whole += found
        print(found.row(scene), flush=True)
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            agreement.picture(world).save(pictures / f"{scene}.png")
    print(whole.row("all"))


def main() -> None:
    """Print how the rooms agree with Unity's, and the shares for a file of tasks."""
    parser = argparse.ArgumentParser(description="Judge the rebuilt rooms by what Unity's agent did in them.")
    parser.add_argument("tasks", type=Path, nargs="?", help="recorded tasks, one a line (ALFRED's format)")
    parser.add_argument("--every", type=int, default=1, help="take every n-th task only")
    parser.add_argument("--faults", action="store_true", help="list what failed")
    parser.add_argument(
        "--rooms", nargs="*", metavar="SCENE", help="compare these rooms, all 120 if none is named (default)"
    )
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="draw each compared room from above")
    given = parser.parse_args()
    if given.tasks is None or given.rooms is not None:
        _compare(given.rooms or rooms.scenes(), given.pictures)
    if given.tasks is None:
        return
    tallies = judge_all(read_tasks(given.tasks)[:: given.every])
    if given.faults:
        for name, tally in sorted(tallies.items()):
            print("\n".join(f"{name} {fault}" for fault in sorted(set(tally.faults))))
    print(table(tallies))


if __name__ == "__main__":
    main()
