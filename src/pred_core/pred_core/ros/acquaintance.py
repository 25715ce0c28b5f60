"""Whether a server knows a client, too: what it answers before that is lost.

A client may have found a server that has not found it yet, on a busy machine for seconds. Such a server does what it is
asked and drops the answer ("client will not receive response"), and what it publishes of a goal does not arrive either.
So its node is first asked something that changes nothing, until it answers.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from weakref import WeakSet

from rcl_interfaces.srv import GetParameters
from rclpy.action import ActionClient
from rclpy.client import Client
from rclpy.node import Node, NodeNameNonExistentError
from rclpy.task import Future

from pred_core.ros.wait_for import pause

ASK_SECONDS = 1.0
"""How long an answer is waited for before the question is asked again."""
GIVE_UP_SECONDS = 10.0
"""How long a node is asked that never answers: it may be busy, or serve no parameters."""
SEND_GOAL = "/_action/send_goal"
"""What an action's name has behind it where it names the service that takes goals."""
LOOK_SECONDS = 0.01
"""How often a coroutine looks whether it was answered."""

_acquainted: WeakSet[Client | ActionClient] = WeakSet()


class Acquaintance:
    """Asks the node that serves something until it answers.

    Its own client is made last, and a node hears of another's in the order in which they were made: whoever answers
    knows the clients and subscriptions that were there before.
    """

    def __init__(self, node: Node, service: str, now: Callable[[], float] = time.monotonic) -> None:
        """Begin.

        :param service: name of the service, of an action with SEND_GOAL
        """
        self._node = node
        self._service = node.resolve_service_name(service)
        self._now = now
        self._client: Client | None = None
        self._since = self._asked = -math.inf
        self._answers: list[Future] = []

    def made(self) -> bool:
        """Return whether the server knows this node; call it, and serve the node meanwhile, until it is so."""
        now = self._now()
        if self._client is None:
            home = self._home()
            if home is None:
                return False
            self._since = now
            self._client = self._node.create_client(GetParameters, f"{home}/get_parameters")
        if now - self._since >= GIVE_UP_SECONDS or any(answer.done() for answer in self._answers):
            return True
        if now - self._asked >= ASK_SECONDS and self._client.service_is_ready():
            self._asked = now
            self._answers.append(self._client.call_async(GetParameters.Request()))
        return False

    def close(self) -> None:
        """Forget what was asked."""
        if self._client is not None:
            self._node.destroy_client(self._client)

    def _home(self) -> str | None:
        """Return the full name of the node with the service, None where it is not there."""
        for name, namespace in self._node.get_node_names_and_namespaces():
            try:
                served = self._node.get_service_names_and_types_by_node(name, namespace)
            except NodeNameNonExistentError:  # it has gone since
                continue
            if any(service == self._service for service, _ in served):
                return f"{namespace.rstrip('/')}/{name}"
        return None


async def acquainted(node: Node, client: Client | ActionClient, service: str) -> None:
    """Wait, in a coroutine of the node, until the client's server knows it; once for each client.

    A server that has left the graph meanwhile is waited for no longer than one that never answers.

    :param service: name of the service, of an action with SEND_GOAL
    """
    if client in _acquainted:
        return
    acquaintance = Acquaintance(node, service)
    give_up = time.monotonic() + GIVE_UP_SECONDS
    try:
        while not acquaintance.made() and time.monotonic() < give_up:
            await pause(node, LOOK_SECONDS)
    finally:
        acquaintance.close()
    _acquainted.add(client)
