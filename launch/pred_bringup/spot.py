"""What spot.launch.py starts: the stack with Spot's driver, and with mock:=true the emulated robot."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from launch.actions import ExecuteProcess

from launch import LaunchContext
from pred_bringup.arguments import FALSE, Argument, ArgumentError, flag, host, text, whole_number
from pred_bringup.interrupting import HOLDING
from pred_bringup.launch_end import needed
from pred_bringup.launching import (
    BOOLEAN,
    COMMON,
    NodeOf,
    RobotStack,
    actions,
    emulator_address,
    program,
    share,
)
from pred_bringup.scenes import check_spot_room
from pred_bringup.stack_nodes import LEARNED_ARGUMENTS, executive, perception, planner, runner
from pred_bringup.temporary import place

MOCK_PORT, SIM_PORT = 50443, 50444
MOCK_SILENCE = 3.0
"""How long executive and driver may fall silent before the emulated robot is stopped, s: it hurts nobody, and pictures
may leave too little of a small machine for a beat every third of a second."""
MOCK_WATCHDOG = 1.0
MOCK_LINK, MOCK_PICTURES, MOCK_STALE = 8.0, 30.0, 30.0
FASTEST, HASTY_WATCHDOG = 8, 2.0
"""The fastest clock, and how long a command is good with a fast one, s of it: on its way it takes as long as ever."""
CAREFUL = "careful"
USER, PASSWORD = "BOSDYN_CLIENT_USERNAME", "BOSDYN_CLIENT_PASSWORD"
ANYBODY = "pred"
"""User and password where the environment has none: the emulated robot lets anybody in."""

ARGUMENTS = (
    Argument(
        "hostname", "", "Name or address of the robot; with mock:=true the emulated robot's loopback address"
    ),
    Argument("mock", FALSE, "Start an emulated Spot instead of using a real one", BOOLEAN),
    Argument(
        "scene",
        "FloorPlan13",
        "With mock:=true: room, FloorPlan1-30, 201-230, 301-330, 401-430, CapeLab, CapeKitchen",
    ),
    Argument(
        "approval",
        "auto",
        "Ask a person before the robot acts or moves (`ros2 run pred_core ask_person`); auto = yes on a real robot",
        ("auto", "true", "false"),
    ),
    Argument(
        "limits",
        "",
        "File of the driver's limits (speeds, keep-out areas, reach), or careful for a first run; '' = params_file's",
    ),
    Argument(
        "domain", "", "Things there are: household, or your own file (docs/domains.md); '' = the file's"
    ),
    Argument(
        "speed",
        "1",
        "With mock:=true: how many times as fast as this machine's the robot's clock goes, 1 to 8",
    ),
    *LEARNED_ARGUMENTS,
    *COMMON,
)

SPOT = RobotStack(
    "spot",
    ARGUMENTS,
    {
        "bridge": NodeOf(
            "spot_driver", ("spot_driver.bridge.parameters:DriverParameters",), ("approval", "hostname")
        ),
        "perception": perception("domain"),
        "nav": NodeOf("pred_nav", ("pred_nav.parameters:NavParameters",), ("domain", "person")),
        "planner": planner("domain"),
        "executive": executive("domain"),
    },
    runner(),
    check_scene=check_spot_room,
)


def spot_actions(context: LaunchContext) -> list[Any]:
    """Return everything to start for the arguments in the context.

    :raises ArgumentError: when an argument cannot be used
    """
    mock, address, speed = flag(context, "mock"), host(context, "hostname"), _speed(context)
    if not mock:
        if not address:
            raise ArgumentError("say which robot: hostname:=ADDRESS, or mock:=true for the emulated one.")
        if speed != 1:
            raise ArgumentError("speed:= is for the emulated robot: give mock:=true as well.")
        missing = [name for name in (USER, PASSWORD) if not os.environ.get(name)]
        if missing:
            raise ArgumentError(
                f"set {' and '.join(missing)} in the environment: the robot asks for a login."
            )
        return actions(context, SPOT, files=_limits(context))
    address = emulator_address(context, address)
    for name in (USER, PASSWORD):
        os.environ.setdefault(name, ANYBODY)
    certificate = place() / "ca.pem"
    robot = _emulator(context, address, certificate, speed)
    bridge = {
        "hostname": address,
        "port": MOCK_PORT,
        "certificate": str(certificate),
        "sim_port": SIM_PORT,
        "auto_ready": text(context, "approval") != "true",
        "client_timeout": MOCK_SILENCE,
        "guard_silence": MOCK_SILENCE,
        "watchdog": MOCK_WATCHDOG if speed == 1 else HASTY_WATCHDOG,
        "clock_rate": float(speed),
        "link_timeout": MOCK_LINK,
        "camera_timeout": MOCK_PICTURES,
    }
    started = actions(context, SPOT, files=_limits(context), values={"bridge": bridge})
    return [robot, needed(robot), *started]


def _speed(context: LaunchContext) -> int:
    speed = whole_number(context, "speed")
    if speed is None or not 1 <= speed <= FASTEST:
        raise ArgumentError(f"speed:={text(context, 'speed')} must be from 1 to {FASTEST}.")
    return speed


def _emulator(context: LaunchContext, address: str, certificate: Path, speed: int) -> ExecuteProcess:
    level = "info" if text(context, "log_level") == "debug" else "warning"
    options = {
        "--host": address,
        "--port": str(MOCK_PORT),
        "--fault-port": str(SIM_PORT),
        "--scene": text(context, "scene"),
        "--seed": str(whole_number(context, "seed") or 0),
        "--ca-out": str(certificate),
        "--speed": str(speed),
        "--stale-after": str(speed * MOCK_STALE),
        "--log-level": level,
    }
    command = [program("spot_emulator", "pred-spot-robot"), "--end-with-parent"]
    for name, value in options.items():
        command += [name, value]
    return ExecuteProcess(
        cmd=command, name="pred-spot-robot", output="screen", prefix=HOLDING, sigterm_timeout="4"
    )


def _limits(context: LaunchContext) -> list[Path]:
    given = text(context, "limits")
    if not given:
        return []
    path = share() / "config" / "spot_careful.yaml" if given == CAREFUL else Path(given).expanduser()
    if not path.is_file():
        raise ArgumentError(f"limits:={given} is neither a file nor {CAREFUL}.")
    return [path]
