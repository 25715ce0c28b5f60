"""Simulate a plan's tuples: what each step needs and does, without a robot.

The world is that of the plan: one object for each of its variables. What memory knows beyond doubt is so; what nobody
has seen is unknown, which violates nothing (:mod:`pred_core.action_model.logic`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from pred_core.action_model.logic import Fact, State, World
from pred_core.action_model.pddl import Formula
from pred_core.action_model.sentences import explain
from pred_core.action_model.stepping import Step, already_so, applied, judged
from pred_core.action_model.things import PREDICATE_OF, SOMEWHERE, Thing, changeable, fitting, static_facts
from pred_core.objects import ObjectMemory, Truth
from pred_core.plan_language import Primitive, Subgoal
from pred_core.vocabulary import domain, equipment, group, is_cover, object_types, whole_of

ACTION_OF: Mapping[str, str] = {primitive: primitive.name.lower() for primitive in Primitive}
"""The PDDL action of each primitive."""
HELD = "held"
"""The variable of what is in the hand when a plan begins."""


@dataclass(frozen=True)
class Trouble:
    """A step that cannot be done: its index, what it violates, and that in words."""

    index: int
    sentence: str
    violated: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class Simulated:
    """How a plan ends in simulation.

    ``assumed`` lists by step what it takes for granted without having seen it, ``attained`` the qualities that things
    had at any time: what was heated and lies in the fridge now was heated all the same.
    """

    state: State
    trouble: Trouble | None = None
    assumed: tuple[tuple[int, Formula], ...] = ()
    attained: frozenset[Fact] = frozenset()


@dataclass
class PlanWorld:
    """The symbolic world of some tuples, and where everything is before the first.

    ``sources`` are places that things are only taken from.
    """

    world: World
    things: Mapping[str, Thing]
    start: State
    sources: frozenset[str] = frozenset()

    def name_of(self, step: Subgoal) -> str:
        """Return the object that a tuple acts on."""
        return name_of(step.object, step.object_ref)


def name_of(class_name: str, ref: str) -> str:
    """Return the name of the object that a variable means: ``Mug#x1``; one of its class where it has none."""
    return f"{class_name}#{ref or class_name.lower()}"


class _Builder:
    def __init__(self, tuples: Sequence[Subgoal], held: str, memory: ObjectMemory | None) -> None:
        self.tuples, self.held, self.memory = tuples, held, memory
        self.things: dict[str, Thing] = {}
        self.inside: dict[str, str] = {}

    def build(self) -> PlanWorld:
        moved: set[str] = set()
        for step in self.tuples:
            name = self._add(step.object, step.object_ref, step.object_alternatives)
            first = name not in moved and step.action in (Primitive.PICKUP, Primitive.SLICE)
            if first and step.expectation.place in object_types():
                self.inside[name] = self._place(step.expectation.place)
            moved |= {name} if first else set()
        if self.held:
            self._add(self.held, HELD, ())
        pieces = {
            name: whole
            for name, thing in self.things.items()
            if (whole := self._whole(name, thing)) is not None
        }
        things = tuple(self.things.values())
        objects = {t.name: t.classes[0].lower() for t in things} | {SOMEWHERE: "thing"}
        objects |= dict.fromkeys(equipment().qualities, "quality")
        static = static_facts(things, pieces) | fitting(things)
        used = {name_of(step.object, step.object_ref) for step in self.tuples}
        sources = frozenset(self.inside.values()) - used
        return PlanWorld(World(domain().actions, objects, static), self.things, self._state(pieces), sources)

    def _add(self, class_name: str, ref: str, others: Iterable[str]) -> str:
        name = name_of(class_name, ref)
        known = self.things.get(name)
        classes = (class_name, *others) if known is None else (*known.classes, *others)
        self.things[name] = Thing(name, tuple(dict.fromkeys(classes)))
        return name

    def _place(self, class_name: str) -> str:
        """Return the object for a place that is only named: that of an appliance, or one that is no destination."""
        return self._add(class_name, "", ())

    def _whole(self, name: str, thing: Thing) -> str | None:
        """Return the object that a slice is cut from, where the plan cuts it."""
        whole = whole_of(thing.classes[0])
        if not whole:
            return None
        ref = name.partition("#")[2].partition("_slice")[0]
        candidates = [n for n, t in self.things.items() if whole in t.classes and self._is_cut(n)]
        own = [n for n in candidates if n.partition("#")[2] == ref]
        return next(iter(own or candidates), None)

    def _is_cut(self, name: str) -> bool:
        return any(
            s.action == Primitive.SLICE and name_of(s.object, s.object_ref) == name for s in self.tuples
        )

    # -- the first state ----------------------------------------------------------------------------------------------
    def _state(self, pieces: Mapping[str, str]) -> State:
        true: set[Fact] = set()
        unknown: set[Fact] = set()
        held = name_of(self.held, HELD) if self.held else ""
        true.add(("holding", held) if held else ("hand-empty",))
        for thing in self.things.values():
            if thing.name not in pieces:
                true.add(("there", thing.name))
            if thing.can("pickupable") and thing.name != held and thing.name not in pieces:
                true.update(self._position(thing.name))
            for fact, value in changeable(thing, partial(self._seen, thing)):
                if value is Truth.UNKNOWN:
                    unknown.add(fact)
                elif value is Truth.TRUE:
                    true.add(fact)
        known = domain().actions.predicates
        return State.of((f for f in true if f[0] in known), (f for f in unknown if f[0] in known))

    def _position(self, name: str) -> Iterable[Fact]:
        place = self.inside.get(name, "")
        if place and is_cover(self.things[place].classes[0]):
            yield ("under", name, place)
            place = ""
        yield ("in", name, place or SOMEWHERE)

    def _seen(self, thing: Thing, attribute: str) -> Truth:
        """Return what memory knows for sure of the only object that the thing can be."""
        if attribute not in PREDICATE_OF or self.memory is None:
            return Truth.UNKNOWN
        if not thing.among(group("structure") | set(equipment().appliances)):
            return Truth.UNKNOWN
        known = self.memory.of_class(thing.classes[0])
        return known[0].surely(attribute) if len(known) == 1 else Truth.UNKNOWN


def plan_world(
    tuples: Sequence[Subgoal],
    held: str = "",
    memory: ObjectMemory | None = None,
    others: Sequence[Thing] = (),
) -> PlanWorld:
    """Return the symbolic world of some tuples.

    :param held: class in the hand before the first tuple, '' when it is empty
    :param others: things that no tuple names, such as the wrong one in the hand; no condition is met by them
    :param memory: what was seen: only what is beyond doubt about the one appliance of its kind is taken from it
    """
    builder = _Builder(tuples, held, memory)
    builder.things.update({thing.name: thing for thing in others})
    return builder.build()


@dataclass
class Simulation:
    """Goes through the tuples of a plan in its symbolic world."""

    plan_world: PlanWorld
    assumptions: list[tuple[int, Formula]] = field(default_factory=list)

    def run(self, tuples: Iterable[Subgoal], state: State | None = None) -> Simulated:
        """Do the tuples in order up to the first that cannot be done. What is so already needs no doing."""
        now = state or self.plan_world.start
        had = set(now.true.of("is"))
        for index, subgoal in enumerate(tuples):
            step, complaint = self._ground(subgoal, now)
            if step is None:
                return self._ended(now, had, Trouble(index, complaint))
            found = tuple(judged(self.plan_world.world, step, now))
            wrong = tuple(part for part, truth in found if truth is Truth.FALSE)
            if wrong and not already_so(self.plan_world.world, step, now):
                sentence = explain(self.plan_world.world, step, now)
                return self._ended(now, had, Trouble(index, sentence, wrong))
            if wrong:
                continue
            self.assumptions += [(index, part) for part, truth in found if truth is Truth.UNKNOWN]
            now = applied(self.plan_world.world, step, now)
            had.update(now.true.of("is"))
        return self._ended(now, had, None)

    def _ended(self, state: State, had: set[Fact], trouble: Trouble | None) -> Simulated:
        return Simulated(state, trouble, tuple(self.assumptions), frozenset(had))

    def grounded(self, subgoal: Subgoal, state: State) -> Step | None:
        """Return the ground action of a tuple in a state; None where there is none."""
        return self._ground(subgoal, state)[0]

    def _ground(self, subgoal: Subgoal, state: State) -> tuple[Step | None, str]:
        """Return the ground action of a tuple, or None with why there is none."""
        actions = domain().actions.actions
        name = ACTION_OF.get(subgoal.action, "")
        if not name:
            return None, f"There is no primitive {subgoal.action!r}."
        if name not in actions:
            if domain().robot:
                return None, f"The robot {domain().robot!r} has no skill for {subgoal.action}."
            return None, f"Nothing can be done by {subgoal.action} in the domain {domain().actions.name!r}."
        if not actions[name].parameters:
            return Step(name, ()), ""
        thing = self.plan_world.name_of(subgoal)
        held = next((fact[1] for fact in state.true.of("holding")), "")
        if name in ("put", "pour", "hand_over"):
            return (Step(name, (held, thing)), "") if held else (None, "The hand is empty.")
        where = next((fact[2] for fact in state.true.matching("in", 1, thing)), SOMEWHERE)
        if name == "pickup":
            return Step(name, (thing, where)), ""
        if name == "slice":
            return (
                (Step(name, (thing, held, where)), "")
                if held
                else (None, "The hand holds nothing to cut with.")
            )
        return Step(name, (thing,)), ""
