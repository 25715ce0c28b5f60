"""`ros2 action` and its extension point."""

from __future__ import annotations

import argparse
from typing import Any

from ros2cli.command import CommandExtension, add_subparsers_on_demand
from ros2cli.plugin_system import PLUGIN_SYSTEM_VERSION, satisfies_version


class VerbExtension:
    """A verb of `ros2 action`."""

    NAME: str | None = None
    EXTENSION_POINT_VERSION = "0.1"

    def __init__(self) -> None:
        satisfies_version(PLUGIN_SYSTEM_VERSION, "^0.1")

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:
        """Declare the verb's options; none by default."""

    def main(self, *, args: Any) -> int | str | None:
        """Run the verb; a returned text is an error message."""
        raise NotImplementedError


class ActionCommand(CommandExtension):
    """Various action related sub-commands."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:
        """Add the verbs."""
        self._subparser = parser
        add_subparsers_on_demand(parser, cli_name, "_verb", "ros2action.verb", required=False)

    def main(self, *, parser: argparse.ArgumentParser, args: Any) -> int | str | None:
        """Run the chosen verb, or print the help."""
        del parser
        verb: VerbExtension | None = getattr(args, "_verb", None)
        if verb is None:
            self._subparser.print_help()
            return 0
        return verb.main(args=args)
