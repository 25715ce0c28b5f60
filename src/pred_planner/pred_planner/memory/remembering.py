"""A reasoner with a memory of language and programs around another one (HELPER, sections 3.1 and 3.1.1).

Known routines are recalled and changed before the other reasoner is asked; what was done is kept when it was measured
as done and, unless the person named it, confirmed. A memory that cannot be used costs nothing but itself.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from pred_core.objects import ObjectMemory
from pred_core.plan_language import ANSWERS, Discrepancy, Plan, PlanRevision
from pred_core.vocabulary import domain
from pred_language.reader import Texts, said_to_robot
from pred_planner.memory.program import write
from pred_planner.memory.recall import Naming, named_plan, naming, recalled
from pred_planner.memory.store import Pair, PairKind, Store, StoreError
from pred_planner.rules.reasoner import Planned, Reasoner

PENDING = 16
"""Of how many plans is known what was said, while nobody has told how they ended."""


@dataclass(frozen=True)
class _Made:
    words: str
    name: str
    plan: Plan
    measured: bool = False


class RememberingReasoner:
    """Recalls what it knows and has the other reasoner do the rest."""

    def __init__(
        self, reasoner: Reasoner, store: Store, person: str = "", warn: Callable[[str], None] = lambda _: None
    ) -> None:
        """Put a memory before a reasoner.

        :param person: whose routines count besides everybody's, and who gets the new ones
        :param warn: told when the memory cannot be used
        """
        self._reasoner = reasoner
        self._store = store
        self._person = person
        self._warn = warn
        self._made: OrderedDict[str, _Made] = OrderedDict()

    def make_plan(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return the plan of a routine that is named or recalled, else the other reasoner's."""
        given = naming(texts)
        if isinstance(given, Planned):
            return given
        planned = self._routine(texts, given, memory)
        if planned is None:
            planned = self._reasoner.make_plan(texts, memory)
        if planned.plan is not None and ANSWERS not in planned.plan.context:
            self._note(planned.plan, texts, given.name if given is not None else "")
        return planned

    def revise_plan(
        self, plan: Plan, discrepancies: tuple[Discrepancy, ...], memory: ObjectMemory
    ) -> PlanRevision:
        """Pass on."""
        return self._reasoner.revise_plan(plan, discrepancies, memory)

    def reground_plan(self, plan: Plan, subgoal_id: str, missing: str, memory: ObjectMemory) -> PlanRevision:
        """Pass on."""
        return self._reasoner.reground_plan(plan, subgoal_id, missing, memory)

    def measured(self, plan_id: str) -> Pair | None:
        """Note that a plan was done, as measured; return what is kept of it: a routine that the person named."""
        made = self._made.pop(plan_id, None)
        if made is None:
            return None
        if made.name:
            return self._keep(made, PairKind.ROUTINE)
        self._made[plan_id] = replace(made, measured=True)
        return None

    def confirmed(self, plan_id: str) -> Pair | None:
        """Note that the person has nothing against what was done; return what is kept of it."""
        made = self._made.pop(plan_id, None)
        return self._keep(made, PairKind.PLAN) if made is not None and made.measured else None

    def _routine(self, texts: Texts, given: Naming | None, memory: ObjectMemory) -> Planned | None:
        if given is not None:
            return named_plan(texts, given, memory) if given.order else None
        try:
            return recalled(texts, self._store.routines(self._person, domain().name), memory)
        except StoreError as error:
            self._warn(str(error))
            return None

    def _note(self, plan: Plan, texts: Texts, name: str) -> None:
        words = ". ".join(said_to_robot(texts))
        self._made[plan.plan_id] = _Made(words, name, plan)
        while len(self._made) > PENDING:
            self._made.popitem(last=False)

    def _keep(self, made: _Made, kind: PairKind) -> Pair | None:
        pair = Pair(
            made.words,
            write(made.plan.triplets),
            kind,
            made.name,
            self._person,
            domain().name,
            made.plan.source,
        )
        try:
            self._store.add(pair)
        except StoreError as error:
            self._warn(str(error))
            return None
        return pair
