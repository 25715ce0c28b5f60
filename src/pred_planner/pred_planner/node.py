"""The planner node: services make_plan, revise_plan and reground_plan over the chosen reasoner."""

from __future__ import annotations

from dataclasses import dataclass

import rclpy
from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import memory_from_msg, outcome_to_msg
from pred_core.ros.parameters import ParameterError, declare, parameter
from pred_msgs.srv import MakePlan, RegroundPlan, RevisePlan
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from std_msgs.msg import Header

from pred_planner.conversions import PlanMessageError, discrepancy_from_msg, plan_from_msg, plan_to_msg, revision_to_msg
from pred_planner.language import PlanRevision
from pred_planner.reasoner import Reasoner, RulesReasoner
from pred_planner.understanding.reader import Texts

REASONERS: dict[str, type[RulesReasoner]] = {"rules": RulesReasoner}


@dataclass(frozen=True)
class Parameters:
    """Parameters of the planner."""

    reasoner: str = parameter("rules", "Who makes and changes plans.", choices=tuple(REASONERS))


class PlannerNode(Node):
    """Wires the reasoner to the services."""

    def __init__(self) -> None:
        super().__init__("planner")
        parameters = declare(self, Parameters)
        self._reasoner: Reasoner = REASONERS[parameters.reasoner]()
        self.create_service(MakePlan, "make_plan", self._make_plan)
        self.create_service(RevisePlan, "revise_plan", self._revise_plan)
        self.create_service(RegroundPlan, "reground_plan", self._reground_plan)
        self.get_logger().info(f"planner ready, reasoner: {parameters.reasoner}")

    def _make_plan(self, request: MakePlan.Request, response: MakePlan.Response) -> MakePlan.Response:
        texts = Texts(request.instruction, tuple(request.steps), tuple(request.dialogue))
        planned = self._reasoner.make_plan(texts, memory_from_msg(request.memory))
        response.outcome = outcome_to_msg(planned.outcome)
        response.understood = planned.understood
        if planned.plan is not None:
            response.plan = plan_to_msg(planned.plan, self._header(request.memory.header))
        self.get_logger().info(f"{texts.instruction!r}: {planned.outcome} {planned.understood}")
        return response

    def _revise_plan(self, request: RevisePlan.Request, response: RevisePlan.Response) -> RevisePlan.Response:
        try:
            plan = plan_from_msg(request.plan)
            discrepancies = tuple(discrepancy_from_msg(d) for d in request.discrepancies)
        except PlanMessageError as error:
            response.outcome = outcome_to_msg(Outcome(Code.BAD_INPUT, str(error)))
            return response
        revision = self._reasoner.revise_plan(plan, discrepancies, memory_from_msg(request.memory))
        response.outcome, response.revision = self._answer(revision, request.memory.header)
        return response

    def _reground_plan(
        self, request: RegroundPlan.Request, response: RegroundPlan.Response
    ) -> RegroundPlan.Response:
        try:
            plan = plan_from_msg(request.plan)
        except PlanMessageError as error:
            response.outcome = outcome_to_msg(Outcome(Code.BAD_INPUT, str(error)))
            return response
        memory = memory_from_msg(request.memory)
        revision = self._reasoner.reground_plan(plan, request.subgoal_id, request.missing_class, memory)
        response.outcome, response.revision = self._answer(revision, request.memory.header)
        return response

    def _answer(self, revision: PlanRevision, header: Header) -> tuple[object, object]:
        self.get_logger().info(f"{revision.trigger}: {revision.reason} ({revision.outcome.code})")
        return outcome_to_msg(revision.outcome), revision_to_msg(revision, self._header(header))

    @staticmethod
    def _header(seen: Header) -> Header:
        """Return a header with the time of the observation the answer is based on."""
        return Header(stamp=seen.stamp, frame_id="map")


def main(args: list[str] | None = None) -> None:
    """Run the planner until it is shut down."""
    rclpy.init(args=args)
    try:
        rclpy.spin(PlannerNode())
    except ParameterError as error:
        raise SystemExit(f"planner: {error}") from error
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
