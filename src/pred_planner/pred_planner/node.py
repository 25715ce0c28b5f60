"""The planner node: services make_plan, revise_plan and reground_plan over the chosen reasoner."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from rclpy.node import Node
from std_msgs.msg import Header

from pred_core.model_calls import Call, CallLog, RecordError, Spent
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import one_line
from pred_core.plan_language import MODEL, PlanRevision
from pred_core.ros.call_conversions import call_to_msg
from pred_core.ros.conversions import memory_from_msg, outcome_to_msg
from pred_core.ros.parameters import ParameterError, declare, use_domain
from pred_core.ros.plan_conversions import (
    PlanMessageError,
    discrepancy_from_msg,
    plan_from_msg,
    plan_to_msg,
    revision_to_msg,
)
from pred_core.ros.qos import EVENTS
from pred_core.ros.questions import serve_question
from pred_core.ros.running import run_until_told
from pred_core.ros.timing import Timings
from pred_language.discourse.spoken import as_plain_order
from pred_language.reader import Texts
from pred_msgs.msg import LlmCall
from pred_msgs.srv import MakePlan, RecoverPlan, RegroundPlan, RevisePlan
from pred_planner.history_heard import HistoryHeard
from pred_planner.home_keeper import HomeKeeper
from pred_planner.llm.client import LlmClient
from pred_planner.llm.replay import ReplayClient
from pred_planner.memory.remembering import RememberingReasoner
from pred_planner.memory.store import Store
from pred_planner.model.asking import Asker
from pred_planner.model.examples import PromptExamples
from pred_planner.model.reasoner import LlmReasoner
from pred_planner.parameters import Parameters, home_kept, people_given, settings_of, spoiling_of, store_of
from pred_planner.people_known import PeopleKnown
from pred_planner.picture_service import PictureService
from pred_planner.plan.spoiling import SEED_PARAMETER, spoiled
from pred_planner.recovering.messages import situation_from_request
from pred_planner.recovering.recoverer import Recoverer, Style
from pred_planner.rules.reasoner import Reasoner, RulesReasoner, nothing_before
from pred_planner.rules.revision import SOURCE
from pred_planner.task_ends import TaskEnds


class PlannerNode(Node):
    """Wires the reasoner to the services."""

    def __init__(self) -> None:
        super().__init__("planner")
        parameters = declare(self, Parameters)
        use_domain(parameters.domain, parameters.robot)
        self._calls = self.create_publisher(LlmCall, "llm_calls", EVENTS)
        self._log = CallLog(Path(parameters.llm_record) if parameters.llm_record else None)
        self._store = store_of(parameters)
        asker = self._make_asker(parameters)
        cape = (parameters.cape_grade, parameters.cape_score, parameters.cape_search)
        style = Style(parameters.recovery_few_shot, *cape)
        self._recoverer = Recoverer(asker, parameters.reasoner, style, self._warn)
        home = home_kept(parameters)
        self._home = HomeKeeper(self, home) if home is not None else None
        self._history = HistoryHeard(self)
        self._people = PeopleKnown(people_given(parameters), home, self._warn)
        earlier = self._home.earlier if self._home is not None else nothing_before
        literal = parameters.strictness != "warn"
        self._rules = RulesReasoner(parameters.replacement, literal, earlier, self._history.known)
        self._reasoner = self._make_reasoner(parameters, asker)
        self._eyes = PictureService(self, asker, parameters.llm_picture_accuracy)
        self._makers = {SOURCE: self._rules.make_plan}
        if isinstance(self._reasoner, LlmReasoner):
            self._makers[MODEL] = self._reasoner.make_other_plan
        if self._store is not None:
            self._reasoner = self._remember(parameters.person, self._store, self._reasoner)
        self._makers[""] = self._reasoner.make_plan
        self._spoiling = spoiling_of(parameters)
        self._seen = Header(frame_id="map")
        self._timings = Timings(self)
        serve_question(self, MakePlan, "make_plan", self._make_plan)
        serve_question(self, RevisePlan, "revise_plan", self._revise_plan)
        serve_question(self, RegroundPlan, "reground_plan", self._reground_plan)
        serve_question(self, RecoverPlan, "recover_plan", self._recover_plan)
        as_plain_order("")  # compiles the grammar while the robot still starts, and not for the first task
        self.get_logger().info(f"planner ready, reasoner: {parameters.reasoner}")

    def close(self) -> None:
        """Keep what was seen last."""
        if self._home is not None:
            self._home.keep()

    def _make_asker(self, given: Parameters) -> Asker | None:
        """Return what answers questions to a model, None where rules decide alone."""
        if given.reasoner == "rules":
            return None
        if given.reasoner == "replay":
            try:
                return ReplayClient(Path(given.replay), self._record)
            except RecordError as error:
                raise ParameterError(f"parameter replay: {error}") from error
        return LlmClient(settings_of(given), self._record)

    def _make_reasoner(self, given: Parameters, asker: Asker | None) -> Reasoner:
        if asker is None:
            return self._rules
        examples = PromptExamples(given.llm_examples, self._store, given.person, self.get_logger().warning)
        at_once = given.llm_questions == "one"
        return LlmReasoner(
            asker, given.reasoner, given.dialect, examples, self._rules, self._warn, at_once=at_once
        )

    def _warn(self, what: str) -> None:
        """Warn on the screen, whatever a model or its server wrote into it."""
        self.get_logger().warning(one_line(what))

    def _remember(self, person: str, store: Store, reasoner: Reasoner) -> RememberingReasoner:
        remembering = RememberingReasoner(reasoner, store, person, self.get_logger().warning)
        self._ends = TaskEnds(self, remembering)
        return remembering

    def _record(self, call: Call) -> None:
        self._log.add(call)
        self._calls.publish(call_to_msg(call, self._seen))

    def _make_plan(self, request: MakePlan.Request, response: MakePlan.Response) -> MakePlan.Response:
        texts = Texts(request.instruction, tuple(request.steps), tuple(request.dialogue))
        self._seen = self._header(request.memory.header)
        self._history.within(request.memory.episode)
        make = self._makers.get(request.reasoner)
        if make is None:
            there = ", ".join(filter(None, self._makers))
            wrong = f"There is no reasoner {request.reasoner!r} to ask for: leave it out, or say one of {there}."
            response.outcome = outcome_to_msg(Outcome(Code.PLAN_REJECTED, wrong))
            return response
        memory = memory_from_msg(request.memory)
        planned = self._people.planned(texts, memory, self._rules) or make(texts, memory)
        response.outcome = outcome_to_msg(planned.outcome)
        response.understood = planned.understood
        if planned.plan is not None:
            plan = planned.plan
            if self._spoiling is not None and not request.reasoner:
                seed = self.get_parameter(SEED_PARAMETER).value
                plan = spoiled(plan, replace(self._spoiling, seed=seed))
            response.plan = plan_to_msg(plan, self._seen)
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

    def _recover_plan(
        self, request: RecoverPlan.Request, response: RecoverPlan.Response
    ) -> RecoverPlan.Response:
        self._seen = self._header(request.memory.header)
        try:
            situation = situation_from_request(request)
        except PlanMessageError as error:
            response.outcome = outcome_to_msg(Outcome(Code.BAD_INPUT, str(error)))
            return response
        with self._timings.of("recovery"):
            advice = self._recoverer.advise(situation)
        response.outcome, response.revision = self._answer(advice.revision(situation))
        response.proposed, response.rejected = advice.proposed, advice.rejected
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
    return run_until_told("planner", PlannerNode, close=PlannerNode.close, args=args)


if __name__ == "__main__":
    sys.exit(main())
