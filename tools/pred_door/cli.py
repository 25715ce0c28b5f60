"""The door's verbs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Callable, Mapping

from .build import build
from .check import check
from .console import DoorError, complain, say
from .environment import complete
from .layout import Layout, find_layout
from .process import Stopped, hand_over, run, stop_on_signals
from .ros import Ros, find_ros
from .set_up import set_up, set_up_vision
from .tests import run_tests

OF_ROS2_LAUNCH = frozenset({"-s", "--show-args", "--show-arguments", "-p", "--print", "-d", "--debug"})
"""Options that only ``ros2 launch`` itself has."""


@dataclass(frozen=True)
class Door:
    """What every verb gets: the paths and the ROS 2 in use."""

    layout: Layout
    ros: Ros

    def ready(self) -> Mapping[str, str]:
        """Do the set-up and the build where needed and return the environment."""
        set_up(self.layout, self.ros)
        build(self.layout, self.ros)
        return complete(self.layout, self.ros, os.environ)


@dataclass(frozen=True)
class Verb:
    """One command of the door: how to write it, what it does, and the function that does it."""

    usage: str
    help: str
    action: Callable[[Door, list[str]], int]


def _setup(door: Door, args: list[str]) -> int:
    if args == ["vision"]:
        set_up_vision(door.layout, door.ros)
    elif args:
        raise DoorError(f"setup does not know '{' '.join(args)}'", "Usage: ./pred setup [vision]")
    else:
        set_up(door.layout, door.ros)
        say(f"pred: ready ({'ROS 2 from the registries' if door.ros.bare else 'ROS 2 ' + door.ros.name})")
    return 0


def _build(door: Door, args: list[str]) -> int:
    if args:
        raise DoorError("build takes no arguments; colcon.meta holds the packages' options")
    door.ready()
    say("pred: the build is up to date")
    return 0


def _launch(door: Door, args: list[str]) -> int:
    if not args or args[0].startswith("-"):
        known = sorted(
            path.name[: -len(".launch.py")] for path in (door.layout.root / "launch").rglob("*.launch.py")
        )
        raise DoorError(
            "launch needs a name", f"Usage: ./pred launch {'|'.join(known) or 'NAME'} [argument:=value ...]"
        )
    env = door.ready()
    if set(args) & OF_ROS2_LAUNCH:
        options = [a for a in args[1:] if a.startswith("-")]
        given = [a for a in args[1:] if not a.startswith("-")]
        hand_over(["ros2", "launch", *options, "pred_bringup", f"{args[0]}.launch.py", *given], env)
    hand_over([str(door.layout.python), "-m", "pred_bringup.launcher", *args], env)


def _program(package: str, name: str) -> Callable[[Door, list[str]], int]:
    """Return the action that runs a package's program with the arguments given."""

    def action(door: Door, args: list[str]) -> int:
        env = door.ready()
        hand_over(["ros2", "run", package, name, *args], env)

    return action


def _module(name: str) -> Callable[[Door, list[str]], int]:
    """Return the action that runs a module with the arguments given, without a word of ``ros2 run`` about its end."""

    def action(door: Door, args: list[str]) -> int:
        env = door.ready()
        hand_over([str(door.layout.python), "-m", name, *args], env)

    return action


def _mcp(door: Door, args: list[str]) -> int:
    """Hand over to the MCP server, whose standard output is for its client alone: the door speaks on the other one."""
    kept = os.dup(1)
    os.dup2(2, 1)
    env = door.ready()
    os.dup2(kept, 1)
    os.close(kept)
    hand_over([str(door.layout.python), "-m", "pred_tools.mcp_server", *args], env)


def _ros2(door: Door, args: list[str]) -> int:
    env = door.ready()
    hand_over(["ros2", *args], env)


def _shell(door: Door, args: list[str]) -> int:
    env = door.ready()
    hand_over(args or [os.environ.get("SHELL") or "/bin/sh"], env)


def _check(door: Door, args: list[str]) -> int:
    if args:
        raise DoorError("check takes no arguments")
    set_up(door.layout, door.ros)
    return check(door.layout)


def _test(door: Door, args: list[str]) -> int:
    env = door.ready()
    checked = check(door.layout)
    pytest = [str(door.layout.python), "-m", "pytest"]
    tested = run_tests(
        lambda options: run([*pytest, *options], env=env, cwd=door.layout.root).returncode, args
    )
    return tested or checked


VERBS = {
    "setup": Verb(
        "setup [vision]", "make the environment; 'vision' adds the heavy vision packages (6 GB)", _setup
    ),
    "build": Verb("build", "build what changed, after any set-up needed", _build),
    "launch": Verb(
        "launch NAME [-v] [ARG:=VALUE ...]",
        "start a robot; -s lists its arguments, -v shows what its nodes say",
        _launch,
    ),
    "bench": Verb(
        "bench [OPTION ...]",
        "run a set of tasks and write a table (see bench --help)",
        _program("pred_bringup", "bench"),
    ),
    "parse": Verb(
        "parse --dialect D",
        "turn model answers, one a line, into plans (D: pred, flare, cmfr, helper)",
        _program("pred_planner", "parse"),
    ),
    "revise": Verb(
        "revise [OPTION ...]",
        "revise plans, one with its discrepancy a line",
        _program("pred_planner", "revise"),
    ),
    "memory": Verb(
        "memory list|show|teach|forget|export",
        "what the robot remembers of words and programs, and its routines",
        _module("pred_planner.memory_command"),
    ),
    "scenes": Verb(
        "scenes [KIND]", "list the rooms and tables there are, by kind", _module("pred_bringup.scenes")
    ),
    "do": Verb(
        'do "SENTENCE"',
        "give a running robot a task; --dry-run tells what it would do",
        _module("pred_tools.do_command"),
    ),
    "mcp": Verb(
        "mcp [--act]",
        "offer a running robot to language-model clients (Model Context Protocol, stdio)",
        _mcp,
    ),
    "view": Verb(
        "view [RUN|BAG]",
        "look at runs and bags in the browser; a launch with view:=true shows the robot",
        _module("pred_tools.view.command"),
    ),
    "train": Verb(
        "train detector",
        "train, or with --evaluate judge, the detector for AI2-THOR (see train --help)",
        _program("pred_learning", "train"),
    ),
    "explain": Verb(
        "explain RUN",
        "tell the story of a run from its folder (see explain --help)",
        _program("pred_tools", "explain"),
    ),
    "bag": Verb(
        "bag info|play|record|trim|export ...",
        "read, play, make and convert bags (see bag --help)",
        _program("pred_tools", "bag"),
    ),
    "replay": Verb(
        "replay RUN ...",
        "replay a run's decisions, and name those that a changed parameter changes (see replay --help)",
        _program("pred_tools", "replay"),
    ),
    "test": Verb("test [PYTEST OPTION ...]", "set up, build, check, and run every test", _test),
    "check": Verb("check", "ruff and mypy --strict over every package", _check),
    "ros2": Verb("ros2 ...", "the ros2 command in the environment", _ros2),
    "shell": Verb("shell [COMMAND ...]", "a shell, or one command, in the environment", _shell),
}


def usage() -> str:
    """Return the help text."""
    width = max(len(verb.usage) for verb in VERBS.values())
    lines = [f"  ./pred {verb.usage.ljust(width)}  {verb.help}" for verb in VERBS.values()]
    return "\n".join(
        [
            "PRED: a robot that revises its plan before acting. One door to everything:",
            "",
            *lines,
            "",
            "Every verb does the set-up and the build it needs first. A system ROS 2 Jazzy is used where there is one;",
            "elsewhere one is made in .pred/ out of package registries (downloads are kept in ~/.cache/pred).",
        ]
    )


def main(args: list[str]) -> int:
    """Run one verb and return the exit code: 0 success, 1 a said failure, 2 wrong usage, 130 stopped."""
    if not args or args[0] in ("-h", "--help", "help"):
        print(usage(), flush=True)
        return 0 if args else 2
    verb = VERBS.get(args[0])
    if verb is None:
        complain(DoorError(f"there is no verb '{args[0]}'", f"Verbs: {', '.join(VERBS)}. See ./pred --help."))
        return 2
    stop_on_signals()
    try:
        return verb.action(Door(find_layout(), find_ros(os.environ)), args[1:])
    except DoorError as error:
        complain(error)
        return 1
    except Stopped as stop:
        say("\npred: stopped; run the same command again to go on where this ended")
        return 128 + stop.number
