"""`ros2 action list`."""

from __future__ import annotations

import argparse
from typing import Any

from ros2cli.node.strategy import NodeStrategy, add_arguments

from .command import VerbExtension
from .discovery import discovered


class ListVerb(VerbExtension):
    """Output a list of action names."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:  # noqa: ARG002
        """Declare the options of the real verb."""
        add_arguments(parser)
        parser.add_argument(
            "-t", "--show-types", action="store_true", help="Additionally show the action type"
        )
        parser.add_argument("-c", "--count-actions", action="store_true", help="Only the number of actions")

    def main(self, *, args: Any) -> None:
        """Print one action a line."""
        with NodeStrategy(args) as node:
            actions = discovered(node.get_action_names_and_types)
        if args.count_actions:
            print(len(actions))
            return
        for name, types in actions:
            print(f"{name} [{', '.join(types)}]" if args.show_types else name)
