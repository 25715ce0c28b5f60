"""The External Control URCap: a program of the controller's own that fetches what it runs from another machine."""

from __future__ import annotations

import queue
import socket
import threading
from collections.abc import Iterator

PROGRAM = "external_control.urp"
REQUEST = b"request_program\n"
LAST = b"# NODE_CONTROL_LOOP_ENDS"
WITHIN = 5.0  # seconds that the other machine may take


class ExternalControl:
    """The URCap of one controller, set to a machine and a port; fetching is done beside the control loop."""

    def __init__(self, own: str, machine: tuple[str, int]) -> None:
        """Prepare; ``own``: the controller's address, from which it connects."""
        self.own, self.machine = own, machine
        self.fetched: queue.SimpleQueue[str | OSError] = queue.SimpleQueue()

    def play(self) -> None:
        """Begin to fetch a program."""
        threading.Thread(target=self._fetch, name="external control", daemon=True).start()

    def programs(self) -> Iterator[str | OSError]:
        """Yield what was fetched since this was last asked, as whole programs, or why it could not be."""
        while not self.fetched.empty():
            yield self.fetched.get()

    def _fetch(self) -> None:
        try:
            with socket.create_connection(self.machine, WITHIN, (self.own, 0)) as connection:
                connection.sendall(REQUEST)
                text = b""
                while LAST not in text and (piece := connection.recv(1 << 16)):
                    text += piece
        except OSError as error:
            self.fetched.put(error)
        else:
            self.fetched.put(f"def external_control():\n{text.decode()}\nend\n")
