"""Taking pictures, by hand or moving with a yes, and what is said about the result."""

from __future__ import annotations

import numpy as np
import pytest

from ur5_description.kinematics import UR5, UR5E, invert
from ur5_description.mount import read_mount
from ur5_driver.calibration.hand_eye import CalibrationError
from ur5_driver.calibration.plan import planned_views
from ur5_driver.calibration.session import CalibrationSession, report, result_yaml
from ur5_driver.gaze.reach import CameraReach

MOUNT = read_mount()


class Person:
    """Answers questions from a list, then always alike."""

    def __init__(self, *answers, then="y"):
        self.answers, self.then, self.asked, self.heard = list(answers), then, [], []

    def ask(self, question):
        self.asked.append(question)
        return self.answers.pop(0) if self.answers else self.then


def make(studio, person):
    return CalibrationSession(studio.board, MOUNT.optical_in_tool, person.ask, person.heard.append)


def test_guided_by_hand_pictures_with_the_board_count(sketch):
    person = Person(then="")
    session = make(sketch, person)
    places = iter([0, 1, None, 2])

    def ask(question):
        place = next(places)
        if place is None:
            sketch.camera[:3, 3] += 2.0  # away from the board
        else:
            sketch.stand(place)
        return person.ask(question)

    shots = CalibrationSession(session.board, session.nominal, ask, session.say).guided(sketch, 3)
    assert [s.name for s in shots] == ["view_00.png", "view_01.png", "view_02.png"]
    assert len(person.asked) == 4 and sum("not seen" in h for h in person.heard) == 1


def test_guiding_ends_when_the_person_is_done(sketch):
    assert make(sketch, Person("", "d")).guided(sketch, 9)[0].name == "view_00.png"
    assert make(sketch, Person("no")).guided(sketch, 9) == []


def test_the_arm_moves_only_after_a_yes_and_the_mount_is_found(sketch):
    person = Person("n", "", "yes please")
    session = make(sketch, person)
    shots = session.moving(sketch, CameraReach(MOUNT), 14)
    assert len(person.asked) == 13
    assert 8 <= len(shots) <= 11  # three of thirteen were not allowed; a view may miss the board
    result = session.solve(sketch.optics, shots)
    assert np.linalg.norm(result.camera[:3, 3] - sketch.true[:3, 3]) < 1e-5
    assert f"{result.views} views" in report(result, MOUNT.optical_in_tool)


def test_without_any_yes_nothing_moves(sketch):
    before = sketch.camera.copy()
    shots = make(sketch, Person(then="")).moving(sketch, CameraReach(MOUNT), 10)
    assert len(shots) == 1 and np.array_equal(before, sketch.camera)
    assert len(make(sketch, Person("y", "d")).moving(sketch, CameraReach(MOUNT), 10)) == 2


def test_views_the_driver_refuses_are_said_and_left_out(sketch):
    sketch.refused = 2
    person = Person()
    shots = make(sketch, person).moving(sketch, CameraReach(MOUNT), 6)
    assert len(shots) <= 4 and sum("UNREACHABLE" in h for h in person.heard) == 2


def test_the_board_must_be_in_sight_at_the_start(sketch):
    sketch.camera[:3, 3] += 2.0
    with pytest.raises(CalibrationError, match="guide it there"):
        make(sketch, Person()).moving(sketch, CameraReach(MOUNT), 6)


@pytest.mark.parametrize("arm", [UR5E, UR5], ids=["ur5e", "ur5"])
def test_planned_views_are_many_different_and_see_the_board(studio, arm):
    views = planned_views(studio.board, studio.place, CameraReach(MOUNT, arm), 12)
    assert len(views) == 12
    for camera in views:
        seen = invert(camera) @ studio.place @ np.vstack([studio.board.points.T, np.ones(54)])
        assert (np.hypot(*seen[:2]) < seen[2] * np.tan(np.radians(26.0))).all()
    lines = np.array([v[:3, 2] for v in views])
    assert np.linalg.matrix_rank(lines - lines.mean(axis=0), tol=0.3) >= 2


def test_pictures_of_another_size_are_refused(sketch):
    shot = sketch.shot("a.png")
    other = type(shot)("a.png", shot.picture[:100], shot.tool)
    with pytest.raises(CalibrationError, match=r"a\.png is not of the camera's 640x480"):
        make(sketch, Person()).solve(sketch.optics, [other])


def test_the_result_says_how_good_it_is_in_the_file_too(sketch):
    session = make(sketch, Person())
    shots = []
    for k in range(6):
        sketch.stand(k)
        shots.append(sketch.shot(f"{k}.png"))
    result = session.solve(sketch.optics, shots)
    assert "not good" not in report(result, sketch.true)
    text = result_yaml(result, "2026-11-22")
    assert text.startswith("# camera_link in tool0") and "2026-11-22: 6 views, 0.00 px" in text
    worse = type(result)(result.camera, result.board, 2.5, 4.0, 6, ("3.png",))
    assert "not good" in report(worse, sketch.true) and "3.png" in report(worse, sketch.true)
