"""What is between the fingers of a robot that cannot tell it by an id."""

from __future__ import annotations

import numpy as np
import pytest

from pred_core.geometry import Intrinsics, Pose2D
from pred_perception.hand import AROUND_TOOL, in_hand_pixels, nearest_to_tool
from pred_perception.instances import Instance
from pred_perception.observation import Detection, Observation
from pred_perception.tracks import Track

TOOL = (0.5, 0.0, 1.2)


def observation(holding: bool = True, tool: tuple[float, float, float] | None = TOOL) -> Observation:
    return Observation(
        stamp=0.0,
        step=1,
        episode=1,
        depth=np.ones((2, 3), np.float32),
        camera=Intrinsics.from_fov(3, 2, 1.0),
        transform=np.eye(4),
        base=Pose2D(0.0, 0.0, 0.0),
        holding=holding,
        tool=None if tool is None else np.array(tool),
    )


def near_half_of_a_ball(name: str, middle: tuple[float, float, float], radius: float) -> Instance:
    """Return what a camera at the origin, level with it, sees of a ball."""
    angles = np.random.default_rng(0).normal(size=(400, 3))
    surface = radius * angles / np.linalg.norm(angles, axis=1, keepdims=True)
    surface[:, 0] = -np.abs(surface[:, 0])
    points = (np.array(middle) + surface).astype(np.float32)
    return Instance(Detection(name, name, 1), points, len(points), 0.4)


@pytest.mark.parametrize("radius", [0.03, 0.12, 0.25])
def test_a_ball_is_held_by_its_middle_however_large_it_is(radius: float) -> None:
    held = near_half_of_a_ball("BasketBall", TOOL, radius)
    beside = near_half_of_a_ball("Apple", (0.9, 0.4, 1.0), 0.04)
    assert nearest_to_tool([beside, held], observation()) is held


def test_furniture_and_what_lies_elsewhere_are_not_held() -> None:
    furniture = near_half_of_a_ball("Fridge", TOOL, 0.12)
    elsewhere = near_half_of_a_ball("Apple", (0.9, 0.0, 1.2), 0.04)
    assert nearest_to_tool([furniture, elsewhere], observation()) is None
    assert nearest_to_tool([near_half_of_a_ball("Apple", TOOL, 0.04)], observation(tool=None)) is None


def test_what_may_show_the_held_thing_is_known_by_the_tool_and_its_size() -> None:
    points = np.zeros((2, 3, 3), np.float32)
    points[...] = TOOL
    points[0, 1, 0] += 0.2
    points[1, 2, 0] += 2.0
    small = in_hand_pixels([], observation(), points)
    assert small is not None and small.tolist() == [[True, False, True], [True, True, False]]
    box = Track("Box_1", "Box", np.array([[0.2, -0.3, 1.0], [0.8, 0.3, 1.4]], np.float32), 0.02, held=True)
    large = in_hand_pixels([box], observation(), points)
    assert large is not None and large.tolist() == [[True, True, True], [True, True, False]]
    assert AROUND_TOOL < 0.2


def test_a_blade_that_points_ahead_is_no_obstacle_though_only_the_handle_was_seen() -> None:
    points = np.zeros((1, 3, 3), np.float32)
    points[0, :, 0] = TOOL[0] + np.array([0.1, 0.25, 0.6])
    points[0, :, 1:] = TOOL[1:]
    handle = np.array([[0.5, 0.0, 1.2], [0.58, 0.01, 1.22]], np.float32)
    mug, knife = (Track(f"{name}_1", name, handle, 0.02, held=True) for name in ("Mug", "Knife"))
    of_a_mug, of_a_knife = (in_hand_pixels([held], observation(), points) for held in (mug, knife))
    assert of_a_mug is not None and of_a_mug.tolist() == [[True, False, False]]
    assert of_a_knife is not None and of_a_knife.tolist() == [[True, True, False]]


def test_an_empty_hand_shows_nothing() -> None:
    points = np.zeros((2, 3, 3), np.float32)
    assert in_hand_pixels([], observation(holding=False), points) is None
    assert in_hand_pixels([], observation(tool=None), points) is None
