"""The file that says where the wrist camera sits."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ur5_description.mount import CameraMount, MountError, mount_yaml, read_mount

lengths = st.floats(-0.5, 0.5)
angles = st.floats(-3.0, 3.0)
pitches = st.floats(-1.5, 1.5)


def test_the_camera_that_comes_along_sees_the_finger_tips() -> None:
    optical = read_mount().optical_in_tool
    tip = np.linalg.inv(optical) @ [0.0, 0.0, 0.1525, 1.0]
    assert tip[2] > 0.05
    assert abs(math.degrees(math.atan2(tip[0], tip[2]))) < 1e-6
    assert (
        10.0 < math.degrees(math.atan2(tip[1], tip[2])) < 25.0
    )  # in the lower half, inside half of 55 degrees


@given(st.tuples(lengths, lengths, lengths), st.tuples(angles, pitches, angles))
def test_written_and_read_again_it_is_the_same_mount(xyz, rpy) -> None:
    mount = CameraMount.from_optical(CameraMount(xyz, rpy).optical_in_tool)
    assert np.allclose(mount.optical_in_tool, CameraMount(xyz, rpy).optical_in_tool, atol=1e-9)


def test_a_written_file_is_read(tmp_path: Path) -> None:
    mount = CameraMount((0.01, -0.1, 0.03), (0.1, -1.2, 1.5))
    path = tmp_path / "camera.yaml"
    path.write_text(mount_yaml(mount, ("calibrated with 15 views",)))
    read = read_mount(path)
    assert np.allclose(read.xyz, mount.xyz) and np.allclose(read.rpy, mount.rpy)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "parent"),
        ("parent: base\nchild: camera_link", "parent"),
        ("parent: tool0\nchild: camera_link\nxyz: [1, 2]\nrpy: [0, 0, 0]", "xyz"),
        ("parent: tool0\nchild: camera_link\nxyz: [1, 2, 3]\nrpy: [0, 0, .nan]", "rpy"),
        ("parent: tool0\nchild: camera_link\nxyz: [1, 2, x]\nrpy: [0, 0, 0]", "xyz"),
        ("[", "cannot be read"),
    ],
)
def test_a_file_that_says_something_else_is_refused(tmp_path: Path, text: str, word: str) -> None:
    path = tmp_path / "camera.yaml"
    path.write_text(text)
    with pytest.raises(MountError, match=word):
        read_mount(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(MountError, match=r"nowhere\.yaml"):
        read_mount(tmp_path / "nowhere.yaml")
