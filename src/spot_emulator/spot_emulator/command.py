"""`pred-spot-robot`: run an emulated Spot on a loopback address until told to end."""

from __future__ import annotations

import argparse
import ipaddress
import logging
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from pred_core.exit_codes import BAD_INPUT
from pred_core.geometry import Pose2D
from spot_emulator.certificates import make_identity
from spot_emulator.ending import Ending, leave
from spot_emulator.faults import FaultPort
from spot_emulator.machine import Machine
from spot_emulator.robot.leases import STALE_AFTER
from spot_emulator.robot.robot import Options
from spot_emulator.world.house import House, NoRoom
from spot_emulator.world.walk import record
from thor_player.rooms_data import RoomDataMissing, UnknownScene
from thor_player.starting import load_numba

START = "--start"
FASTEST = 8.0
"""How many times as fast as this machine's a robot's clock may go."""


def _host(text: str) -> str:
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no IPv4 address") from error
    if not address.is_loopback:
        raise argparse.ArgumentTypeError(
            f"{text} is no loopback address (127.x.y.z); the emulator serves no other"
        )
    return text


def _pose(text: str) -> Pose2D:
    try:
        values = [float(part) for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not x,y,yaw") from error
    if len(values) != 3 or not all(math.isfinite(v) for v in values):
        raise argparse.ArgumentTypeError("give x,y,yaw: metres, metres, radians in the room's map")
    return Pose2D(*values)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from error
    if not 1.0 <= speed <= FASTEST:
        raise argparse.ArgumentTypeError(f"{text} is not between 1 and {FASTEST:g}")
    return speed


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    command = argparse.ArgumentParser(prog="pred-spot-robot", description=__doc__)
    command.add_argument("--host", type=_host, default="127.0.0.1", help="loopback address to serve")
    command.add_argument(
        "--port", type=int, default=443, help="gRPC port over TLS; 0: any free one (default 443)"
    )
    command.add_argument(
        "--ca-out", type=Path, help="write the certificate of the robot's own authority here (PEM)"
    )
    command.add_argument(
        "--scene",
        default="FloorPlan4",
        help="room to walk through: FloorPlan1..430, CapeLab, CapeKitchen (default FloorPlan4)",
    )
    command.add_argument("--seed", type=int, default=0, help="looks of the room, slips, odometry drift")
    command.add_argument(START, type=_pose, help="x,y,yaw in the room's map where the robot sits at first")
    command.add_argument(
        "--fault-port", type=int, help="port for faults and state; 0: any free one (default: none)"
    )
    command.add_argument(
        "--web-port", type=int, help="port of its web server, for downloads; 0: any free one (default: none)"
    )
    command.add_argument(
        "--clock-skew", type=float, default=37.25, help="seconds by which its clock is ahead (default 37.25)"
    )
    command.add_argument(
        "--speed", type=_speed, default=1.0, metavar="N",
        help="how many times as fast as this machine's its clock goes, 1 to 8 (default 1)",
    )  # fmt: skip
    command.add_argument(
        "--stale-after", type=float, default=STALE_AFTER, metavar="S",
        help=f"seconds of silence after which a lease is stale and the robot sits down (default {STALE_AFTER:g})",
    )  # fmt: skip
    command.add_argument(
        "--estop", choices=("tablet", "none"), default="tablet",
        help="whether an emulated tablet holds a released e-stop at first",
    )  # fmt: skip
    command.add_argument(
        "--power", choices=("on", "off"), default="off", help="on: it starts standing, motors on"
    )
    command.add_argument("--spot-cam", action="store_true", help="it carries a Spot CAM")
    command.add_argument(
        "--map-out",
        type=Path,
        metavar="DIR",
        help="write a GraphNav map of the room there, as a recorded walk: graph, waypoint_snapshots, edge_snapshots",
    )
    command.add_argument(
        "--map-loaded", action="store_true", help="start with that map loaded, not localized"
    )
    command.add_argument(
        "--check", action="store_true", help="test a robot through the real client; print a table"
    )
    command.add_argument("--stdin-guard", action="store_true", help="end when standard input closes")
    command.add_argument(
        "--end-with-parent", action="store_true", help="end when the process that started it does"
    )
    command.add_argument("--log-level", default="warning", choices=("debug", "info", "warning"))
    return command


def given(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options of a command line; where the robot starts may have a minus first, as no option has."""
    joined: list[str] = []
    for word in arguments:
        if joined and joined[-1] == START:
            joined[-1] = f"{START}={word}"
        else:
            joined.append(word)
    return parser().parse_args(joined)


def _end(machine: Machine, faults: FaultPort) -> NoReturn:
    faults.close()
    machine.close()
    leave(0)


def _fail(message: str) -> int:
    print(f"pred-spot-robot: {message}", file=sys.stderr)
    return BAD_INPUT


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code is 2 where it cannot start."""
    options = given(sys.argv[1:] if arguments is None else arguments)
    if options.check:
        from spot_emulator.check import run_checks

        return run_checks(sys.stdout, ["--scene", options.scene, "--seed", str(options.seed)])
    logging.basicConfig(level=options.log_level.upper(), format="%(asctime)s %(name)s: %(message)s")
    ending, parent = Ending(), os.getppid() if options.end_with_parent else None
    load_numba()
    try:
        house = House(options.scene, options.seed)
    except (UnknownScene, RoomDataMissing) as error:
        return _fail(str(error))
    start = options.start or house.place_for_robot()
    if isinstance(start, NoRoom):
        return _fail(start.message)
    identity = make_identity()
    walk = record(house, start) if options.map_out is not None or options.map_loaded else None
    try:
        if options.ca_out is not None:
            options.ca_out.write_bytes(identity.authority)
        if options.map_out is not None and walk is not None:
            walk.write(options.map_out)
    except OSError as error:
        return _fail(f"cannot write: {error}")
    tablet = options.estop == "tablet"
    made = Options(options.seed, options.clock_skew, tablet, options.stale_after, options.speed, options.spot_cam)
    machine = Machine(house, start, made, (options.host, options.port, identity))
    if options.map_loaded and walk is not None:
        machine.robot.navigator.map.add(walk.graph)
    faults = FaultPort(machine)
    words = ["ready"]
    try:
        if options.power == "on":
            machine.robot.rise()
        machine.start()
        words.append(f"{options.host}:{machine.port.port}")
        if options.fault_port is not None:
            words.append(f"faults {options.host}:{faults.listen(options.host, options.fault_port)}")
        if options.web_port is not None:
            words.append(f"web {options.host}:{machine.web.listen(options.host, options.web_port, identity)}")
    except OSError as error:
        machine.close()
        return _fail(f"cannot listen: {error}")
    print(" ".join(words), flush=True)
    ending.wait(guarded=options.stdin_guard, parent=parent)
    _end(machine, faults)


if __name__ == "__main__":
    sys.exit(main())
