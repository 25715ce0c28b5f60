"""What was put somewhere counts as lying there only once it is seen there, where the robot looks after what it puts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import High, Level, Plan, Subgoal
from pred_recovery.mission.requests import Move, MoveRobot, Navigate, Reply

SOFA = replace(thing("Sofa_1", (4.0, 0.0)), center=(4.0, 0.0, 0.4), size=(1.0, 2.0, 0.8))
REMOTE = replace(thing("RemoteControl_1", (1.0, 0.0), "DiningTable_1"), size=(0.2, 0.05, 0.03))
SEEN_FROM = 0.7
"""The camera looks down so far, rad, when the floor at the robot's feet is in its picture."""


def plan(place: str = "Sofa") -> Plan:
    whole = Subgoal(
        "t1", Level.TRIPLET, High.MOVE, "RemoteControl", place, object_ref="x1", receptacle_ref="y1"
    )
    return plan_of(("RemoteControl", "PickupObject", "x1"), (place, "PutObject", "y1"), triplets=(whole,))


class Living(House):
    """``falls``: so many times what is let go falls beside its place, where only a steep look shows it.

    ``hides``: what was let go is seen no more.
    """

    def __init__(self, place: ObjectState, falls: int, *, hides: bool = False) -> None:
        super().__init__(plan(place.class_name), thing("DiningTable_1", (1.0, 0.0)), REMOTE, place)
        self.falls, self.hides, self.gone = falls, hides, False

    def _put(self, place: ObjectState) -> Outcome:
        held, outcome = self.held, super()._put(place)
        x, y, z = place.center
        if self.falls > 0:
            self.falls -= 1
            self.change(held, parent_id="", center=(x - 0.62, y, 0.02), visible=False)
        elif self.hides:
            self.gone = True
            self.change(held, parent_id="", visible=False)
        else:
            self.change(held, center=(x, y, z + place.size[2] / 2.0))
        return outcome

    def _answer(self, request: object) -> Reply:
        reply = super()._answer(request)  # type: ignore[arg-type]
        low = self.objects["RemoteControl_1"]
        if isinstance(request, MoveRobot) and low.center[2] < 0.1:
            self.change(low.id, visible=self.robot.pitch > SEEN_FROM)
        if isinstance(request, Navigate):
            self.robot = replace(self.robot, pitch=0.4)  # going somewhere lifts the camera again
            if self.gone:
                self.change(low.id, visible=False)
        return reply


def run(house: Living, **settings: object) -> tuple[Outcome, list[tuple[str, str]]]:
    house.robot = replace(house.robot, pitch=0.4)
    chosen = {"camera_height": 1.27, "field_of_view": 0.82, "look_step": 0.349, "look_after_put": True}
    end, _ = do(house, **{**chosen, **settings})
    return end.outcome, skills(house)


def test_what_is_seen_on_its_place_needs_no_further_look() -> None:
    house = Living(SOFA, 0)
    outcome, done = run(house)
    assert outcome.code is Code.SUCCESS and outcome.message == "", outcome
    assert done == [("PickupObject", "RemoteControl_1"), ("PutObject", "Sofa_1")]
    assert not [r for r in house.requests if isinstance(r, MoveRobot)]


def test_what_fell_out_of_the_picture_is_looked_for_and_brought_again() -> None:
    house = Living(SOFA, 1)
    outcome, done = run(house)
    assert outcome, outcome
    assert [skill for skill, _ in done] == ["PickupObject", "PutObject", "PickupObject", "PutObject"]
    assert house.objects["RemoteControl_1"].parent_id == "Sofa_1"
    assert Move.LOOK_DOWN in [r.motion for r in house.requests if isinstance(r, MoveRobot)]


def test_a_camera_that_comes_to_its_limit_on_the_way_down_has_seen_the_floor_all_the_same() -> None:
    class Stiff(Living):
        def _answer(self, request: object) -> Reply:
            reply = super()._answer(request)
            down = isinstance(request, MoveRobot) and request.motion is Move.LOOK_DOWN
            return Reply(Outcome(Code.BLOCKED, "It goes no farther.")) if down else reply

    shut = replace(thing("Cabinet_1", (4.0, 0.0), open=True), center=(4.0, 0.0, 0.4), size=(1.0, 1.0, 0.8))
    outcome, _ = run(Stiff(shut, 1), recovery="none")
    assert outcome.code is Code.HAND_EMPTY, "what lies on the floor was told as inside"


def test_what_always_falls_is_never_told_as_done() -> None:
    outcome, _ = run(Living(SOFA, 99))
    assert not outcome


@pytest.mark.parametrize("looks", [True, False])
def test_without_recovery_a_fall_that_nobody_saw_ends_the_task_only_where_it_is_looked_for(looks: bool) -> None:
    outcome, _ = run(Living(SOFA, 1), recovery="none", look_after_put=looks)
    assert bool(outcome) is not looks, "a robot whose report is to be trusted is not made to look"
    if looks:
        assert outcome.code is Code.HAND_EMPTY
        assert outcome.message == "The remote control was to be on the sofa, but it is seen beside it."


def test_a_thing_that_is_seen_nowhere_is_not_on_an_open_place() -> None:
    outcome, _ = run(Living(SOFA, 0, hides=True), recovery="none")
    assert outcome.code is Code.HAND_EMPTY
    assert outcome.message == "The remote control was let go at the sofa, but it is not seen there."


def test_what_a_basin_or_a_drawer_may_hide_is_done_but_told_as_not_seen() -> None:
    bin_ = replace(thing("SinkBasin_1", (4.0, 0.0)), size=(0.5, 0.4, 0.3))
    house = Living(bin_, 0, hides=True)
    outcome, _ = run(house, recovery="none")
    assert outcome
    assert outcome.message.startswith("Done, but: it was not seen that"), outcome


@pytest.mark.parametrize("parent", ["SinkBasin_1", ""])
def test_what_was_seen_from_above_before_the_arm_went_back_needs_no_further_look(parent: str) -> None:
    class Over(Living):
        """Its hand looks down over the rim after it let go: from where it stands then nothing shows."""

        def _put(self, place: ObjectState) -> Outcome:
            held, outcome = self.held, super()._put(place)
            at = place.center if parent else (place.center[0] - 1.0, place.center[1], 0.02)
            self.change(held, parent_id=parent, center=at, visible=False, last_seen_step=self.robot.step + 1)
            return outcome

    house = Over(replace(thing("SinkBasin_1", (4.0, 0.0)), size=(0.5, 0.4, 0.3)), 0)
    outcome, _ = run(house, recovery="none")
    assert not [r for r in house.requests if isinstance(r, MoveRobot)]
    if parent:
        assert outcome.code is Code.SUCCESS and outcome.message == "", outcome
    else:
        assert outcome.code is Code.HAND_EMPTY, "it was seen beside it"


def test_what_lies_low_in_its_place_is_there() -> None:
    fridge = replace(thing("Fridge_1", (4.0, 0.0), open=True), center=(4.0, 0.0, 0.8), size=(0.8, 0.8, 1.6))

    class LowShelf(Living):
        def _put(self, place: ObjectState) -> Outcome:
            held, outcome = self.held, super()._put(place)
            self.change(held, center=(4.0, 0.0, 0.1), parent_id=place.id, visible=True)
            return outcome

    outcome, _ = run(LowShelf(fridge, 0), recovery="none")
    assert outcome


def test_what_lies_on_the_floor_under_an_open_door_is_not_inside_though_perception_says_so() -> None:
    cabinet = replace(thing("Cabinet_1", (4.0, 0.0), open=True), center=(4.0, 0.0, 0.34), size=(0.43, 0.6, 0.68))

    class Before(Living):
        def _put(self, place: ObjectState) -> Outcome:
            held, outcome = self.held, super()._put(place)
            self.change(held, center=(4.0, -0.2, 0.02), size=(0.09, 0.05, 0.015), parent_id=place.id, visible=True)
            return outcome

    outcome, _ = run(Before(cabinet, 0), recovery="none")
    assert outcome.code is Code.HAND_EMPTY


def test_where_it_was_put_before_says_nothing_of_a_second_put() -> None:
    shut = replace(thing("Cabinet_1", (4.0, 0.0), open=True), center=(4.0, 0.0, 0.4), size=(1.0, 1.0, 0.8))

    class Slope(Living):
        """Puts out of sight at first; the second time the thing is seen on the floor under the leaf."""

        puts = 0

        def _put(self, place: ObjectState) -> Outcome:
            held, outcome = self.held, super()._put(place)
            self.puts += 1
            height = 0.03 if self.puts == 2 else 0.3
            self.change(held, parent_id="", center=(3.8, 0.0, height), visible=self.puts == 2)
            return outcome

    house = Slope(shut, 0)
    steps = house.plan.subgoals
    again = tuple(replace(step, id=f"again{k}") for k, step in enumerate(steps))
    house.plan = replace(house.plan, subgoals=(*steps, *again))
    outcome, _ = run(house, recovery="none")
    assert house.puts == 2
    assert outcome.code is Code.HAND_EMPTY, "it lies on the floor, whatever was believed of the first"


CABINET = replace(thing("Cabinet_1", (4.0, 0.0), open=True), center=(4.0, 0.0, 0.42), size=(0.6, 1.0, 0.84))


class Tall(Living):
    """What is put into the cabinet comes to lie on top of it the first ``falls`` times."""

    def _put(self, place: ObjectState) -> Outcome:
        held, tops, self.falls = self.held, self.falls, 0
        outcome = super()._put(place)
        height = 0.9 if tops > 0 else 0.2
        self.change(held, parent_id=place.id, center=(*place.center[:2], height), visible=True)
        self.falls = max(0, tops - 1)
        return outcome


@pytest.mark.parametrize("tops", [0, 1])
def test_what_lies_on_top_of_a_cabinet_is_not_in_it_and_is_put_in_again(tops: int) -> None:
    house = Tall(CABINET, tops)
    outcome, done = run(house)
    assert outcome.code is Code.SUCCESS, outcome
    assert done.count(("PutObject", "Cabinet_1")) == 1 + tops


@pytest.mark.parametrize(
    ("place", "around", "there"),
    [
        ("CounterTop", "Sink", False),
        ("CounterTop", "SinkBasin", False),
        ("Dresser", "Drawer", False),
        ("DiningTable", "Plate", True),
        ("Sink", "SinkBasin", True),
    ],
)
def test_what_slid_into_a_basin_that_is_let_into_a_place_is_not_on_that(place: str, around: str, there: bool) -> None:
    class Slippery(Living):
        """What is let go comes to lie in something that the place holds."""

        def _put(self, place: ObjectState) -> Outcome:
            held, outcome = self.held, super()._put(place)
            self.change(held, parent_id="Other_1")
            return outcome

    house = Slippery(replace(thing(f"{place}_1", (4.0, 0.0)), size=(1.0, 2.0, 0.8)), 0)
    house.objects["Other_1"] = replace(thing(f"{around}_1", (4.0, 0.0), f"{place}_1"), id="Other_1")
    outcome, _ = run(house, recovery="none")
    assert bool(outcome) is there, outcome
    if not there:
        assert outcome.code is Code.HAND_EMPTY and "but it is seen on" in outcome.message


@pytest.mark.parametrize(
    ("place", "at", "there"), [("CounterTop", 4.0, False), ("CounterTop", 3.6, True), ("Sink", 4.0, True)]
)
def test_what_came_to_lie_on_the_rim_of_a_sink_is_not_on_the_counter(place: str, at: float, there: bool) -> None:
    """Perception takes a candle on the rim to be on the counter: nobody says that candles are put into sinks."""

    class Rim(Living):
        """What is let go comes to lie at ``at``, and is taken to be on the place."""

        def _put(self, place: ObjectState) -> Outcome:
            held, outcome = self.held, super()._put(place)
            self.change(held, center=(at, 0.0, 0.86))
            return outcome

    house = Rim(replace(thing(f"{place}_1", (4.0, 0.0)), center=(4.0, 0.0, 0.4), size=(1.0, 2.0, 0.8)), 0)
    house.objects["Sink_2"] = replace(
        thing("Sink_2", (4.0, 0.0)), center=(4.0, 0.0, 0.82), size=(0.4, 0.6, 0.1), parent_id=f"{place}_1"
    )
    outcome, _ = run(house, recovery="none")
    assert bool(outcome) is there, outcome
    if not there:
        assert outcome.message == "The remote control was to be on the counter top, but it is seen beside it."
