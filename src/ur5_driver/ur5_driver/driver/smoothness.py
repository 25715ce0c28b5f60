"""How fast commanded joint velocities change while a trajectory is followed, target by target."""

from __future__ import annotations

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import Array
from ur5_driver.driver.commands import Joints

BURST = 0.02
"""How many seconds' worth of acceleration may come at once: targets are sent when the computer gets to it, and between
two samples of a trajectory the velocity is constant."""


class Smoothness:
    """Admits targets whose velocities change within the limits, over any longer time exactly so.

    Each joint has a credit, in seconds of full acceleration, that time fills and changes of velocity spend. Slowing
    down is measured by the deceleration, all else by the acceleration.
    """

    def __init__(self, acceleration: float, deceleration: float) -> None:
        """Begin at rest.

        :param acceleration: rad/s²
        :param deceleration: rad/s²
        """
        self._most = acceleration, deceleration
        self.rest()

    def rest(self) -> None:
        """Take it that the arm stands."""
        self.moves(np.zeros(6))

    def moves(self, speed: Array) -> None:
        """Take it that the joints turn at a speed, rad/s."""
        self._speed: Array = speed
        self._credit: Array = np.full(6, BURST)

    def admit(self, start: Joints, goal: Joints, period: float) -> Outcome:
        """Return success for a step that is smooth enough, which then counts as done; BAD_INPUT else.

        :param start: the target before, rad
        :param goal: the next target, rad, ``period`` seconds later
        """
        speed = (np.array(goal) - np.array(start)) / period
        change = np.abs(speed - self._speed)
        slower = (np.abs(speed) <= np.abs(self._speed)) & (speed * self._speed >= 0.0)
        spent = change / np.where(slower, self._most[1], self._most[0])
        credit = np.minimum(BURST, self._credit + period) - spent
        if credit.min() < -1e-6:
            joint = int(credit.argmin())
            return Outcome(
                Code.BAD_INPUT,
                f"The command was not sent: joint {joint + 1} would go from {self._speed[joint]:.2f} to "
                f"{speed[joint]:.2f} rad/s within {period * 1000.0:.0f} ms, more than its acceleration allows.",
            )
        self._speed, self._credit = speed, credit
        return Outcome.success()
