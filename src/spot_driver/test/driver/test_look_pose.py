"""Where the hand's camera looks, to the side as well as ahead."""

from __future__ import annotations

import numpy as np
import pytest

from spot_driver.driver.manipulator import HandSettings, look_pose


@pytest.mark.parametrize(("pitch", "yaw"), [(20.0, 0.0), (40.0, 30.0), (60.0, -45.0)])
def test_the_camera_looks_down_and_aside_by_so_much_each(pitch: float, yaw: float) -> None:
    pose = look_pose(HandSettings(), float(np.deg2rad(pitch)), float(np.deg2rad(yaw)))
    ahead, left, up = (float(v) for v in pose[:3, 0])
    assert np.rad2deg(np.arctan2(left, ahead)) == pytest.approx(yaw)
    assert np.rad2deg(np.arcsin(-up)) == pytest.approx(pitch)
    assert pose[2, 1] == pytest.approx(0.0), "its picture is level"
