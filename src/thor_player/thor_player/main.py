"""``pred-thor-player``: the executable that ai2thor's Controller starts in place of a Unity build."""

from __future__ import annotations

import argparse
import functools
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from .starting import load_numba

if TYPE_CHECKING:
    from .session import Session

_SERVER_PIPE = "AI2THOR_FIFO_SERVER_PIPE_PATH"
_CLIENT_PIPE = "AI2THOR_FIFO_CLIENT_PIPE_PATH"
_HOST, _PORT, _TOKEN = "AI2THOR_HOST", "AI2THOR_PORT", "AI2THOR_CLIENT_TOKEN"
_HELP = """\
A stand-in for AI2-THOR's Unity build: the 120 iTHOR rooms on one CPU core, without a display or a GPU.

It is started by ai2thor's own client:
  Controller(local_executable_path="pred-thor-player", x_display=":0", scene="FloorPlan1")
"""


def main(argv: list[str] | None = None) -> int:
    """Serve a client until it goes away; return the exit status."""
    options = _parser().parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="pred-thor-player: %(message)s", stream=sys.stderr)
    if options.check:
        from .check import run_checks

        return run_checks(sys.stdout)
    server = _server()
    if server is None:
        print(
            "pred-thor-player is started by ai2thor's Controller (local_executable_path=...), which names its pipes in "
            f"{_SERVER_PIPE} and {_CLIENT_PIPE}, or its address in {_HOST} and {_PORT}. "
            "Run it with --check to test it, --help to read more.",
            file=sys.stderr,
        )
        return 2
    _leave_with_parent()
    return _serve(options, server)


def _server() -> Callable[[Session], None] | None:
    """Return what serves the client that started this process: over its pipes, or over HTTP; None: nobody did."""
    paths = os.environ.get(_SERVER_PIPE), os.environ.get(_CLIENT_PIPE)
    if paths[0] and paths[1]:
        load_numba()
        from .protocol import serve

        return functools.partial(serve, server_path=paths[0], client_path=paths[1])
    host, port = os.environ.get(_HOST), os.environ.get(_PORT, "")
    if host and port.isdigit():
        load_numba()
        from . import wsgi

        return functools.partial(wsgi.serve, host=host, port=int(port), token=os.environ.get(_TOKEN, ""))
    return None


def _serve(options: argparse.Namespace, server: Callable[[Session], None]) -> int:
    from .protocol import ProtocolError
    from .rooms_data import RoomDataMissing, UnknownScene
    from .session import Session

    try:
        session = Session(options.scene, options.screen_width, options.screen_height, options.seed)
        server(session)
    except (ProtocolError, RoomDataMissing, UnknownScene) as error:
        print(f"pred-thor-player: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "pred-thor-player", description=_HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="test this installation and print a table")
    parser.add_argument("--seed", type=int, default=0, help="varies the looks of the rooms (default 0)")
    parser.add_argument(
        "--scene", default="FloorPlan1", help="room before the first Reset (default FloorPlan1)"
    )
    parser.add_argument(
        "-screen-width", type=int, default=300, metavar="W", help="picture width, as Unity takes it"
    )
    parser.add_argument(
        "-screen-height", type=int, default=300, metavar="H", help="picture height, as Unity takes it"
    )
    for ignored in ("-screen-fullscreen", "-screen-quality", "-force-device-index"):
        parser.add_argument(ignored, help=argparse.SUPPRESS)
    for ignored in ("-batchmode", "-nographics"):
        parser.add_argument(ignored, action="store_true", help=argparse.SUPPRESS)
    return parser


def _leave_with_parent() -> None:
    """End this process when the one that started it is gone, whatever this one waits for."""
    # Ctrl-C reaches the whole terminal group; it is the client's business when its player ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
