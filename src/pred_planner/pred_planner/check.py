"""The checker every plan passes, whoever made it: known words, affordances, one hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import ObjectType, object_types, single_slot
from pred_planner.language import KNIVES, High, Plan, Primitive, Subgoal

LONGEST_PLAN = 300


class _Reject(Exception):
    """Why a step cannot be done."""


class _Simulation:
    """What a plan's own steps do to the hand and to doors and switches."""

    def __init__(self, held: str) -> None:
        self.held = held
        self.opened: set[str] = set()
        self.running: set[str] = set()

    def do(self, step: Subgoal) -> None:
        if step.action not in set(Primitive):
            raise _Reject(f"there is no primitive {step.action!r}")
        _STEPS[Primitive(step.action)](self, step, _type_of(step))

    def pickup(self, step: Subgoal, kind: ObjectType) -> None:
        if self.held:
            raise _Reject(f"the hand already holds {self.held}")
        _need(kind, "pickupable", "cannot be picked up")
        self.held = step.object

    def put(self, step: Subgoal, kind: ObjectType) -> None:
        if not self.held:
            raise _Reject("the hand is empty")
        _need(kind, "receptacle", "holds nothing")
        # AI2-THOR's table of what goes where is narrower than what people ask for (a CD in a bowl, a tomato in the
        # microwave), and robots may pass over it; only a slot made for one kind of thing takes nothing else
        places = (step.object, *step.receptacle_alternatives, *step.object_alternatives)
        if all(single_slot(name) and self.held not in single_slot(name) for name in places):
            raise _Reject(f"{self.held} cannot be put there")
        self.held = ""

    def open(self, step: Subgoal, kind: ObjectType) -> None:
        _need(kind, "openable", "cannot be opened")
        if step.object in self.running:
            raise _Reject("it must be switched off before it is opened")
        self.opened.add(step.object)

    def close(self, step: Subgoal, kind: ObjectType) -> None:
        _need(kind, "openable", "cannot be closed")
        self.opened.discard(step.object)

    def switch_on(self, step: Subgoal, kind: ObjectType) -> None:
        _need(kind, "toggleable", "cannot be switched on")
        if step.object == "Microwave" and step.object in self.opened:
            raise _Reject("it must be closed before it is switched on")
        self.running.add(step.object)

    def switch_off(self, step: Subgoal, kind: ObjectType) -> None:
        _need(kind, "toggleable", "cannot be switched off")
        self.running.discard(step.object)

    def slice(self, _step: Subgoal, kind: ObjectType) -> None:
        _need(kind, "sliceable", "cannot be sliced")
        if self.held not in KNIVES:
            raise _Reject("slicing needs a knife in the hand")

    def pour(self, _step: Subgoal, _kind: ObjectType) -> None:
        if not self.held:
            raise _Reject("the hand is empty")
        _need(object_types()[self.held], "canFillWithLiquid", "holds no liquid")

    def goto(self, _step: Subgoal, _kind: ObjectType) -> None:
        """Going somewhere is always possible."""


_STEPS: Mapping[Primitive, Callable[[_Simulation, Subgoal, ObjectType], None]] = {
    Primitive.PICKUP: _Simulation.pickup,
    Primitive.PUT: _Simulation.put,
    Primitive.OPEN: _Simulation.open,
    Primitive.CLOSE: _Simulation.close,
    Primitive.TOGGLE_ON: _Simulation.switch_on,
    Primitive.TOGGLE_OFF: _Simulation.switch_off,
    Primitive.SLICE: _Simulation.slice,
    Primitive.POUR: _Simulation.pour,
    Primitive.GOTO: _Simulation.goto,
}


def _type_of(step: Subgoal) -> ObjectType:
    kind = object_types().get(step.object)
    if kind is None:
        raise _Reject(f"there is no object type {step.object!r}")
    return kind


def _need(kind: ObjectType, flag: str, complaint: str) -> None:
    if not kind.can(flag):
        raise _Reject(f"{kind.name} {complaint}")


def check_tuples(tuples: Iterable[Subgoal], held: str = "") -> Outcome:
    """Return SUCCESS, or PLAN_REJECTED with the step that cannot be done and why.

    :param held: class in the hand before the first tuple, '' when it is empty
    """
    simulation = _Simulation(held)
    for number, step in enumerate(tuples, 1):
        try:
            simulation.do(step)
        except _Reject as reason:
            return Outcome(Code.PLAN_REJECTED, f"step {number} ({step.object}, {step.action}): {reason}.")
    return Outcome.success()


def check(plan: Plan) -> Outcome:
    """Return SUCCESS for a plan that can be done, else PLAN_REJECTED with the reason.

    A plan whose first triplet is Put starts with that object in the hand.
    """
    if not plan.subgoals and not any(t.action == High.PASS for t in plan.triplets):
        return Outcome(Code.PLAN_REJECTED, "The plan has no steps.")
    if len(plan.subgoals) > LONGEST_PLAN:
        return Outcome(
            Code.PLAN_REJECTED, f"The plan has {len(plan.subgoals)} steps, more than {LONGEST_PLAN}."
        )
    for triplet in plan.triplets:
        if triplet.action not in set(High):
            return Outcome(Code.PLAN_REJECTED, f"There is no action {triplet.action!r}.")
    if not 0 <= plan.cursor <= len(plan.subgoals):
        return Outcome(Code.PLAN_REJECTED, f"The cursor {plan.cursor} is outside the plan.")
    first = plan.triplets[0] if plan.triplets else None
    return check_tuples(plan.subgoals, first.object if first and first.action == High.PUT else "")
