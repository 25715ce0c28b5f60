"""The loop of a goal of navigate_to, whoever pursues it."""

from __future__ import annotations

import asyncio

from pred_core.goal_loop import Acted, End, pursue
from pred_core.navigation import NOTHING, Watch
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code, Outcome

MUG = ObjectState("Mug_1", "Mug", (1.0, 0.0, 0.9), (0.1, 0.1, 0.1))


class Pilot:
    """Does what it is told to, one motion an act; each act ends with the next observation."""

    name, unit = "Walking", "paces"

    def __init__(self, decisions=("on",) * 9, acted=None, sees_at=99, cancel_at=99, blind_at=99):
        self.decisions = list(decisions)
        self.acted = acted or {}
        self.sees_at, self.cancel_at, self.blind_at = sees_at, cancel_at, blind_at
        self.left = []
        self.now = 0

    def canceled(self):
        return self.now >= self.cancel_at

    async def look(self, step):
        if step >= self.blind_at:
            return Outcome(Code.UNAVAILABLE, "No picture came.")
        return ObjectMemory(step=step, objects=(MUG,) if step >= self.sees_at else ())

    def memory_of(self, world):
        return world

    def decide(self, world):
        self.now = world.step
        decision = self.decisions.pop(0)
        return End(Outcome.success("There."), "Mug_1") if decision == "end" else decision

    async def act(self, world, decision, done, left):
        assert decision == "on" and done == world.step
        self.left.append(left)
        self.now += 1
        return self.acted.get(world.step, Acted(1, world.step + 1))


def report(pilot, limit=5, watch=NOTHING):
    return asyncio.run(pursue(pilot, limit, watch))


def test_a_goal_ends_as_it_was_decided():
    ended = report(Pilot(("on", "on", "end")))
    assert (ended.outcome, ended.found_id) == (Outcome.success("There."), "Mug_1")
    assert (ended.motions, ended.step) == (2, 2)


def test_a_goal_has_so_many_motions_and_knows_how_many_are_left():
    pilot = Pilot()
    ended = report(pilot, limit=3)
    assert str(ended.outcome) == "STEP_LIMIT: Walking used all of its 3 paces."
    assert pilot.left == [3, 2, 1] and ended.motions == 3


def test_what_is_watched_for_ends_the_goal_at_the_observation_that_shows_it():
    ended = report(Pilot(sees_at=2), watch=Watch(("Mug",)))
    assert (ended.outcome.code, ended.found_id, ended.step) == (Code.SIGHTED, "Mug_1", 2)


def test_a_cancel_ends_the_goal_before_anything_else_is_done():
    pilot = Pilot(cancel_at=2)
    ended = report(pilot)
    assert str(ended.outcome) == "CANCELED: Walking was cancelled."
    assert len(pilot.left) == 2 and ended.motions == 2


def test_a_world_that_does_not_come_and_a_failed_motion_end_the_goal():
    assert report(Pilot(blind_at=1)).outcome.code is Code.UNAVAILABLE
    lost = Acted(1, 7, Outcome(Code.ROBOT_LOST, "It fell."))
    ended = report(Pilot(acted={1: lost}))
    assert (ended.outcome.code, ended.motions, ended.step) == (Code.ROBOT_LOST, 2, 7)
