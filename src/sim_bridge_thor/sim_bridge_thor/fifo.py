"""ai2thor's FIFO server and Controller, made to notice at once when their player is gone.

The stock server waits for ever on a player that dies before it opens its pipe, and spins until the time limit on
one that dies later. The protocol itself is untouched.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import subprocess
import time
from typing import Any

from ai2thor.controller import Controller
from ai2thor.fifo_server import FifoServer

from sim_bridge_thor.player_lost import PlayerLost

PIPE_BYTES = 1 << 20
POLL_SECONDS = 0.2


class WatchfulServer(FifoServer):
    """A FIFO server that raises :class:`PlayerLost` as soon as the player's process has ended."""

    server_pipe: Any
    client_pipe: Any

    def _gone(self) -> bool:
        return self.unity_proc is not None and self.unity_proc.poll() is not None

    def _lost(self) -> PlayerLost:
        code = self.unity_proc.returncode if self.unity_proc is not None else None
        return PlayerLost(f"the player's process has ended (exit status {code})")

    def _read_with_timeout(self, server_pipe: Any, message_size: int, timeout: float | None) -> bytes:
        deadline = None if timeout is None else time.monotonic() + timeout
        parts: list[bytes] = []
        missing = message_size
        while missing > 0:
            if deadline is not None and time.monotonic() > deadline:
                raise PlayerLost(f"the player did not answer within {timeout:g} s")
            ready, _, _ = select.select([server_pipe], [], [], POLL_SECONDS)
            part = os.read(server_pipe.fileno(), missing) if ready else b""
            if not part and (ready or self._gone()):
                self._wait_for_exit()
                raise self._lost()
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def _wait_for_exit(self) -> None:
        """Give a process that closed its pipe a moment, so that its exit status can be told."""
        if self.unity_proc is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.unity_proc.wait(1.0)

    def _recv_message(self, timeout: float | None) -> Any:
        if self.server_pipe is None:
            # non-blocking, so that a player that never opens its end cannot hold us
            handle = os.open(self.server_pipe_path, os.O_RDONLY | os.O_NONBLOCK)
            fcntl.fcntl(handle, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
            self.server_pipe = os.fdopen(handle, "rb", buffering=0)
        return super()._recv_message(timeout)

    def _send_message(self, message_type: Any, body: bytes) -> None:
        if self.client_pipe is None:
            self.client_pipe = self._open_client_pipe()
        super()._send_message(message_type, body)

    def _open_client_pipe(self) -> Any:
        deadline = time.monotonic() + (self.timeout or 100.0)
        while time.monotonic() < deadline:
            try:
                handle = os.open(self.client_pipe_path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:  # ENXIO: the player has not opened its end yet
                if self._gone():
                    raise self._lost() from None
                time.sleep(0.005)
                continue
            os.set_blocking(handle, True)
            return os.fdopen(handle, "wb")
        raise PlayerLost("the player did not open its end of the pipe")

    def stop(self) -> None:
        """Close the pipes, end the player and reap it. May be called twice."""
        for pipe in (self.client_pipe, self.server_pipe):
            try:
                if pipe is not None:
                    pipe.close()
            except BrokenPipeError:
                continue  # what was still buffered has nobody to read it
        if self.unity_proc is not None:
            if self.unity_proc.poll() is None:
                self.unity_proc.kill()
            self.unity_proc.wait()


class WatchfulController(Controller):
    """ai2thor's Controller on a :class:`WatchfulServer`; a failed start leaves no player behind."""

    server: Any

    def __init__(self, **arguments: Any) -> None:
        try:
            super().__init__(**arguments)
        except BaseException:
            if getattr(self, "server", None) is not None:
                self.server.stop()
            raise

    def _build_server(self, host: str, port: int, width: int, height: int) -> None:  # noqa: ARG002
        if self.server is None:
            self.server = WatchfulServer(
                width=width,
                height=height,
                timeout=self.server_timeout,
                depth_format=self.depth_format,
                add_depth_noise=self.add_depth_noise,
            )
