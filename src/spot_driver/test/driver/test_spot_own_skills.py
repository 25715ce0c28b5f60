"""An emulated robot sits, stands, touches, looks and says why not, by its own true state."""

from __future__ import annotations

import math
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_core.targets import Target, TargetKind
from pred_core.vocabulary import within_domain

SPEED = 2
START = "3.76,1.80,-1.60"
FRIDGE = "Fridge"


class Body:
    """The driver's skills on what its camera sees, with the true instances for a detector."""

    def __init__(self, emulator, link, hands):
        from spot_driver.bridge.doing import Doing, Steps
        from spot_driver.bridge.observing import Observer

        self._truth = None
        self.sits = None
        topics = SimpleNamespace(observation=self._observed, sits=self._told)
        self._observer = Observer(
            link, hands, topics, time.time, 20.0, 0.5, lambda _: None, emulator.sim.instances
        )
        steps = Steps(0.25, math.pi / 4.0, math.radians(20.0), 1.0)
        self._doing = Doing(link, hands, self._observer, steps, {}, None)
        self.states = []

    def _told(self, sits):
        self.sits = sits

    def _observed(self, _picture, _body, _seen, state, truth, *_around):
        self.states.append(state)
        self._truth = truth

    def look(self):
        self._observer.observe("", Outcome.success())
        return self.states[-1]

    def do(self, skill, kind=""):
        """Look, and do a skill on what is of a kind, or on nothing; return how it ended and the phases told."""
        from pred_core.ros.conversions import image_from_msg

        self.look()
        target, said = Target(TargetKind.NONE, class_name=kind or "Robot"), []
        if kind:
            assert self._truth is not None
            label = next(d.label for d in self._truth.detections if d.class_name == kind)
            mask = (image_from_msg(self._truth.labels) == label).astype(np.uint8)
            target = Target(TargetKind.MASK, self._observer.step, mask, class_name=kind)
        return self._doing.skill(skill, target, threading.Event(), said.append), said


@pytest.mark.slow
def test_skills_are_done_in_truth_and_violations_are_sentences(emulator, ready_robot):
    link, hands = ready_robot
    body = Body(emulator, link, hands)
    stood = emulator.state["pose"]
    with within_domain("household", "spot"):
        told, _ = body.do(Primitive.STAND_UP)
        assert (told.code, told.message) == (Code.ALREADY_SO, "I need not stand up: the robot stands.")
        told, phases = body.do(Primitive.TOUCH, FRIDGE)
        assert told, told
        assert phases[-1] == "touching"
        assert math.dist(stood[:2], emulator.state["pose"][:2]) < 0.15
        assert body.do(Primitive.LOOK_AT, FRIDGE)[0]
        told, _ = body.do(Primitive.PICKUP, FRIDGE)
        assert told.message == "I cannot pick up the Fridge: the Fridge cannot be picked up."
        assert body.do(Primitive.LOCALIZE)[0]
        told, _ = body.do(Primitive.SIT_DOWN)
        assert told and emulator.state["sitting"], told
        state = body.look()
        assert state.ready and body.sits
        told, _ = body.do(Primitive.SIT_DOWN)
        assert told.code is Code.ALREADY_SO
        told, _ = body.do(Primitive.LOCALIZE)
        assert (told.code, told.message) == (
            Code.PRECONDITION_FAILURE, "I cannot find out where the robot is: the robot sits.",
        )  # fmt: skip
        told, _ = body.do(Primitive.STAND_UP)
        assert told and emulator.state["standing"], told
        assert body.look().ready and not body.sits
