"""What the gripper holds: a loose thing that goes where the hand goes, or the handle of a fixture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from bosdyn.api.robot_state_pb2 import ManipulatorState
from bosdyn.client.math_helpers import SE3Pose
from numpy.typing import NDArray

from spot_emulator.world import handling
from spot_emulator.world.handling import WIDEST, Hold

if TYPE_CHECKING:
    from spot_emulator.robot.arm import Gripper
    from spot_emulator.world.house import House

_LET_GO = 0.15  # rad the claw opens from what it holds until that falls
_MOVED = 1e-4  # metres or radians the hand moves until what it holds is brought along
_OPEN = -1.5708
_APERTURE = 0.175  # metres between the jaws of an open claw
_WIDE = 0.5  # share of its opening from which on the claw can meet something again


@dataclass
class Handle:
    """Where a fixture was taken: the hand in the map and how open it was then.

    ``along``: share of a door's turn that the hand makes, too.
    """

    hand: SE3Pose
    openness: float
    along: float = 1.0


class Grip:
    """What is in the claw. ``held``: a loose object's id; ``fixture``: that of a door, drawer or knob."""

    def __init__(self) -> None:
        self.held: str | None = None
        self.fixture: str | None = None
        self.felt = 0.0
        """Which way what is held was felt to move when it was pulled: 1 it opens, -1 it closes, 0 none yet."""
        self.handle: Handle | None = None
        """Of the fixture; from when it is first moved, the hand goes as its hinge or rail makes it."""
        self.force: NDArray[np.float64] = np.zeros(3)
        """With which it presses what it holds against something that does not give way, in the map, N."""
        self.carried_as: int | None = None  # the CarryState that a client says; it stays until another is told
        self.believed: bool | None = None  # what a client says, whatever the sensors say
        self.mass = 0.0
        self.clumsy = 0
        """So many of the next grasps slip out of the claw."""
        self.tires_in: float | None = None
        """What is held next falls once it was held for so long, s; None: nothing does."""
        self._attempts = 0
        self.planned = False  # whether a grasp that is under way closes the claw
        self._met = False
        self._offset = (0.0, 0.0, 0.0)
        self._turned = 0.0
        self._last: NDArray[np.float64] | None = None

    @property
    def holding(self) -> bool:
        """Whether the robot believes that it holds something."""
        if self.believed is not None:
            return self.believed
        return self.held is not None or self.fixture is not None

    def carry_state(self) -> int:
        """Return the CarryState to report."""
        if self.carried_as is not None:
            return self.carried_as
        if not self.holding or self.fixture is not None:
            return int(ManipulatorState.CARRY_STATE_NOT_CARRIABLE)
        return int(ManipulatorState.CARRY_STATE_CARRIABLE)

    def stows(self) -> bool:
        """Tell whether the arm may be folded as the claw is: empty, or with what is said to go along."""
        return not self.holding or self.carry_state() == ManipulatorState.CARRY_STATE_CARRIABLE_AND_STOWABLE

    def close_on(self, hold: Hold, house: House, gripper: Gripper, hand: SE3Pose) -> None:
        """Take hold of something; from now on it stops the claw and goes with the hand."""
        gripper.stop_at = stop_angle(hold)
        gripper.aim(0.0)
        self.believed, self.felt, self.handle = None, 0.0, None
        if not hold.loose:
            self.fixture = hold.name
            return
        obj = handling.take(house, hold.name)
        self.held, self.mass = hold.name, float(obj.mass)
        center = house.to_map(obj.box.center)
        self._offset = hand.inverse().transform_point(*center)
        self._turned = -math.radians(float(obj.rotation[1])) - _heading(hand)
        self._last = None

    def follow(self, house: House, gripper: Gripper, hand: SE3Pose) -> None:
        """Bring what is held along, and let it go where the claw opens."""
        if self.lets_go(gripper):
            self.release(house, gripper)
        if self.believed and self.held is None and self.fixture is None and gripper.speed < 0.0:
            self.believed = None  # a claw that opens holds nothing, whatever a client said
        self._meet(house, gripper, hand)
        if self.held is None:
            return
        center = np.array([*hand.transform_point(*self._offset), _heading(hand)])
        if self._last is not None and float(np.abs(center - self._last).max()) < _MOVED:
            return
        self._last = center
        handling.bring(house, house.world.objects[self.held], center[:3], _heading(hand) + self._turned)

    def _meet(self, house: House, gripper: Gripper, hand: SE3Pose) -> None:
        """Take hold of what is between the jaws when they close without a plan, as a program may do by hand."""
        if gripper.speed <= 0.0 or gripper.stop_at is not None or self.planned:
            self._met = self._met and gripper.opening < _WIDE
            return
        if self._met:
            return
        found = handling.between_jaws(house, np.array([hand.x, hand.y, hand.z]))
        if found is not None and gripper.angle >= stop_angle(found):
            self._met = True
            if not self.slips(house, found):
                self.close_on(found, house, gripper, hand)

    def slips(self, house: House, hold: Hold) -> bool:
        """Close on something once more; tell whether it slips out of the claw."""
        self._attempts += 1
        if self.clumsy:
            self.clumsy -= 1
            return True
        return handling.slips(house, hold, self._attempts)

    def tire(self, house: House, gripper: Gripper, seconds: float) -> None:
        """Hold a loose thing for so much longer, and lose it where it was held for as long as it may be."""
        if self.tires_in is None or self.held is None:
            return
        self.tires_in -= seconds
        if self.tires_in <= 0.0:
            self.tires_in = None
            self.release(house, gripper)

    @staticmethod
    def lets_go(gripper: Gripper) -> bool:
        """Tell whether the claw has opened from what it held: of what is nearly as wide as the claw, half way."""
        if gripper.stop_at is None:
            return False
        return gripper.angle < gripper.stop_at - min(_LET_GO, (gripper.stop_at - _OPEN) / 2.0)

    def leave(self, house: House, gripper: Gripper) -> None:
        """Leave a loose thing to somebody who has hold of it: it is in the room no longer."""
        name, self.held = self.held, None
        self.release(house, gripper)
        if name is not None:
            handling.give(house, name)

    def release(self, house: House, gripper: Gripper) -> None:
        """Lose what is held: a loose thing falls onto what is below."""
        gripper.stop_at = None
        self.believed, self.mass = None, 0.0
        self.fixture, self.handle = None, None
        if self.held is not None:
            name, self.held = self.held, None
            handling.let_go(house, name)


def stop_angle(hold: Hold) -> float:
    """Return the claw's angle (rad) at which it meets both sides of a thing."""
    return _OPEN * min(WIDEST, hold.width) / _APERTURE


def _heading(hand: SE3Pose) -> float:
    """Return where the hand points seen from above, radians; with the fingers down, where its back points."""
    matrix = np.asarray(hand.rot.to_matrix())
    x, y = matrix[0, 0], matrix[1, 0]
    if math.hypot(x, y) < 0.5:
        x, y = matrix[0, 2], matrix[1, 2]
    return math.atan2(y, x)
