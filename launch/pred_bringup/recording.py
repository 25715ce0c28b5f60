"""The bag of a run: whether it is recorded, where to, and the node that does it."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from launch_ros.parameter_descriptions import ParameterValue

from launch import LaunchContext
from pred_bringup.arguments import FALSE, TRUE, Argument, ArgumentError, parameters_of, text, whole_number
from pred_bringup.node_values import checked
from pred_bringup.task_choice import RECORDER, RunTaskParameters, choose
from pred_core.run_folder import BAG, NO_RECORD
from pred_tasks.tasks import TaskError

LIGHT = "light"
RECORDER_PARAMETERS = ("pred_tools.bag.recorder_node:RecorderParameters",)
FETCHED = {"spot": "/(camera|depth_registered)/(frontleft|frontright|left|right|back|hand)/"}
"""Topics of robots' cameras that nobody records unasked: pictures are fetched from the robot only for who listens."""
RECORD = Argument(
    "record",
    "",
    "Record all topics of each task into RUN/bag: true, light (pictures once a second) or false; '' = true",
    ("", TRUE, LIGHT, FALSE),
)


@dataclass(frozen=True)
class Records:
    """Where records go: of the task that is launched, and of goals that come; None where none is left.

    ``instruction`` and ``scene`` are the launched task's, also where it is one of a file.
    """

    of_task: Path | None
    of_goals: Path | None
    instruction: str = ""
    scene: str = ""

    @property
    def runs(self) -> Path | None:
        """The folder that holds the records."""
        return self.of_task.parent if self.of_task is not None else self.of_goals


def records_of(context: LaunchContext, *, task: bool) -> Records:
    """Return where records go. A task that cannot be used has none: the runner says what is wrong with it.

    :param task: there is one; otherwise every goal that comes leaves its record in a folder of its own
    """
    given = text(context, "run_dir")
    if not task:
        return Records(None, None if given == NO_RECORD else Path(given or "runs").expanduser().absolute())
    names = {f.name for f in fields(RunTaskParameters)} & context.launch_configurations.keys()
    said: dict[str, Any] = {n: text(context, n) for n in names - {"seed", "max_actions", "max_failures"}}
    try:
        chosen = choose(replace(RunTaskParameters(), **{n: v for n, v in said.items() if v}))
    except TaskError:
        return Records(None, None)
    return Records(chosen.run_dir, None, chosen.instruction, chosen.scene)


def recorder_parameters(
    context: LaunchContext, robot: str, records: Records, *, task: bool
) -> dict[str, Any] | None:
    """Return the parameters of the recorder, None when there is nothing for it to do.

    :raises ArgumentError: when recording was asked for, but there is no folder
    """
    wanted = text(context, "record")
    if wanted in (TRUE, LIGHT) and text(context, "run_dir") == NO_RECORD and task:
        raise ArgumentError(f"record:={wanted} needs a folder for the run: leave run_dir:=none out.")
    one_bag = records.of_task is not None and wanted != FALSE
    if not one_bag and (task or (records.of_goals is None and wanted not in (TRUE, LIGHT))):
        return None
    facts = {
        "robot": robot,
        "scene": records.scene or text(context, "scene"),
        "seed": str(whole_number(context, "seed") or 0),
        "instruction": records.instruction,
        "arguments": json.dumps(
            {k: str(v) for k, v in context.launch_configurations.items() if v != ""}, sort_keys=True
        ),
    }
    return {
        "folder": ParameterValue(str(records.of_task / BAG) if records.of_task else "", value_type=str),
        "bags": wanted != FALSE,
        "light": wanted == LIGHT,
        "exclude": ParameterValue(FETCHED.get(robot, ""), value_type=str),
        "facts": ParameterValue(json.dumps(facts), value_type=str),
        **checked(RECORDER, RECORDER_PARAMETERS, parameters_of(context, RECORDER)),
    }
