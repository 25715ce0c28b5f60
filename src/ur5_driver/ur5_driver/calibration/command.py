"""The command ``calibrate``: hand-eye calibration of the wrist camera with a checkerboard (docs/calibration.md)."""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from pred_core.geometry import Intrinsics
from ur5_description.kinematics import ARMS
from ur5_description.mount import CameraMount, MountError, read_mount
from ur5_driver.calibration.corners import need_opencv
from ur5_driver.calibration.folder import CalibrationShot, read_shots, write_shots
from ur5_driver.calibration.hand_eye import Board, CalibrationError
from ur5_driver.calibration.session import CalibrationSession, report, result_yaml
from ur5_driver.gaze.reach import CameraReach

LEAST_CORNERS = 3


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; ends with a sentence and status 1 when it cannot be done."""
    options = _options(arguments)
    try:
        mount = read_mount(options.mount)
        need_opencv()
        _run(options, mount)
    except (CalibrationError, MountError) as error:
        raise SystemExit(f"calibrate: {error}") from error


def _run(options: argparse.Namespace, mount: CameraMount) -> None:
    session = CalibrationSession(options.board, mount.optical_in_tool, _ask, print)
    if options.folder is not None:
        lens, shots = read_shots(options.folder)
    else:
        lens, shots = _take(options, mount, session)
    if options.save is not None:
        write_shots(options.save, lens, shots)
    result = session.solve(lens, shots)
    print(report(result, mount.optical_in_tool))
    text = result_yaml(result, datetime.datetime.now(tz=datetime.UTC).date().isoformat())
    try:
        options.output.write_text(text, "utf-8")
    except OSError as error:
        raise CalibrationError(f"{options.output} cannot be written: {error}") from error
    print(f"Written: {options.output}. Give it to the launch file as camera_mount.")


def _take(
    options: argparse.Namespace, mount: CameraMount, session: CalibrationSession
) -> tuple[Intrinsics, list[CalibrationShot]]:
    """Return the camera and pictures taken with the arm."""
    from ur5_driver.calibration.live import open_rig

    rig = open_rig(options.namespace, options.camera, ARMS[options.arm], options.patience)
    try:
        lens = rig.lens()
        if options.move:
            reach = CameraReach(mount, ARMS[options.arm])
            return lens, session.moving(rig, reach, options.views)
        return lens, session.guided(rig, options.views)
    finally:
        rig.close()


def _ask(question: str) -> str:
    """Ask on the terminal; the end of input counts as being done."""
    print(question, end="", flush=True)
    answer = sys.stdin.readline()
    return answer if answer else "d"


def _board(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)x(\d+)", text)
    if match is None or min(int(match[1]), int(match[2])) < LEAST_CORNERS:
        raise argparse.ArgumentTypeError(f"{text!r} is not columns x rows of inner corners, such as 9x6")
    return int(match[1]), int(match[2])


def _length(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.001 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a length in metres, such as 0.025")
    return value


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="calibrate",
        description="Measure where the wrist camera sits, with a checkerboard lying on the table.",
    )
    parser.add_argument(
        "--board", type=_board, default=(9, 6), metavar="9x6", help="inner corners, columns x rows"
    )
    parser.add_argument(
        "--square", type=_length, default=0.025, metavar="M", help="edge of a square, m (0.025)"
    )
    parser.add_argument(
        "--from", dest="folder", type=Path, metavar="FOLDER", help="use the pictures of a folder"
    )
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="keep pictures and tool poses in a folder"
    )
    parser.add_argument("--views", type=int, default=15, help="pictures to take (15)")
    parser.add_argument("--move", action="store_true", help="let the arm move to the views, each after a yes")
    parser.add_argument("--arm", choices=sorted(ARMS), default="ur5e", help="make of the arm (ur5e)")
    parser.add_argument(
        "--mount", type=Path, metavar="FILE", help="about where the camera sits (what comes along)"
    )
    parser.add_argument(
        "--output", type=Path, default=Path("wrist_camera.yaml"), metavar="FILE", help="the file to write"
    )
    parser.add_argument("--namespace", default="pred", help="namespace of the driver (pred)")
    parser.add_argument(
        "--camera", default="wrist_camera/color", help="prefix of the camera's topics (wrist_camera/color)"
    )
    parser.add_argument(
        "--patience", type=float, default=10.0, metavar="S", help="seconds to wait for a picture (10)"
    )
    known, rest = parser.parse_known_args(arguments)
    unknown = [r for r in rest if r != "--ros-args"]
    if unknown:
        parser.error(f"unknown: {' '.join(unknown)}")
    columns, rows = known.board
    known.board = Board(columns, rows, known.square)
    return known
