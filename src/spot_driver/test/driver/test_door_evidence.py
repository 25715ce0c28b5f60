"""What counts as evidence that a door or drawer is open, or shut."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from test_door_pulls import picture

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.outcome import Code, Outcome
from spot_driver.driver import door_skill
from spot_driver.driver.door_motion import DoorMotion
from spot_driver.driver.door_places import Hinged, Place, Railed, hinge_of, judge, places
from spot_driver.driver.door_skill import Doors, Known, Sight
from spot_driver.driver.doors import Front, front_of
from spot_driver.driver.limits import Limits
from spot_driver.driver.places import Spot

Array = NDArray[np.float64]

HINGE = np.array([1.0, 0.4])
"""Of a door in the plane x = 1 that opens towards the camera at x = 0; y is to the left."""
SHUT_LEAF = np.array([0.0, -1.0])
WIDE = 0.7
BACK = ((1.5, -0.3), (1.5, 0.4))
SIDE = ((1.0, -0.3), (1.5, -0.3))
"""The wall of its furniture at the side where it has no hinge."""


def leaf(degrees: float) -> Array:
    """Return the unit vector (2,) along the leaf that is open by so much."""
    angle = np.deg2rad(degrees)
    return np.array([-np.sin(angle), -np.cos(angle)])


def swung(
    start: float,
    end: float,
    *,
    radius: float = 0.5,
    beside: float = 0.0,
    pressed: bool = True,
    noise: float = 0.0,
) -> DoorMotion:
    """Return how a handle goes round the hinge from an angle to another, degrees; ``beside`` the leaf's plane, m."""
    turns = np.linspace(start, end, max(2, int(abs(end - start) / 3.0)))
    path = np.array([
        [*(HINGE + radius * leaf(turn) + beside * leaf(turn + 90.0)), 1.0] for turn in turns
    ])  # fmt: skip
    path += np.random.default_rng(0).normal(0.0, noise, path.shape) if noise else 0.0
    return DoorMotion(path, pressed, 0.9, Pose2D(0.0, 0.0, 0.0))


def wall(degrees: float) -> tuple[tuple[float, float], tuple[float, float]]:
    tip = HINGE + WIDE * leaf(degrees)
    return (float(HINGE[0]), float(HINGE[1])), (float(tip[0]), float(tip[1]))


def close(start: float, end: float, *known: Place, pressed: bool = True, noise: float = 0.0) -> Outcome:
    """Return how closing a door ends that stood open and is known, or is seen with its opening."""
    seen, mask = picture(wall(start), SIDE, BACK)
    motion = swung(start, end, pressed=pressed, noise=noise)
    front = front_of(seen, mask, "Fridge", opens=False, reaches=lambda _: True)
    assert front is not None
    found = [*known] or places(seen, mask, front, motion, opens=False)
    return judge(found, front, motion, "Fridge", opens=False, alone=False)[0]


@pytest.mark.parametrize("start", [60.0, 80.0])
@pytest.mark.parametrize("noise", [0.0, 0.003])
def test_a_door_that_presses_against_the_frame_that_was_seen_is_shut(start: float, noise: float) -> None:
    outcome = close(start, 0.0, noise=noise)
    assert outcome, outcome


@pytest.mark.parametrize("left", [20.0, 35.0])
def test_a_door_that_stops_before_its_frame_is_not_told_as_shut(left: float) -> None:
    outcome = close(75.0, left)
    assert outcome.code is Code.POSTCONDITION_FAILURE
    assert f"open by {left:.0f} degrees" in outcome.message


def test_a_door_that_is_not_felt_to_press_is_not_told_as_shut() -> None:
    outcome = close(75.0, 3.0, pressed=False)
    assert outcome.code is Code.POSTCONDITION_FAILURE and "felt" in outcome.message


def test_a_door_whose_frame_was_not_seen_is_told_as_shut_where_it_was_opened_only() -> None:
    seen, mask = picture(wall(80.0))
    front = front_of(seen, mask, "Fridge", opens=False, reaches=lambda _: True)
    assert front is not None
    motion = swung(80.0, 0.0)
    assert places(seen, mask, front, motion, opens=False) == []
    known = Hinged(HINGE, SHUT_LEAF)
    assert known.moves(front, motion)
    assert judge([known], front, motion, "Fridge", opens=False, alone=True)[0]
    unknown = judge([], front, motion, "Fridge", opens=False, alone=True)[0]
    assert unknown.code is Code.POSTCONDITION_FAILURE and "nothing shows" in unknown.message


@pytest.mark.parametrize("beside", [0.06, -0.06])
@pytest.mark.parametrize(("left", "shut"), [(2.0, True), (15.0, False)])
def test_how_far_a_door_is_open_is_told_by_its_leaf_whatever_side_the_hand_is_on(
    beside: float, left: float, *, shut: bool
) -> None:
    seen, mask = picture(wall(80.0))
    front = front_of(seen, mask, "Fridge", opens=False, reaches=lambda _: True)
    assert front is not None
    motion = swung(80.0, left, radius=0.4, beside=beside)
    outcome, _ = judge([Hinged(HINGE, SHUT_LEAF)], front, motion, "Fridge", opens=False, alone=True)
    assert bool(outcome) is shut, outcome
    assert shut or f"by {left:.0f} degrees" in outcome.message


def test_a_hand_that_shakes_still_moves_the_door_that_is_known() -> None:
    seen, mask = picture(wall(80.0))
    front = front_of(seen, mask, "Fridge", opens=False, reaches=lambda _: True)
    assert front is not None
    shaken = swung(80.0, 0.0, noise=0.012)
    assert np.ptp(np.linalg.norm(shaken.path[:, :2] - HINGE, axis=1)) > 0.03, "it does shake"
    assert Hinged(HINGE, SHUT_LEAF).moves(front, shaken)


def test_another_door_does_not_stand_in_for_one() -> None:
    seen, mask = picture(wall(80.0))
    front = front_of(seen, mask, "Cabinet", opens=False, reaches=lambda _: True)
    assert front is not None
    assert not Hinged(HINGE - [0.0, 0.35], SHUT_LEAF).moves(front, swung(80.0, 0.0))
    assert not Railed(np.array([1.0, -0.1, 1.0]), np.array([-1.0, 0.0, 0.0])).moves(front, swung(80.0, 0.0))


@pytest.mark.parametrize(("left", "shut"), [(0.0, True), (30.0, False)])
def test_the_second_leaf_is_shut_in_the_plane_of_the_first_one(left: float, *, shut: bool) -> None:
    seen, mask = picture(wall(80.0))
    front = front_of(seen, mask, "Cabinet", opens=False, reaches=lambda _: True)
    assert front is not None
    motion = swung(80.0, left)
    first = Hinged(HINGE - [0.0, 1.4], -SHUT_LEAF)
    assert not first.moves(front, motion)
    second = first.beside(front, motion)
    assert second is not None
    outcome, _ = judge([second], front, motion, "Cabinet", opens=False, alone=False)
    assert bool(outcome) is shut, outcome
    behind = Hinged(HINGE - [0.3, 1.4], -SHUT_LEAF)
    assert behind.beside(front, motion) is None, "in another plane"


@pytest.mark.parametrize(("degrees", "enough"), [(30.0, False), (50.0, False), (58.0, True), (90.0, True)])
def test_a_door_is_open_from_three_fifths_on(degrees: float, *, enough: bool) -> None:
    seen, mask = picture(wall(0.0))
    front = front_of(seen, mask, "Fridge", opens=True, reaches=lambda _: True)
    assert front is not None
    motion = swung(0.0, degrees, pressed=False)
    outcome, place = judge(
        places(seen, mask, front, motion, opens=True), front, motion, "Fridge", opens=True, alone=True
    )
    assert bool(outcome) is enough and (place is not None) is enough
    assert enough or (
        outcome.code is Code.POSTCONDITION_FAILURE and f"{degrees:.0f} degrees" in outcome.message
    )


def test_a_door_that_was_ajar_is_open_by_what_it_was_and_what_it_turned() -> None:
    seen, mask = picture(wall(60.0), SIDE, BACK)
    front = front_of(seen, mask, "Fridge", opens=True, reaches=lambda point: point[0] < 0.9)
    assert front is not None
    motion = swung(60.0, 85.0)
    (place,) = places(seen, mask, front, motion, opens=True)
    assert place.open_by(front, motion) == pytest.approx(np.deg2rad(85.0), abs=0.1)


def test_a_box_whose_side_is_seen_beside_its_hinge_was_shut_when_it_was_opened() -> None:
    """The side was taken for a wall behind an ajar leaf: a microwave was open by 170 degrees, and shut by 88."""
    hinge, along = np.array([0.9, 0.1]), np.array([0.4, -0.55]) / np.hypot(0.4, 0.55)
    inwards = np.array([-along[1], along[0]])
    seen, mask = picture((tuple(hinge), tuple(hinge + 0.6 * along)), (tuple(hinge), tuple(hinge + 0.3 * inwards)))
    front = front_of(seen, mask, "Microwave", opens=True, reaches=lambda _: True)
    assert front is not None
    turns = np.deg2rad(np.linspace(0.0, 95.0, 20))[:, None]
    about = hinge + 0.04 * along  # as well as that is told
    path = np.column_stack([about + 0.3 * (np.cos(turns) * along - np.sin(turns) * inwards), np.full(20, 1.0)])
    motion = DoorMotion(path, True, 0.9, Pose2D(0.0, 0.0, 0.0))
    (place,) = places(seen, mask, front, motion, opens=True)
    assert place.open_by(front, motion) == pytest.approx(np.deg2rad(95.0), abs=0.1)


@pytest.mark.parametrize("radius", [0.2, 0.5])
@pytest.mark.parametrize("end", [12.0, 30.0, 60.0, 90.0])
def test_the_hinge_is_where_the_handle_goes_round(radius: float, end: float) -> None:
    hinge = hinge_of(swung(0.0, end, radius=radius, noise=0.0).path, np.array([-1.0, 0.0, 0.0]))
    assert hinge == pytest.approx(HINGE, abs=0.01)


@pytest.mark.parametrize("start", [0.0, 90.0])
def test_a_narrow_door_that_went_far_tells_its_hinge_from_near_it(start: float) -> None:
    """A microwave's pane is 27 cm wide: it came open, and how far was not told."""
    path = swung(start, 90.0 - start, radius=0.09, noise=0.002).path
    away = leaf(start + 90.0)
    assert hinge_of(path, np.array([*away, 0.0])) == pytest.approx(HINGE, abs=0.02)


def test_from_a_handle_at_the_hinge_nothing_is_told() -> None:
    assert hinge_of(swung(0.0, 90.0, radius=0.05).path, np.array([-1.0, 0.0, 0.0])) is None


PANEL = ((0.7, -0.2), (0.7, 0.2))
FLUSH = ((1.0, 0.3), (1.0, 0.55))
"""A drawer that stands out, and the front of what is beside it."""


def drawer() -> tuple[Front, Array, object]:
    seen, everything = picture(PANEL, FLUSH)
    mask = everything & (seen.depth < 0.9)
    front = front_of(seen, mask, "Drawer", opens=False, reaches=lambda _: True)
    assert front is not None
    return front, mask, seen


def pushed(front: Front, metres: float, *, pressed: bool = True, ahead: float = 0.9) -> DoorMotion:
    path = [front.spot.point - share * metres * front.normal for share in np.linspace(0.0, 1.0, 5)]
    return DoorMotion(np.array(path), pressed, ahead, Pose2D(0.0, 0.0, 0.0))


@pytest.mark.parametrize(("metres", "pressed", "shut"), [
    (0.3, True, True), (0.3, False, False), (0.24, True, False), (0.15, True, False),
])  # fmt: skip
def test_a_drawer_is_shut_where_it_is_flush_with_what_is_beside_it(
    metres: float, *, pressed: bool, shut: bool
) -> None:
    front, mask, seen = drawer()
    motion = pushed(front, metres, pressed=pressed)
    found = places(seen, mask, front, motion, opens=False)  # type: ignore[arg-type]
    outcome, _ = judge(found, front, motion, "Drawer", opens=False, alone=True)
    assert bool(outcome) is shut, outcome
    assert shut or outcome.code is Code.POSTCONDITION_FAILURE


def test_a_drawer_is_shut_where_it_was_opened_from() -> None:
    front, _, _ = drawer()
    motion = pushed(front, 0.3)
    known = Railed(motion.path[-1], front.normal)
    assert known.moves(front, motion)
    assert judge([known], front, motion, "Drawer", opens=False, alone=True)[0]
    short = pushed(front, 0.2)
    assert "10 cm" in judge([known], front, short, "Drawer", opens=False, alone=True)[0].message


@pytest.mark.parametrize(("metres", "pressed", "ahead", "enough"), [
    (0.35, False, 0.9, True), (0.2, True, 0.9, True), (0.2, False, 0.9, False), (0.05, True, 0.9, False),
    (0.2, True, 0.6, False),
])  # fmt: skip
def test_a_drawer_is_open_far_out_or_at_a_stop_that_is_not_the_robot(
    metres: float, *, pressed: bool, ahead: float, enough: bool
) -> None:
    seen, mask = picture(((1.0, -0.3), (1.0, 0.3)))
    front = front_of(seen, mask, "Drawer", opens=True, reaches=lambda _: True)
    assert front is not None
    motion = pushed(front, -metres, pressed=pressed, ahead=ahead)
    found = places(seen, mask, front, motion, opens=True)
    assert bool(judge(found, front, motion, "Drawer", opens=True, alone=True)[0]) is enough


@pytest.mark.parametrize(("out", "more", "ahead", "enough"), [
    (0.26, 0.0, 0.9, True), (0.26, 0.05, 0.9, False), (0.26, 0.0, 0.6, False), (0.15, 0.0, 0.9, False),
])  # fmt: skip
def test_a_drawer_that_is_far_out_and_comes_no_farther_at_the_second_pull_is_open(
    out: float, more: float, ahead: float, *, enough: bool
) -> None:
    front, _, _ = drawer()
    motion = pushed(front, -more, pressed=False, ahead=ahead)
    known = Railed(motion.path[-1] - out * front.normal, front.normal)
    assert known.moves(front, motion)
    assert bool(judge([known], front, motion, "Drawer", opens=True, alone=True)[0]) is enough


def test_where_a_drawer_was_shut_is_known_when_it_is_opened_again_by_another_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was told as locked then: from where it had come to it did not give way."""
    seen, mask = picture(((1.0, -0.3), (1.0, 0.3)))
    front = front_of(seen, mask, "Drawer", opens=True, reaches=lambda _: True)
    assert front is not None
    shot: Any = None
    there: Any = None
    doors = Doors(there, there)
    out = pushed(front, -0.26, pressed=False)
    end = np.repeat(out.path[-1:], 2, axis=0)
    pulls = iter([out, DoorMotion(end, False, 0.9, out.stood)])
    monkeypatch.setattr(doors, "_once", lambda *_, **__: (Outcome.success(), next(pulls)))
    monkeypatch.setattr(doors, "_again", lambda *_: None)
    sight = Sight(seen, shot, mask, front)
    first, again = (
        doors._until_there(sight, "Drawer", threading.Event(), lambda _: None, opens=True) for _ in range(2)
    )
    assert first.code is Code.POSTCONDITION_FAILURE and "26 cm" in first.message
    assert again, again


@pytest.mark.parametrize(("opens", "pressed", "alone", "slides", "code"), [
    (True, True, True, True, Code.EXECUTION_FAILURE), (False, True, True, True, Code.ALREADY_SO),
    (False, True, False, True, Code.EXECUTION_FAILURE), (False, False, True, True, Code.EXECUTION_FAILURE),
    (False, True, True, False, Code.EXECUTION_FAILURE),
])  # fmt: skip
def test_what_does_not_give_way_is_locked_jammed_or_shut_and_a_leaf_may_be_at_its_other_stop(
    *, opens: bool, pressed: bool, alone: bool, slides: bool, code: Code
) -> None:
    motion = swung(0.0, 0.5, pressed=pressed)
    front = Front(Spot((0, 0), motion.path[0]), np.array([-1.0, 0.0, 0.0]), slides)
    outcome, _ = judge([], front, motion, "Fridge", opens=opens, alone=alone)
    assert outcome.code is code and outcome.message


@pytest.mark.parametrize(("what", "shown"), [
    ((wall(80.0),), True), ((SIDE, BACK), True), ((((1.0, -1.2), (1.0, -0.5)),), False),
])  # fmt: skip
def test_a_door_that_was_opened_is_known_by_its_opening_and_by_its_leaf(
    what: tuple[Any, ...], *, shown: bool
) -> None:
    seen, mask = picture(wall(0.0))
    front = front_of(seen, mask, "Fridge", opens=True, reaches=lambda _: True)
    assert front is not None
    shot: Any = None  # the picture as it came is of no account
    first = Sight(seen, shot, mask, front)
    known = Known(Hinged(HINGE, SHUT_LEAF), first, first, swung(0.0, 80.0))
    now, shows = picture(*what)
    assert known.shown(now.points_of(shows)) is shown


def test_a_door_of_which_only_a_part_was_in_the_picture_is_known_by_all_of_its_opening() -> None:
    seen, mask = picture(wall(0.0))
    columns = np.flatnonzero(mask.any(axis=0))
    part = slice(int(np.quantile(columns, 0.4)), int(np.quantile(columns, 0.6)))
    cut = np.zeros_like(mask)
    cut[:, part] = mask[:, part]
    front = front_of(seen, cut, "Fridge", opens=True, reaches=lambda _: True)
    assert front is not None
    shot: Any = None
    inside, shows = picture(SIDE, BACK)
    for edges, is_known in ((False, False), (True, True)):
        shown = cut.copy()
        shown[[0, -1], [0, -1]] = edges  # the picture ends at the door
        first = Sight(seen, shot, shown, front)
        known = Known(Hinged(HINGE, SHUT_LEAF), first, first, swung(0.0, 80.0))
        assert known.shown(inside.points_of(shows)) is is_known


@pytest.mark.parametrize(("walks", "found"), [(0.8, True), (0.0, False)])
def test_a_leaf_beside_the_robot_is_looked_for_from_where_it_is_ahead(
    monkeypatch: pytest.MonkeyPatch, walks: float, *, found: bool
) -> None:
    """Its camera does not turn so far: what was nearest of the fridge was grasped for it, and did not give way."""
    seen, mask = picture(wall(0.0))
    front = front_of(seen, mask, "Fridge", opens=True, reaches=lambda _: True)
    assert front is not None
    shot: Any = None
    first = Sight(seen, shot, mask, front)
    motion = swung(0.0, 80.0)
    link: Any = SimpleNamespace(
        fresh=SimpleNamespace(pose=Pose2D(0.2, 0.0, 0.0)),
        settings=SimpleNamespace(limits=Limits(grasp_walk=walks)),
        available=Outcome.success,
    )
    hands: Any = SimpleNamespace(back_to=lambda *_: Outcome(Code.BLOCKED, ""), settings=SimpleNamespace(watchdog=1.0))

    def walked(_link: Any, path: list[Pose2D], *_: Any) -> Outcome:
        link.fresh.pose = path[-1]
        return Outcome.success()

    class Looking(Doors):
        def _again(self, sight: Sight, motion: DoorMotion, event: threading.Event) -> Sight | None:
            assert not event.is_set()
            away = motion.path[-1][:2] - [link.fresh.pose.x, link.fresh.pose.y]
            ahead = abs(wrap_angle(float(np.arctan2(away[1], away[0])) - link.fresh.pose.yaw)) < 0.5
            return sight if ahead and float(np.hypot(*away)) > 0.9 else None

    monkeypatch.setattr(door_skill, "walk", walked)
    doors = Looking(link, hands)
    doors._known.append(Known(Hinged(HINGE, SHUT_LEAF), first, first, motion))
    inside, shows = picture(BACK)
    assert (doors._where_it_was_left(inside.points_of(shows), threading.Event()) is first) is found
