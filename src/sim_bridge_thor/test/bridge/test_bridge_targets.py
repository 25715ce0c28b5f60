"""Targets mean what the picture shows."""

from __future__ import annotations

import numpy as np
import pytest

from pred_core.geometry import Intrinsics, Pose2D
from pred_core.outcome import Code
from pred_core.targets import Target, TargetKind
from sim_bridge_thor.observation import Instance, Observation
from sim_bridge_thor.targets import resolve


@pytest.fixture
def seen() -> Observation:
    labels = np.zeros((10, 20), np.uint16)
    labels[2:6, 2:8] = 3
    labels[6:8, 10:12] = 7
    return Observation(
        step=5,
        episode=1,
        rgb=np.zeros((10, 20, 3), np.uint8),
        depth=np.ones((10, 20), np.float32),
        labels=labels,
        instances=(
            Instance("Mug|1", "Mug", 3, (2, 2, 6, 4), {}),
            Instance("Cup|1", "Cup", 7, (10, 6, 2, 2), {}),
        ),
        intrinsics=Intrinsics.from_fov(20, 10, 1.5),
        base=Pose2D(0.0, 0.0, 0.0),
        camera=(0.0, 0.0, 1.5),
        camera_pitch=0.0,
        held_id="Fork|1",
    )


def mask(rows: slice, columns: slice) -> np.ndarray:
    image = np.zeros((10, 20), np.uint8)
    image[rows, columns] = 255
    return image


def test_a_mask_means_what_it_covers_most(seen: Observation) -> None:
    target = Target(TargetKind.MASK, step=5, mask=mask(slice(4, 8), slice(0, 12)))
    assert resolve(target, seen)[1] == "Mug|1"


def test_a_mask_over_nothing_has_no_target(seen: Observation) -> None:
    outcome, found = resolve(Target(TargetKind.MASK, step=5, mask=mask(slice(0, 2), slice(0, 9))), seen)
    assert (outcome.code, found) == (Code.TARGET_NOT_VISIBLE, "")


def test_an_empty_mask_has_no_target(seen: Observation) -> None:
    outcome, _ = resolve(Target(TargetKind.MASK, step=5, mask=mask(slice(0, 0), slice(0, 0))), seen)
    assert outcome.code is Code.TARGET_NOT_VISIBLE


def test_a_mask_of_another_size_is_refused(seen: Observation) -> None:
    outcome, _ = resolve(Target(TargetKind.MASK, step=5, mask=np.ones((5, 5), np.uint8)), seen)
    assert outcome.code is Code.BAD_INPUT and "5x5" in outcome.message


def test_a_pixel_means_what_is_there(seen: Observation) -> None:
    assert resolve(Target(TargetKind.PIXEL, step=5, u=11, v=7), seen)[1] == "Cup|1"
    assert resolve(Target(TargetKind.PIXEL, step=5, u=20, v=0), seen)[0].code is Code.BAD_INPUT


@pytest.mark.parametrize("name", ["Mug|1", "Fork|1"])
def test_an_instance_in_view_or_in_the_hand(seen: Observation, name: str) -> None:
    assert resolve(Target(TargetKind.INSTANCE, step=5, detection_id=name), seen)[1] == name


def test_an_instance_out_of_view_is_refused(seen: Observation) -> None:
    outcome, _ = resolve(Target(TargetKind.INSTANCE, step=5, detection_id="Pan|1", class_name="Pan"), seen)
    assert outcome.code is Code.TARGET_NOT_VISIBLE and "Pan" in outcome.message


def test_a_target_of_an_old_picture_is_refused(seen: Observation) -> None:
    outcome, _ = resolve(Target(TargetKind.INSTANCE, step=4, detection_id="Mug|1"), seen)
    assert outcome.code is Code.PRECONDITION_FAILURE and "look again" in outcome.message


def test_no_target_is_a_target_of_nothing(seen: Observation) -> None:
    assert resolve(Target(TargetKind.NONE), seen)[1] == ""
