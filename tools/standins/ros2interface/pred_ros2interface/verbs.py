"""`ros2 interface show`, `list`, `package` and `packages`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rosidl_runtime_py import (
    get_action_interfaces,
    get_interface_packages,
    get_interface_path,
    get_interfaces,
    get_message_interfaces,
    get_service_interfaces,
)

from .command import VerbExtension
from .definition import expand


def read_definition(name: str) -> str:
    """Return the definition text of an interface; raises LookupError or ValueError when there is none."""
    return Path(get_interface_path(name)).read_text(encoding="utf-8")


class ShowVerb(VerbExtension):
    """Output the interface definition."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:  # noqa: ARG002
        """Declare the options of the real verb."""
        parser.add_argument("type", help="Interface such as 'geometry_msgs/msg/Pose'")
        group = parser.add_mutually_exclusive_group()
        group.add_argument(
            "--all-comments", action="store_true", help="Also the comments of nested interfaces"
        )
        group.add_argument("--no-comments", action="store_true", help="No comments and no blank lines")

    def main(self, *, args: Any) -> str | None:
        """Print the definition; a returned text is an error message."""
        options = {"comments": not args.no_comments, "nested_comments": args.all_comments}
        try:
            lines = list(expand(args.type, read_definition, **options))
        except (LookupError, ValueError) as error:
            return str(error)
        print("\n".join(lines))
        return None


class ListVerb(VerbExtension):
    """List all interface types available."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:  # noqa: ARG002
        """Declare the options of the real verb."""
        parser.add_argument("-m", "--only-msgs", action="store_true", help="Print out only the message types")
        parser.add_argument("-s", "--only-srvs", action="store_true", help="Print out only the service types")
        parser.add_argument(
            "-a", "--only-actions", action="store_true", help="Print out only the action types"
        )

    def main(self, *, args: Any) -> None:
        """Print the interfaces by kind."""
        everything = not (args.only_msgs or args.only_srvs or args.only_actions)
        kinds = (
            ("Messages:", args.only_msgs, get_message_interfaces),
            ("Services:", args.only_srvs, get_service_interfaces),
            ("Actions:", args.only_actions, get_action_interfaces),
        )
        for title, wanted, get in kinds:
            if everything or wanted:
                print(title)
                for package, names in sorted(get().items()):
                    for name in sorted(names):
                        print(f"    {package}/{name}")


class PackageVerb(VerbExtension):
    """Output a list of the interface types of one package."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:  # noqa: ARG002
        """Declare the package's name."""
        parser.add_argument("package_name", help="Name of the ROS package")

    def main(self, *, args: Any) -> str | None:
        """Print one interface a line; a returned text is an error message."""
        try:
            names = get_interfaces([args.package_name])
        except LookupError as error:
            return str(error)
        for name in sorted(names.get(args.package_name, [])):
            print(f"{args.package_name}/{name}")
        return None


class PackagesVerb(VerbExtension):
    """Output a list of packages that provide interfaces."""

    def main(self, *, args: Any) -> None:
        """Print one package a line."""
        del args
        for name in sorted(get_interface_packages()):
            print(name)
