"""What is typed at a terminal, line by line."""

from __future__ import annotations

import fcntl
import os
import select
import sys
import termios
import time


class Typed:
    """What is typed at a descriptor, line by line. Not a buffered stream: that would hide lines from select."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""

    def forget(self) -> None:
        """Drop what was typed up to now, a line that was only begun included."""
        self._rest = b""
        try:
            if os.isatty(self._descriptor):
                termios.tcflush(self._descriptor, termios.TCIFLUSH)
                return
            # as much as is there now and no more: somebody may write without end
            waiting = fcntl.ioctl(self._descriptor, termios.FIONREAD, bytes(4))
            if count := int.from_bytes(waiting, sys.byteorder):
                os.read(self._descriptor, count)
        except (OSError, termios.error):
            return  # closed: whoever waits for a line hears of it

    def line(self, within: float) -> str | None:
        """Return the next line without its end; None when none comes within some seconds.

        :raises EOFError: when no line can come any more
        """
        end = time.monotonic() + within
        try:
            while b"\n" not in self._rest:
                if not select.select([self._descriptor], [], [], max(0.0, end - time.monotonic()))[0]:
                    return None
                more = os.read(self._descriptor, 4096)
                if not more:
                    raise EOFError
                self._rest += more
        except OSError as error:
            raise EOFError from error
        found, _, self._rest = self._rest.partition(b"\n")
        return found.decode(errors="replace").strip()
