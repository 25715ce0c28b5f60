"""What a bag says besides messages: all nodes' parameters, the version of the software, what a launch file knows."""

from __future__ import annotations

import json
import math
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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

ANSWER_SECONDS = 2.0
"""How long to wait for a node's answer before it is asked again."""


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


@dataclass
class _Question:
    """What a node is asked with, and when it was asked last."""

    names: Client
    values: Client
    asked: float = -math.inf


class ParameterWatch:
    """Asks every node for its parameters until it has told them, and writes down what is known."""

    def __init__(
        self, node: Node, writer: Notes, facts: Mapping[str, str], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._node = node
        self._writer = writer
        self._now = now
        self._met: set[str] = set()
        self._questions: dict[str, _Question] = {}
        self.parameters: dict[str, dict[str, Any]] = {}
        writer.add_custom({GIT: git_hash(), **facts})

    def look(self) -> None:
        """Ask the nodes that are new, and again those that did not answer.

        A server that has not discovered its client yet drops the answer and says so in its own log only.
        """
        own = self._node.get_fully_qualified_name()
        for name, namespace in self._node.get_node_names_and_namespaces():
            full = f"{namespace.rstrip('/')}/{name}"
            if full != own and not name.startswith("_") and full not in self._met:
                self._met.add(full)
                self._questions[full] = _Question(
                    self._node.create_client(ListParameters, f"{full}/list_parameters"),
                    self._node.create_client(GetParameters, f"{full}/get_parameters"),
                )
        now = self._now()
        for full, question in list(self._questions.items()):
            ready = question.names.service_is_ready() and question.values.service_is_ready()
            if ready and now - question.asked >= ANSWER_SECONDS:
                question.asked = now
                answer = question.names.call_async(ListParameters.Request())
                answer.add_done_callback(partial(self._listed, full))

    def _listed(self, full: str, future: Future) -> None:
        if full in self._questions:
            names = list(future.result().result.names)
            answer = self._questions[full].values.call_async(GetParameters.Request(names=names))
            answer.add_done_callback(partial(self._got, full, names))

    def _got(self, full: str, names: list[str], future: Future) -> None:
        question = self._questions.pop(full, None)
        if question is None:
            return  # it was asked twice and has told them already
        found = (_plain(parameter_value_to_python(value)) for value in future.result().values)
        self.parameters[full] = dict(zip(names, found, strict=True))
        self._node.destroy_client(question.names)
        self._node.destroy_client(question.values)
        self._writer.add_custom({PARAMETERS: json.dumps(self.parameters, sort_keys=True)})


def _plain(value: Any) -> Any:
    """Return a parameter as JSON knows it."""
    return value if isinstance(value, str | int | float | bool | None) else list(value)
