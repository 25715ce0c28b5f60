"""One calibration, free of ROS: take pictures, guided by hand or moving with approval, solve, say how good it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics
from pred_core.outcome import Outcome
from ur5_description.mount import CameraMount, mount_yaml
from ur5_driver.calibration.corners import find_corners
from ur5_driver.calibration.folder import CalibrationShot
from ur5_driver.calibration.hand_eye import Board, BoardView, CalibrationError, HandEye, board_pose, calibrate
from ur5_driver.calibration.plan import planned_views
from ur5_driver.gaze.reach import CameraReach

Array = NDArray[np.float64]

Ask = Callable[[str], str]
"""Shows a question and returns the answer ('' at the end of input)."""
Say = Callable[[str], None]
GOOD_PIXELS = 1.0


class Rig(Protocol):
    """The arm and its camera."""

    def lens(self) -> Intrinsics:
        """Return the camera's intrinsics."""
        ...

    def shot(self, name: str) -> CalibrationShot:
        """Return a new picture taken while the arm stood still.

        :raises CalibrationError: when none comes
        """
        ...

    def look(self, camera: Array) -> Outcome:
        """Move the optical frame to a pose in base, 4x4."""
        ...


@dataclass(frozen=True)
class CalibrationSession:
    """What a calibration is made with. ``nominal``: about where the camera sits, the optical frame in tool0 (4x4)."""

    board: Board
    nominal: Array
    ask: Ask
    say: Say

    def guided(self, rig: Rig, count: int) -> list[CalibrationShot]:
        """Return pictures from where a person guides the camera by hand, until ``count`` show the board or it ends."""
        shots: list[CalibrationShot] = []
        while len(shots) < count:
            answer = self.ask(
                f"View {len(shots) + 1} of {count}: guide the camera so that it sees the whole board, "
                "let the arm stand still, press Enter (d: done): "
            )
            if answer.strip().lower() not in ("", "y"):
                break
            shot = rig.shot(f"view_{len(shots):02d}.png")
            if self._seen(shot):
                shots.append(shot)
        return shots

    def moving(self, rig: Rig, reach: CameraReach, count: int) -> list[CalibrationShot]:
        """Return pictures from views around the board, each moved to only after a yes.

        :raises CalibrationError: when the board is not in sight at the start
        """
        first = rig.shot("view_00.png")
        corners = find_corners(first.picture, self.board)
        if corners is None:
            raise CalibrationError("the camera does not see the whole board: guide it there first")
        place = first.tool @ self.nominal @ board_pose(corners, self.board, rig.lens())
        views = planned_views(self.board, place, reach, count - 1)
        shots = [first]
        for number, camera in enumerate(views, start=2):
            x, y, z = camera[:3, 3]
            where = f"view {number} of {len(views) + 1} at ({x:.2f}, {y:.2f}, {z:.2f}) m"
            answer = self.ask(f"Move the camera to {where}? [y/N/d] ").strip().lower()
            if answer == "d":
                break
            if answer != "y":
                continue
            outcome = rig.look(camera)
            if not outcome:
                self.say(f"  not reached: {outcome}")
                continue
            shot = rig.shot(f"view_{len(shots):02d}.png")
            if self._seen(shot):
                shots.append(shot)
        return shots

    def _seen(self, shot: CalibrationShot) -> bool:
        seen = find_corners(shot.picture, self.board) is not None
        self.say("  the board is seen" if seen else "  the whole board is not seen: this picture is not used")
        return seen

    def solve(self, lens: Intrinsics, shots: Sequence[CalibrationShot]) -> HandEye:
        """Return where the camera sits.

        :raises CalibrationError: when the pictures do not suffice
        """
        views = []
        for shot in shots:
            if shot.picture.shape[:2] != (lens.height, lens.width):
                raise CalibrationError(
                    f"{shot.name} is not of the camera's {lens.width}x{lens.height} pixels"
                )
            corners = find_corners(shot.picture, self.board)
            if corners is None:
                self.say(f"{shot.name}: the whole board is not seen")
            else:
                views.append(BoardView(shot.name, shot.tool, corners))
        return calibrate(views, self.board, lens, self.nominal)


def report(result: HandEye, nominal: Array) -> str:
    """Return how good a calibration is, in words."""
    moved = 1000.0 * float(np.linalg.norm(result.camera[:3, 3] - nominal[:3, 3]))
    lines = [
        f"{result.views} views: reprojection error {result.pixels:.2f} px (root mean square).",
        f"The same corner, seen from different views, lies {result.millimetres:.2f} mm apart (root mean square).",
        f"The camera is {moved:.1f} mm from where it was taken to be.",
    ]
    if result.left_out:
        lines.append(f"Left out, they do not fit the others: {', '.join(result.left_out)}.")
    if result.pixels > GOOD_PIXELS:
        lines.append(
            "That is not good: is the board flat, the square's size right, the camera tight, "
            "the arm at rest in each picture?"
        )
    return "\n".join(lines)


def result_yaml(result: HandEye, day: str) -> str:
    """Return the text of the mount's file.

    :param day: when it was calibrated, as it is to be written
    """
    quality = f"{result.views} views, {result.pixels:.2f} px, {result.millimetres:.2f} mm"
    remarks = (
        "camera_link in tool0; xyz in m, rpy in rad about fixed axes",
        f"hand-eye calibration {day}: {quality}",
    )
    return mount_yaml(CameraMount.from_optical(result.camera), remarks)
