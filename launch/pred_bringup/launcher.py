"""``./pred launch NAME``: a robot's launch file as ``ros2 launch`` runs it, with little said on the screen.

What is left out is in launch's log. ``-v`` shows all of it, as ``ros2 launch pred_bringup NAME.launch.py`` does.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import IncludeLaunchDescription, OpaqueFunction
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.logging import launch_config

from launch import LaunchDescription, LaunchService
from pred_bringup.interrupting import end_in_order, listen
from pred_bringup.launch_end import END
from pred_bringup.start_profile import StartProfile
from pred_bringup.task_lines import TaskLines
from pred_core.exit_codes import BAD_INPUT

ENDING = ".launch.py"
SENTENCES = ("instruction", "steps")
"""Arguments that are sentences."""


class UsageError(ValueError):
    """What was typed cannot be used, with a sentence."""


def launch_files() -> dict[str, Path]:
    """Return the launch files of this package by robot."""
    folder = Path(get_package_share_directory("pred_bringup")) / "launch"
    return {path.name.removesuffix(ENDING): path for path in sorted(folder.glob(f"*{ENDING}"))}


def given(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Return arguments ``NAME:=VALUE`` as pairs; a later one of the same name wins.

    :raises UsageError: for anything else, with what was meant
    """
    pairs: dict[str, str] = {}
    last = ""
    for number, text in enumerate(texts):
        name, sign, value = text.partition(":=")
        if not (name and sign):
            raise UsageError(_meant(texts[number:], last, pairs))
        pairs[name] = value
        last = name
    return list(pairs.items())


def _meant(rest: Sequence[str], before: str, pairs: Mapping[str, str]) -> str:
    """Return what to say of a word that is no argument, mostly of a sentence without its quotes.

    :param rest: the words from there on
    :param before: the argument that they follow, '' for none
    """
    first = rest[0]
    name, sign, value = first.partition("=")
    if sign and name.isidentifier():
        return f"'{first}' is no launch argument: write {name}:={_quoted(value)}."
    words = list(takewhile(lambda word: ":=" not in word, rest))
    if before or len(words) > 1:
        # what to do is the only argument that is a sentence; task chooses one of a file
        whole = before if before in SENTENCES else SENTENCES[0]
        said = " ".join(filter(None, [pairs.get(before, ""), *words]))
        return f"'{first}' is no launch argument. Quotes keep a sentence together: {whole}:=\"{said}\"."
    return f"'{first}' is no launch argument: write NAME:=VALUE, such as {SENTENCES[0]}:={_quoted(first)}."


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text


def launch_file(robot: str) -> Path:
    """Return a robot's launch file.

    :raises UsageError: when there is none
    """
    files = launch_files()
    if robot not in files:
        near = difflib.get_close_matches(robot, files, 1) or sorted(files)
        raise UsageError(f"there is no robot '{robot}'. Did you mean {' or '.join(near)}?")
    return files[robot]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a launch file until it ends. Returns one of :mod:`pred_core.exit_codes`."""
    parser = argparse.ArgumentParser(prog="pred launch", description="Start a robot.")
    parser.add_argument("robot", help="whose launch file: " + " or ".join(launch_files()))
    parser.add_argument(
        "argument", nargs="*", metavar="NAME:=VALUE", help="./pred launch ROBOT -s lists them"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="show what nodes and launch itself say")
    parser.add_argument(
        "--profile-start", action="store_true", help="print what each program took until the first action"
    )
    options = parser.parse_intermixed_args(arguments)
    try:
        file, pairs = launch_file(options.robot), given(options.argument)
    except UsageError as error:
        print(f"pred: {error}", file=sys.stderr)
        return BAD_INPUT
    lines = TaskLines(sys.stdout)
    if options.profile_start:
        lines.profile = StartProfile()
    if not options.verbose:
        launch_config.screen_handler = lines
    interrupts = listen()
    end_in_order()
    service = LaunchService(argv=options.argument, noninteractive=not sys.stdin.isatty())
    source = PythonLaunchDescriptionSource(str(file))
    included = IncludeLaunchDescription(source, launch_arguments=pairs)
    service.include_launch_description(LaunchDescription([OpaqueFunction(function=interrupts.end), included]))
    if not options.verbose:
        print(f"Starting {options.robot}. All its nodes say: {launch_config.log_dir}/launch.log", flush=True)
    return END.exit_code(int(service.run()))


if __name__ == "__main__":
    sys.exit(main())
