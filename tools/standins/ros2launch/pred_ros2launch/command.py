"""`ros2 launch` over the real LaunchService."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ament_index_python.packages import PackageNotFoundError, get_package_share_directory
from launch import LaunchDescription, LaunchService
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription
from launch.launch_context import LaunchContext
from launch.launch_description_sources import AnyLaunchDescriptionSource
from launch.launch_introspector import LaunchIntrospector
from launch.substitutions import TextSubstitution
from ros2cli.command import CommandExtension

LAUNCH_SUFFIXES = ("launch.py", "launch.xml", "launch.yaml", "launch.yml")


class LaunchError(RuntimeError):
    """The launch file or an argument is not usable; the message says why."""


def find_launch_file(package: str, name: str) -> Path:
    """Return the launch file `name` in the share folder of `package`; raise LaunchError when there is not one."""
    try:
        share = Path(get_package_share_directory(package))
    except PackageNotFoundError:
        raise LaunchError(f"Package '{package}' not found") from None
    found = sorted(path for path in share.rglob(name) if path.is_file() or path.is_symlink())
    if not found:
        known = sorted(p.name for p in share.rglob("*") if p.name.endswith(LAUNCH_SUFFIXES))
        raise LaunchError(
            f"Package '{package}' has no launch file '{name}'; it has: {', '.join(known) or 'none'}"
        )
    if len(found) > 1:
        raise LaunchError(
            f"Package '{package}' has several launch files '{name}': {', '.join(map(str, found))}"
        )
    return found[0]


def parse_arguments(arguments: list[str]) -> list[tuple[str, str]]:
    """Split `name:=value` arguments; a later one of the same name wins. Raises LaunchError on anything else."""
    parsed: dict[str, str] = {}
    for argument in arguments:
        name, sign, value = argument.partition(":=")
        if not sign or not name:
            raise LaunchError(f"malformed launch argument '{argument}', expected format '<name>:=<value>'")
        parsed[name] = value
    return list(parsed.items())


def split_target(target: str, rest: list[str]) -> tuple[Path, list[str]]:
    """Return the launch file and its arguments for `ros2 launch PATH args` or `ros2 launch PACKAGE FILE args`."""
    if Path(target).is_file():
        return Path(target), rest
    if not rest or ":=" in rest[0]:
        raise LaunchError(
            f"'{target}' is not a launch file, and no launch file of a package '{target}' is named"
        )
    return find_launch_file(target, rest[0]), rest[1:]


def describe_arguments(description: LaunchDescription) -> str:
    """Return the text of --show-args."""
    pairs = description.get_launch_arguments_with_include_launch_description_actions()
    arguments = {action.name: action for action, _ in reversed(pairs)}
    if not arguments:
        return "Arguments (pass arguments as '<name>:=<value>'):\n\n  No arguments."
    blocks = [_describe(arguments[name]) for name in dict.fromkeys(action.name for action, _ in pairs)]
    return "\n\n".join(["Arguments (pass arguments as '<name>:=<value>'):", *blocks])


def _describe(argument: DeclareLaunchArgument) -> str:
    lines = [f"    '{argument.name}':", f"        {argument.description}"]
    if argument.default_value is not None:
        parts = [
            part.text if isinstance(part, TextSubstitution) else part.describe()
            for part in argument.default_value
        ]
        default = "".join(parts)
        quoted = (
            f"'{default}'"
            if all(isinstance(p, TextSubstitution) for p in argument.default_value)
            else default
        )
        lines.append(f"        (default: {quoted})")
    return "\n".join(lines)


def load(path: Path) -> LaunchDescription:
    """Return the launch description in a file; raises LaunchError when it cannot be read."""
    try:
        return AnyLaunchDescriptionSource(str(path)).get_launch_description(LaunchContext())
    except Exception as error:  # a launch file may raise anything
        raise LaunchError(f"cannot load '{path}': {error}") from error


def launch_file(
    path: Path, arguments: list[str], *, noninteractive: bool = False, debug: bool = False
) -> int:
    """Run a launch file until everything in it ended; returns 0 unless an action of it failed."""
    service = LaunchService(argv=arguments, noninteractive=noninteractive, debug=debug)
    source = AnyLaunchDescriptionSource(str(path))
    include = IncludeLaunchDescription(source, launch_arguments=parse_arguments(arguments))
    service.include_launch_description(LaunchDescription([include]))
    return int(service.run())


class LaunchCommand(CommandExtension):
    """Run a launch file."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:  # noqa: ARG002
        """Declare the options of the real command that matter here."""
        parser.add_argument(
            "-n",
            "--noninteractive",
            action="store_true",
            default=not sys.stdin.isatty(),
            help="Run without a terminal: whoever interrupts this interrupts it alone, so the signal is passed on",
        )
        parser.add_argument("-d", "--debug", action="store_true", help="More verbose output of launch itself")
        group = parser.add_mutually_exclusive_group()
        group.add_argument(
            "-p", "--print", "--print-description", action="store_true", help="Print, do not launch"
        )
        group.add_argument(
            "-s", "--show-args", "--show-arguments", action="store_true", help="Show the arguments"
        )
        parser.add_argument("package_name", help="Name of the ROS package, or path of a launch file")
        parser.add_argument("launch_arguments", nargs="*", metavar="launch_file_name | name:=value")

    def main(self, *, parser: argparse.ArgumentParser, args: Any) -> int | str:
        """Run the command; a returned text is an error message."""
        del parser
        try:
            path, arguments = split_target(args.package_name, args.launch_arguments)
            parse_arguments(arguments)
            if args.show_args:
                print(describe_arguments(load(path)))
                return 0
            if args.print:
                print(LaunchIntrospector().format_launch_description(load(path)))
                return 0
        except LaunchError as error:
            return str(error)
        return launch_file(path, arguments, noninteractive=args.noninteractive, debug=args.debug)
