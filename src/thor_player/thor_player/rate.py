"""How many steps a second the player does through ai2thor's own client, and what a step is spent on.

``python -m thor_player.rate [--scenes FloorPlan1 ...] [--steps 200] [--against FOLDER]``, where FOLDER holds another
version of this package, which then does the same steps in turn.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import os
import shlex
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from . import pictures, protocol, session
from .launcher import player_command
from .metadata import ObjectBook
from .render import Renderer

_SCENES = ("FloorPlan1", "FloorPlan212", "FloorPlan305", "FloorPlan405")
_ROUNDS = 5
_WARM_UP = 30
_ACTIONS = ("LookDown", "RotateRight", "MoveAhead", "RotateRight", "LookUp", "RotateRight", "MoveAhead")
_PASSES = {"renderDepthImage": True, "renderInstanceSegmentation": True}
_PARTS: tuple[tuple[str, tuple[tuple[Any, str], ...]], ...] = (
    ("the action and what follows by itself", ((session.Session, "_do"),)),
    (
        "triangles, depth and ids",
        (
            (Renderer, "update"),
            (Renderer, "_project"),
            (Renderer, "_draw"),
            (Renderer, "_measure"),
            (Renderer, "sketch"),
        ),
    ),
    ("colours", ((Renderer, "_paint"),)),
    ("ids as colours", ((pictures.Studio, "_passes"), (pictures.Studio, "views"))),
    ("visibility", ((pictures, "saw"), (session, "visible"))),
    (
        "metadata",
        (
            (ObjectBook, "entries"),
            (pictures.Palette, "entries"),
            (session, "agent_metadata"),
            (session.Session, "_reply"),
        ),
    ),
    ("metadata as MessagePack", ((protocol, "pack"),)),
    ("protocol: rows turned over, written", ((protocol, "send"),)),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, return the exit status."""
    parser = argparse.ArgumentParser("python -m thor_player.rate", description=__doc__)
    parser.add_argument("--scenes", nargs="+", default=list(_SCENES), metavar="SCENE")
    parser.add_argument("--steps", type=int, default=200, help="steps a round (5 rounds; default 200)")
    parser.add_argument(
        "--against", type=Path, metavar="FOLDER", help="holds another thor_player to compare with"
    )
    options = parser.parse_args(argv)
    players = {"this player": player_command()}
    if options.against is not None:
        if not (options.against / "thor_player" / "main.py").is_file():
            parser.error(f"{options.against} holds no thor_player")
        players["the other"] = _player_in(options.against)
    try:
        controller = importlib.import_module("ai2thor.controller").Controller
    except ModuleNotFoundError as missing:
        parser.error(f"this Python has no {missing.name}: pip install ai2thor==5.0.0")
    for scene in options.scenes:
        _through_the_client(controller, players, scene, options.steps)
    print("\nprocessor time in the player, ms a step")
    print(f"{'':40}" + "".join(f"{scene:>14}" for scene in options.scenes))
    spent = [_spent(scene, options.steps) for scene in options.scenes]
    for name, _ in _PARTS:
        print(f"{name:40}" + "".join(f"{each[name]:14.2f}" for each in spent))
    print(f"{'all':40}" + "".join(f"{sum(each.values()):14.2f}" for each in spent))
    return 0


def _player_in(folder: Path) -> str:
    path = os.pathsep.join([str(folder.resolve()), os.environ.get("PYTHONPATH", "")])
    return shlex.join(["/usr/bin/env", f"PYTHONPATH={path}", sys.executable, "-m", "thor_player.main"])


def _through_the_client(controller: Any, players: dict[str, str], scene: str, steps: int) -> None:
    """Print the rates of players that do the same steps in turn."""
    running: dict[str, Any] = {}
    started: dict[str, float] = {}
    os.environ.pop("CUDA_VISIBLE_DEVICES", None)
    try:
        for name, command in players.items():
            start = time.perf_counter()
            running[name] = controller(
                local_executable_path=command, x_display=":0", scene=scene, width=300, height=300, **_PASSES
            )
            started[name] = time.perf_counter() - start
        rates: dict[str, list[float]] = {name: [] for name in players}
        client: dict[str, list[float]] = {name: [] for name in players}
        for number in range(_ROUNDS + 1):
            for name, each in running.items():
                start, busy = time.perf_counter(), time.process_time()
                count = steps if number else _WARM_UP
                for step in range(count):
                    each.step(_ACTIONS[step % len(_ACTIONS)])
                if number:
                    rates[name].append(count / (time.perf_counter() - start))
                    client[name].append(1e3 * (time.process_time() - busy) / count)
    finally:
        for each in running.values():
            each.stop()
    for name in players:
        print(
            f"{scene:14} {name:12} {statistics.median(rates[name]):6.1f} steps/s (of {_ROUNDS} rounds "
            f"{min(rates[name]):.1f} to {max(rates[name]):.1f}), "
            f"the client {statistics.median(client[name]):.2f} ms of each, started in {started[name]:.1f} s"
        )
    if len(players) > 1:
        mine, other = (rates[name] for name in players)
        ratio = statistics.median(a / b for a, b in zip(mine, other, strict=True))
        print(f"{scene:14} {ratio:.2f} times the other's rate (median of the rounds)")


def _spent(scene: str, steps: int) -> dict[str, float]:
    """Return the milliseconds of processor time a step that each part takes by itself, the least of the rounds."""
    spent: dict[str, float] = {name: 0.0 for name, _ in _PARTS}
    inner: list[float] = []
    originals = [(owner, name, getattr(owner, name)) for _, points in _PARTS for owner, name in points]
    for part, points in _PARTS:
        for owner, name in points:
            setattr(owner, name, _timed(getattr(owner, name), part, spent, inner))
    least: dict[str, float] = {}
    try:
        player = session.Session(scene)
        player.step({"action": "Initialize", **_PASSES})
        with Path(os.devnull).open("wb") as nowhere:
            for number in range(_ROUNDS + 1):
                spent.update(dict.fromkeys(spent, 0.0))
                for step in range(steps if number else _WARM_UP):
                    protocol.send(nowhere.fileno(), player.step({"action": _ACTIONS[step % len(_ACTIONS)]}))
                if number:
                    least = {k: min(v, least.get(k, v)) for k, v in spent.items()}
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)
    return {name: 1e3 * seconds / steps for name, seconds in least.items()}


def _timed(
    function: Callable[..., Any], part: str, spent: dict[str, float], inner: list[float]
) -> Callable[..., Any]:
    """Return a function that adds what it takes, without what timed ones within take, to its part."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        start = time.thread_time()
        inner.append(0.0)
        try:
            return function(*args, **kwargs)
        finally:
            took = time.thread_time() - start
            spent[part] += took - inner.pop()
            if inner:
                inner[-1] += took

    return run


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
