"""What the launch files of all robots share: arguments, the nodes of the stack, the runner, rviz and recording."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
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
from pred_bringup.recorded import PLANNER, REASONERS, planner_parameters

BOOLEAN = (TRUE, FALSE)

COMMON = (
    Argument("instruction", "", "What to do, in a sentence; '' = wait for goals of the action execute_task"),
    Argument("steps", "", "Step-by-step texts to go with the instruction, separated by |"),
    Argument(
        "detector", "", "Detector of perception; oracle takes the simulator's instances; '' = the file's"
    ),
    Argument("attributes", "", "Where attributes like clean and open come from; '' = the parameter file's"),
    Argument(
        "modules",
        "",
        "Which discrepancy modules watch the plan: some of dta,ohv,apm,asr or none; '' = the parameter file's (all)",
    ),
    Argument(
        "reasoner",
        "",
        "Who makes plans: rules, llm or replay; '' = the parameter file's (rules)",
        ("", *REASONERS),
    ),
    Argument(
        "replay",
        "",
        "With reasoner:=replay: recorded answers, a run's llm_calls.jsonl, or a folder of a benchmark with such files",
    ),
    Argument("seed", "", "Seed of all that is random; '' = the parameter file's"),
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
    Argument("params_file", "", "Parameters of the nodes; '' = config/ROBOT.yaml of this package"),
    Argument(
        "use_sim_time", FALSE, "Use the simulator's clock (/clock) in all nodes but the bridge", BOOLEAN
    ),
    Argument(
        "log_level", "info", "debug, info, warn, error or fatal", ("debug", "info", "warn", "error", "fatal")
    ),
    Argument("use_respawn", FALSE, "Start a node again when it ends, instead of ending everything", BOOLEAN),
)
"""Arguments of every robot's launch file."""


@dataclass(frozen=True)
class NodeOf:
    """A node of the stack: its package, and the arguments that are its parameters as text, whole number, truth."""

    package: str
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    keeps_wall_time: bool = False


@dataclass(frozen=True)
class Robot:
    """A robot's stack: name (of its parameter file and rviz layout), arguments, nodes, and who gives the task."""

    name: str
    arguments: tuple[Argument, ...]
    nodes: Mapping[str, NodeOf]
    runner: NodeOf
    task_given_by: tuple[str, ...] = ("instruction",)


class Ended(RuntimeError):
    """Raised inside the launch service, which then ends everything and exits with code 1."""


def actions(
    context: LaunchContext,
    robot: Robot,
    *,
    more: Mapping[str, NodeOf] = MappingProxyType({}),
    files: Sequence[Path] = (),
    values: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> list[Any]:
    """Return everything to start for the arguments in the context.

    :param more: further nodes, started first
    :param files: parameter files that win over the robot's own
    :param values: per node, parameters that win over files and arguments
    :raises ArgumentError: when an argument cannot be used
    """
    params = [_params_file(context, robot), *files]
    respawn = flag(context, "use_respawn")
    checked = {PLANNER: planner_parameters(context, params)}
    started: list[Any] = []
    for name, kind in {**more, **robot.nodes}.items():
        told = {**values.get(name, {}), **parameters_of(context, name), **checked.get(name, {})}
        given = {**_given(context, kind), **told}
        if not kind.keeps_wall_time:
            given["use_sim_time"] = flag(context, "use_sim_time")
        node = _node(context, name, kind.package, [*params, given], respawn)
        started += [node] if respawn else [node, needed(node)]
    started += _runner(context, robot)
    started += [*_rviz(context, robot), *_record(context)]
    return started


def needed(process: ExecuteProcess) -> RegisterEventHandler:
    """Return what ends everything with exit code 1 when a process ends that the others cannot do without."""
    return RegisterEventHandler(OnProcessExit(target_action=process, on_exit=_node_ended))


def program(package: str, name: str) -> str:
    """Return the path of a package's program that is no node."""
    return str(Path(get_package_prefix(package)) / "lib" / package / name)


def _given(context: LaunchContext, kind: NodeOf) -> dict[str, Any]:
    """Return the parameters for which an argument was given; the others stay as the parameter file says."""
    values: dict[str, Any] = {
        name: ParameterValue(text(context, name), value_type=str)
        for name in kind.texts
        if text(context, name)
    }
    values.update({n: v for n in kind.numbers if (v := whole_number(context, n)) is not None})
    values.update({name: flag(context, name) for name in kind.flags if text(context, name)})
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


def _params_file(context: LaunchContext, robot: Robot) -> Path:
    given = text(context, "params_file")
    path = Path(given) if given else share() / "config" / f"{robot.name}.yaml"
    if not path.is_file():
        raise ArgumentError(f"params_file:={path} is not there.")
    return path


def share() -> Path:
    """Return where this package's parameter files and layouts are installed."""
    return Path(get_package_share_directory("pred_bringup"))


def _runner(context: LaunchContext, robot: Robot) -> list[Any]:
    """Return the node that gives the task and ends everything after it; nothing when there is no task."""
    if not any(text(context, name) for name in robot.task_given_by):
        return []
    node = _node(context, "run_task", robot.runner.package, [_given(context, robot.runner)])
    return [node, RegisterEventHandler(OnProcessExit(target_action=node, on_exit=_task_ended))]


def _task_ended(event: ProcessExited, _: LaunchContext) -> list[Any]:
    if event.returncode != 0:
        raise Ended("The task was not done; the reason is above.")
    return [EmitEvent(event=Shutdown(reason="the task is done"))]


def _node_ended(event: ProcessExited, context: LaunchContext) -> None:
    if not context.is_shutdown:
        raise Ended(f"{event.process_name} ended with code {event.returncode}; its reason is above.")


def _rviz(context: LaunchContext, robot: Robot) -> list[Any]:
    if not flag(context, "rviz"):
        return []
    try:
        get_package_prefix("rviz2")
    except PackageNotFoundError as error:
        raise ArgumentError(
            "rviz:=true needs rviz2, which is not installed here: install ros-jazzy-rviz2, or leave rviz out."
        ) from error
    layout = share() / "rviz" / f"{robot.name}.rviz"
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
