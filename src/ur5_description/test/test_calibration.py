"""An arm's own kinematics, as ur_calibration writes them: where its flange is, and the joints that bring it there."""

from __future__ import annotations

import math
from functools import reduce
from pathlib import Path

import numpy as np
import pytest
import yaml
from scipy.spatial.transform import Rotation

from ur5_description.calibration import LINKS, CalibrationError, DhRows, calibrated
from ur5_description.kinematics import (
    HOME,
    UR5,
    UR5E,
    ArmModel,
    forward,
    frames,
    frames_along,
    inverse,
    inverse_along,
    link_frames,
    wrap,
)

KEYS = ("x", "y", "z", "roll", "pitch", "yaw")
WITHIN = 3e-4
"""What is asked of a calibrated arm's flange, m."""


def written(folder: Path, seed: int, arm: ArmModel = UR5E) -> tuple[Path, list[np.ndarray]]:
    """Write the file of an arm that is as far off as bad ones are, and return its links as well."""
    rng = np.random.default_rng(seed)
    links, entries = [], {}
    for name, origin in zip(LINKS, link_frames(arm, (0.0,) * 6), strict=True):
        link = origin.copy()
        link[:3, 3] += rng.normal(0.0, 0.0012, 3)
        link[:3, :3] = link[:3, :3] @ Rotation.from_rotvec(rng.normal(0.0, 0.004, 3)).as_matrix()
        links.append(link)
        numbers = (*link[:3, 3], *Rotation.from_matrix(link[:3, :3]).as_euler("xyz"))
        entries[name] = {key: float(value) for key, value in zip(KEYS, numbers, strict=True)}
    path = folder / "calibration.yaml"
    path.write_text(yaml.safe_dump({"kinematics": {**entries, "hash": "calib_123"}}))
    return path, links


def turned(joint: float) -> np.ndarray:
    result = np.eye(4)
    result[:3, :3] = Rotation.from_euler("z", joint).as_matrix()
    return result


@pytest.mark.parametrize("seed", range(4))
def test_the_flange_is_where_its_links_put_it_and_the_joints_bring_it_back(tmp_path: Path, seed: int) -> None:
    path, links = written(tmp_path, seed)
    arm, rng = calibrated(UR5E, path), np.random.default_rng(seed)
    joints = np.array(HOME) + rng.uniform(-0.7, 0.7, (20, 6))
    farthest = 0.0
    for q in joints:
        true = reduce(
            np.matmul, [part for link, joint in zip(links, q, strict=True) for part in (link, turned(joint))]
        )
        assert forward(arm, q) == pytest.approx(true, abs=1e-9)
        farthest = max(farthest, float(np.linalg.norm(true[:3, 3] - forward(UR5E, q)[:3, 3])))
        found = inverse(arm, true)
        assert any(np.allclose(wrap(one - q), 0.0, atol=1e-4) for one in found)
        for one in found:
            assert np.linalg.norm(forward(arm, one)[:3, 3] - true[:3, 3]) < WITHIN
    assert farthest > 0.002  # what is lost without the file
    assert frames_along(arm, joints)[:, 6] == pytest.approx(np.array([frames(arm, q)[6] for q in joints]))


def test_a_line_of_the_flange_is_straight_on_a_calibrated_arm(tmp_path: Path) -> None:
    arm = calibrated(UR5E, written(tmp_path, 9)[0])
    start = np.array(HOME) + np.array([0.1, 0.1, 0.1, -0.1, 0.1, 0.0])
    here = forward(arm, start)
    targets = np.tile(here, (60, 1, 1))
    targets[:, :3, 3] += np.linspace(0.0, 1.0, 60)[:, None] * np.array([0.05, 0.12, -0.15])
    path = inverse_along(arm, targets, start)
    assert path is not None and path[0] == pytest.approx(start, abs=1e-4)
    assert np.linalg.norm(frames_along(arm, path)[:, 6, :3, 3] - targets[:, :3, 3], axis=1).max() < WITHIN


HALF = math.pi / 2.0
TWISTS = (HALF, 0.0, 0.0, HALF, -HALF, 0.0)


def row(theta: float, a: float, d: float, alpha: float) -> np.ndarray:
    """Return a link of Denavit and Hartenberg, written out."""
    c, s, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array([[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]])


@pytest.mark.parametrize("arm", [UR5E, UR5])
def test_rows_that_a_controller_tells_put_the_flange_where_they_say(arm: ArmModel) -> None:
    rng = np.random.default_rng(4)
    theta, a, d, alpha = (
        np.array(values) + rng.normal(0.0, by, 6)
        for values, by in (((0.0,) * 6, 8e-4), (arm.a, 4e-4), (arm.d, 4e-4), (TWISTS, 8e-4))
    )
    a[5] = alpha[5] = 0.0
    d[1], d[2] = d[1] + 0.25, d[2] - 0.25  # of parallel axes only the sum is measured
    own = DhRows(*(tuple(values.tolist()) for values in (theta, a, d, alpha))).of(arm)
    assert own.origins is not None and own.calibration.startswith("calib_")
    for q in np.array(HOME) + rng.uniform(-0.7, 0.7, (10, 6)):
        true = reduce(np.matmul, map(row, q + theta, a, d, alpha))
        assert forward(own, q) == pytest.approx(true, abs=1e-9)
        assert any(np.allclose(wrap(one - q), 0.0, atol=1e-4) for one in inverse(own, true))


def test_rows_that_are_published_or_no_arms_of_this_make_change_nothing() -> None:
    assert DhRows((0.0,) * 6, UR5E.a, UR5E.d, TWISTS).of(UR5E) is UR5E
    assert DhRows((0.0,) * 6, UR5E.a, UR5E.d, TWISTS).of(UR5) is UR5
    beyond = DhRows((0.0,) * 6, (*UR5E.a[:5], 0.001), UR5E.d, TWISTS)
    assert beyond.of(UR5E) is UR5E


def test_an_arm_as_published_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "published.yaml"
    path.write_text(yaml.safe_dump({"kinematics": _published()}))
    assert forward(calibrated(UR5E, path), HOME) == pytest.approx(forward(UR5E, HOME), abs=1e-9)


def _published() -> dict[str, dict[str, float]]:
    result = {}
    for name, link in zip(LINKS, link_frames(UR5E, (0.0,) * 6), strict=True):
        numbers = (*link[:3, 3], *Rotation.from_matrix(link[:3, :3]).as_euler("xyz"))
        result[name] = {key: float(value) for key, value in zip(KEYS, numbers, strict=True)}
    return result


def test_what_is_no_calibration_of_this_arm_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cannot be read"):
        calibrated(UR5E, tmp_path / "none.yaml")
    path = tmp_path / "some.yaml"
    path.write_text("a: 1")
    with pytest.raises(CalibrationError, match="ur_calibration"):
        calibrated(UR5E, path)
    lacking = _published()
    del lacking["forearm"]["roll"]
    path.write_text(yaml.safe_dump({"kinematics": lacking}))
    with pytest.raises(CalibrationError, match="forearm"):
        calibrated(UR5E, path)
    path.write_text(yaml.safe_dump({"kinematics": _published()}))
    with pytest.raises(CalibrationError, match="not of a ur5:"):
        calibrated(UR5, path)
