"""Where a door or drawer is taken and which way it is moved, from one picture of it."""

from __future__ import annotations

import contextlib
import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from bosdyn.api import robot_command_pb2

from pred_core.geometry import Intrinsics, Pose2D
from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture
from spot_driver.driver import door_motion
from spot_driver.driver.commands import Pull
from spot_driver.driver.door_motion import DoorMotion, move_front
from spot_driver.driver.doors import Front, front_of
from spot_driver.driver.gate import Gate
from spot_driver.driver.limits import Limits

WIDTH, HEIGHT = 160, 120
CAMERA = Intrinsics(130.0, 130.0, 79.5, 59.5, WIDTH, HEIGHT)
OPTICAL = np.array([[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]])
"""The camera is 1 m above the floor and looks along x; y is to its left."""
FAR = 9.0

Wall = tuple[tuple[float, float], tuple[float, float]]
"""An upright wall from one point (x, y) to another, 0.6 to 1.4 m above the floor."""


def picture(*walls: Wall) -> tuple[Picture, np.ndarray]:
    """Return what the camera sees of upright walls, and the mask of them all."""
    column, row = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    left, up = -(column - CAMERA.cx) / CAMERA.fx, -(row - CAMERA.cy) / CAMERA.fy
    depth = np.full((HEIGHT, WIDTH), FAR)
    for (x0, y0), (x1, y1) in walls:
        # the ray (d, left d) meets (x0 + s dx, y0 + s dy)
        dx, dy = x1 - x0, y1 - y0
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (y0 - left * x0) / (left * dx - dy)
        found = x0 + share * dx
        hit = (share >= 0.0) & (share <= 1.0) & (found > 0.1) & (np.abs(up * found) < 0.4)
        depth = np.where(hit & (found < depth), found, depth)
    seen = Picture(
        1, 0.0, np.zeros((HEIGHT, WIDTH, 3), np.uint8), depth.astype(np.float32), CAMERA, np.eye(4), OPTICAL,
        span=(0.1, 3.0),
    )  # fmt: skip
    return seen, depth < FAR


def front(*walls: Wall, opens: bool, reach: float = 3.0, kind: str = "Fridge") -> Front:
    seen, mask = picture(*walls)
    found = front_of(
        seen,
        mask,
        kind,
        opens=opens,
        reaches=lambda point: bool(np.linalg.norm(point - OPTICAL[:3, 3]) < reach),
    )
    assert found is not None
    return found


SHUT: Wall = ((1.0, -0.4), (1.0, 0.4))
BACK: Wall = ((1.5, -0.4), (1.5, 0.4))


def test_a_closed_door_is_pulled_towards_the_camera() -> None:
    found = front(SHUT, opens=True)
    assert found.normal @ [-1.0, 0.0, 0.0] > 0.99
    assert found.spot.point[0] == pytest.approx(1.0, abs=0.01)


def test_of_a_box_seen_from_aside_it_is_taken_on_its_front_and_not_at_the_corner() -> None:
    """A microwave was taken where its front meets its side, by its hinge: it came open, and how far was not told."""
    corner, end = np.array([0.9, 0.1]), np.array([1.3, -0.45])
    found = front((tuple(corner), tuple(end)), (tuple(corner), (1.15, 0.28)), opens=True)
    along = (end - corner) / np.linalg.norm(end - corner)
    assert abs(found.normal[:2] @ along) < 0.02
    assert (found.spot.point[:2] - corner) @ along > 0.25
    assert abs((found.spot.point[:2] - corner) @ [-along[1], along[0]]) < 0.02


def test_it_is_taken_where_the_hand_reaches() -> None:
    slanted: Wall = ((0.7, -0.5), (1.5, 0.5))
    middle, near = front(slanted, opens=True), front(slanted, opens=True, reach=0.9)
    assert np.linalg.norm(middle.spot.point - OPTICAL[:3, 3]) > 0.9
    assert np.linalg.norm(near.spot.point - OPTICAL[:3, 3]) < 0.9


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_leaf_that_stands_open_is_moved_towards_what_it_closes(side: float) -> None:
    leaf: Wall = ((1.0, 0.4 * side), (0.35, 0.26 * side))
    found = front(leaf, BACK, opens=False)
    assert found.spot.point[0] < 0.9, "taken at the leaf, not at the wall inside"
    assert -found.normal[1] * side < -0.9, "closing goes across the opening"


def test_a_door_that_is_ajar_is_pushed_away() -> None:
    found = front(((1.0, 0.4), (0.75, -0.3)), BACK, opens=False)
    assert -found.normal[0] > 0.8


def test_a_drawer_slides_and_is_pushed_at_its_panel() -> None:
    found = front(((0.7, -0.3), (0.7, 0.3)), BACK, opens=False, kind="Drawer")
    assert found.slides and found.spot.point[0] == pytest.approx(0.7, abs=0.01)
    assert -found.normal[0] > 0.99


class Robot:
    """A link to a robot whose hand is at given places (m in map), one a measurement, and feels a force (N) there."""

    def __init__(self, limits: Limits, *places: tuple[float, float], force: float = 0.0, lost: bool = False):
        self._places = [np.array([x, y, 1.0]) for x, y in places]
        self._force, self._lost = force, lost
        self.gate, self.sent = Gate(limits), list[Pull]()
        self.gate.session = self.session = self._session()  # type: ignore[assignment]
        self.gate._deliver = lambda command, *_: self.sent.append(command)  # type: ignore[assignment,method-assign]
        self.settings = SimpleNamespace(limits=limits)
        self.guard = contextlib.nullcontext()
        self._time = 0.0
        self.latest = self.measured()
        self.stopped = False

    def measured(self) -> Any:
        hand = np.eye(4)
        hand[:3, 3] = self._places.pop(0) if len(self._places) > 1 else self._places[0]
        force = np.array([self._force, 0.0, 0.0])
        self._time += 0.2
        return SimpleNamespace(
            time=self._time, pose=Pose2D(0.0, 0.0, 0.0), body_hand=hand, map_body=np.eye(4), hand_force=force
        )

    @property
    def fresh(self) -> Any:
        return self.measured()

    def send(self, command: Pull) -> Outcome:
        return self.gate.send(command, self.latest)

    def stop(self) -> None:
        self.stopped = True

    def _session(self) -> Any:
        answer = robot_command_pb2.RobotCommandFeedbackResponse()
        found = answer.feedback.full_body_feedback.constrained_manipulation_feedback
        found.status = found.STATUS_GRASP_IS_LOST if self._lost else found.STATUS_RUNNING
        return SimpleNamespace(
            patience=1.0, command=SimpleNamespace(robot_command_feedback=lambda *_, **__: answer)
        )


def moved(robot: Any, *, opens: bool = True) -> tuple[Outcome, DoorMotion | None]:
    return move_front(robot, front(SHUT, opens=opens), opens=opens, event=threading.Event(), watchdog=0.5)


@pytest.mark.parametrize("hand_speed", [0.12, 0.4])
def test_a_pull_is_as_slow_as_the_limits_want_it(hand_speed: float) -> None:
    robot: Any = Robot(Limits(hand_speed=hand_speed), (1.0, 0.0))
    cancelled = threading.Event()
    cancelled.set()
    outcome, motion = move_front(robot, front(SHUT, opens=True), opens=True, event=cancelled, watchdog=0.5)
    assert outcome.code is Code.CANCELED and motion is None and robot.stopped
    (pull,) = robot.sent
    told = pull.proto.full_body_command.constrained_manipulation_request.tangential_speed
    assert told == pytest.approx(pull.speed) and told <= hand_speed


@pytest.mark.parametrize(("force", "pressed"), [(0.0, False), (30.0, True)])
def test_a_front_is_moved_until_its_handle_goes_no_further(
    quick: None, force: float, *, pressed: bool
) -> None:
    robot: Any = Robot(Limits(), *((1.0 - 0.1 * k, 0.0) for k in range(4)), force=force)
    outcome, motion = moved(robot)
    assert outcome and motion is not None and robot.stopped
    assert motion.metres == pytest.approx(0.3) and motion.pressed is pressed
    assert motion.ahead == pytest.approx(0.7)


def test_a_hand_that_settles_at_the_stop_presses_all_the_same(quick: None) -> None:
    way = [(1.0 - 0.1 * k, 0.0) for k in range(4)]
    robot: Any = Robot(Limits(), *way, (0.7, 0.02), (0.7, 0.035), force=30.0)
    outcome, motion = moved(robot)
    assert outcome and motion is not None and len(motion.path) > len(way), "its last step goes aside"
    assert motion.pressed


def test_a_hold_that_is_lost_is_told(quick: None) -> None:
    robot: Any = Robot(Limits(), (1.0, 0.0), lost=True)
    outcome, motion = moved(robot)
    assert outcome.code is Code.EXECUTION_FAILURE and "hold" in outcome.message and motion is None
    assert robot.stopped


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a handle that rests be at its end soon."""
    monkeypatch.setattr(door_motion, "PERIOD", 0.001)
    monkeypatch.setattr(door_motion, "IDLE", 0.02)
