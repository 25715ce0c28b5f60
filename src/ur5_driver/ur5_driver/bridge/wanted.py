"""What lasts until it is told to end, ended as well once nobody is left who wants it: freedrive, force mode."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

LOOK = 0.1
"""How often it is looked whether it is still wanted, s."""
GONE_AFTER = 1.0
"""A program is taken for gone after so long without a client of the services, s: the graph may be late."""


def end_when_unwanted(ending: threading.Event, wanted: Callable[[], bool], name: str) -> None:
    """Set an event, from a thread of its own, as soon as ``wanted`` says no; end with the event."""

    def watch() -> None:
        while not ending.wait(LOOK):
            if not wanted():
                ending.set()

    threading.Thread(target=watch, name=name, daemon=True).start()


class Callers:
    """Whether anybody in the graph still has a client of some services: who died, or left, has none."""

    def __init__(self, node: Any, services: Sequence[str], gone_after: float = GONE_AFTER) -> None:
        self._node = node
        self._services = services
        self._gone_after = gone_after
        self._seen = time.monotonic()

    def there(self) -> bool:
        """Tell whether somebody is there, or was a moment ago."""
        if any(self._node.count_clients(name) for name in self._services):
            self._seen = time.monotonic()
        return time.monotonic() - self._seen < self._gone_after
