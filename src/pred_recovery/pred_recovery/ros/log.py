"""Decisions as topics, so that people can follow them and bags can replay them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from geometry_msgs.msg import Point, PoseStamped
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node
from std_msgs.msg import ColorRGBA, Header, String
from visualization_msgs.msg import Marker, MarkerArray

from pred_core.geometry import Pose2D
from pred_core.outcome import Outcome
from pred_core.plan_language import Plan, PlanRevision
from pred_core.ros.conversions import outcome_to_msg, pose_to_msg, stamp_of
from pred_core.ros.plan_conversions import plan_to_msg, revision_to_msg, subgoal_to_msg
from pred_core.ros.qos import EVENTS, LATCHED
from pred_core.tree_record import TreeNode
from pred_msgs.action import ExecuteTask
from pred_msgs.msg import Plan as PlanMsg
from pred_msgs.msg import PlanRevision as PlanRevisionMsg
from pred_msgs.msg import RecoveryEvent, TaskEvent
from pred_recovery.mission.world import KnownWorld
from pred_recovery.ros.discrepancy_markers import discrepancy_markers
from pred_recovery.ros.person_markers import person_markers
from pred_recovery.tree.opening import PERSON_STANDS


class RosLog:
    """Publishes what is decided, stamped with the observation it was decided on."""

    def __init__(self, node: Node, world: KnownWorld) -> None:
        self._world = world
        self._logger = node.get_logger()
        self._index = 0
        self._goal: ServerGoalHandle | None = None
        self._bindings: Mapping[str, str] = {}
        self._events = node.create_publisher(TaskEvent, "task_events", EVENTS)
        self._recoveries = node.create_publisher(RecoveryEvent, "recovery_events", EVENTS)
        self._revisions = node.create_publisher(PlanRevisionMsg, "plan_revisions", EVENTS)
        self._plan = node.create_publisher(PlanMsg, "plan", LATCHED)
        self._markers = node.create_publisher(MarkerArray, "plan/markers", LATCHED)
        self._person = node.create_publisher(PoseStamped, "person", LATCHED)
        self._person_markers = node.create_publisher(MarkerArray, "person/markers", LATCHED)
        self._root: TreeNode | None = None
        self._tree = node.create_publisher(String, "behaviour_tree", LATCHED)
        self._findings = node.create_publisher(MarkerArray, "discrepancies/markers", LATCHED)

    def begin(self, goal: ServerGoalHandle, bindings: Mapping[str, str]) -> None:
        """Start the log of one task; its feedback goes to this goal, its markers follow these bindings."""
        self._index = 0
        self._goal = goal
        self._bindings = bindings
        self._findings.publish(MarkerArray(markers=[Marker(header=self._header(), action=Marker.DELETEALL)]))

    def event(self, kind: str, subgoal_id: str, text: str, data: Mapping[str, Any]) -> None:
        """Publish a decision, and where the person stands when that is decided."""
        if kind == PERSON_STANDS:
            pose = pose_to_msg(Pose2D(data["x"], data["y"], 0.0))
            self._person.publish(PoseStamped(header=self._header(), pose=pose))
            self._person_markers.publish(person_markers(pose.position, self._header(), data.get("name", "")))
        self._events.publish(
            TaskEvent(
                header=self._header(),
                step=self._world.robot.step,
                index=self._index,
                kind=kind,
                subgoal_id=subgoal_id,
                text=text,
                data=json.dumps(data, sort_keys=True),
            )
        )
        self._index += 1
        self._logger.debug(f"{kind} {subgoal_id}: {text}")

    def recovery(
        self, subgoal_id: str, failure: Outcome, strategy: str, attempt: int, outcome: Outcome
    ) -> None:
        """Publish one attempt to recover."""
        self._recoveries.publish(
            RecoveryEvent(
                header=self._header(),
                step=self._world.robot.step,
                subgoal_id=subgoal_id,
                failure=outcome_to_msg(failure),
                strategy=strategy,
                attempt=attempt,
                outcome=outcome_to_msg(outcome),
            )
        )
        data = {"failure": failure.code, "strategy": strategy, "attempt": attempt, "code": outcome.code}
        self.event("recovery", subgoal_id, f"{strategy} after {failure.code}: {outcome}", data)

    def plan(self, plan: Plan) -> None:
        """Publish the plan and its cursor."""
        self._plan.publish(plan_to_msg(plan, self._header()))
        self._markers.publish(self._plan_markers(plan))

    def revision(self, revision: PlanRevision) -> None:
        """Publish a change of the plan."""
        header = self._header()
        self._revisions.publish(revision_to_msg(revision, header))
        self._findings.publish(discrepancy_markers(revision, self._world.memory, header))
        subgoal = revision.before.current
        data = {"trigger": revision.trigger, "accepted": revision.accepted}
        self.event("revision", subgoal.id if subgoal else "", revision.reason, data)

    def tree(self, root: TreeNode) -> None:
        """Publish the behaviour tree, if anything in it is other than before."""
        if root != self._root:
            self._root = root
            text = json.dumps({"step": self._world.robot.step, "tree": root.as_dict()})
            self._tree.publish(String(data=text))

    def progress(self, plan: Plan | None, actions: int, reason: str) -> None:
        """Give feedback to the one who waits for the task."""
        if self._goal is None or not self._goal.is_active:
            return
        feedback = ExecuteTask.Feedback(actions=actions, reason=reason)
        if plan is not None and plan.current is not None:
            feedback.subgoal = subgoal_to_msg(plan.current)
            feedback.index = plan.cursor + 1
            feedback.total = len(plan.subgoals)
        self._goal.publish_feedback(feedback)

    def _header(self) -> Header:
        return Header(stamp=stamp_of(self._world.robot.stamp), frame_id="map")

    def _plan_markers(self, plan: Plan) -> MarkerArray:
        """Return a text over every object that the plan is bound to, and what is to be done next."""
        markers = [Marker(header=self._header(), action=Marker.DELETEALL)]
        for number, subgoal in enumerate(plan.subgoals):
            bound = self._world.memory.get(self._bindings.get(subgoal.object_ref, ""))
            if bound is None or number < plan.cursor:
                continue
            marker = Marker(header=self._header(), ns="plan", id=number, type=Marker.TEXT_VIEW_FACING)
            x, y, z = bound.center
            marker.pose.position = Point(
                x=x, y=y, z=z + bound.size[2] / 2.0 + 0.1 + 0.08 * (number - plan.cursor)
            )
            marker.scale.z = 0.08
            marker.color = ColorRGBA(r=1.0, g=0.8 if number > plan.cursor else 0.2, b=0.1, a=1.0)
            marker.text = f"{number + 1}. {subgoal.action}"
            markers.append(marker)
        return MarkerArray(markers=markers)
