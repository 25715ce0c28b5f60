"""What thor.launch.py starts: bridge, perception, nav, planner, executive, and the runner when there is a task."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ament_index_python.packages import PackageNotFoundError, get_package_prefix, get_package_share_directory
from launch.actions import EmitEvent, ExecuteProcess, RegisterEventHandler
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch.events.process import ProcessExited
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from launch import LaunchContext
from pred_bringup.arguments import (
    FALSE,
    TRUE,
    Argument,
    ArgumentError,
    flag,
    parameters_of,
    text,
    whole_number,
)

BOOLEAN = (TRUE, FALSE)

ARGUMENTS = (
    Argument(
        "scene",
        "",
        "Room to start in: FloorPlan1-30 kitchens, 201-230 living rooms, 301-330 bedrooms, 401-430 "
        "bathrooms; '' = the parameter file's (FloorPlan1), or the task's",
    ),
    Argument("instruction", "", "What to do, in a sentence; '' = wait for goals of the action execute_task"),
    Argument("steps", "", "Step-by-step texts to go with the instruction, separated by |"),
    Argument(
        "task_file", "", "JSON-lines file of tasks; with 'task' it loads that task's layout and sentence"
    ),
    Argument("task", "0", "Which task of task_file: its line's number from 0, or its task_id"),
    Argument("seed", "", "Seed of all that is random; '' = the parameter file's"),
    Argument(
        "player",
        "",
        "Who plays AI2-THOR: embedded (comes with PRED) or unity (is downloaded); '' = the file's",
        ("", "embedded", "unity"),
    ),
    Argument(
        "detector", "", "Detector of perception; oracle takes the simulator's instances; '' = the file's"
    ),
    Argument("attributes", "", "Where attributes like clean and open come from; '' = the parameter file's"),
    Argument(
        "modules",
        "",
        "Which discrepancy modules watch the plan: some of dta,ohv,apm,asr or none; '' = the parameter file's (all)",
    ),
    Argument("reasoner", "", "Who makes plans; '' = the parameter file's (rules)"),
    Argument("max_actions", "", "Actions after which a task is given up; '' = the parameter file's"),
    Argument("max_failures", "", "Failed actions after which a task is given up; '' = the parameter file's"),
    Argument("width", "", "Width of the pictures in pixels; '' = the parameter file's"),
    Argument("height", "", "Height of the pictures in pixels; '' = the parameter file's"),
    Argument(
        "run_dir",
        "",
        "Folder for the record of the run; '' = runs/<time>_<scene>_<words> here, none = no record",
    ),
    Argument("rviz", FALSE, "Show camera, map, objects and plan in rviz2", BOOLEAN),
    Argument("record", FALSE, "Record all topics with ros2 bag", BOOLEAN),
    Argument("namespace", "pred", "Namespace of all nodes, topics, services and actions"),
    Argument("params_file", "", "Parameters of the nodes; '' = config/thor.yaml of this package"),
    Argument(
        "use_sim_time", FALSE, "Use the simulator's clock (/clock) in all nodes but the bridge", BOOLEAN
    ),
    Argument(
        "log_level", "info", "debug, info, warn, error or fatal", ("debug", "info", "warn", "error", "fatal")
    ),
    Argument("use_respawn", FALSE, "Start a node again when it ends, instead of ending everything", BOOLEAN),
)

NODES = {
    "bridge": ("sim_bridge_thor", ("scene", "player"), ("seed", "width", "height")),
    "perception": ("pred_perception", ("detector", "attributes"), ()),
    "nav": ("pred_nav", (), ()),
    "planner": ("pred_planner", ("reasoner",), ()),
    "executive": ("pred_recovery", ("modules",), ("max_actions", "max_failures")),
}
"""Node: its package, the arguments that are its parameters as text, and as whole numbers."""


class Ended(RuntimeError):
    """Raised inside the launch service, which then ends everything and exits with code 1."""


def actions(context: LaunchContext) -> list[Any]:
    """Return everything to start for the arguments in the context.

    :raises ArgumentError: when an argument cannot be used
    """
    params_file = _params_file(context)
    respawn = flag(context, "use_respawn")
    started: list[Any] = []
    for name, (package, texts, numbers) in NODES.items():
        values = {**_given(context, texts, numbers), **parameters_of(context, name)}
        if name != "bridge":
            values["use_sim_time"] = flag(context, "use_sim_time")
        node = _node(context, name, package, [params_file, values], respawn)
        started.append(node)
        if not respawn:
            started.append(RegisterEventHandler(OnProcessExit(target_action=node, on_exit=_node_ended)))
    started += _runner(context)
    started += [*_rviz(context), *_record(context)]
    return started


def _given(context: LaunchContext, texts: tuple[str, ...], numbers: tuple[str, ...]) -> dict[str, Any]:
    """Return the parameters for which an argument was given; the others stay as the parameter file says."""
    values: dict[str, Any] = {
        name: ParameterValue(text(context, name), value_type=str) for name in texts if text(context, name)
    }
    values.update({n: v for n in numbers if (v := whole_number(context, n)) is not None})
    return values


def _node(
    context: LaunchContext,
    name: str,
    package: str,
    parameters: list[Path | Mapping[str, Any]],
    respawn: bool = False,
) -> Node:
    return Node(
        package=package,
        executable=name,
        name=name,
        namespace=text(context, "namespace"),
        parameters=[str(p) if isinstance(p, Path) else p for p in parameters if p],
        arguments=["--ros-args", "--log-level", text(context, "log_level")],
        output="screen",
        emulate_tty=True,
        respawn=respawn,
        respawn_delay=1.0,
        sigterm_timeout="4",
    )


def _params_file(context: LaunchContext) -> Path:
    given = text(context, "params_file")
    path = (
        Path(given) if given else Path(get_package_share_directory("pred_bringup")) / "config" / "thor.yaml"
    )
    if not path.is_file():
        raise ArgumentError(f"params_file:={path} is not there.")
    return path


def _runner(context: LaunchContext) -> list[Any]:
    """Return the node that gives the task and ends everything after it; nothing when there is no task."""
    if not (text(context, "instruction") or text(context, "task_file")):
        return []
    names = ("instruction", "steps", "task_file", "task", "scene", "run_dir")
    values = _given(context, names, ("seed", "max_actions", "max_failures"))
    node = _node(context, "run_task", "pred_bringup", [values])
    return [node, RegisterEventHandler(OnProcessExit(target_action=node, on_exit=_task_ended))]


def _task_ended(event: ProcessExited, _: LaunchContext) -> list[Any]:
    if event.returncode != 0:
        raise Ended("The task was not done; the reason is above.")
    return [EmitEvent(event=Shutdown(reason="the task is done"))]


def _node_ended(event: ProcessExited, context: LaunchContext) -> None:
    if not context.is_shutdown:
        raise Ended(f"{event.process_name} ended with code {event.returncode}; its reason is above.")


def _rviz(context: LaunchContext) -> list[Any]:
    if not flag(context, "rviz"):
        return []
    try:
        get_package_prefix("rviz2")
    except PackageNotFoundError as error:
        raise ArgumentError(
            "rviz:=true needs rviz2, which is not installed here: install ros-jazzy-rviz2, or leave rviz out."
        ) from error
    layout = Path(get_package_share_directory("pred_bringup")) / "rviz" / "thor.rviz"
    return [
        Node(
            package="rviz2",
            executable="rviz2",
            namespace=text(context, "namespace"),
            arguments=["-d", str(layout)],
            output="log",
        )
    ]


def _record(context: LaunchContext) -> list[Any]:
    if not flag(context, "record"):
        return []
    if importlib.util.find_spec("ros2bag") is None:
        raise ArgumentError(
            "record:=true needs ros2 bag, which is not installed here: install ros-jazzy-ros2bag, or leave record out."
        )
    return [ExecuteProcess(cmd=["ros2", "bag", "record", "--all-topics"], output="log")]
