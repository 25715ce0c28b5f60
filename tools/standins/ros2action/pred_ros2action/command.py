"""`ros2 action` and its extension point."""

from __future__ import annotations

import argparse
from typing import Any

from ros2cli import verb
from ros2cli.command import CommandExtension, add_subparsers_on_demand


class VerbExtension(verb.VerbExtension):
    """A verb of `ros2 action`."""


class ActionCommand(CommandExtension):
    """Various action related sub-commands."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:
        """Add the verbs."""
        self._subparser = parser
        add_subparsers_on_demand(parser, cli_name, "_verb", "ros2action.verb", required=False)

    def main(self, *, parser: argparse.ArgumentParser, args: Any) -> int | str | None:
        """Run the chosen verb, or print the help."""
        del parser
        chosen = getattr(args, "_verb", None)
        if chosen is None:
            self._subparser.print_help()
            return 0
        ended: int | str | None = chosen.main(args=args)
        return ended
