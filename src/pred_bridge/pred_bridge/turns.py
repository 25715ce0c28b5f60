"""One goal at a time has the robot; a cancel, a client that fell silent, or the node's end takes it away at once."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rclpy.action import CancelResponse

from pred_core.outcome import Code, Outcome
from pred_core.ros import goals

Work = Callable[[threading.Event], Outcome]
LISTENS = 10
"""How often it is looked for heartbeats in the time after which a client has fallen silent."""
SHORT_SECONDS = 15.0
"""How long a goal waits for what the node does itself between goals: a first picture may take some time."""
READY_SECONDS = 90.0
"""How long it waits for a robot that the node gets ready: one may have to be switched on and to stand up."""
_LOOKS = 0.1
"""How often a goal that waits is looked at for its cancel, s."""


class Turns:
    """Who has the robot, and the events that end it."""

    def __init__(self, client_timeout: float) -> None:
        """Prepare; ``client_timeout``: a client that sends heartbeats must send one at least this often, s."""
        self._timeout = client_timeout
        self._busy = threading.Lock()
        self._guard = threading.Lock()
        self._events: dict[bytes, threading.Event] = {}
        self._beat = -1e9
        self._ago: Callable[[], float | None] = lambda: None
        self._closing = threading.Event()
        self._patience = 0.0
        self._silent = False
        self.accepted = 0
        self.ended = 0

    @property
    def free(self) -> bool:
        """Whether nobody has the robot."""
        return not self._busy.locked()

    def free_within(self, seconds: float) -> bool:
        """Wait until nobody has the robot; False where somebody still has it after some seconds."""
        free = self._busy.acquire(timeout=seconds)
        if free:
            self._busy.release()
        return free

    def hear(self, ago: Callable[[], float | None]) -> None:
        """Ask for heartbeats before they are looked at: how long ago the latest came, s, None where none came since."""
        self._ago = ago

    def _latest_beat(self) -> float:
        ago = self._ago()
        if ago is not None:
            self._beat = time.monotonic() - ago
        return self._beat

    def cancel(self, handle: Any) -> CancelResponse:
        """Accept a cancel and end the goal's work at once."""
        with self._guard:
            event = self._events.get(bytes(handle.goal_id.uuid))
        if event is not None:
            event.set()
        return CancelResponse.ACCEPT

    def stop_all(self) -> None:
        """End whatever is being done."""
        with self._guard:
            for event in self._events.values():
                event.set()

    def close(self) -> None:
        """End whatever is being done, and take no more."""
        self._closing.set()
        self.stop_all()
        with self._busy:
            pass

    def goal(self, handle: Any, work: Work) -> Outcome:
        """Do a goal's work when the robot is free; BUSY when it is not. Always brings the goal to an end state."""
        event = threading.Event()
        with self.joined(handle, event):
            guarded = time.monotonic() - self._latest_beat() < self._timeout
            return self._alone(work, event, guarded=guarded)

    @contextmanager
    def joined(self, handle: Any, event: threading.Event) -> Iterator[None]:
        """Let a goal be done by what has the robot already: its cancel, too, sets that one's event."""
        self.accepted += 1
        key = bytes(handle.goal_id.uuid)
        with self._guard:
            self._events[key] = event
        try:
            if handle.is_cancel_requested:
                event.set()
            yield
        finally:
            with self._guard:
                del self._events[key]

    def service(self, work: Work) -> Outcome:
        """Do a service's work when the robot is free; it can be stopped, not cancelled; no heartbeats are its own."""
        event = threading.Event()
        key = uuid.uuid4().bytes
        with self._guard:
            self._events[key] = event
        try:
            return self._alone(work, event, guarded=False)
        finally:
            with self._guard:
                del self._events[key]

    def own(self, work: Work) -> Outcome:
        """Do what the node does unasked to get the robot ready; a goal that comes meanwhile waits for it."""

        def waited_for(event: threading.Event) -> Outcome:
            self._patience = READY_SECONDS
            try:
                return work(event)
            finally:
                self._patience = 0.0

        return self.service(waited_for)

    def end(self, handle: Any, outcome: Outcome) -> None:
        """Bring a goal to the end state that its outcome means."""
        self.ended += 1
        goals.end(handle, outcome)

    def between(self, work: Callable[[], None]) -> None:
        """Do something short of the node's own while nobody has the robot; a goal that comes meanwhile waits for it."""
        if self._closing.is_set() or not self._busy.acquire(blocking=False):
            return
        self._patience = SHORT_SECONDS
        try:
            work()
        finally:
            self._patience = 0.0
            self._busy.release()

    def _alone(self, work: Work, event: threading.Event, *, guarded: bool) -> Outcome:
        """Do something while nobody else has the robot; BUSY when somebody has."""
        before = Outcome(Code.CANCELED, "Cancelled before it began.")
        if self._closing.is_set() or not self._acquired(event):
            busy = Outcome(Code.BUSY, "The robot is doing something else: wait for it or cancel it.")
            return before if event.is_set() else busy
        finished = threading.Event()
        if guarded:
            threading.Thread(target=self._listen, args=(event, finished), daemon=True).start()
        self._silent = False
        try:
            if event.is_set():
                return before
            outcome = work(event)
        finally:
            finished.set()
            self._busy.release()
        if self._silent and outcome.code is Code.CANCELED:
            return Outcome(Code.CANCELED, "The client fell silent, so the robot was stopped.")
        return outcome

    def _acquired(self, event: threading.Event) -> bool:
        """Take the robot, after what the node does itself; one that is cancelled meanwhile waits no longer."""
        patience = self._patience
        deadline = time.monotonic() + patience
        while not self._busy.acquire(timeout=min(_LOOKS, patience)):
            if event.is_set() or time.monotonic() >= deadline:
                return False
        return True

    def _listen(self, event: threading.Event, finished: threading.Event) -> None:
        """End the work when the heartbeats that came before it stop coming.

        Counted in this thread's own turns: where the whole machine stood still, nobody fell silent.
        """
        turn = self._timeout / LISTENS
        heard = self._latest_beat()
        silent = int((time.monotonic() - heard) / turn)
        while not finished.wait(turn):
            latest = self._latest_beat()
            silent = silent + 1 if latest == heard else 0
            heard = latest
            if silent >= LISTENS:
                self._silent = True
                event.set()
                return
