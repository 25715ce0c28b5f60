"""`pred-ur-controller`: run an emulated UR5e controller on loopback addresses until told to end."""

from __future__ import annotations

import argparse
import gc
import logging
import math
import os
import select
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from pred_core.exit_codes import BAD_INPUT, DONE
from pred_core.punctual import be_punctual
from ur5_emulator.controller.arm import CYCLE
from ur5_emulator.controller.clock import Clock, ManualClock, RealClock
from ur5_emulator.controller.dashboard import PROGRAMS
from ur5_emulator.controller.faults import FaultPort
from ur5_emulator.controller.kinematics import JOINT_LIMIT
from ur5_emulator.controller.links import PUBLISHED, measured
from ur5_emulator.controller.robot import ArmController
from ur5_emulator.controller.safety import UNLOCK_AFTER
from ur5_emulator.controller.script.loading import Loader
from ur5_emulator.controller.services import Services
from ur5_emulator.controller.sockets import Hub, loopback

HOME = "0,-1.5708,1.5708,-1.5708,-1.5708,0"
GUARD_CYCLES = 50  # between two looks at stdin


class Ending:
    """Remembers that somebody asked this program to end."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._hear)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True


def _joints(text: str) -> list[float]:
    try:
        q = [float(part) for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not six numbers with commas between them") from error
    if len(q) != 6 or any(not math.isfinite(x) or abs(x) > JOINT_LIMIT for x in q):
        raise argparse.ArgumentTypeError("give six joint angles in radians, each within +-2 pi")
    return q


def _hosts(text: str) -> list[str]:
    try:
        return [loopback(part.strip()) for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _machine(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    try:
        return loopback(host), int(port)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT of this machine: {error}") from error


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    command = argparse.ArgumentParser(prog="pred-ur-controller", description=__doc__)
    command.add_argument(
        "--host", type=_hosts, default=["127.0.0.1"], help="loopback addresses, with commas between"
    )
    command.add_argument(
        "--fault-port", type=int, default=0, help="port for faults and state on the first address"
    )
    command.add_argument("--start", type=_joints, default=_joints(HOME), help="six joint angles in radians")
    command.add_argument(
        "--calibration",
        type=int,
        help="the links of an arm by chance, of which this number decides, some mm off as those of real arms are "
        "(as published)",
    )
    command.add_argument("--no-gripper", action="store_true", help="no Robotiq 2F-85 on port 63352")
    command.add_argument(
        "--remote", choices=("true", "false"), default="true", help="remote or local control"
    )
    command.add_argument(
        "--power", choices=("on", "off"), default="on", help="whether the arm starts with power"
    )
    command.add_argument(
        "--clock", choices=("real", "manual"), default="real", help="manual: only the fault port's steps"
    )
    command.add_argument(
        "--unlock-after",
        type=float,
        default=UNLOCK_AFTER,
        help="seconds a protective stop stays locked; a real controller: %(default)s",
    )
    command.add_argument(
        "--programs",
        type=lambda text: [name.strip() for name in text.split(",") if name.strip()],
        default=",".join(PROGRAMS),
        help="names of the programs that the dashboard server finds, with commas between (default: %(default)s)",
    )
    command.add_argument(
        "--external-control",
        type=_machine,
        help="HOST:PORT of this machine from which the program external_control.urp fetches what it runs (none)",
    )
    command.add_argument("--stdin-guard", action="store_true", help="end when standard input closes")
    command.add_argument("--log-level", default="warning", choices=("debug", "info", "warning"))
    return command


def _guarded(number: int) -> bool:
    """Return whether standard input is still open; what comes in is of no interest."""
    ready, _, _ = select.select([number], [], [], 0)
    return not ready or bool(os.read(number, 4096))


def loop(
    services: Services, faults: FaultPort, fault_hub: Hub, clock: Clock, ending: Ending, guard: int | None
) -> None:
    """Run control cycles until the end is asked for."""
    turns = 0
    while not ending.asked:
        due = clock.wait()
        lost = clock.lost()
        if lost:  # nothing moved meanwhile, but the controller's time has passed
            faults.advance(lost * CYCLE)
            services.robot.miss(lost * CYCLE)
        services.serve()
        for _ in range(due):
            faults.advance(CYCLE)
            services.cycle(CYCLE)
        fault_hub.serve()  # behind the cycles: who asked for steps by hand is told the state after them
        turns += 1
        if guard is not None and turns % GUARD_CYCLES == 0 and not _guarded(guard):
            return


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code is 2 where a port is taken."""
    options = parser().parse_args(arguments)
    logging.basicConfig(level=options.log_level.upper(), format="%(asctime)s %(name)s: %(message)s")
    links = PUBLISHED if options.calibration is None else measured(options.calibration)
    remote = options.remote == "true"
    robot = ArmController(options.start, gripper=not options.no_gripper, remote=remote, links=links)
    robot.safety.locked_for = options.unlock_after
    if options.power == "off":
        robot.power_off()
    loader = Loader(robot.blocking)
    services = Services(robot, options.host, loader, options.programs, options.external_control)
    clock: Clock = ManualClock() if options.clock == "manual" else RealClock(CYCLE)
    faults = FaultPort(services, clock)
    fault_hub = Hub()
    ending = Ending()
    try:
        services.start()
        if options.fault_port:
            fault_hub.listen(options.host[0], options.fault_port, faults.open)
    except OSError as error:
        print(f"pred-ur-controller: cannot listen on {error.strerror}", file=sys.stderr)
        loader.close()
        return BAD_INPUT
    be_punctual()
    print("ready", flush=True)
    # nothing the loop makes is cyclic: without collections no cycle is held up by one
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        loop(services, faults, fault_hub, clock, ending, sys.stdin.fileno() if options.stdin_guard else None)
    finally:
        services.hub.close()
        fault_hub.close()
        loader.close()
    return DONE


if __name__ == "__main__":
    sys.exit(main())
