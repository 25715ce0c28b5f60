"""The arm's joints and the gripper's claw: where they are, and how they follow what they are told."""

from __future__ import annotations

import numpy as np

from spot_emulator.robot.hand_path import distance
from spot_emulator.robot.kinematics import LOWER_LIMIT, STOWED, UPPER_LIMIT, Joints, body_to_hand

FASTEST = 4.0
"""rad/s of a joint, at most."""
USUAL = 2.5
_ACCELERATION = 20.0  # rad/s^2
_GAIN = 12.0  # 1/s
OPEN = -1.5708
"""The claw's joint when it is open, radians; closed it is 0."""
_CLAW_FASTEST = 5.0  # rad/s
_STILL = 0.01  # rad/s
_NEAR = 0.01  # rad


class Arm:
    """Six joints (6,) in radians. ``stuck``: nothing moves them."""

    def __init__(self) -> None:
        self.q: Joints = STOWED.copy()
        self.speed: Joints = np.zeros(6)
        self.stuck = False
        self._goal: Joints = STOWED.copy()
        self._fastest = USUAL
        self._hand: tuple[float, float] | None = None

    def aim(self, goal: Joints, fastest: float = USUAL, hand: tuple[float, float] | None = None) -> None:
        """Set where the joints shall go, within their limits, at so many rad/s at most.

        :param hand: how fast the hand may get in the body on the way, m/s and rad/s; None: as fast as the joints
        """
        self._goal = np.clip(goal, LOWER_LIMIT, UPPER_LIMIT)
        self._fastest = min(fastest, FASTEST)
        self._hand = hand

    def hold(self) -> None:
        """Stay where it is."""
        self._goal = self.q.copy()

    def give_way(self, q: Joints) -> None:
        """Be moved by what the hand holds."""
        self.q = np.clip(q, LOWER_LIMIT, UPPER_LIMIT)

    @property
    def goal(self) -> Joints:
        """Where the joints go."""
        return self._goal

    @property
    def arrived(self) -> bool:
        """Whether all joints are where they shall be."""
        return bool(np.all(np.abs(self._goal - self.q) < _NEAR))

    @property
    def still(self) -> bool:
        """Whether no joint moves."""
        return bool(np.all(np.abs(self.speed) < _STILL))

    def step(self, seconds: float, powered: bool) -> None:
        """Go on by some time."""
        if not powered or self.stuck:
            self.speed = np.zeros(6)
            if not powered:
                self.hold()
            return
        wanted = np.clip(_GAIN * (self._goal - self.q), -self._fastest, self._fastest)
        change = _ACCELERATION * seconds
        speed = self.speed + np.clip(wanted - self.speed, -change, change)
        step = speed * seconds
        over = np.abs(step) > np.abs(self._goal - self.q)
        moved = np.where(over & (np.sign(step) == np.sign(self._goal - self.q)), self._goal - self.q, step)
        before = self.q
        self.q = np.clip(self.q + self._share(moved, seconds) * moved, LOWER_LIMIT, UPPER_LIMIT)
        self.speed = (self.q - before) / seconds if seconds > 0.0 else speed

    def _share(self, moved: Joints, seconds: float) -> float:
        """Return how much of a step of the joints keeps the hand as slow as it shall be: also as the arm turns over."""
        if self._hand is None:
            return 1.0
        metres, radians = distance(body_to_hand(self.q), body_to_hand(self.q + moved))
        fast, turning = self._hand
        return min(1.0, fast * seconds / max(metres, 1e-9), turning * seconds / max(radians, 1e-9))


class Gripper:
    """The claw: ``angle`` in radians, 0 closed, ``OPEN`` open. ``stop_at``: where a held thing stops it."""

    def __init__(self) -> None:
        self.angle = 0.0
        self.speed = 0.0
        self.stop_at: float | None = None
        self._goal = 0.0
        self._fastest = _CLAW_FASTEST

    def aim(self, angle: float, fastest: float = _CLAW_FASTEST) -> None:
        """Set where the claw shall go."""
        self._goal = max(OPEN, min(0.0, angle))
        self._fastest = min(fastest, _CLAW_FASTEST)

    def hold(self) -> None:
        """Stay where it is; what is held stays held."""
        self._goal = self.angle if self.stop_at is None else 0.0

    @property
    def goal(self) -> float:
        """Where the claw goes, radians."""
        return self._goal

    @property
    def at_goal(self) -> bool:
        """Whether the claw is where it shall be."""
        return abs(self.angle - self._goal) < _NEAR

    @property
    def pressing(self) -> bool:
        """Whether the claw wants to close further than what it holds lets it."""
        return (
            self.stop_at is not None
            and self._goal > self.stop_at + _NEAR
            and self.angle > self.stop_at - _NEAR
        )

    @property
    def opening(self) -> float:
        """How far it is open, 0..1."""
        return self.angle / OPEN

    def step(self, seconds: float, powered: bool) -> None:
        """Go on by some time."""
        before = self.angle
        if powered:
            step = self._fastest * seconds
            goal = self._goal if self.stop_at is None else min(self._goal, self.stop_at)
            self.angle += max(-step, min(step, goal - self.angle))
        self.speed = (self.angle - before) / seconds if seconds > 0.0 else 0.0
