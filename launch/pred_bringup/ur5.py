"""What ur5.launch.py starts: the stack with the arm's driver and gaze, and with mock:=true its emulators."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from launch.actions import ExecuteProcess

from launch import LaunchContext
from pred_bringup.arguments import FALSE, Argument, ArgumentError, flag, host, text
from pred_bringup.interrupting import HOLDING
from pred_bringup.launch_end import environment, needed
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
from pred_bringup.scenes import check_table
from pred_bringup.stack_nodes import LEARNED_ARGUMENTS, executive, perception, planner, runner
from ur5_description import kinematics

FAULT_PORT = 30100
MOCK_SILENCE = 3.0
"""How long the executive may fall silent before the emulated arm is stopped, s: it hurts nobody, and the emulators and
the table's pictures may leave too little of a small machine for a beat every half second."""
MOCK_HANG = 3.0
"""The same for the driver itself, s."""
MOCK_WATCHDOG = 1.0
"""The same for its control process, s."""
CAREFUL = "careful"
HOME = ",".join(f"{angle:.6f}" for angle in kinematics.HOME)
"""Where the emulated arm starts, rad: over the table."""

ARGUMENTS = (
    Argument("robot_ip", "", "Address of the UR controller; with mock:=true the emulator's loopback address"),
    Argument("mock", FALSE, "Start the emulated controller and table instead of using a real arm", BOOLEAN),
    Argument("arm", "ur5e", "Make of the arm", ("ur5e", "ur5")),
    Argument(
        "scene",
        "",
        "With mock:=true: scene of the table, a name or a file (docs/ur5_table.md); '' = the file's",
    ),
    Argument(
        "calibration",
        "",
        "With mock:=true: number that decides of links some mm off, as each real arm's are; '' = as published",
    ),
    Argument(
        "approval",
        "auto",
        "Ask a person before the arm acts or moves (answer: ros2 run pred_core ask_person); auto = yes on a real arm",
        ("auto", "true", "false"),
    ),
    Argument(
        "limits",
        "",
        "File of the driver's limits (workspace box, speeds, forces), or careful for a first run; '' = params_file's",
    ),
    Argument("domain", "", "Things there are: table, or your own file (docs/domains.md); '' = the file's"),
    *LEARNED_ARGUMENTS,
    *COMMON,
)

UR5 = RobotStack(
    "ur5",
    ARGUMENTS,
    {
        "bridge": NodeOf(
            "ur5_driver",
            ("ur5_driver.bridge.parameters:DriverParameters",),
            ("arm", "approval", "robot_ip"),
        ),
        "perception": perception("domain"),
        "nav": NodeOf("ur5_driver", ("ur5_driver.gaze.node:GazeParameters",), ("arm", "domain")),
        "planner": planner("dialect", "domain"),
        "executive": executive("domain"),
    },
    runner(),
    check_scene=check_table,
)

TABLE = NodeOf(
    "ur5_emulator",
    ("ur5_emulator.table.parameters:TableParameters",),
    ("scene", "seed", "width", "height"),
)


def ur5_actions(context: LaunchContext) -> list[Any]:
    """Return everything to start for the arguments in the context.

    :raises ArgumentError: when an argument cannot be used
    """
    mock, address = flag(context, "mock"), host(context, "robot_ip")
    if not mock and not address:
        raise ArgumentError("say which arm: robot_ip:=ADDRESS, or mock:=true for the emulated one.")
    if not mock:
        values: dict[str, Any] = {"robot_ip": address, "ground_truth": False}
        return actions(context, UR5, files=_limits(context), values={"bridge": values})
    address = emulator_address(context, address)
    controller = ExecuteProcess(
        cmd=[
            program("ur5_emulator", "pred-ur-controller"),
            *(
                "--host",
                address,
                "--fault-port",
                str(FAULT_PORT),
                "--start",
                HOME,
                "--log-level",
                _level(context),
            ),
            *_links(context),
        ],
        name="pred-ur-controller",
        output="both",
        additional_env=environment(),
        prefix=HOLDING,
        sigterm_timeout="4",
    )
    table = {"controller": address, "fault_port": FAULT_PORT}
    started = actions(
        context,
        UR5,
        more={"table": TABLE},
        files=_limits(context),
        values={
            "bridge": {
                "robot_ip": address,
                "client_timeout": MOCK_SILENCE,
                "hang_timeout": MOCK_HANG,
                "watchdog": MOCK_WATCHDOG,
            },
            "table": table,
        },
    )
    return [controller, needed(controller), *started]


def _links(context: LaunchContext) -> list[str]:
    number = text(context, "calibration")
    if number and not number.isdecimal():
        raise ArgumentError(f"calibration:={number} is no number from 0 on (a file is bridge.calibration:=FILE).")
    return ["--calibration", number] if number else []


def _level(context: LaunchContext) -> str:
    level = text(context, "log_level")
    return "info" if level == "debug" else "warning"


def _limits(context: LaunchContext) -> list[Path]:
    given = text(context, "limits")
    if not given:
        return []
    path = share() / "config" / "ur5_careful.yaml" if given == CAREFUL else Path(given).expanduser()
    if not path.is_file():
        raise ArgumentError(f"limits:={given} is neither a file nor {CAREFUL}.")
    return [path]
