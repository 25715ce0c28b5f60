"""cmd_vel: each message moves the base for a moment, while no goal is being done."""

from __future__ import annotations

import math
from collections.abc import Callable

from geometry_msgs.msg import Twist

from pred_core.outcome import Outcome
from spot_driver.driver.commands import Drive
from spot_driver.driver.link import SpotLink


def clipped(twist: Twist, walk_speed: float, turn_speed: float) -> tuple[float, float, float]:
    """Return velocities (m/s forward and left, rad/s) in the direction of a twist, no faster than the limits."""
    forward, left, turn = twist.linear.x, twist.linear.y, twist.angular.z
    speed = math.hypot(forward, left)
    if speed > walk_speed:
        forward, left = forward * walk_speed / speed, left * walk_speed / speed
    return forward, left, max(-turn_speed, min(turn_speed, turn))


class Driving:
    """Obeys cmd_vel; a message that cannot be obeyed is told once."""

    def __init__(
        self,
        link: SpotLink,
        duration: float,
        *,
        allowed: bool,
        free: Callable[[], bool],
        warn: Callable[[str], object],
    ) -> None:
        """Prepare.

        :param duration: how long one message moves the robot, s
        :param allowed: whether cmd_vel is obeyed at all
        :param free: whether no goal is being done
        """
        self._link, self._duration, self._allowed = link, duration, allowed
        self._free, self._warn = free, warn
        self._told = ""

    def take(self, twist: Twist) -> None:
        """Obey one message."""
        if not self._allowed:
            self._tell("cmd_vel is not obeyed: a person must approve motions (cmd_vel:='true' allows it).")
            return
        if not self._free():
            self._tell("cmd_vel is not obeyed: a goal is being done.")
            return
        limits = self._link.settings.limits
        velocity = clipped(twist, limits.walk_speed, limits.turn_speed)
        with self._link.guard:
            outcome: Outcome = self._link.send(Drive(*velocity, self._duration))
        self._tell("" if outcome else f"cmd_vel is not obeyed: {outcome.message}")

    def _tell(self, what: str) -> None:
        if what and what != self._told:
            self._warn(what)
        self._told = what
