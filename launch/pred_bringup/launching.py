"""What the launch files of all robots share: arguments, the nodes of the stack, the runner, rviz and recording."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ament_index_python.packages import PackageNotFoundError, get_package_prefix, get_package_share_directory
from launch.actions import RegisterEventHandler
from launch.event_handlers import OnProcessExit
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from launch import LaunchContext
from pred_bringup.arguments import (
    FALSE,
    TRUE,
    Argument,
    ArgumentError,
    argument,
    flag,
    parameters_of,
    text,
)
from pred_bringup.checking import check_file, check_names
from pred_bringup.launch_end import END, RUNNER, environment, needed, task_ended
from pred_bringup.node_values import checked, for_launch, of_files
from pred_bringup.recorded import PLANNER, REASONERS, planner_parameters
from pred_bringup.recording import (
    RECORD,
    RECORDER_PARAMETERS,
    Records,
    recorder_parameters,
    records_of,
)
from pred_bringup.sharing import SEPARATE, shared
from pred_bringup.task_choice import RECORDER, RunTaskParameters, choose
from pred_bringup.tidy_node import TidyNode
from pred_bringup.transport import segment
from pred_core import left_segments
from pred_core.exit_codes import DONE, INTERRUPTED
from pred_core.loopback import emulated_at, is_loopback
from pred_core.stack_owner import TakenError, claim
from pred_planner.dialects.forms import FORMS
from pred_recovery.recover.registry import STRATEGIES
from pred_tasks.tasks import TaskError

BOOLEAN = (TRUE, FALSE)
DOMAIN, MOST_DOMAINS = "ROS_DOMAIN_ID", 232
"""The environment's variable for the ROS domain, and the highest one: ports of higher ones do not exist."""

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
        "recovery",
        "",
        "What is tried after a step failed: none, positioning, rules, staged, or one paper's cmfr, cape, helper, cot, "
        "resample, saycan (docs/recovery.md); '' = the parameter file's (staged)",
        ("", *STRATEGIES),
    ),
    Argument(
        "feedback",
        "",
        "Ask a person after a task whether it is done (`ros2 run pred_core ask_person`), and do what is missing; "
        "'' = the parameter file's (false)",
        ("", *BOOLEAN),
    ),
    Argument(
        "reasoner",
        "",
        "Who makes plans: rules, llm or replay; '' = the parameter file's (rules)",
        ("", *REASONERS),
    ),
    Argument(
        "dialect",
        "",
        "In which dialect a model is asked to write plans: pred, flare, helper or cmfr; '' = the file's (pred)",
        ("", *sorted(FORMS)),
    ),
    Argument(
        "replay",
        "",
        "With reasoner:=replay: recorded answers, a run's llm_calls.jsonl, or a folder of a benchmark with such files",
    ),
    Argument(
        "vision",
        "",
        "Show the model of reasoner:=llm pictures where the modules doubt, a step failed or the end was not seen "
        "(docs/llm.md); '' = the parameter file's (false)",
        ("", *BOOLEAN),
    ),
    Argument(
        "strictness",
        "",
        "Words that cannot be used, or that nothing seen fits: ask a person (nobody there: stop), warn, or refuse; "
        "'' = the file's (ask)",
        ("", "ask", "warn", "refuse"),
    ),
    Argument(
        "person",
        "",
        "Where the person who gives the tasks stands in map: x,y or x,y,yaw (m, rad); '' = the file's (where the robot "
        "stood when it was asked)",
    ),
    Argument(
        "home", "", "Name of the home whose things are remembered over launches (./pred home); '' = none is"
    ),
    Argument("seed", "", "Seed of all that is random; '' = the parameter file's"),
    Argument("max_actions", "", "Actions after which a task is given up; '' = the parameter file's"),
    Argument("max_failures", "", "Failed actions after which a task is given up; '' = the parameter file's"),
    Argument("width", "", "Width of the pictures in pixels; '' = the parameter file's"),
    Argument("height", "", "Height of the pictures in pixels; '' = the parameter file's"),
    Argument(
        "run_dir",
        "",
        "Folder for the record of the run; '' = runs/<time>_<scene>_<words> here, none = no record. "
        "Without a task: the folder below which every goal leaves its record; '' = runs",
    ),
    Argument(
        "view", FALSE, "Show everything in the browser, with Foxglove Studio (docs/monitoring.md)", BOOLEAN
    ),
    Argument("rviz", FALSE, "Show camera, map, objects and plan in rviz2", BOOLEAN),
    RECORD,
    Argument("namespace", "pred", "Namespace of all nodes, topics, services and actions"),
    Argument("params_file", "", "Parameters of the nodes; '' = config/ROBOT.yaml of this package"),
    Argument(
        "use_sim_time", FALSE, "Use the simulator's clock (/clock) in all nodes but the bridge", BOOLEAN
    ),
    Argument(
        "log_level", "info", "debug, info, warn, error or fatal", ("debug", "info", "warn", "error", "fatal")
    ),
    SEPARATE,
    Argument("use_respawn", FALSE, "Start a node again when it ends, instead of ending everything", BOOLEAN),
)
"""Arguments of every robot's launch file."""


VIEW_PARAMETERS = ("pred_tools.view.node:ViewParameters",)

VIEW, EXECUTIVE = "view", "executive"


@dataclass(frozen=True)
class NodeOf:
    """A node of the stack: its package, and the arguments that are its parameters.

    ``parameters`` are the classes that declare its parameters, as ``module:Class``.
    """

    package: str
    parameters: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    keeps_wall_time: bool = False


@dataclass(frozen=True)
class RobotStack:
    """A robot's stack: name (of its parameter file and rviz layout), arguments, nodes, and who gives the task.

    ``check_scene`` is given the name of a scene and how it was given, and raises ArgumentError when there is none.
    """

    name: str
    arguments: tuple[Argument, ...]
    nodes: Mapping[str, NodeOf]
    runner: NodeOf
    task_given_by: tuple[str, ...] = ("instruction",)
    check_scene: Callable[[str, str], None] = lambda _name, _given: None


def own_namespace(context: LaunchContext, robot: RobotStack) -> None:
    """Take the namespace for this launch, so that no goal ever reaches two robots, and what killed ones left away.

    :raises ArgumentError: when another launch of this machine has it, with whose it is
    """
    what = " in ".join(filter(None, (f"a stack of {robot.name}", text(context, "scene"))))
    try:
        claim(_domain(), text(context, "namespace"), what)
    except TakenError as error:
        raise ArgumentError(str(error)) from error
    left_segments.remove()


def emulator_address(context: LaunchContext, given: str) -> str:
    """Return where this launch's emulated robot listens: as given, else the stack's own loopback address.

    :raises ArgumentError: when others than this machine could reach it
    """
    address = given or emulated_at(_domain(), text(context, "namespace"))
    if not is_loopback(address):
        raise ArgumentError(
            f"mock:=true starts an emulator, which only listens on this machine: {address} is not 127.x.y.z."
        )
    return address


def _domain() -> int:
    domain = os.environ.get(DOMAIN) or "0"
    if not (domain.isascii() and domain.isdigit() and int(domain) <= MOST_DOMAINS):
        raise ArgumentError(
            f"the environment's {DOMAIN} is '{domain}': it may be a whole number from 0 to {MOST_DOMAINS}."
        )
    return int(domain)


def actions(
    context: LaunchContext,
    robot: RobotStack,
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
    _check(context, robot, {**more, **robot.nodes}, params)
    respawn = flag(context, "use_respawn")
    replayed = {PLANNER: planner_parameters(context, params)}
    task = _has_task(context, robot)
    records = records_of(context, task=task)
    runs = ParameterValue(str(records.of_goals or ""), value_type=str)
    ours = {**values, EXECUTIVE: {"runs": runs, **values.get(EXECUTIVE, {})}}
    recorder = _recorder(context, robot, records, task=task)
    started: list[Any] = [*recorder, *_view(context, records)]
    for name, kind in {**more, **robot.nodes}.items():
        by_argument, by_name = _given(context, robot, name, kind, params)
        given = {**by_argument, **ours.get(name, {}), **by_name, **replayed.get(name, {})}
        if not kind.keeps_wall_time:
            given["use_sim_time"] = flag(context, "use_sim_time")
        node = _node(context, name, kind.package, [*params, given], respawn)
        started += [node] if respawn else [node, needed(node)]
    if task:
        started += _runner(context, robot, records.of_task, recorded=bool(recorder))
    started += _rviz(context, robot)
    END.started = True
    return started


def _check(context: LaunchContext, robot: RobotStack, nodes: Mapping[str, NodeOf], files: Sequence[Path]) -> None:
    """Refuse what nobody would read or find, before anything starts.

    :raises ArgumentError: with a sentence
    """
    classes = {name: kind.parameters for name, kind in nodes.items()}
    typed = {**classes, RUNNER: robot.runner.parameters, RECORDER: RECORDER_PARAMETERS, VIEW: VIEW_PARAMETERS}
    check_names(context.launch_configurations, [a.name for a in robot.arguments], typed)
    for file in files:
        check_file(file, typed)
    scene = text(context, "scene")
    if scene:
        robot.check_scene(scene, f"scene:={scene}")
    if "task" in robot.runner.arguments and not text(context, "task_file") and text(context, "task") != "0":
        said = text(context, "task")
        raise ArgumentError(
            f'task:={said} chooses one of task_file:=FILE; what to do is said by instruction:="{said}".'
        )
    if _has_task(context, robot):
        told: dict[str, Any] = {name: text(context, name) for name in robot.runner.arguments}
        try:
            task = choose(RunTaskParameters(**told))
        except TaskError as error:
            raise ArgumentError(str(error)) from error
        if task.scene:
            robot.check_scene(task.scene, f"task_file:={told.get('task_file', '')}")


def _has_task(context: LaunchContext, robot: RobotStack) -> bool:
    return any(text(context, name) for name in robot.task_given_by)


def program(package: str, name: str) -> str:
    """Return the path of a package's program that is no node."""
    return str(Path(get_package_prefix(package)) / "lib" / package / name)


def _given(
    context: LaunchContext, robot: RobotStack, name: str, kind: NodeOf, files: Sequence[Path]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the parameters that arguments were given for, and those given by the node's name.

    :param files: parameter files of the node, the robot's own first
    :raises ArgumentError: for what the node cannot use
    """
    arguments = {n: a for n in kind.arguments if (a := argument(context, n)) is not None}
    by_name = parameters_of(context, name)
    defaults = {a.name: a.default for a in robot.arguments}
    theirs = by_name or any(a.text != defaults[n] for n, a in arguments.items())
    if not (theirs or of_files(name, [f for f in files if f.parent != share() / "config"])):
        return {n: for_launch(a.text) for n, a in arguments.items()}, {}
    told = checked(name, kind.parameters, {**of_files(name, files), **arguments, **by_name})
    return {n: told[n] for n in arguments}, {n: told[n] for n in by_name}


def _node(
    context: LaunchContext,
    name: str,
    package: str,
    parameters: list[Path | Mapping[str, Any]],
    respawn: bool = False,
) -> Node:
    return TidyNode(
        package=package,
        executable=name,
        exec_name=name,  # what starts it has another
        name=name,
        namespace=text(context, "namespace"),
        parameters=[str(p) if isinstance(p, Path) else p for p in parameters if p],
        arguments=["--ros-args", "--log-level", text(context, "log_level")],
        output="both",
        emulate_tty=True,
        additional_env={**environment(), **segment(name)},
        prefix=shared(INTERRUPTED if name == RUNNER else DONE),
        respawn=respawn,
        respawn_delay=1.0,
        sigterm_timeout="4",
    )


def _params_file(context: LaunchContext, robot: RobotStack) -> Path:
    given = text(context, "params_file")
    path = Path(given) if given else share() / "config" / f"{robot.name}.yaml"
    if not path.is_file():
        raise ArgumentError(f"params_file:={path} is not there.")
    return path


def share() -> Path:
    """Return where this package's parameter files and layouts are installed."""
    return Path(get_package_share_directory("pred_bringup"))


def _runner(context: LaunchContext, robot: RobotStack, folder: Path | None, *, recorded: bool) -> list[Any]:
    """Return the node that gives the task and ends everything after it."""
    by_argument, by_name = _given(context, robot, RUNNER, robot.runner, ())
    given = {**by_argument, "recorded": recorded, **by_name}
    if folder is not None:
        given["run_dir"] = ParameterValue(str(folder), value_type=str)
    node = _node(context, RUNNER, robot.runner.package, [given])
    return [node, RegisterEventHandler(OnProcessExit(target_action=node, on_exit=task_ended))]


def _view(context: LaunchContext, records: Records) -> list[Any]:
    """Return the node that shows everything in the browser; the task goes on when it ends."""
    if not flag(context, "view"):
        return []
    runs = {"runs": ParameterValue(str(records.runs), value_type=str)} if records.runs is not None else {}
    told = checked(VIEW, VIEW_PARAMETERS, parameters_of(context, VIEW))
    return [_node(context, VIEW, "pred_tools", [{**runs, **told}])]


def rviz_layout(robot: RobotStack) -> Path:
    """Return where the layout of rviz2 for a robot is installed."""
    return share() / "rviz" / f"{robot.name}.rviz"


def _rviz(context: LaunchContext, robot: RobotStack) -> list[Any]:
    if not flag(context, "rviz"):
        return []
    try:
        get_package_prefix("rviz2")
    except PackageNotFoundError as error:
        raise ArgumentError(
            "rviz:=true needs rviz2, which is not installed here: install ros-jazzy-rviz2, or leave rviz out."
        ) from error
    return [
        Node(
            package="rviz2",
            executable="rviz2",
            namespace=text(context, "namespace"),
            arguments=["-d", str(rviz_layout(robot))],
            output="log",
        )
    ]


def _recorder(context: LaunchContext, robot: RobotStack, records: Records, *, task: bool) -> list[Any]:
    """Return the node that records runs; tasks go on when it ends."""
    given = recorder_parameters(context, robot.name, records, task=task)
    return [_node(context, RECORDER, "pred_tools", [given])] if given else []
