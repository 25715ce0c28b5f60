"""`pred-spot-program`: run a program written for a real Spot, unchanged, against the emulated one.

The client library trusts the maker's certificate and speaks to port 443, and the SDK's examples cannot be told
otherwise. This sets both defaults in its own process and then runs the program as Python would. Downloads are from
port 443 of the same address, which the emulated robot's web server cannot share: they are led to its own port.
"""

from __future__ import annotations

import argparse
import runpy
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bosdyn.client.robot
from bosdyn.client.sdk import Sdk

from pred_core.exit_codes import BAD_INPUT, DONE

_HTTPS = 443


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    command = argparse.ArgumentParser(prog="pred-spot-program", description=__doc__)
    command.add_argument(
        "--ca", type=Path, required=True, help="certificate that pred-spot-robot wrote (--ca-out)"
    )
    command.add_argument("--port", type=int, default=443, help="port of the emulated robot (default 443)")
    command.add_argument("--web-port", type=int, help="port of its web server (default: downloads find none)")
    command.add_argument("program", type=Path, help="a Python program that uses bosdyn-client")
    command.add_argument("arguments", nargs=argparse.REMAINDER, help="what the program is given")
    return command


def trust(ca: Path, port: int) -> None:
    """Make the client library trust an authority and use a port where a program says nothing else."""
    load = Sdk.load_robot_cert

    def load_robot_cert(self: Sdk, resource_path_glob: str | None = None) -> None:
        load(self, resource_path_glob or str(ca))

    Sdk.load_robot_cert = load_robot_cert
    bosdyn.client.robot._DEFAULT_SECURE_CHANNEL_PORT = port  # noqa: SLF001  no other way without changing programs


def lead(port: int) -> None:
    """Make connections of Python's own to port 443 of a loopback address go to another port."""
    connect = socket.create_connection

    def create_connection(address: Any, *arguments: Any, **more: Any) -> socket.socket:
        host, wanted = address
        led = wanted == _HTTPS and host.startswith("127.")
        return connect((host, port) if led else address, *arguments, **more)

    socket.create_connection = create_connection


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; its own exit code, or 2 where a file is missing."""
    options = parser().parse_args(arguments)
    for path in (options.ca, options.program):
        if not path.is_file():
            print(f"pred-spot-program: no file {path}", file=sys.stderr)
            return BAD_INPUT
    trust(options.ca, options.port)
    if options.web_port is not None:
        lead(options.web_port)
    sys.argv = [str(options.program), *options.arguments]
    sys.path.insert(0, str(options.program.resolve().parent))
    runpy.run_path(str(options.program), run_name="__main__")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
