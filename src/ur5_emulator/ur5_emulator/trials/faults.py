"""What the fault matrix shares: the faults of the emulated controller, things under way to disturb, standing still.

For rehearsals and tests, like :mod:`ur5_emulator.trials.rehearsal`.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pred_core.outcome import Outcome
from ur5_description import kinematics
from ur5_description.kinematics import Array, pose_from_matrix
from ur5_driver.driver import recovery
from ur5_driver.driver.commands import Grip, Press
from ur5_driver.driver.dashboard import PORT as DASHBOARD_PORT
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.states import State
from ur5_emulator.trials.rehearsal import STARTS_WITHIN, Controller, RehearsalError, eventually

STILL = 0.01
STANDS_WITHIN, BUSY_STANDS_WITHIN = 0.5, 2.0
"""How soon the arm has to stand, s: where the emulated controller has a core when it needs it, and where it has not."""
ASKED_WITHIN = 0.05
"""How long asking the controller takes at most on a machine that has time for it, s."""
RESTART_SAFETY = "restart safety"
PERIOD = 0.008
PRESSED_WITH, YIELDING_SPEED = 10.0, 0.02
"""Of what gives way in force mode, N and m/s."""
_HOME_HEIGHT = float(kinematics.forward(kinematics.UR5E, np.array(kinematics.HOME))[2, 3])
Run = Callable[[ArmLink, threading.Event], Outcome]


@dataclass(frozen=True)
class Case:
    """A fault, the state it leads to, how it is cleared, and whether the measured joints can be asked for meanwhile."""

    fault: str
    state: State
    clear: tuple[str, ...] = ()
    seen: bool = True


CASES = [
    Case("protective_stop", State.PSTOP),
    Case("emergency_stop", State.ESTOP, ("release_emergency_stop",)),
    Case("system_emergency_stop", State.ESTOP, ("release_system_emergency_stop",)),
    Case("safety_fault", State.ESTOP, (RESTART_SAFETY,)),
    Case("safeguard_stop", State.PSTOP, ("safeguard_clear",)),
    Case("local_mode", State.LOCAL, ("remote_mode",)),
    Case("drop_sockets", State.IDLE),
    Case("cable_pull", State.DISCONNECTED, ("cable_plug",)),
    Case("freeze", State.DISCONNECTED, ("unfreeze",), seen=False),
    Case("power_off", State.DISCONNECTED, ("power_on",)),
]
"""Every fault of the fault port that takes the arm away. A register conflict and the reduced mode do not."""
ALL_CLEAR = (
    *(name for case in CASES for name in case.clear if name not in ("power_on", RESTART_SAFETY)),
    "clear_conflict",
    RESTART_SAFETY,
)


def turn(link: ArmLink, cancel: threading.Event) -> Outcome:
    """Turn the shoulder pan (moveJ), long enough to be interrupted."""
    start, goal = _pan(link, 0.9)
    limits = link.limits
    return link.move(limits.joints(joints_of(start), joints_of(goal), 0.6, 1.0), cancel, within=limits)


def line(link: ArmLink, cancel: threading.Event, speed: float = 0.6) -> Outcome:
    """Move the flange 25 cm in a straight line to the other side (moveL), at a share of its greatest speed."""
    start = _measured(link)
    limits = link.limits
    tool = kinematics.forward(limits.arm, start)
    home = kinematics.forward(limits.arm, kinematics.HOME)
    tool[1, 3] += 0.25 if tool[1, 3] < home[1, 3] else -0.25
    verdict, command = limits.line(joints_of(start), joints_of(pose_from_matrix(tool)), speed, 1.0)
    return verdict if command is None else link.move(command, cancel, within=limits)


def servo(link: ArmLink, cancel: threading.Event) -> Outcome:
    """Follow a smooth trajectory of the shoulder pan (servoJ), as FollowJointTrajectory does."""
    start, goal = _pan(link, 0.6)
    share = np.linspace(0.0, 1.0, round(2.5 / PERIOD))[:, None]
    return link.follow(start + (goal - start) * (3.0 * share**2 - 2.0 * share**3), PERIOD, cancel)


def yielding(link: ArmLink, cancel: threading.Event) -> Outcome:
    """Give way up or down in force mode, slowly towards the height of home, until it is ended."""
    low = kinematics.forward(link.limits.arm, _measured(link))[2, 3] < _HOME_HEIGHT
    force = PRESSED_WITH if low else -PRESSED_WITH
    command = Press(
        frame=(0.0,) * 6,
        compliant=(False, False, True, False, False, False),
        wrench=(0.0, 0.0, force, 0.0, 0.0, 0.0),
        speeds=(YIELDING_SPEED,) * 6,
        deviations=(0.02,) * 6,
    )
    return link.press(command, cancel, lambda _: None, lambda: None)


def grip(link: ArmLink, cancel: threading.Event) -> Outcome:
    """Close the slow fingers, or open them where they are closed."""
    fingers = link.fingers
    width = 0.0 if fingers is None or fingers.width > 0.04 else 0.085
    return link.grip(Grip(width, 0.02, 40.0), cancel)


def _pan(link: ArmLink, angle: float) -> tuple[Array, Array]:
    start = _measured(link)
    goal = start.copy()
    goal[0] += angle if goal[0] < kinematics.HOME[0] else -angle
    return start, goal


def _measured(link: ArmLink) -> Array:
    seen = link.snapshot
    if seen is None:
        raise RehearsalError("nothing comes from the controller")
    return seen.q


class UnderWay:
    """Something that the arm does in a thread of its own."""

    def __init__(self, link: ArmLink, run: Run) -> None:
        """Begin it."""
        self.cancel = threading.Event()
        self.outcome: Outcome | None = None
        self._thread = threading.Thread(target=self._run, args=(link, run))
        self._thread.start()

    def _run(self, link: ArmLink, run: Run) -> None:
        self.outcome = run(link, self.cancel)

    def join(self) -> Outcome:
        """Wait for its end.

        :raises RehearsalError: when it does not come
        """
        self._thread.join(STARTS_WITHIN)
        if self.outcome is None:
            raise RehearsalError("what was under way has not ended")
        return self.outcome


def speed(controller: Controller) -> float:
    """Return the true speed of the fastest joint, rad/s."""
    return float(np.abs(controller.state()["actual_qd"]).max())


def joints(controller: Controller) -> Array:
    """Return the true joints, rad."""
    return np.array(controller.state()["actual_q"])


def stands_after(controller: Controller) -> float:
    """Return how long it took from now until the joints are measured still, s; less what the machine was held up.

    :raises RehearsalError: when they do not come to be still
    """
    begun = last = time.monotonic()
    held_up = 0.0
    while speed(controller) >= STILL:
        time.sleep(0.005)
        now = time.monotonic()
        held_up += max(0.0, now - last - ASKED_WITHIN)
        last = now
        if now - begun > 5.0:
            raise RehearsalError("the arm does not stand")
    return last - begun - held_up


def stands_within() -> float:
    """Return how soon the arm has to stand on this machine, s.

    An arm's controller brakes on time of its own. The emulated one, and the programs that tell it to brake, wait for
    a turn when more programs want to run than there are cores, as the test suite's workers make it.
    """
    return STANDS_WITHIN if os.getloadavg()[0] <= (os.cpu_count() or 1) else BUSY_STANDS_WITHIN


def stays(controller: Controller, seconds: float = 0.4) -> bool:
    """Return whether arm and fingers stay where they are for some seconds."""
    before = controller.state()
    time.sleep(seconds)
    now = controller.state()
    moved = np.abs(np.array(now["actual_q"]) - np.array(before["actual_q"])).max()
    return bool(moved < 0.002) and now["gripper"] == before["gripper"]


def clear(controller: Controller, *names: str) -> None:
    """Take faults away again."""
    for name in names:
        if name == RESTART_SAFETY:  # done by a person at the pendant, or as here at the dashboard
            with socket.create_connection((controller.host, DASHBOARD_PORT), 5.0) as port:
                port.recv(200)
                port.sendall(f"{name}\n".encode())
                port.recv(200)
        else:
            controller.fault(name)


def recovered(link: ArmLink) -> Outcome:
    """Recover; a socket that was dropped a moment ago may cost one attempt."""
    outcome = recovery.recover(link)
    for _ in range(2):
        outcome = outcome or recovery.recover(link)
    return outcome


def ended_program(controller: Controller) -> bool:
    """Wait until no program is left on the controller: what is only paused would go on by itself."""
    return eventually(lambda: controller.state()["program"] is None)
