"""The fingers: they follow the gripper's position, and say where something between them stops them."""

from __future__ import annotations

from ur5_emulator.table.world import GRIPPER_RANGE, TableWorld

LAG = 8.0
"""Fingers this far (positions of 255) behind where they should be, and still, are blocked."""
STILL = 25.0
"""Slower than this (positions a second) is still."""
_OPENING = 1.5
GIVE = 24.0
"""Under a steady grip pads and thing yield by some positions; when they yield by more, it slips out."""
CLOSED = 247.0
"""Fingers that close beyond this have nothing between them."""


class Fingers:
    """Turns the gripper's reported position into an aim of the fingers' drive, and a block into feedback.

    A real gripper that is stopped by an object goes on pressing. The controller's gripper then reports the position
    where it was stopped; as long as it does, the fingers here press with all the drive's force.
    """

    def __init__(self) -> None:
        self._blocked: int | None = None
        self._aim = 0.0

    def aim(self, world: TableWorld, position: float) -> None:
        """Follow the gripper's reported position."""
        if self._blocked is not None and position < self._blocked - _OPENING:
            self._blocked = None
        self._aim = position
        world.grip(GRIPPER_RANGE if self._blocked is not None else position)

    def blocked_at(self, world: TableWorld) -> int | None:
        """Return where the fingers are stopped, None where they are free."""
        here = world.finger_position
        if self._blocked is None:
            behind = self._aim - here
            if behind > LAG and abs(world.finger_speed) < STILL:
                self._blocked = round(here)
        elif here > min(self._blocked + GIVE, CLOSED):
            self._blocked = None
        return self._blocked
