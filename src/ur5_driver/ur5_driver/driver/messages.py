"""What node process and control worker tell each other over their pipe. Times are CLOCK_MONOTONIC, common to both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.outcome import Outcome
from ur5_driver.driver.body import Hand
from ur5_driver.driver.commands import Command, Joints, Payload
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.polyscope import SaidOfItself
from ur5_driver.driver.states import Control


@dataclass(frozen=True)
class Setup:
    """The first message: whom to control, within which limits; ``upper_registers``: use RTDE registers 24 and up.

    ``silence`` (s) is how long the node may give no sign of life while the arm moves, ``watchdog`` (s) how long the
    worker may give none to the controller. ``payload`` is set before anything else, None: not at all. ``program_port``:
    on which the controller's External Control program fetches the control program, 0: it is uploaded.
    """

    host: str
    limits: Limits
    upper_registers: bool
    silence: float
    watchdog: float
    payload: Payload | None = None
    program_port: int = 0


@dataclass(frozen=True)
class Beat:
    """The node lives. ``scaling`` is the controller's speed scaling, by which trajectories are stretched (0..1).

    ``joints`` (rad) are the measured ones, None while nothing comes from the arm.
    """

    scaling: float
    joints: Joints | None


@dataclass(frozen=True)
class Carry:
    """This is at the flange from now on, and this is what the controller says of itself, as far as known."""

    hand: Hand
    said: SaidOfItself | None = None


@dataclass(frozen=True)
class CommandRequest:
    """Send this command."""

    id: int
    command: Command


@dataclass(frozen=True)
class Follow:
    """Follow these joint positions, NxJ rad, one each ``period`` seconds.

    ``after``: go on with them, in motion, after a row of the trajectory with an id.
    """

    id: int
    samples: NDArray[np.float64]
    period: float
    after: tuple[int, int] | None = None


@dataclass(frozen=True)
class Receipt:
    """What became of the request ``id`` (taken or not, not yet finished), and when."""

    id: int
    outcome: Outcome
    time: float


@dataclass(frozen=True)
class ProgramReport:
    """How the control program is, several times in 0.1 s. ``running``: a motion has begun and not ended.

    ``at``: id of the trajectory that is followed, and the number of its row.
    """

    time: float
    control: Control
    running: bool
    progress: float = 0.0
    lost: Outcome | None = None
    at: tuple[int, float] = (0, 0.0)


ToWorker = Setup | Beat | Carry | CommandRequest | Follow
FromWorker = Receipt | ProgramReport
