"""What the fingers report of a grip: pads that yield do not lose it, a thing that slips out does."""

from __future__ import annotations

from typing import cast

from ur5_emulator.table.fingers import Fingers
from ur5_emulator.table.world import TableWorld


class Pads:
    """Fingers at a place, at rest."""

    def __init__(self) -> None:
        self.finger_position = 0.0
        self.finger_speed = 0.0

    def grip(self, position: float) -> None:
        """Take the drive's aim."""


def gripping(at: float) -> tuple[Fingers, Pads]:
    fingers, pads = Fingers(), Pads()
    pads.finger_position = at
    fingers.aim(cast(TableWorld, pads), at + 12.0)
    assert fingers.blocked_at(cast(TableWorld, pads)) == round(at)
    return fingers, pads


def reported(fingers: Fingers, pads: Pads, at: float) -> int | None:
    pads.finger_position = at
    fingers.aim(cast(TableWorld, pads), 102.0)
    return fingers.blocked_at(cast(TableWorld, pads))


def test_a_grip_that_yields_slowly_stays_one_grip() -> None:
    fingers, pads = gripping(102.0)
    assert {reported(fingers, pads, 102.0 + 0.5 * k) for k in range(40)} == {102}


def test_what_slips_out_is_not_gripped() -> None:
    fingers, pads = gripping(102.0)
    assert reported(fingers, pads, 130.0) is None


def test_a_thin_thing_that_slips_out_is_not_gripped() -> None:
    fingers, pads = gripping(235.0)
    pads.finger_position = 250.0
    assert fingers.blocked_at(cast(TableWorld, pads)) is None
