"""What is at the tool's connector, under the name of the manufacturer's driver, where its type is there.

RTDE's client has no getters for it: it comes from the primary interface, and only while somebody listens.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ur5_driver.bridge.modes import STATUS, types
from ur5_driver.driver.polyscope import TOOL, PrimaryError, tool_state
from ur5_driver.driver.primary import listen

LOOK = 0.5
RETRY = 10.0
"""How long to wait for a controller that sends no states, s."""
Listen = Callable[[str, Callable[[int, bytes], None], Callable[[], bool]], None]


class ToolData:
    """Publishes it ten times a second, from a thread, to who subscribed."""

    def __init__(
        self, node: Any, host: str, find: Callable[[str], Any] = types, listen: Listen = listen
    ) -> None:
        """Make the topic where its type is there.

        :param find: returns a module of messages by its name, or None
        :param listen: hands over the parts of the controller's states
        """
        self._host = host
        self._listen = listen
        self._ending = threading.Event()
        messages = find("ur_msgs.msg")
        self._kind: Any = None if messages is None else messages.ToolDataMsg
        self._topic: Any = None
        if messages is not None:
            self._topic = node.create_publisher(self._kind, f"{STATUS}/tool_data", 10)
        self._thread = threading.Thread(target=self._run, name="tool data", daemon=True)

    def start(self) -> None:
        """Begin to look whether somebody listens."""
        if self._topic is not None:
            self._thread.start()

    def close(self) -> None:
        """End the thread, once what it waits for has come."""
        self._ending.set()

    def _run(self) -> None:
        while not self._ending.wait(LOOK):
            if self._wanted() and not self.publish():
                self._ending.wait(RETRY)

    def _wanted(self) -> bool:
        return not self._ending.is_set() and self._topic.get_subscription_count() > 0

    def publish(self) -> bool:
        """Publish while somebody listens; False: the controller sends nothing."""
        try:
            self._listen(self._host, self._take, self._wanted)
        except PrimaryError:
            return False  # diagnostics say so of the same ports
        return True

    def _take(self, kind: int, body: bytes) -> None:
        if kind != TOOL:
            return
        tool, message = tool_state(body), self._kind()
        message.analog_input_range2, message.analog_input_range3 = tool.ranges
        message.analog_input2, message.analog_input3 = tool.inputs
        message.tool_output_voltage, message.tool_current = tool.voltage, tool.current
        message.tool_temperature, message.tool_mode = tool.temperature, tool.mode
        self._topic.publish(message)
