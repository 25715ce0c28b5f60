"""A symbolic house whose planner and discrepancy detectors are the real ones."""

from __future__ import annotations

from collections.abc import Callable

from fake_house import House, plan_of

from pred_core.objects import ObjectState
from pred_core.plan_language import Plan
from pred_core.vocabulary import ordered_group
from pred_language.reader import Texts
from pred_perception.discrepancy.detector import Situation
from pred_perception.discrepancy.panel import Panel
from pred_planner.recovering.recoverer import Recoverer
from pred_planner.recovering.situation import Situation as Failed
from pred_planner.recovering.situation import Stage
from pred_planner.rules.reasoner import RulesReasoner
from pred_recovery.mission.placing import lying
from pred_recovery.mission.requests import Check, MakePlan, Recover, Reground, Reply, Request, Revise


class PlannedHouse(House):
    """Answers what is asked of planner and perception as they do."""

    scale = 1.0
    """How large the world is, as the detectors take it: 1 for a room, 0.3 for a table."""

    def __init__(self, instruction: str, *objects: ObjectState) -> None:
        super().__init__(plan_of((ordered_group("surfaces")[0], "GotoObject")), *objects)
        self.reasoner = RulesReasoner()
        self.texts = Texts(instruction)
        self.recoverer = Recoverer()
        self.spoil: Callable[[Plan], Plan] = lambda plan: plan

    def _answer(self, request: Request) -> Reply:
        if isinstance(request, MakePlan):
            made = self.reasoner.make_plan(self.texts, self.memory)
            plan = self.spoil(made.plan) if made.plan is not None and not request.reasoner else made.plan
            return Reply(made.outcome, plan=plan, text=made.understood)
        if isinstance(request, Check):
            excluded, views = frozenset(request.excluded), request.held_views
            situation = Situation(request.subgoal, self.memory, request.subject_id, excluded, None, views)
            found = Panel(request.kinds, scale=self.scale).check(situation)
            return Reply(certain=found.certain, doubtful=found.doubtful)
        if isinstance(request, Revise):
            revision = self.reasoner.revise_plan(request.plan, request.discrepancies, self.memory)
            return Reply(revision.outcome, revision=revision)
        if isinstance(request, Recover):
            return self._advice(request)
        if isinstance(request, Reground):
            step, missing = request.subgoal_id, request.missing_class
            revision = self.reasoner.reground_plan(request.plan, step, missing, self.memory)
            return Reply(revision.outcome, revision=revision)
        return super()._answer(request)

    def _advice(self, request: Recover) -> Reply:
        situation = Failed(
            request.method,
            Stage(request.stage),
            request.plan,
            request.failure,
            lying(self.memory, request.put_there),
            self.texts,
            request.target_id,
            request.diagnosis,
            request.bound,
            request.done,
        )
        advice = self.recoverer.advise(situation)
        return Reply(advice.outcome, revision=advice.revision(situation))
