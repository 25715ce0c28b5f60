"""A symbolic household: objects with places and states, no geometry to speak of. Requests are answered at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pred_core.asking import unanswered, understood
from pred_core.geometry import Pose2D
from pred_core.navigation import sighted
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, High, Level, Plan, PlanRevision, Primitive, Subgoal
from pred_core.tree_record import TreeNode
from pred_core.vocabulary import group, sliced_of
from pred_planner.plan.expansion import expand
from pred_recovery.mission.mission import Assignment, Mission
from pred_recovery.mission.requests import (
    Ask,
    Check,
    MakePlan,
    Mode,
    Move,
    MoveRobot,
    Navigate,
    Observe,
    Recover,
    Reground,
    Reply,
    Request,
    Revise,
    UseSkill,
)
from pred_recovery.mission.settings import Settings
from pred_recovery.mission.world import OwnState
from pred_recovery.tree.executive import TaskEnd, run

SUCCESS = Outcome.success()


def thing(
    name: str, at: tuple[float, float] = (1.0, 0.0), parent: str = "", **attributes: bool
) -> ObjectState:
    """Return an object called Class_N at a place on the floor plan."""
    known = {k: Attribute(k, Truth.of(v)) for k, v in attributes.items()}
    return ObjectState(
        id=name,
        class_name=name.split("_", maxsplit=1)[0],
        center=(at[0], at[1], 0.9),
        size=(0.6, 0.6, 0.3),
        parent_id=parent,
        attributes=known,
    )


def plan_of(*tuples: tuple[str, str] | tuple[str, str, str], **fields: Any) -> Plan:
    """Return a plan of (object, primitive[, ref]) tuples, one triplet for all."""
    triplets = fields.pop("triplets", (Subgoal("t1", Level.TRIPLET, "Move", tuples[0][0]),))
    subgoals = tuple(
        Subgoal(
            f"s{i}",
            Level.TUPLE,
            t[1],
            t[0],
            object_ref=t[2] if len(t) > 2 else t[0].lower(),
            parent="t1",
            **fields.get(f"s{i}", {}),
        )
        for i, t in enumerate(tuples)
    )
    return Plan("p", "do it", "test", "rules", triplets, subgoals)


def slices_to_table() -> Plan:
    """Return the plan to slice an apple and bring a slice to the table."""
    triplets = (
        Subgoal(
            "t1", Level.TRIPLET, High.SLICE, "Apple", "DiningTable", object_ref="x1", receptacle_ref="y1"
        ),
        Subgoal(
            "t2", Level.TRIPLET, High.MOVE, "AppleSliced", "DiningTable", object_ref="x2", receptacle_ref="y1"
        ),
    )
    return Plan("p", "do it", "test", "rules", triplets, expand(triplets))


@dataclass
class FakeLog:
    """Keeps everything that is told."""

    events: list[tuple[str, str, str, Mapping[str, Any]]] = field(default_factory=list)
    recoveries: list[tuple[str, Code, Code]] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)
    revisions: list[PlanRevision] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    trees: list[TreeNode] = field(default_factory=list)

    def event(self, kind: str, subgoal_id: str, text: str, data: Mapping[str, Any]) -> None:
        self.events.append((kind, subgoal_id, text, data))

    def recovery(
        self, subgoal_id: str, failure: Outcome, strategy: str, attempt: int, outcome: Outcome
    ) -> None:
        assert subgoal_id and attempt > 0
        self.recoveries.append((strategy, failure.code, outcome.code))

    def strategies(self) -> list[str]:
        """Return the recovery strategies that were tried, in order."""
        return [strategy for strategy, _, _ in self.recoveries]

    def plan(self, plan: Plan) -> None:
        self.plans.append(plan)

    def revision(self, revision: PlanRevision) -> None:
        self.revisions.append(revision)

    def tree(self, root: TreeNode) -> None:
        self.trees.append(root)

    def progress(self, plan: Plan | None, actions: int, reason: str) -> None:  # noqa: ARG002
        self.reasons.append(reason)

    def kinds(self) -> list[str]:
        return [e[0] for e in self.events]


TOLD_OF = 0.4
"""How likely a thing must be for the memory to tell of it; what is less likely is doubtful."""


class House:
    """World and Link in one. ``unseen`` appear by exploring, things in closed places by opening them."""

    def __init__(self, plan: Plan, *objects: ObjectState, unseen: tuple[ObjectState, ...] = ()) -> None:
        self.objects = {o.id: o for o in objects}
        self.unseen = list(unseen)
        self.plan = plan
        self.ruled: Plan | None = None  # the rules' plan, where another made the first
        self.robot = OwnState(step=1)
        self.held = ""
        self.refusals: list[tuple[str, str, Code]] = []  # (primitive, id, code): once each
        self.revision: PlanRevision | None = None
        self.plans: list[Plan] = []  # those that are made first, one after the other
        self.requests: list[Request] = []
        self.views: list[str] = []  # what the held thing looks like, look by look
        self.findings: list[Reply] = []  # perception's answers to checks, in order
        self.reviser: Callable[[Plan, tuple[Discrepancy, ...]], PlanRevision] | None = None
        self.swing: dict[str, float] = {}  # how far doors open towards lower y, metres
        self.passed: list[ObjectState] = []  # what comes into the picture on the way to the next object
        self.told_of = TOLD_OF
        self.cancelled = 0
        self.answers: list[
            str
        ] = []  # ids that a person chooses, question by question; nobody is there when empty
        self.takes = 1  # how often something is held out before the person takes it; 0: never
        self.mute: type | None = None  # requests of this type are never answered
        self._reply: Reply | None = None

    # World
    @property
    def memory(self) -> ObjectMemory:
        shown = [o for o in self.objects.values() if not self._hidden(o)]
        told = tuple(o for o in shown if o.score >= self.told_of)
        doubtful = tuple(o for o in shown if o.score < self.told_of)
        return ObjectMemory(step=self.robot.step, objects=told, held_id=self.held, doubtful=doubtful)

    @property
    def held_view(self) -> str:
        if self.views:
            return self.views.pop(0)
        held = self.objects.get(self.held)
        return held.class_name if held else ""

    def _hidden(self, state: ObjectState) -> bool:
        parent = self.objects.get(state.parent_id)
        never_open = parent is not None and parent.class_name in group("must_be_open")
        return never_open and state.observations == 0 and parent.truth("open") is not Truth.TRUE

    # Link
    def send(self, request: Request) -> None:
        self.requests.append(request)
        answer = self._person if isinstance(request, Ask) else self._answer
        self._reply = None if isinstance(request, self.mute or ()) else answer(request)

    def reply(self) -> Reply | None:
        reply, self._reply = self._reply, None
        return reply

    def cancel(self) -> None:
        self.cancelled += 1

    def _answer(self, request: Request) -> Reply:
        if isinstance(request, Observe):
            return Reply()
        if isinstance(request, MakePlan):
            made = self.plans.pop(0) if self.plans else self.plan
            return Reply(plan=self.ruled if request.reasoner else made)
        if isinstance(request, Check):
            return self.findings.pop(0) if self.findings else Reply()
        if isinstance(request, Revise):
            if self.reviser is None:
                return Reply(Outcome(Code.ALREADY_SO, "nothing to revise"))
            return Reply(revision=self.reviser(request.plan, request.discrepancies))
        if isinstance(request, Recover):
            return Reply(Outcome(Code.NOT_FOUND, "no advice"))
        if isinstance(request, Reground):
            if self.revision is None:
                return Reply(Outcome(Code.NOT_FOUND, "no other meaning"))
            return Reply(revision=self.revision)
        self._tick()
        if isinstance(request, Navigate):
            return self._navigate(request)
        if isinstance(request, UseSkill):
            outcome = self._skill(request.skill, request.target)
            if not outcome:
                self.robot = replace(self.robot, failures=self.robot.failures + 1)
            return Reply(outcome)
        assert isinstance(request, MoveRobot)
        tilt = {Move.LOOK_DOWN: Settings.look_step, Move.LOOK_UP: -Settings.look_step}.get(
            request.motion, 0.0
        )
        self.robot = replace(self.robot, pitch=self.robot.pitch + tilt)
        return Reply()

    def _person(self, request: Ask) -> Reply:
        question = request.question
        chosen = understood(question, self.answers.pop(0), "a person") if self.answers else None
        answer = chosen or unanswered(question, "nobody is there")
        return Reply(text=answer.text, answered=answer.answered)

    def _tick(self) -> None:
        robot = self.robot
        self.robot = replace(robot, step=robot.step + 1, stamp=robot.stamp + 0.25, actions=robot.actions + 1)

    def change(self, name: str, **fields: Any) -> None:
        self.objects[name] = replace(self.objects[name], **fields)

    def mark(self, name: str, attribute: str, value: bool) -> None:
        state = self.objects[name]
        self.change(name, attributes={**state.attributes, attribute: Attribute(attribute, Truth.of(value))})

    def _navigate(self, request: Navigate) -> Reply:
        if request.mode is Mode.EXPLORE:
            for state in self.unseen:
                if state.class_name in request.stop_classes:
                    self.unseen.remove(state)
                    self.objects[state.id] = state
                    return Reply(found_id=state.id)
            refusal = self._refusal("navigate", "room")
            return Reply(Outcome(Code.EXPLORED, "all seen") if refusal is None else refusal)
        if request.mode is Mode.POSE and request.distance:
            refusal = self._refusal("navigate", "person")
            if refusal is not None:
                return Reply(refusal)
            assert request.pose is not None  # a person stands there
            self.robot = replace(self.robot, pose=request.pose.ahead(-0.8))
        if request.mode is Mode.OBJECT:
            refusal = self._refusal("navigate", request.object_id)
            if refusal is not None:
                return Reply(refusal)
            self.objects |= {state.id: state for state in self.passed}
            self.passed = []
            seen = request.watch.seen(self.memory)
            if seen is not None:
                return Reply(sighted(seen), found_id=seen.id)
            target = self.objects[request.object_id]
            self.robot = replace(self.robot, pose=Pose2D(target.center[0] - 0.7, target.center[1], 0.0))
            for o in list(self.objects.values()):
                near = abs(o.center[0] - target.center[0]) + abs(o.center[1] - target.center[1]) < 0.3
                self.change(o.id, visible=near, distance=0.7 if near else 0.0)
        return Reply()

    def _refusal(self, primitive: str, name: str) -> Outcome | None:
        for entry in self.refusals:
            if entry[:2] == (primitive, name):
                self.refusals.remove(entry)
                return Outcome(entry[2], "refused")
        return None

    def _skill(self, skill: str, target: ObjectState) -> Outcome:
        refusal = self._refusal(skill, target.id)
        if refusal is not None:
            return refusal
        if skill == Primitive.PICKUP:
            return self._pick(target)
        if skill == Primitive.PUT:
            return self._put(target)
        if skill == Primitive.HAND_OVER:
            return self._hold_out()
        if skill == Primitive.SLICE:
            return self._slice(target)
        if skill in (Primitive.SIT_DOWN, Primitive.STAND_UP):
            sits = skill == Primitive.SIT_DOWN
            if sits is self.robot.sitting:
                return Outcome(Code.ALREADY_SO, "already")
            self.robot = replace(self.robot, sitting=sits)
            return SUCCESS
        if self.robot.sitting:
            return Outcome(Code.PRECONDITION_FAILURE, "The robot sits.")
        if skill in (Primitive.TOUCH, Primitive.LOOK_AT, Primitive.LOCALIZE):
            return SUCCESS
        attribute = "open" if skill in (Primitive.OPEN, Primitive.CLOSE) else "on"
        value = skill in (Primitive.OPEN, Primitive.TOGGLE_ON)
        if self.objects[target.id].truth(attribute) is Truth.of(value):
            return Outcome(Code.ALREADY_SO, "already")
        self.mark(target.id, attribute, value)
        if skill == Primitive.OPEN and target.id in self.swing:
            (x, y, z), (dx, dy, dz), grown = target.center, target.size, self.swing[target.id]
            self.change(target.id, center=(x, y - grown / 2.0, z), size=(dx, dy + grown, dz))
        return SUCCESS

    def _pick(self, target: ObjectState) -> Outcome:
        if self.held:
            return Outcome(Code.HAND_FULL, "full")
        parent = self.objects.get(target.parent_id)
        if parent is not None and self._shut(parent):
            return Outcome(Code.TARGET_NOT_VISIBLE, "inside")
        self.held = target.id
        self.change(target.id, held=True, parent_id="", observations=1)
        self.robot = replace(self.robot, holding=True)
        return SUCCESS

    def _hold_out(self) -> Outcome:
        if not self.held:
            return Outcome(Code.HAND_EMPTY, "empty")
        self.takes -= 1
        if self.takes == 0:
            del self.objects[self.held]
            self.held = ""
            self.robot = replace(self.robot, holding=False)
        return SUCCESS

    @staticmethod
    def _shut(place: ObjectState) -> bool:
        return place.class_name in group("must_be_open") and place.truth("open") is not Truth.TRUE

    def _put(self, place: ObjectState) -> Outcome:
        if not self.held:
            return Outcome(Code.HAND_EMPTY, "empty")
        if self._shut(self.objects[place.id]):
            return Outcome(Code.RECEPTACLE_CLOSED, "closed")
        if place.class_name == "CoffeeMachine" and any(
            o.parent_id == place.id for o in self.objects.values()
        ):
            return Outcome(Code.RECEPTACLE_FULL, "full")
        self.change(
            self.held, held=False, parent_id=place.id, center=place.center, visible=True, distance=0.7
        )
        self.held = ""
        self.robot = replace(self.robot, holding=False)
        return SUCCESS

    def _slice(self, target: ObjectState) -> Outcome:
        del self.objects[target.id]
        for i in range(2):
            piece = thing(f"{sliced_of(target.class_name)}_{i}", target.center[:2], target.parent_id)
            self.objects[piece.id] = replace(piece, visible=True, distance=0.7)
        return SUCCESS


def do(
    house: House, cancel_after: int | None = None, task: Assignment | None = None, **settings: Any
) -> tuple[TaskEnd, FakeLog]:
    """Run the task in the house; cancel after that many waits."""
    log = FakeLog()
    mission = Mission(task or Assignment("do it"), Settings(**{"recovery": "rules", **settings}), house, log)
    waits = 0

    async def wait() -> Outcome:
        nonlocal waits
        waits += 1
        assert waits < 5000, "the task does not end"
        if cancel_after is None or waits <= cancel_after:
            return Outcome.success()
        return Outcome(Code.CANCELED, "The task was cancelled.")

    return asyncio.run(run(mission, house, wait)), log


def skills(house: House) -> list[tuple[str, str]]:
    """Return (primitive, id) of every skill that was asked for."""
    return [(str(r.skill), r.target.id) for r in house.requests if isinstance(r, UseSkill)]
