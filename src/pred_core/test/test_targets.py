"""Which targets can mean something in the latest picture."""

from __future__ import annotations

import numpy as np
import pytest

from pred_core.outcome import Code
from pred_core.targets import Target, TargetKind

FITTING = (
    Target(TargetKind.NONE),
    Target(TargetKind.MASK, 5, np.ones((3, 4), np.uint8)),
    Target(TargetKind.PIXEL, 5, u=3, v=2),
    Target(TargetKind.INSTANCE, 5, detection_id="Cup|1"),
)
WRONG = (
    (Target(TargetKind.INSTANCE, 4, detection_id="Cup|1"), Code.PRECONDITION_FAILURE, "observation 4"),
    (Target(TargetKind.MASK, 5), Code.BAD_INPUT, "no mask for a 4x3"),
    (Target(TargetKind.MASK, 5, np.ones((4, 3), np.uint8)), Code.BAD_INPUT, "a 3x4 mask for a 4x3"),
    (Target(TargetKind.PIXEL, 5, u=4, v=2), Code.BAD_INPUT, "(4, 2) is outside"),
    (Target(TargetKind.PIXEL, 5, u=3, v=3), Code.BAD_INPUT, "(3, 3) is outside"),
)


@pytest.mark.parametrize("target", FITTING)
def test_a_target_in_the_latest_picture_fits(target: Target) -> None:
    assert target.fits(5, 3, 4)


@pytest.mark.parametrize(("target", "code", "words"), WRONG)
def test_what_does_not_fit_is_refused_with_a_reason(target: Target, code: Code, words: str) -> None:
    outcome = target.fits(5, 3, 4)
    assert outcome.code is code and words in outcome.message
