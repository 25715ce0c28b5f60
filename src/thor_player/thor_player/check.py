"""The self test, ``pred-thor-player --check``: do rooms load, act and render as they should here."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from .metadata import Json
from .protocol import send
from .session import Session

SCENES = ("FloorPlan1", "FloorPlan201", "FloorPlan301", "FloorPlan401")
_STEPS = 60


@dataclass(frozen=True)
class Result:
    """One line of the table."""

    name: str
    passed: bool
    detail: str


def run_checks(out: TextIO) -> int:
    """Check four rooms, print a table, return 0 when all is well and 1 otherwise."""
    results: list[Result] = []
    for scene in SCENES:
        session = Session(scene)
        results += [_guarded(f"{scene} {name}", check, session) for name, check in _CHECKS]
    width = max(len(r.name) for r in results)
    for result in results:
        print(f"{'ok  ' if result.passed else 'FAIL'}  {result.name:<{width}}  {result.detail}", file=out)
    failed = sum(not r.passed for r in results)
    print(f"{len(results) - failed} of {len(results)} checks passed", file=out)
    return 1 if failed else 0


def _guarded(name: str, check: Callable[[Session], str], session: Session) -> Result:
    try:
        return Result(name, True, check(session))
    except AssertionError as error:
        return Result(name, False, str(error))


def _do(session: Session, action: str, **arguments: Any) -> Json:
    agent: Json = session.step({"action": action, **arguments}).metadata["agents"][0]
    return agent


def _expect(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)


def _check_load(session: Session) -> str:
    agent = _do(session, "Initialize", renderDepthImage=True, renderInstanceSegmentation=True)
    _expect(agent["lastActionSuccess"], agent["errorMessage"])
    objects = agent["objects"]
    _expect(len(objects) > 10, f"only {len(objects)} objects")
    orphans = [
        o["objectId"] for o in objects for p in o["parentReceptacles"] or () if not _has(objects, p, o)
    ]
    _expect(not orphans, f"not listed by their receptacles: {orphans}")
    return f"{len(objects)} objects"


def _has(objects: list[Json], parent: str, child: Json) -> bool:
    return any(
        o["objectId"] == parent and child["objectId"] in (o["receptacleObjectIds"] or ()) for o in objects
    )


def _check_walk(session: Session) -> str:
    positions = _do(session, "GetReachablePositions")["actionReturn"]
    _expect(len(positions) > 8, f"only {len(positions)} reachable positions")
    for place in positions[:: max(1, len(positions) // 5)]:
        agent = _do(session, "Teleport", position=place)
        _expect(agent["lastActionSuccess"], f"cannot stand at a reachable position: {agent['errorMessage']}")
    return f"{len(positions)} reachable positions"


def _check_handling(session: Session) -> str:
    """Pick up and put back whatever can be reached first."""
    for entry in _do(session, "Pass")["objects"]:
        if not entry["pickupable"] or not entry["parentReceptacles"]:
            continue
        poses = _do(session, "GetInteractablePoses", objectId=entry["objectId"], maxPoses=1)["actionReturn"]
        if poses:
            return _pick_and_put(session, entry, poses[0])
    raise AssertionError("nothing can be reached")


def _pick_and_put(session: Session, entry: Json, pose: Json) -> str:
    agent = _do(
        session,
        "TeleportFull",
        position={axis: pose[axis] for axis in "xyz"},
        rotation={"x": 0, "y": pose["rotation"], "z": 0},
        horizon=pose["horizon"],
        standing=pose["standing"],
    )
    _expect(agent["lastActionSuccess"], agent["errorMessage"])
    agent = _do(session, "PickupObject", objectId=entry["objectId"], forceAction=True)
    _expect(agent["lastActionSuccess"], agent["errorMessage"])
    _expect(agent["inventoryObjects"][0]["objectId"] == entry["objectId"], "something else is in the hand")
    receptacle = entry["parentReceptacles"][0]
    agent = _do(session, "PutObject", objectId=receptacle, forceAction=True)
    _expect(agent["lastActionSuccess"], agent["errorMessage"])
    return f"{entry['objectType']} taken from and put back on {receptacle.split('|')[0]}"


def _check_pictures(session: Session) -> str:
    _do(session, "Pass")
    with Path(os.devnull).open("wb") as nowhere:
        start = time.perf_counter()
        for _ in range(_STEPS):
            reply = session.step({"action": "RotateRight", "forceAction": True})
            send(nowhere.fileno(), reply)
        rate = _STEPS / (time.perf_counter() - start)
    picture = reply.pictures[0]
    _expect(picture.rgb.shape == (300, 300, 3) and picture.rgb.std() > 1.0, "the picture is empty")
    depth = picture.depth
    _expect(depth is not None and bool(np.all(depth > 0.0)), "the depth picture has holes")
    _expect(picture.ids is not None, "there is no picture of ids")
    return f"{rate:.0f} whole steps/s: 300x300 colour, depth and ids, and the metadata, ready to send"


_CHECKS: tuple[tuple[str, Callable[[Session], str]], ...] = (
    ("load", _check_load),
    ("walk", _check_walk),
    ("pick and put", _check_handling),
    ("pictures", _check_pictures),
)
