"""The node's side of the control worker: start it, ask it, kill it."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import threading
import time
from multiprocessing.connection import Connection

import numpy as np
from numpy.typing import NDArray

from pred_core.forked_program import ForkedProgram
from pred_core.outcome import Code, Outcome
from ur5_driver.driver.body import Hand
from ur5_driver.driver.commands import Command, Joints
from ur5_driver.driver.messages import (
    Beat,
    Carry,
    CommandRequest,
    Follow,
    ProgramReport,
    Receipt,
    Setup,
    ToWorker,
)
from ur5_driver.driver.polyscope import SaidOfItself
from ur5_driver.driver.states import Control

PROGRAM = "ur5_driver.driver.worker"
"""What ur_rtde prints in it is of waiting; what is wrong it says elsewhere."""
STARTING_WITHIN = 15.0
"""How long the control program may take to start, s, from when the worker's process is there."""
FORKED_WITHIN = 120.0
"""How long that may take where its modules are still loaded, s: a minute at a load of 30 on two cores."""
SILENT_AFTER = 2.5
"""A worker whose loop hangs stops kicking the controller's watchdog after 0.4 s: the arm stands long before this."""
LOOK = 0.01
"""How much of an answer's time one look for it takes at most, s."""
HANGS = Outcome(Code.ROBOT_LOST, "The control worker hangs: it was ended.")
DEAF = Outcome(Code.ROBOT_LOST, "The control worker did not answer a stop: it was ended.")


class ControlWorker:
    """One worker process. Thread-safe; after its end a new one is needed."""

    def __init__(self, setup: Setup) -> None:
        """Start the process; it connects by itself, see :attr:`control`."""
        self._process = ForkedProgram(PROGRAM)
        self._pipe = Connection(self._process.line.detach())
        self._sending = threading.Lock()
        self._ids = itertools.count(1)
        self._changed = threading.Condition()
        self._answers: dict[int, Receipt] = {}
        self._started = self._heard = time.monotonic()
        self._forked: float | None = None
        self._report = ProgramReport(self._started, Control.STARTING, running=False)
        self._lost: Outcome | None = None
        self._reader = threading.Thread(target=self._read, name="control reader", daemon=True)
        self._send(setup)
        self._reader.start()

    @property
    def pid(self) -> int | None:
        """Return the worker's process id; None as long as it is not known."""
        return self._process.pid

    @property
    def report(self) -> ProgramReport:
        """Return the latest report."""
        return self._report

    @property
    def control(self) -> Control:
        """Return how the control program is, as far as the worker tells."""
        return Control.NONE if self._lost is not None else self._report.control

    @property
    def lost(self) -> Outcome | None:
        """Return why the worker ended or must be ended; None while it is well."""
        if self._lost is None:
            now = time.monotonic()
            starting = self._report.control is Control.STARTING
            if self._forked is None and self._process.pid is not None:
                self._forked = now
            since, within = (self._started, FORKED_WITHIN) if self._forked is None else (self._forked, STARTING_WITHIN)
            if starting and now - since > within:
                self._lost = Outcome(Code.UNAVAILABLE, "The control program did not start in time.")
            elif not starting and now - self._heard > SILENT_AFTER:
                self._lost = HANGS
        return self._lost

    def beat(self, scaling: float, joints: Joints | None) -> None:
        """Tell the worker that the node lives, the controller's speed scaling, and where the arm is (rad)."""
        self._send(Beat(scaling, joints))

    def carry(self, hand: Hand, said: SaidOfItself | None) -> None:
        """Tell the worker what is at the flange, and what the controller said: what moves next is checked with it."""
        self._send(Carry(hand, said))

    def ask(self, command: Command) -> int:
        """Hand over a command and return the request's id."""
        number = next(self._ids)
        self._send(CommandRequest(number, command))
        return number

    def follow(
        self, samples: NDArray[np.float64], period: float, after: tuple[int, int] | None = None
    ) -> int:
        """Hand over a trajectory, NxJ rad each ``period`` s, and return the request's id.

        :param after: id and row of the trajectory that it goes on from in motion
        """
        number = next(self._ids)
        self._send(Follow(number, samples, period, after))
        return number

    def answer(self, number: int, timeout: float) -> Receipt | None:
        """Wait for the answer to a request; None when none came in time or the worker is gone.

        Time counts in looks: where a busy machine keeps this process waiting, it says nothing of the worker's silence.
        """
        left = timeout
        with self._changed:
            while number not in self._answers and self._lost is None and left > 0.0:
                began = time.monotonic()
                self._changed.wait(min(left, LOOK))
                left -= min(time.monotonic() - began, LOOK)
            return self._answers.pop(number, None)

    def kill(self) -> None:
        """End the process at once. The controller's watchdog halts the arm if it moves."""
        if self._lost is None:
            self._lost = Outcome(Code.ROBOT_LOST, "The control worker was ended.")
        self._process.kill()
        with self._changed:
            self._changed.notify_all()

    def end(self, timeout: float = 2.0) -> None:
        """Let the worker brake and end; kill it when it does not."""
        with self._sending:
            self._shut()
        if not self._process.wait(timeout):
            self.kill()
        self._reader.join(timeout)

    def _shut(self) -> None:
        with socket.socket(fileno=os.dup(self._pipe.fileno())) as end:
            end.shutdown(socket.SHUT_WR)

    def _send(self, message: ToWorker) -> None:
        """Send; that the worker has ended is found by who reads, behind the worker's last word of why."""
        with self._sending, contextlib.suppress(OSError):
            self._pipe.send(message)

    def _read(self) -> None:
        while True:
            try:
                message = self._pipe.recv()
            except (EOFError, OSError):
                break
            with self._changed:
                self._heard = time.monotonic()
                if isinstance(message, Receipt):
                    self._answers[message.id] = message
                else:
                    self._report = message
                    if self._lost is None and message.control is Control.NONE:
                        self._lost = message.lost
                self._changed.notify_all()
        with self._changed:
            if self._lost is None:
                self._lost = Outcome(Code.ROBOT_LOST, "The control worker has ended.")
            self._changed.notify_all()
