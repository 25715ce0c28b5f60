"""Requests to the other nodes: navigation, bridge and planner."""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np
from rclpy.action import ActionClient
from rclpy.client import Client
from rclpy.node import Node
from rclpy.task import Future
from std_msgs.msg import Header

from pred_core.itself import OWN
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_core.ros.action_calls import ActionCall, call_service
from pred_core.ros.conversions import image_to_msg, note_spot, outcome_to_msg, pose_to_msg
from pred_core.ros.frames import OPTICAL
from pred_core.ros.person import Person
from pred_core.ros.plan_conversions import (
    PlanMessageError,
    discrepancy_from_msg,
    discrepancy_to_msg,
    plan_from_msg,
    plan_to_msg,
    revision_from_msg,
    subgoal_to_msg,
)
from pred_core.ros.wait_for import appears
from pred_msgs.action import ExecuteSkill, MoveBase, NavigateTo
from pred_msgs.msg import BaseMotion, SkillTarget
from pred_msgs.srv import CheckExpectations, GetPicture, JudgePicture, RecoverPlan, RegroundPlan, RevisePlan
from pred_msgs.srv import MakePlan as MakePlanSrv
from pred_recovery.mission.mission import Assignment
from pred_recovery.mission.requests import (
    Ask,
    Check,
    MakePlan,
    MoveRobot,
    Navigate,
    Observe,
    Recover,
    Reground,
    Reply,
    Request,
    Revise,
    ShowPicture,
    UseSkill,
)
from pred_recovery.ros.world import RosWorld

_BLIND = OWN | {Primitive.HAND_OVER}
"""Primitives that act on nothing in the picture."""


class Clients:
    """The executive's clients; made once a node."""

    def __init__(self, node: Node) -> None:
        self.navigate = ActionClient(node, NavigateTo, "navigate_to")
        self.skill = ActionClient(node, ExecuteSkill, "execute_skill")
        self.move = ActionClient(node, MoveBase, "move_base")
        self.make_plan = node.create_client(MakePlanSrv, "make_plan")
        self.reground = node.create_client(RegroundPlan, "reground_plan")
        self.revise = node.create_client(RevisePlan, "revise_plan")
        self.recover = node.create_client(RecoverPlan, "recover_plan")
        self.check = node.create_client(CheckExpectations, "check_expectations")
        self.picture = node.create_client(GetPicture, "get_picture")
        self.judge = node.create_client(JudgePicture, "judge_picture")
        self.person = Person(node)

    def missing(self) -> list[str]:
        """Return the names of the servers that are not there."""
        actions = {"navigate_to": self.navigate, "execute_skill": self.skill, "move_base": self.move}
        gone = [name for name, client in actions.items() if not client.server_is_ready()]
        services = {
            "make_plan": self.make_plan,
            "reground_plan": self.reground,
            "revise_plan": self.revise,
            "recover_plan": self.recover,
            "check_expectations": self.check,
        }
        return gone + [name for name, client in services.items() if not client.service_is_ready()]


class RosLink:
    """One task's requests, one at a time. A reply comes only when the world of its step has arrived."""

    def __init__(self, node: Node, world: RosWorld, clients: Clients, task: Assignment, patience: float) -> None:
        self._node = node
        self._world = world
        self._clients = clients
        self._task = task
        self._patience = patience
        self._reply: Reply | None = None
        self._serial = 0
        self._call: ActionCall | None = None
        self._busy: Future | None = None
        self._woken: Future | None = None
        self._error: Exception | None = None

    def begin(self, task: Assignment) -> None:
        """Go on with another task."""
        self._task = task

    def send(self, request: Request) -> None:
        """Start a request."""
        self._reply = None
        self._serial += 1
        self._busy = self._node.executor.create_task(self._serve, self._serial, request)

    def reply(self) -> Reply | None:
        """Return the reply and forget it, or None while the request is being done."""
        reply, self._reply = self._reply, None
        return reply

    def cancel(self) -> None:
        """Stop the request that is being done."""
        self._serial += 1
        if self._call is not None:
            self._call.cancel()
        self._clients.person.take_back()

    async def idle(self) -> None:
        """Return when nothing asked for is being done any more."""
        if self._busy is not None and not self._busy.done():
            await self._busy

    async def reply_or_wake(self) -> None:
        """Return when a reply has arrived or :meth:`wake` was called.

        :raises Exception: what went wrong in a request; executors drop what is raised in a task
        """
        busy = self._busy is not None and not self._busy.done()
        if self._reply is None and busy:
            self._woken = Future(executor=self._node.executor)
            await self._woken
            self._woken = None
        if self._error is not None:
            raise self._error

    def wake(self) -> None:
        """Let :meth:`reply_or_wake` return."""
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def _serve(self, serial: int, request: Request) -> None:
        try:
            reply = await self._ask(request)
        except Exception as error:  # noqa: BLE001, raised again where the task's end is awaited
            self._error = error
        else:
            if serial == self._serial:
                self._reply = reply
        self.wake()

    async def _ask(self, request: Request) -> Reply:
        match request:
            case Observe():
                return await self._observe()
            case Navigate():
                return await self._navigate(request)
            case UseSkill():
                return await self._use_skill(request)
            case MoveRobot():
                goal = MoveBase.Goal(motions=[BaseMotion(motion=str(request.motion))])
                return (await self._act(self._clients.move, goal, "move_base"))[0]
            case MakePlan():
                return await self._make_plan(request)
            case Check():
                return await self._check(request)
            case Revise():
                return await self._revise(request)
            case Recover():
                return await self._recover(request)
            case Reground():
                return await self._reground(request)
            case ShowPicture():
                return await self._show(request)
            case Ask():
                answer = await self._clients.person.ask(request.question)
                return Reply(text=answer.text, answered=answer.answered)
            case _:
                assert_never(request)

    async def _observe(self) -> Reply:
        if not await appears(self._node, lambda: not self._clients.missing(), self._patience):
            missing = ", ".join(self._clients.missing())
            return Reply(Outcome(Code.UNAVAILABLE, f"No server for {missing}: are all nodes running?"))
        # no motion at all: the answer names the latest observation, so that none of an older world is taken for it
        return (await self._act(self._clients.move, MoveBase.Goal(), "move_base"))[0]

    async def _seen(self, step: int, outcome: Outcome | None = None) -> Reply:
        """Return the reply once the observation of that step is here: whoever decides, decides on it."""
        if await self._world.until(step, self._patience):
            return Reply(Outcome.success() if outcome is None else outcome)
        text = f"No observation of step {step} arrived within {self._patience:.0f} s: are bridge and perception up?"
        return Reply(Outcome(Code.UNAVAILABLE, text))

    async def _act(self, client: ActionClient, goal: Any, what: str) -> tuple[Reply, Any]:
        self._call = ActionCall(self._node, client, what)
        outcome, result = await self._call.run(goal)
        self._call = None
        if result is None:
            return Reply(outcome), None
        return await self._seen(int(result.step), outcome), result

    async def _navigate(self, request: Navigate) -> Reply:
        goal = NavigateTo.Goal(
            mode=str(request.mode),
            object_id=request.object_id,
            attempt=request.attempt,
            stop_classes=list(request.stop_classes),
            watch_classes=list(request.watch.classes),
            ignore_ids=sorted({*request.ignore_ids, *request.watch.ignored}),
            distance=request.distance,
        )
        if request.pose is not None:
            goal.pose = pose_to_msg(request.pose)
        reply, result = await self._act(self._clients.navigate, goal, "navigate_to")
        return Reply(reply.outcome, found_id=result.found_id if result else "")

    async def _use_skill(self, request: UseSkill) -> Reply:
        target = SkillTarget(
            kind=SkillTarget.NONE, step=self._world.memory.step, class_name=request.target.class_name
        )
        if request.skill not in _BLIND:
            mask, earlier = self._world.mask(request.target), self._world.earlier_masks(request.target)
            if mask is None and earlier and request.skill == Primitive.PUT:  # what is held hides all of it
                mask = np.zeros_like(earlier[0][1])
            if mask is None:
                text = f"{request.target.id} is not in the latest picture."
                return Reply(Outcome(Code.TARGET_NOT_VISIBLE, text))
            target.kind, target.relation = SkillTarget.MASK, request.relation
            if request.spot is not None:
                note_spot(request.spot, target)
            target.mask = image_to_msg(mask, "mono8", Header(frame_id=OPTICAL))
            target.earlier_steps = [step for step, _ in earlier]
            target.earlier_masks = [image_to_msg(m, "mono8", Header(frame_id=OPTICAL)) for _, m in earlier]
        goal = ExecuteSkill.Goal(skill=str(request.skill), target=target)
        return (await self._act(self._clients.skill, goal, "execute_skill"))[0]

    async def _make_plan(self, request: MakePlan) -> Reply:
        ask = MakePlanSrv.Request(
            instruction=self._task.instruction,
            steps=list(self._task.steps),
            dialogue=list(self._task.dialogue),
            reasoner=request.reasoner,
            memory=self._world.memory_msg,
        )
        outcome, answer = await call_service(self._node, self._clients.make_plan, ask, "make_plan")
        if not outcome or answer is None:
            return Reply(outcome)
        try:
            return Reply(outcome, plan=plan_from_msg(answer.plan), text=answer.understood)
        except PlanMessageError as error:
            return Reply(Outcome(Code.PLAN_REJECTED, str(error)))

    async def _reground(self, request: Reground) -> Reply:
        ask = RegroundPlan.Request(
            plan=plan_to_msg(request.plan),
            subgoal_id=request.subgoal_id,
            missing_class=request.missing_class,
            memory=self._world.memory_msg,
        )
        return await self._revision(self._clients.reground, ask, "reground_plan")

    async def _revise(self, request: Revise) -> Reply:
        header = self._world.memory_msg.header
        ask = RevisePlan.Request(
            plan=plan_to_msg(request.plan),
            discrepancies=[discrepancy_to_msg(d, header) for d in request.discrepancies],
            memory=self._world.memory_msg,
        )
        return await self._revision(self._clients.revise, ask, "revise_plan")

    async def _recover(self, request: Recover) -> Reply:
        ask = RecoverPlan.Request(
            method=request.method,
            stage=request.stage,
            plan=plan_to_msg(request.plan),
            target_id=request.target_id,
            failure=outcome_to_msg(request.failure),
            diagnosis=request.diagnosis,
            instruction=self._task.instruction,
            steps=list(self._task.steps),
            dialogue=list(self._task.dialogue),
            variables=list(request.bound),
            bound_ids=list(request.bound.values()),
            done_ids=sorted(request.done),
            refused=list(request.refused),
            memory=self._world.memory_with(request.put_there),
        )
        return await self._revision(self._clients.recover, ask, "recover_plan")

    async def _revision(self, client: Client, ask: Any, what: str) -> Reply:
        outcome, answer = await call_service(self._node, client, ask, what)
        if answer is None:
            return Reply(outcome)
        try:
            return Reply(outcome, revision=revision_from_msg(answer.revision))
        except PlanMessageError as error:
            return Reply(outcome if not outcome else Outcome(Code.PLAN_REJECTED, str(error)))

    async def _check(self, request: Check) -> Reply:
        ask = CheckExpectations.Request(
            step=self._world.memory.step,
            subgoal=subgoal_to_msg(request.subgoal),
            subject_id=request.subject_id,
            excluded_ids=list(request.excluded),
            held_views=list(request.held_views),
            kinds=[str(kind) for kind in request.kinds],
        )
        outcome, answer = await call_service(self._node, self._clients.check, ask, "check_expectations")
        if answer is None:
            return Reply(outcome)
        return Reply(
            outcome,
            certain=tuple(discrepancy_from_msg(d) for d in answer.certain),
            doubtful=tuple(discrepancy_from_msg(d) for d in answer.doubtful),
            needed=tuple(answer.needed),
        )

    async def _show(self, request: ShowPicture) -> Reply:
        """Have perception's picture judged by the planner's model."""
        wanted = GetPicture.Request(step=self._world.memory.step, object_id=request.object_id)
        outcome, shown = await call_service(self._node, self._clients.picture, wanted, "get_picture")
        if not outcome or shown is None:
            return Reply(outcome)
        ask = JudgePicture.Request(
            picture=shown.picture,
            subject=request.subject,
            sentences=list(request.sentences),
            likely=list(request.likely),
        )
        outcome, answer = await call_service(self._node, self._clients.judge, ask, "judge_picture")
        if not outcome or answer is None:
            return Reply(outcome)
        told = answer.chosen >= 0
        return Reply(outcome, likely=tuple(answer.likely) if told else request.likely)
