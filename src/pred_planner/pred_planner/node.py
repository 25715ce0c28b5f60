"""The planner node: services make_plan, revise_plan and reground_plan over the chosen reasoner."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from rclpy.node import Node
from std_msgs.msg import Header

from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import memory_from_msg, outcome_to_msg
from pred_core.ros.parameters import ParameterError, declare, domain_parameter, parameter, use_domain
from pred_core.ros.qos import EVENTS
from pred_core.ros.running import run_until_told
from pred_core.ros.timing import Timings
from pred_msgs.msg import LlmCall
from pred_msgs.srv import MakePlan, RegroundPlan, RevisePlan
from pred_planner.conversions import (
    PlanMessageError,
    call_to_msg,
    discrepancy_from_msg,
    plan_from_msg,
    plan_to_msg,
    revision_to_msg,
)
from pred_planner.language import PlanRevision
from pred_planner.llm.budget import Limits
from pred_planner.llm.calls import Call, CallLog, RecordError, Spent
from pred_planner.llm.client import LlmClient, Settings
from pred_planner.llm.replay import ReplayClient
from pred_planner.llm_reasoner import LlmReasoner
from pred_planner.reasoner import Reasoner, RulesReasoner
from pred_planner.understanding.reader import Texts

REASONERS = ("rules", "llm", "replay")


@dataclass(frozen=True)
class Parameters:
    """Parameters of the planner. The key of a model's server comes from the environment: OPENAI_API_KEY."""

    domain: str = domain_parameter()
    reasoner: str = parameter("rules", "Who makes and changes plans.", choices=REASONERS)
    llm_base_url: str = parameter("", "OpenAI-compatible endpoint, '' = OpenAI's own.")
    llm_model: str = parameter("gpt-4o-mini", "Name of the model at that endpoint.")
    llm_timeout: float = parameter(20.0, "Seconds to wait for one answer.", low=0.1, high=600.0)
    llm_tries: int = parameter(3, "Attempts for one answer.", low=1, high=10)
    llm_max_calls: int = parameter(60, "Calls one task may make.", low=0, high=10_000)
    llm_max_tokens: int = parameter(200_000, "Tokens one task may use.", low=0, high=100_000_000)
    llm_prompt_price: float = parameter(
        0.0, "Price of a million prompt tokens, for the report.", low=0.0, high=1e6
    )
    llm_answer_price: float = parameter(
        0.0, "Price of a million answer tokens, for the report.", low=0.0, high=1e6
    )
    llm_record: str = parameter("", "File the calls are appended to as JSON lines, '' = none.")
    replay: str = parameter("", "With reasoner replay: the file of recorded calls.")


class PlannerNode(Node):
    """Wires the reasoner to the services."""

    def __init__(self) -> None:
        super().__init__("planner")
        parameters = declare(self, Parameters)
        use_domain(parameters.domain)
        self._calls = self.create_publisher(LlmCall, "llm_calls", EVENTS)
        self._log = CallLog(Path(parameters.llm_record) if parameters.llm_record else None)
        self._reasoner = self._make_reasoner(parameters)
        self._seen = Header(frame_id="map")
        self._timings = Timings(self)
        self.create_service(MakePlan, "make_plan", self._make_plan)
        self.create_service(RevisePlan, "revise_plan", self._revise_plan)
        self.create_service(RegroundPlan, "reground_plan", self._reground_plan)
        self.get_logger().info(f"planner ready, reasoner: {parameters.reasoner}")

    def _make_reasoner(self, given: Parameters) -> Reasoner:
        if given.reasoner == "rules":
            return RulesReasoner()
        if given.reasoner == "replay":
            try:
                return LlmReasoner(ReplayClient(Path(given.replay), self._record), "replay")
            except RecordError as error:
                raise ParameterError(f"parameter replay: {error}") from error
        limits = Limits(
            given.llm_max_calls, given.llm_max_tokens, given.llm_prompt_price, given.llm_answer_price
        )
        settings = Settings(
            model=given.llm_model,
            base_url=given.llm_base_url or None,
            timeout=given.llm_timeout,
            tries=given.llm_tries,
            limits=limits,
        )
        return LlmReasoner(LlmClient(settings, self._record))

    def _record(self, call: Call) -> None:
        self._log.add(call)
        self._calls.publish(call_to_msg(call, self._seen))

    def _make_plan(self, request: MakePlan.Request, response: MakePlan.Response) -> MakePlan.Response:
        texts = Texts(request.instruction, tuple(request.steps), tuple(request.dialogue))
        self._seen = self._header(request.memory.header)
        planned = self._reasoner.make_plan(texts, memory_from_msg(request.memory))
        response.outcome = outcome_to_msg(planned.outcome)
        response.understood = planned.understood
        if planned.plan is not None:
            response.plan = plan_to_msg(planned.plan, self._seen)
        self.get_logger().info(f"{texts.instruction!r}: {planned.outcome} {planned.understood}")
        self._tell_spent()
        return response

    def _revise_plan(self, request: RevisePlan.Request, response: RevisePlan.Response) -> RevisePlan.Response:
        self._seen = self._header(request.memory.header)
        try:
            plan = plan_from_msg(request.plan)
            discrepancies = tuple(discrepancy_from_msg(d) for d in request.discrepancies)
        except PlanMessageError as error:
            response.outcome = outcome_to_msg(Outcome(Code.BAD_INPUT, str(error)))
            return response
        memory = memory_from_msg(request.memory)
        with self._timings.of("revision"):
            revision = self._reasoner.revise_plan(plan, discrepancies, memory)
        response.outcome, response.revision = self._answer(revision)
        return response

    def _reground_plan(
        self, request: RegroundPlan.Request, response: RegroundPlan.Response
    ) -> RegroundPlan.Response:
        self._seen = self._header(request.memory.header)
        try:
            plan = plan_from_msg(request.plan)
        except PlanMessageError as error:
            response.outcome = outcome_to_msg(Outcome(Code.BAD_INPUT, str(error)))
            return response
        memory = memory_from_msg(request.memory)
        revision = self._reasoner.reground_plan(plan, request.subgoal_id, request.missing_class, memory)
        response.outcome, response.revision = self._answer(revision)
        return response

    def _answer(self, revision: PlanRevision) -> tuple[object, object]:
        self.get_logger().info(f"{revision.trigger}: {revision.reason} ({revision.outcome.code})")
        self._tell_spent()
        return outcome_to_msg(revision.outcome), revision_to_msg(revision, self._seen)

    def _tell_spent(self) -> None:
        if self._log.calls:
            self.get_logger().info(f"model, since the node started: {Spent.on(self._log.calls).report()}")

    @staticmethod
    def _header(seen: Header) -> Header:
        """Return a header with the time of the observation the answer is based on."""
        return Header(stamp=seen.stamp, frame_id="map")


def main(args: list[str] | None = None) -> int:
    """Run the node until it is told to end. Returns 0, or 2 when it could not start."""
    return run_until_told("planner", PlannerNode, args=args)


if __name__ == "__main__":
    sys.exit(main())
