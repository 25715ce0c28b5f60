"""Goals of an arm that looks, against an arm and a table made of plain data."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from pred_core.navigation import NOTHING, Watch
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import object_types, within_domain
from ur5_description.kinematics import invert
from ur5_description.mount import read_mount
from ur5_driver.gaze.gazer import Gazer
from ur5_driver.gaze.reach import CameraReach
from ur5_driver.gaze.tasks import Aim, ExploreTask, GazeSettings, LookAroundTask, ObjectTask, is_fixed

SETTINGS = GazeSettings(views=("left", "middle", "right"))
AIM = Aim(CameraReach(read_mount()), SETTINGS.view)
CAN = ObjectState("Mug_1", "Mug", (0.5, 0.1, 0.05), (0.07, 0.07, 0.1))
CUPBOARD = ObjectState("Shelf_1", "Shelf", (0.62, 0.0, 0.13), (0.16, 0.25, 0.26))


@dataclass
class FakeArm:
    """Shows things from named views and from near; refuses and fails as told."""

    shows: dict[str, list[ObjectState]] = field(default_factory=dict)
    known: list[ObjectState] = field(default_factory=list)
    refuses: set[str] = field(default_factory=set)
    refuse_poses: int = 0
    blind_poses: int = 0
    breaks: Outcome | None = None
    cancel_after: int = 10**9
    step: int = 1
    episode: int = 1
    log: list = field(default_factory=list)
    reasons: list = field(default_factory=list)

    async def memory(self, step):
        assert self.step >= step
        return ObjectMemory(self.step, self.episode, 0.0, tuple(self.known))

    async def look(self, look):
        self.log.append(look.view or look.camera)
        if self.breaks is not None:
            return self.breaks, 0
        if look.camera is not None and self.refuse_poses:
            self.refuse_poses -= 1
            return Outcome(Code.UNREACHABLE, "too far"), self.step
        if look.view in self.refuses:
            return Outcome(Code.UNREACHABLE, "a joint limit"), self.step
        self.step += 1
        if look.view:
            self.known = [replace(o, visible=False) for o in self.known] + self.shows.get(look.view, [])
        elif self.blind_poses:
            self.blind_poses -= 1
        else:
            self.known = [replace(o, visible=self.in_picture(look.camera, o)) for o in self.known]
        return Outcome.success(), self.step

    @staticmethod
    def in_picture(camera, thing):
        x, y, z, _ = invert(camera) @ [*thing.center, 1.0]
        return z > 0.0 and max(abs(x), abs(y)) < math.tan(math.radians(25)) * z

    def canceled(self):
        return len(self.log) >= self.cancel_after

    def progress(self, look, looks):
        self.reasons.append((looks, look.reason))

    def pursue(self, task, gazer=None, limit=50, watch=NOTHING):
        return asyncio.run((gazer or Gazer()).pursue(task, self, limit, watch))


def see(name, attempt=0, limit=0.0):
    return ObjectTask(name, attempt, limit, AIM, SETTINGS)


def explore(*classes, ignore=()):
    return ExploreTask(classes, ignore, AIM, SETTINGS)


def test_an_object_is_looked_at_and_reported_with_its_step():
    arm = FakeArm(known=[CAN])
    report = arm.pursue(see("Mug_1"))
    assert report.outcome and report.found_id == "Mug_1"
    assert report.step == arm.step == 2 and report.motions == 1
    distance = np.linalg.norm(arm.log[0][:3, 3] - CAN.center)
    assert 0.30 <= distance <= 0.45
    elevation = math.degrees(math.asin((arm.log[0][2, 3] - CAN.center[2]) / distance))
    assert 60.0 <= elevation <= 75.0


def test_unreachable_candidates_are_skipped():
    arm = FakeArm(known=[CAN], refuse_poses=2)
    report = arm.pursue(see("Mug_1"))
    assert report.outcome and report.motions == 3
    assert arm.reasons == [(0, "looking at Mug_1"), (1, "looking at Mug_1"), (2, "looking at Mug_1")]
    assert arm.pursue(see("Mug_1"), Gazer()).motions == 1


def test_what_cannot_be_seen_after_some_views_is_said():
    arm = FakeArm(known=[CAN], blind_poses=99)
    report = arm.pursue(see("Mug_1"))
    assert report.outcome.code is Code.TARGET_NOT_VISIBLE
    assert report.motions == SETTINGS.looks
    eyes = [pose[:3, 3] for pose in arm.log]
    assert min(np.linalg.norm(a - b) for i, a in enumerate(eyes) for b in eyes[:i]) > 0.1


def test_a_further_attempt_is_another_view_and_the_first_starts_anew():
    arm, gazer = FakeArm(known=[CAN]), Gazer()
    for attempt in (0, 1, 2, 0):
        assert arm.pursue(see("Mug_1", attempt), gazer).outcome
    first, second, third, again = (pose[:3, 3] for pose in arm.log)
    assert min(np.linalg.norm(first - second), np.linalg.norm(second - third)) > 0.1
    assert np.allclose(first, again)


def test_attempts_run_out_with_a_code():
    arm, gazer = FakeArm(known=[CAN]), Gazer()
    codes = [arm.pursue(see("Mug_1", attempt), gazer).outcome.code for attempt in range(30)]
    end = codes.index(Code.UNREACHABLE)
    assert end >= 5 and set(codes[end:]) == {Code.UNREACHABLE}


def test_out_of_reach_nothing_is_asked_of_the_driver():
    arm = FakeArm(known=[replace(CAN, center=(1.6, 0.0, 0.05))])
    report = arm.pursue(see("Mug_1"))
    assert report.outcome.code is Code.UNREACHABLE and not arm.log


def test_when_the_driver_refuses_everything_the_goal_ends():
    arm = FakeArm(known=[CAN], refuse_poses=99)
    report = arm.pursue(see("Mug_1"))
    assert report.outcome.code is Code.UNREACHABLE
    assert report.motions <= SETTINGS.refusals


def test_unknown_and_held_objects_have_codes():
    arm = FakeArm(known=[replace(CAN, held=True)])
    assert arm.pursue(see("Mug_1")).outcome.code is Code.BAD_INPUT
    assert arm.pursue(see("Mug_9")).outcome.code is Code.NOT_FOUND
    assert not arm.log


def test_cupboards_are_looked_at_from_their_front_first():
    assert is_fixed("Shelf") and not is_fixed("Mug") and not is_fixed("NoSuchThing")
    arm = FakeArm(known=[CUPBOARD])
    assert arm.pursue(see("Shelf_1")).outcome
    offset = arm.log[0][:3, 3] - CUPBOARD.center
    assert math.degrees(math.asin(offset[2] / np.linalg.norm(offset))) <= 56.0
    assert offset[0] < 0.0  # the robot's side


def test_a_view_past_a_neighbour_is_chosen_when_the_best_is_hidden():
    free = FakeArm(known=[CAN])
    free.pursue(see("Mug_1"))
    eye = free.log[0][:3, 3]
    middle = tuple(np.asarray(CAN.center) + 0.3 * (eye - np.asarray(CAN.center)))
    tower = ObjectState("Box_1", "Box", middle, (0.05, 0.05, 0.05))
    arm = FakeArm(known=[CAN, tower])
    assert arm.pursue(see("Mug_1")).outcome
    assert not np.allclose(arm.log[0][:3, 3], eye)


def test_exploring_stops_at_what_is_wanted():
    arm, gazer = FakeArm(shows={"middle": [CAN]}), Gazer()
    report = arm.pursue(explore("Apple", "Mug"), gazer)
    assert report.outcome and report.found_id == "Mug_1"
    assert arm.log == ["left", "middle"]
    assert arm.pursue(explore("Mug"), gazer).motions == 0  # known already
    report = arm.pursue(explore("Mug", ignore=["Mug_1"]), gazer)
    assert report.outcome.code is Code.EXPLORED and arm.log == ["left", "middle", "right"]
    assert arm.pursue(explore("Apple"), gazer).motions == 0  # each view once an episode


def test_the_class_named_first_is_found_first():
    apple = replace(CAN, id="Apple_1", class_name="Apple")
    arm = FakeArm(known=[CAN, apple])
    assert arm.pursue(explore("Apple", "Mug")).found_id == "Apple_1"
    held = FakeArm(known=[replace(CAN, held=True)])
    assert held.pursue(explore("Mug")).outcome.code is Code.EXPLORED


def test_a_new_episode_is_explored_anew():
    arm, gazer = FakeArm(), Gazer()
    assert arm.pursue(explore("Mug"), gazer).motions == 3
    arm.episode = 2
    assert arm.pursue(explore("Mug"), gazer).motions == 3


def test_exploring_looks_into_what_has_a_front():
    arm, gazer = FakeArm(known=[CUPBOARD]), Gazer()
    assert arm.pursue(explore("Mug"), gazer).outcome.code is Code.EXPLORED
    assert arm.log[:3] == ["left", "middle", "right"] and len(arm.log) == 4
    assert arm.in_picture(arm.log[3], CUPBOARD)
    assert arm.pursue(explore("Mug"), gazer).motions == 0


def test_views_the_arm_cannot_take_are_left_out():
    arm = FakeArm(refuses={"left"})
    assert arm.pursue(explore("Mug")).outcome.code is Code.EXPLORED
    arm = FakeArm(refuses={"left", "middle", "right"})
    report = arm.pursue(explore("Mug"))
    assert report.outcome.code is Code.UNREACHABLE and "joint limit" in report.outcome.message
    assert arm.pursue(LookAroundTask(SETTINGS)).outcome.code is Code.UNREACHABLE


def test_looking_around_uses_every_view_and_counts_for_exploring():
    arm, gazer = FakeArm(shows={"left": [CAN]}), Gazer()
    report = arm.pursue(LookAroundTask(SETTINGS), gazer)
    assert report.outcome and arm.log == ["left", "middle", "right"]
    assert arm.pursue(explore("Apple"), gazer).motions == 0


@pytest.mark.parametrize("code", [Code.ROBOT_LOST, Code.UNAVAILABLE, Code.BUSY, Code.BAD_INPUT])
def test_what_no_other_view_mends_ends_the_goal(code):
    arm = FakeArm(known=[CAN], breaks=Outcome(code, "why"))
    for task in (see("Mug_1"), explore("Apple"), LookAroundTask(SETTINGS)):
        arm.log.clear()
        assert arm.pursue(task).outcome.code is code and len(arm.log) == 1


def test_a_limit_and_a_cancel_end_the_goal_and_lose_no_view():
    arm, gazer = FakeArm(), Gazer()
    assert arm.pursue(explore("Mug"), gazer, limit=1).outcome.code is Code.STEP_LIMIT
    arm.cancel_after = 2
    assert arm.pursue(explore("Mug"), gazer).outcome.code is Code.CANCELED
    arm.cancel_after = 10**9
    assert arm.pursue(explore("Mug"), gazer).outcome.code is Code.EXPLORED
    assert arm.log == ["left", "middle", "right"]


def test_without_a_memory_the_goal_says_why():
    class Silent(FakeArm):
        async def memory(self, step):
            return Outcome(Code.UNAVAILABLE, f"no perception of step {step}")

    assert Silent().pursue(explore("Mug")).outcome.message == "no perception of step 0"


def test_the_classes_of_these_tests_are_known():
    assert {"Mug", "Shelf", "Apple", "Box"} <= set(object_types())


@pytest.mark.parametrize("place", [(0.3, 0.36), (0.62, 0.36), (0.62, -0.36), (0.3, -0.36)])
def test_a_long_tool_in_the_hand_bars_no_view_of_a_corner(place: tuple[float, float]) -> None:
    with within_domain("table"):
        hammer = ObjectState("Hammer_1", "Hammer", (0.4, 0.0, 0.4), (0.205, 0.085, 0.03), held=True)
        corner = ObjectState("Corner_1", "Corner", (*place, 0.002), (0.15, 0.15, 0.004))
        lemon = ObjectState("Lemon_1", "Lemon", (*place, 0.03), (0.07, 0.05, 0.05), parent_id="Corner_1")
        memory = ObjectMemory(1, 1, 0.0, (hammer, corner, lemon), held_id="Hammer_1")
        assert AIM.next(corner, memory, ()) is not None


def test_what_is_watched_for_ends_the_looking_at_the_view_that_shows_it():
    arm = FakeArm(shows={"left": [CAN]})
    report = arm.pursue(LookAroundTask(SETTINGS), watch=Watch(("Mug",)))
    assert report.outcome.code is Code.SIGHTED and report.found_id == "Mug_1" and arm.log == ["left"]
    assert FakeArm(shows={"left": [CAN]}).pursue(LookAroundTask(SETTINGS), watch=Watch(("Cup",))).outcome
