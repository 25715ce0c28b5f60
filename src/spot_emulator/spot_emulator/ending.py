"""When the program ends: told by a signal, its standard input or its parent. It does end, however busy it is."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import socket
import sys
import threading
import time
from types import FrameType
from typing import NoReturn

POLL = 0.2
"""Seconds between two looks at whether to end."""
PATIENCE = 3.0
"""Seconds after which a program that was told to end is ended."""


class Ending:
    """Hears SIGINT and SIGTERM from when it is made. Who does not end in time after that is ended, with its children.

    Signals are heard by a thread: Python's own handlers wait for the main thread, which may be compiling for seconds.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._asked = threading.Event()
        self._patience = patience
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        self._sockets = ours, theirs  # kept open
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._hear)
        signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=self._listen, args=(ours,), name="ending", daemon=True).start()

    @property
    def asked(self) -> bool:
        """Whether it shall end."""
        return self._asked.is_set()

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        self._asked.set()

    def _listen(self, heard: socket.socket) -> None:
        while heard.recv(1)[0] not in (signal.SIGINT, signal.SIGTERM):
            pass
        self._asked.set()
        self.within(self._patience)

    def within(self, seconds: float) -> None:
        """End the process after some seconds, whatever it does."""
        time.sleep(seconds)
        leave(0)

    def wait(self, *, guarded: bool, parent: int | None) -> None:
        """Wait until it is told to end.

        :param guarded: the end of standard input tells it as well
        :param parent: the process whose end does; None: no process's
        """
        number = sys.stdin.fileno() if guarded else None
        while not self.asked and parent in (None, os.getppid()):
            ready, _, _ = select.select([number] if number is not None else [], [], [], POLL)
            if ready and number is not None and not os.read(number, 4096):
                break
        threading.Thread(target=self.within, args=(self._patience,), name="last", daemon=True).start()


def leave(code: int) -> NoReturn:
    """End this process and its children at once; threads that wait for the network hold nothing up."""
    for child in multiprocessing.active_children():
        child.kill()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
