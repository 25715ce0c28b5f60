"""The command on a folder of pictures: with known corners everywhere, with rendered boards where OpenCV is."""

from __future__ import annotations

import math
from importlib.util import find_spec

import numpy as np
import pytest
import yaml
from scipy.spatial.transform import Rotation

from ur5_description.kinematics import invert
from ur5_description.mount import read_mount
from ur5_driver.calibration import corners as corners_module
from ur5_driver.calibration.command import main
from ur5_driver.calibration.corners import find_corners
from ur5_driver.calibration.folder import LISTING, read_shots, write_shots
from ur5_driver.calibration.hand_eye import CalibrationError, project

with_opencv = pytest.mark.skipif(
    find_spec("cv2") is None, reason="finding corners needs OpenCV: ./pred setup vision"
)


def folder_of(studio, folder, count):
    shots = []
    for k in range(count):
        studio.stand(k)
        shots.append(studio.shot(f"view_{k:02d}.png"))
    write_shots(folder, studio.optics, shots)
    return shots


def run(folder, output, *more):
    main(["--from", str(folder), "--board", "9x6", "--square", "0.022", "--output", str(output), *more])


def apart(path, true):
    found = read_mount(path).optical_in_tool
    turn = Rotation.from_matrix(found[:3, :3].T @ true[:3, :3]).magnitude()
    return float(np.linalg.norm(found[:3, 3] - true[:3, 3])), math.degrees(turn)


def test_a_folder_is_read_as_it_was_written(sketch, tmp_path):
    written = folder_of(sketch, tmp_path / "views", 2)
    lens, shots = read_shots(tmp_path / "views")
    assert lens == sketch.optics
    for a, b in zip(written, shots, strict=True):
        assert a.name == b.name and (a.picture == b.picture).all() and np.allclose(a.tool, b.tool, atol=1e-9)


def test_the_command_writes_a_mount_the_driver_reads(sketch, tmp_path, capsys):
    folder_of(sketch, tmp_path / "views", 8)
    run(tmp_path / "views", tmp_path / "camera.yaml", "--save", str(tmp_path / "copy"))
    distance, angle = apart(tmp_path / "camera.yaml", sketch.true)
    assert distance < 1e-5 and angle < 1e-3
    assert "8 views" in capsys.readouterr().out
    run(tmp_path / "copy", tmp_path / "again.yaml")
    assert np.allclose(
        read_mount(tmp_path / "again.yaml").xyz, read_mount(tmp_path / "camera.yaml").xyz, atol=2e-6
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.pop("camera"), "not written as"),
        (lambda d: d["camera"].update(fx="x"), "not written as"),
        (lambda d: d["views"][0].update(tool=[1.0, 2.0]), "seven numbers"),
        (lambda d: d["views"][0].update(tool=[0.0] * 7), "not written as"),
        (lambda d: d["views"][0].update(picture="gone.png"), "cannot be read"),
        (lambda d: d.update(views=[]), "at least 4"),
    ],
)
def test_a_folder_that_is_not_right_is_said(sketch, tmp_path, change, words):
    folder_of(sketch, tmp_path, 1)
    data = yaml.safe_load((tmp_path / LISTING).read_text())
    change(data)
    (tmp_path / LISTING).write_text(yaml.safe_dump(data))
    with pytest.raises(SystemExit, match=words):
        run(tmp_path, tmp_path / "out.yaml")
    assert not (tmp_path / "out.yaml").exists()


def test_missing_files_and_places_are_said(sketch, tmp_path):
    with pytest.raises(SystemExit, match=r"views\.yaml cannot be read"):
        run(tmp_path / "nowhere", tmp_path / "out.yaml")
    folder_of(sketch, tmp_path, 6)
    with pytest.raises(SystemExit, match="cannot be written"):
        run(tmp_path, tmp_path / "no" / "folder" / "out.yaml")
    with pytest.raises(SystemExit, match="mount"):
        run(tmp_path, tmp_path / "out.yaml", "--mount", str(tmp_path / "none.yaml"))


@pytest.mark.parametrize("arguments", [["--board", "9"], ["--board", "2x6"], ["--square", "25"], ["--wrong"]])
def test_arguments_are_checked(arguments, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert arguments[-1] in capsys.readouterr().err


def test_without_opencv_the_command_to_get_it_is_named(studio, monkeypatch, tmp_path):
    monkeypatch.setattr(corners_module, "find_spec", lambda _: None)
    with pytest.raises(SystemExit, match=r"\./pred setup vision"):
        run(tmp_path, tmp_path / "out.yaml")
    with pytest.raises(CalibrationError, match="OpenCV"):
        find_corners(np.zeros((4, 4, 3), np.uint8), studio.board)


@with_opencv
def test_corners_of_a_rendered_board_are_found_to_a_fraction_of_a_pixel(studio):
    for k in range(2):
        studio.stand(k)
        found = find_corners(studio.picture(), studio.board)
        true = project(studio.board.points, invert(studio.camera) @ studio.place, studio.optics)
        assert found is not None
        miss = min(np.linalg.norm(c - true, axis=1).max() for c in (found, found[::-1]))
        assert miss < 0.3
    assert find_corners(np.full((480, 640, 3), 200, np.uint8), studio.board) is None


@with_opencv
def test_rendered_pictures_of_a_folder_give_the_mount(studio, tmp_path):
    folder_of(studio, tmp_path, 8)
    run(tmp_path, tmp_path / "camera.yaml")
    distance, angle = apart(tmp_path / "camera.yaml", studio.true)
    assert distance < 0.001 and angle < 0.1
