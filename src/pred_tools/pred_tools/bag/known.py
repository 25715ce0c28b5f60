"""What a bag says besides messages: all nodes' parameters, the version of the software, what a launch file knows."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from rcl_interfaces.srv import GetParameters, ListParameters
from rclpy.client import Client
from rclpy.node import Node
from rclpy.parameter import parameter_value_to_python
from rclpy.task import Future

PARAMETERS = "parameters"
"""Custom data: JSON, per node (full name) its parameters."""
GIT = "git"
"""Custom data: the commit of the workspace, with ``-dirty`` when files differ from it; '' outside a repository."""


def git_hash(folder: Path | None = None) -> str:
    """Return the commit of the repository that holds a folder (by default this file's)."""
    here = folder or Path(__file__).resolve().parent
    command = ["git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


class Notes(Protocol):
    """Where what is known is written down."""

    def add_custom(self, data: Mapping[str, str]) -> None:
        """Add it; later values win."""


class Known:
    """Asks every node for its parameters, once, and writes down what is known."""

    def __init__(self, node: Node, writer: Notes, facts: Mapping[str, str]) -> None:
        self._node = node
        self._writer = writer
        self._asked: set[str] = set()
        self._waiting: dict[str, tuple[Client, Client]] = {}
        self.parameters: dict[str, dict[str, Any]] = {}
        writer.add_custom({GIT: git_hash(), **facts})

    def look(self) -> None:
        """Ask the nodes that are new."""
        own = self._node.get_fully_qualified_name()
        for name, namespace in self._node.get_node_names_and_namespaces():
            full = f"{namespace.rstrip('/')}/{name}"
            if full != own and not name.startswith("_") and full not in self._asked:
                self._asked.add(full)
                self._waiting[full] = (
                    self._node.create_client(ListParameters, f"{full}/list_parameters"),
                    self._node.create_client(GetParameters, f"{full}/get_parameters"),
                )
        for full, (names, values) in list(self._waiting.items()):
            if names.service_is_ready() and values.service_is_ready():
                del self._waiting[full]
                answer = names.call_async(ListParameters.Request())
                answer.add_done_callback(partial(self._listed, full, names, values))

    def _listed(self, full: str, names: Client, values: Client, future: Future) -> None:
        asked = list(future.result().result.names)
        self._node.destroy_client(names)
        answer = values.call_async(GetParameters.Request(names=asked))
        answer.add_done_callback(partial(self._got, full, values, asked))

    def _got(self, full: str, values: Client, names: list[str], future: Future) -> None:
        found = (_plain(parameter_value_to_python(value)) for value in future.result().values)
        self.parameters[full] = dict(zip(names, found, strict=True))
        self._node.destroy_client(values)
        self._writer.add_custom({PARAMETERS: json.dumps(self.parameters, sort_keys=True)})


def _plain(value: Any) -> Any:
    """Return a parameter as JSON knows it."""
    return value if isinstance(value, str | int | float | bool | None) else list(value)
