"""What falls out of the hand on the way lies under a long robot, or behind it: it is looked for there and taken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import High, Level, Subgoal
from pred_recovery.mission.requests import Mode, Move, MoveRobot, Navigate, Reply

SOFA = replace(thing("Sofa_1", (4.0, 0.0)), center=(4.0, 0.0, 0.4), size=(1.0, 2.0, 0.8))
REMOTE = replace(thing("RemoteControl_1", (1.0, 0.0), "DiningTable_1"), size=(0.2, 0.05, 0.03))
QUARTER = 1.5708
TURNS_ROUND = 2
"""So many quarters are a half turn."""


class Tired(House):
    """Loses the remote on its first way to the sofa; it shows once the robot has turned and stepped back so often."""

    def __init__(self, turned: int, back: int) -> None:
        whole = Subgoal(
            "t1", Level.TRIPLET, High.MOVE, "RemoteControl", "Sofa", object_ref="x1", receptacle_ref="y1"
        )
        plan = plan_of(("RemoteControl", "PickupObject", "x1"), ("Sofa", "PutObject", "y1"), triplets=(whole,))
        super().__init__(plan, thing("DiningTable_1", (1.0, 0.0)), REMOTE, SOFA)
        self.lost = False
        self.turned, self.back = turned, back

    def _navigate(self, request: Navigate) -> Reply:
        lost, hides = REMOTE.id, self.lost and not self.held and not self.objects[REMOTE.id].visible
        if request.mode is Mode.OBJECT and request.object_id == lost and hides:
            return Reply(Outcome(Code.TARGET_NOT_VISIBLE, "It cannot be seen from where it should be seen."))
        reply = super()._navigate(request)
        if self.held and not self.lost:
            self.lost, self.held = True, ""
            self.change(lost, held=False, visible=False, parent_id="", center=(3.0, 0.0, 1.2))
            self.robot = replace(self.robot, holding=False)
        return reply

    def _answer(self, request: object) -> Reply:
        reply = super()._answer(request)  # type: ignore[arg-type]
        if self.lost and not self.held and isinstance(request, MoveRobot):
            self.turned -= request.motion is Move.TURN_LEFT
            self.back -= request.motion is Move.BACK and self.turned <= 0
            if self.turned <= 0 and self.back <= 0:
                self.change(REMOTE.id, center=(3.0, 0.0, 0.02), visible=True)
        return reply


def run(house: House, **settings: object) -> Outcome:
    end, _ = do(house, camera_height=1.27, field_of_view=0.82, turn_step=QUARTER, recovery="rules", **settings)
    return end.outcome


@pytest.mark.parametrize(("turned", "back"), [(0, 0), (0, 3), (TURNS_ROUND, 2)], ids=["feet", "under", "behind"])
def test_what_was_lost_on_the_way_is_seen_and_brought(turned: int, back: int) -> None:
    house = Tired(turned, back)
    assert run(house)
    assert [skill for skill, _ in skills(house)].count("PickupObject") == 2
    assert house.objects[REMOTE.id].parent_id == SOFA.id
    moved = [r.motion for r in house.requests if isinstance(r, MoveRobot)]
    assert moved.count(Move.TURN_LEFT) == turned, "no further than until it is seen"


def test_what_lies_where_it_was_put_is_not_looked_for_on_the_floor() -> None:
    house = Tired(0, 0)
    house.lost = True  # once was enough
    assert run(house)
    assert not [r for r in house.requests if isinstance(r, MoveRobot) and r.motion is Move.BACK]


def test_an_arm_that_does_not_walk_does_not_step_back() -> None:
    house = Tired(0, 3)
    run(house, mobile=False)
    assert not [r for r in house.requests if isinstance(r, MoveRobot) and r.motion is Move.BACK]
