"""The recorded task done again in the simulator with changes: what the robot does otherwise, and where that leads.

AI2-THOR's world and the nodes are in lock step and decide the same for the same seed, so the task is begun again in the
recorded scene: up to the first other action everything is as recorded (pictures are compared to the byte), and from
there on the world goes on as it would have.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rclpy.serialization import deserialize_message

from pred_core.exit_codes import BAD_INPUT, INTERRUPTED
from pred_core.plain_text import ended_well
from pred_core.ros.lazy_message import Stamp, stamp_of_raw
from pred_msgs.msg import RobotState
from pred_tools.bag.reader import Bag, open_bag
from pred_tools.replay.lockstep import ReplayError
from pred_tools.run_files import RESULT

SIMULATED = "thor"
"""The robot whose world begins the same for the same scene and seed, and waits for it."""
STATE, COLOUR = "/robot_state", "/camera/color/image_raw"
OURS = ("run_dir", "record", "namespace", "view", "rviz", "log_level", "view.port", "view.live_port")
"""Launch arguments of the recording that say nothing of what the robot does."""
TASKS = ("instruction", "task_file")
TOLD = ("code", "message", "goal_conditions", "goal_conditions_total", "actions", "failures")
"""What is told of a result."""
LAUNCHER = "pred_bringup.launcher"
STOP_SECONDS = 30.0


@dataclass(frozen=True)
class ResimulatedStep:
    """One observation: its number, the action that led to it and how that ended, and a hash of the picture's bytes."""

    number: int
    action: str
    code: str
    picture: int


@dataclass(frozen=True)
class Resimulated:
    """What came of it. ``same`` counts actions up to the first other one, ``pictures`` those that are identical there.

    ``then`` and ``now`` are the actions at that place ('' where there is none); ``results`` the two records' results,
    empty where there is no record.
    """

    actions: int
    same: int
    pictures: int
    step: int
    then: str
    now: str
    results: tuple[Mapping[str, Any], Mapping[str, Any]]

    @property
    def changed(self) -> bool:
        """Whether anything was done otherwise, or ended otherwise."""
        old, new = self.results
        return bool(self.then or self.now or (old and old.get("code") != new.get("code")))

    def lines(self) -> Iterator[str]:
        """Yield the report."""
        yield (
            f"{self.same} of {self.actions} actions are the same, with {self.pictures} of {self.same + 1} pictures "
            "identical to the byte"
        )
        if self.then or self.now:
            yield f"First other action, at step {self.step}: {self.then or 'none'} then, {self.now or 'none'} now"
        for when, result in zip(("Then", "Now "), self.results, strict=True):
            yield f"{when}: {_told(result)}"

    def as_json(self) -> str:
        """Return the same for programs."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False)


def resimulated(run: Path, changes: Sequence[str], out: Path | None = None) -> Resimulated:
    """Do a recorded task again with changes.

    :param changes: launch arguments, ``NODE.PARAMETER:=VALUE`` of any node
    :param out: new folder for the record of what is done now; None keeps none
    :raises ReplayError: when the recording cannot be begun again, or the launch is refused
    :raises BagError: when a bag cannot be read
    """
    bag = open_bag(run)
    arguments = launch_arguments(bag.custom, _first_step(bag))
    with tempfile.TemporaryDirectory(prefix="pred_resimulate_") as folder:
        new = out if out is not None else Path(folder) / "run"
        _launch([*(f"{name}:={value}" for name, value in arguments.items()), *changes], new)
        return compared(_steps(bag), _steps(open_bag(new)), (_result(run), _result(new)))


def launch_arguments(facts: Mapping[str, str], first_step: int) -> dict[str, str]:
    """Return the launch arguments with which a recorded task begins again as it began.

    :param facts: what the bag says of its run
    :param first_step: the number of its first observation
    :raises ReplayError: when it cannot
    """
    if facts.get("robot") != SIMULATED:
        robot = facts.get("robot") or "an unknown robot"
        raise ReplayError(f"Only what was recorded in AI2-THOR can be simulated again; this is of {robot}.")
    arguments = {k: v for k, v in json.loads(facts.get("arguments", "{}")).items() if k not in OURS}
    if not any(arguments.get(name) for name in TASKS):
        if first_step > 1:
            raise ReplayError(
                "The robot had done something before this task, so that the room at its beginning is not known: only "
                "the first task of a launch can be simulated again."
            )
        arguments["instruction"] = facts.get("instruction", "")
    return arguments | {"scene": facts.get("scene", ""), "seed": facts.get("seed", "0")}


def compared(
    old: Sequence[ResimulatedStep], new: Sequence[ResimulatedStep], results: tuple[Mapping[str, Any], Mapping[str, Any]]
) -> Resimulated:
    """Return where two runs from the same beginning part."""
    pairs = list(zip(old, new, strict=False))
    parted = next((i for i, (a, b) in enumerate(pairs) if (a.action, a.code) != (b.action, b.code)), len(pairs))
    then, now = (steps[parted] if parted < len(steps) else None for steps in (old, new))
    pictures = sum(a.picture == b.picture for a, b in pairs[:parted])
    place = then or now
    return Resimulated(
        max(len(old) - 1, 0),
        max(parted - 1, 0),
        pictures,
        place.number if place else 0,
        _done(then),
        _done(now),
        results,
    )


def _done(step: ResimulatedStep | None) -> str:
    if step is None:
        return ""
    return step.action if step.code == "SUCCESS" else f"{step.action} ({step.code})"


def _told(result: Mapping[str, Any]) -> str:
    if not result:
        return "no record says how it ended"
    goals = f"{result['goal_conditions']} of {result['goal_conditions_total']} goals"
    said = f" {ended_well(result['message'])}" if result["message"] else ""
    return f"{result['code']}, {goals}, {result['actions']} actions, {result['failures']} failed.{said}"


def _launch(arguments: Sequence[str], folder: Path) -> None:
    ours = (f"run_dir:={folder}", "record:=true", f"namespace:=replay_{os.getpid()}")
    command = [sys.executable, "-m", LAUNCHER, SIMULATED, *arguments, *ours]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            said, _ = process.communicate()
        except KeyboardInterrupt:
            process.wait(STOP_SECONDS)  # it heard the same Ctrl-C
            raise
    if process.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    if process.returncode == BAD_INPUT or not (folder / RESULT).exists():
        raise ReplayError((said.strip().splitlines() or ["The launch said nothing."])[-1].removeprefix("pred: "))


def _first_step(bag: Bag) -> int:
    return next((step.number for step in _steps(bag, pictures=False)), 0)


def _steps(bag: Bag, *, pictures: bool = True) -> list[ResimulatedStep]:
    """Return the observations in order."""
    found: dict[Stamp, RobotState] = {}
    seen: dict[Stamp, int] = {}
    state, view = (next((t for t in bag.topics if t.endswith(name)), "") for name in (STATE, COLOUR))
    for message in bag.messages({state, view} if pictures else {state}):
        stamp = stamp_of_raw(message.data)
        if message.topic == view:
            seen[stamp] = hash(message.data)
        else:
            found[stamp] = deserialize_message(message.data, RobotState)
    told = sorted(found.items(), key=lambda item: item[1].step)
    return [ResimulatedStep(m.step, m.last_action, m.last_outcome.code, seen.get(stamp, 0)) for stamp, m in told]


def _result(run: Path) -> Mapping[str, Any]:
    """Return what a run's record says of its end; empty for a bag alone."""
    file = run / RESULT
    found: Mapping[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return {name: found[name] for name in TOLD if name in found}
