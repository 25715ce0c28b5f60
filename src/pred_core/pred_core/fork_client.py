"""Stands for a program that :mod:`pred_core.fork_server` forks: its signals go there, its end is its own.

Run by path, ``python -I -S fork_client.py SOCKET CODE COMMAND...``, where a program is expected: it loads nothing that
Python does not hold ready anyway, for it is started once for each of them. Where nobody listens it becomes the command.
"""

from __future__ import annotations

# The modules around these two load for longer than all else here runs.
import _signal as signal  # type: ignore[import-not-found]
import _socket as socket
import marshal
import os
import sys

LOOK_SECONDS = 0.5
"""How often it looks whether the process that started it is still there."""
LARGEST_ANSWER = 64


class _Client:
    """One program that somebody else runs."""

    def __init__(self, connection: socket.socket, early: int) -> None:
        """Prepare.

        :param connection: to the server
        :param early: exit code when it is told to end before the program runs
        """
        self._connection = connection
        self._early = early
        self._parent = os.getppid()
        self._pid = 0

    def run(self, command: list[str]) -> None:
        """Have a command run and end as it ends."""
        blocked = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        request = marshal.dumps((command, dict(os.environ), os.getcwd(), blocked, False))  # noqa: PTH109
        streams = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._forward)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
        self._connection.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
        self._pid = int(self._next() or 0)
        self._connection.recv(LARGEST_ANSWER)  # not before the number is known: a signal looks here for it
        self._end(int(self._next() or 1 << 8))

    def _next(self) -> bytes:
        """Wait for what the server says next and leave it there; empty when it is gone."""
        while True:
            self._connection.settimeout(LOOK_SECONDS)
            try:
                return self._connection.recv(LARGEST_ANSWER, socket.MSG_PEEK)
            except TimeoutError:
                if os.getppid() != self._parent:
                    self._forward(signal.SIGTERM)
            except ConnectionResetError:
                return b""

    def _forward(self, number: int, _frame: object = None) -> None:
        if not self._pid:
            self._connection.settimeout(0)
            try:
                self._pid = int(self._connection.recv(LARGEST_ANSWER, socket.MSG_PEEK))
            except (OSError, ValueError):  # the program does not run yet, or the server is gone
                os._exit(self._early)
        try:
            os.kill(self._pid, number)
        except ProcessLookupError:
            return  # it has ended, which is heard next

    @staticmethod
    def _end(status: int) -> None:
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number != signal.SIGKILL:
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        os._exit(os.waitstatus_to_exitcode(status))


def main(arguments: list[str]) -> None:
    """Have a command run; it does not come back."""
    path, early, *command = arguments
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        connection.connect(path)
    except OSError:
        os.execvp(command[0], command)
    _Client(connection, int(early)).run(command)


if __name__ == "__main__":
    main(sys.argv[1:])
