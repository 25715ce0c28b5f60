"""A failure as whoever proposes a way out of it sees it, and what they propose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from pred_core.action_model.goals import Condition
from pred_core.action_model.here import Here, attained_by, here
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Plan, PlanRevision, Subgoal
from pred_language.reader import Texts
from pred_planner.plan.expansion import expand
from pred_planner.recovering.goal import conditions_wanted, lacking, template


class Stage(StrEnum):
    """CMFR's four stages (4.5); the values are those of pred_msgs/RecoverPlan and the executive's strategies."""

    IMPORTANCE = "importance"
    PRECONDITIONS = "preconditions"
    WORKAROUND = "workaround"
    LAST_LOOK = "last_look"


@dataclass(frozen=True)
class Situation:
    """A failed step, or a plan that is done: field by field as in pred_msgs/RecoverPlan."""

    method: str
    stage: Stage
    plan: Plan
    failure: Outcome
    memory: ObjectMemory
    texts: Texts
    target_id: str = ""
    diagnosis: str = ""
    bound: Mapping[str, str] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    refused: tuple[str, ...] = ()

    @property
    def step(self) -> Subgoal | None:
        """The step that failed, None after the plan."""
        return self.plan.current

    @property
    def rest(self) -> tuple[Subgoal, ...]:
        """The steps that are left, the failed one first."""
        return self.plan.subgoals[self.plan.cursor :]

    @cached_property
    def wanted(self) -> tuple[Subgoal, ...]:
        """The triplets that the words ask for, whatever the plan says."""
        return template(self.texts, self.memory, self.plan)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """What the task wants in the end, as it was understood."""
        return conditions_wanted(self.wanted, self.plan)

    @cached_property
    def here(self) -> Here:
        """The world as the robot believes it to be, with what the plan is about."""
        return self.here_with(())

    def here_with(self, more: Sequence[Subgoal]) -> Here:
        """Return the same world with what further steps are about, too: anything remembered."""
        done = [s for s in self.plan.subgoals if s.id in self.done]
        tuples = [self._on_target(s) for s in (*self.rest, *expand(self.wanted))]
        return here([*tuples, *more], self.memory, self.bound, attained_by(done))

    @cached_property
    def known_to_lack(self) -> tuple[Condition, ...]:
        """The conditions that the robot sees unmet: a thing that it has handled and lost sight of may well be there."""
        return tuple(c for c in lacking(self.conditions, self.here) if not self._out_of_sight(c))

    def with_companions(self, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        """Add what is to be in the same place: of two pots on two shelves either may be the one to be moved."""
        places = {c.place_ref for c in conditions if c.place_ref}
        lacking_refs = {c.ref for c in conditions}
        others = [c for c in self.conditions if c.place_ref in places and c.ref not in lacking_refs]
        return (*conditions, *(c for c in others if c.ref in self.bound and not self._out_of_sight(c)))

    def _out_of_sight(self, condition: Condition) -> bool:
        """Tell whether nobody knows where the thing is that was used for a condition."""
        used = self.bound.get(condition.ref, "")
        state = self.memory.get(used)
        return bool(used) and (state is None or not (state.parent_id or used == self.memory.held_id))

    def _on_target(self, step: Subgoal) -> Subgoal:
        """Return a step with the instance on which it failed."""
        failed = self.step is not None and step.id == self.step.id and self.target_id
        return replace(step, object_id=self.target_id) if failed else step


@dataclass(frozen=True)
class Proposal:
    """The steps from the cursor on, and why; ``made_by`` is llm, replay or rules."""

    rest: tuple[Subgoal, ...]
    reason: str
    made_by: str


@dataclass(frozen=True)
class Advice:
    """What came of asking: the proposal or why there is none, how many were made, and how many were rejected."""

    outcome: Outcome
    proposal: Proposal | None = None
    proposed: int = 0
    rejected: int = 0

    def revision(self, situation: Situation) -> PlanRevision:
        """Return the advice as a revision of the plan."""
        plan, made = situation.plan, self.proposal
        if made is None:
            return PlanRevision(
                situation.stage, "rules", self.outcome.message, plan, plan, outcome=self.outcome
            )
        done = plan.subgoals[: plan.cursor]
        after = replace(plan, subgoals=(*done, *made.rest), revision=plan.revision + 1)
        return PlanRevision(situation.stage, made.made_by, made.reason, plan, after, outcome=self.outcome)


def nothing(reason: str, proposed: int = 0, rejected: int = 0) -> Advice:
    """Return that there is nothing to propose."""
    return Advice(Outcome(Code.NOT_FOUND, reason), None, proposed, rejected)
