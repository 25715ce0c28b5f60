"""`ros2 action info`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2node.api import get_node_names

from .command import VerbExtension
from .discovery import discovered

Lookup = Callable[[str, str], "list[tuple[str, list[str]]]"]


def holders(names: list[tuple[str, str, str]], lookup: Lookup, action: str) -> list[tuple[str, list[str]]]:
    """Return (full node name, action types) of the nodes for which `lookup` knows `action`."""
    found = []
    for name, namespace, full_name in names:
        found += [(full_name, types) for held, types in lookup(name, namespace) if held == action]
    return found


def _find(node: Any, action: str) -> tuple[list[tuple[str, list[str]]], list[tuple[str, list[str]]]]:
    """Return the clients and the servers of `action` that `node` has discovered so far."""
    nodes = [(n.name, n.namespace, n.full_name) for n in get_node_names(node=node)]
    clients = holders(nodes, node.get_action_client_names_and_types_by_node, action)
    servers = holders(nodes, node.get_action_server_names_and_types_by_node, action)
    return clients, servers


class InfoVerb(VerbExtension):
    """Print information about an action."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:  # noqa: ARG002
        """Declare the options of the real verb."""
        add_arguments(parser)
        parser.add_argument("action_name", help="Name of the ROS action")
        parser.add_argument(
            "-t", "--show-types", action="store_true", help="Additionally show the action type"
        )
        parser.add_argument(
            "-c", "--count", action="store_true", help="Only the number of clients and servers"
        )

    def main(self, *, args: Any) -> None:
        """Print the clients and the servers of the action."""
        with NodeStrategy(args) as node:
            clients, servers = discovered(
                lambda: _find(node, args.action_name), enough=lambda found: bool(found[1])
            )
        print(f"Action: {args.action_name}")
        for title, found in (("Action clients", clients), ("Action servers", servers)):
            print(f"{title}: {len(found)}")
            for name, types in [] if args.count else found:
                print(f"    {name} [{', '.join(types)}]" if args.show_types else f"    {name}")
