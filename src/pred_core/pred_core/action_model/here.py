"""The symbolic world of a plan's variables as it is now: what is left of a plan is judged, repaired and replaced in it.

Variables that are bound to remembered objects are as these are known to be; others are somewhere, and unknown. What was
done counts as well: what was heated is hot although no camera sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pred_core.action_model.logic import Fact, State
from pred_core.action_model.memory_world import MemoryWorld
from pred_core.action_model.pddl import Formula
from pred_core.action_model.search import LIMIT, steps_to
from pred_core.action_model.simulation import ACTION_OF, PlanWorld, Simulated, Simulation, name_of, plan_world
from pred_core.action_model.stepping import Step, applied
from pred_core.action_model.things import SOMEWHERE, Thing, changeable
from pred_core.itself import ROBOT
from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.plan_language import Level, Primitive, Subgoal
from pred_core.vocabulary import ordered_group, single_slot, sliced_of

_PRIMITIVES: Mapping[str, Primitive] = {action: Primitive(name) for name, action in ACTION_OF.items()}
_OF_ONE = ("there", "opened", "running", "is", "in", "under", "holding")
"""Predicates whose first argument they say something of."""


@dataclass(frozen=True)
class Word:
    """How a step of a plan names a thing: its class, variable and instance, and what else it may be."""

    class_name: str
    ref: str = ""
    object_id: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Here:
    """The world as it is now (``plan_world.start``), and how its things are named in steps."""

    plan_world: PlanWorld
    words: Mapping[str, Word]

    @property
    def state(self) -> State:
        """What is so now."""
        return self.plan_world.start

    def run(self, tuples: Iterable[Subgoal]) -> Simulated:
        """Simulate steps from here; what is not known violates nothing."""
        return Simulation(self.plan_world).run(tuples)

    def way_to(self, goal: Formula, limit: float = LIMIT) -> tuple[Step, ...] | None:
        """Return the shortest steps to a goal over this world's things, None when none is found in time (s)."""
        return steps_to(MemoryWorld(self.plan_world.world, self.state), goal, limit)

    def tuples_of(self, steps: Iterable[Step], name: str, parent: str = "") -> tuple[Subgoal, ...]:
        """Return steps as tuples of a plan with ids that begin with a name."""
        return tuple(self._tuple(step, f"{name}.{number}", parent) for number, step in enumerate(steps, 1))

    def _tuple(self, step: Step, name: str, parent: str) -> Subgoal:
        acted_on = (step.objects or (ROBOT,))[1 if step.action in ("put", "pour", "hand_over") else 0]
        word = self.words.get(acted_on, Word(acted_on.partition("#")[0], acted_on.partition("#")[2]))
        return Subgoal(
            id=name,
            level=Level.TUPLE,
            action=_PRIMITIVES[step.action],
            object=word.class_name,
            object_ref=word.ref,
            object_id=word.object_id if not word.ref else "",
            object_alternatives=word.others,
            parent=parent,
        )


@dataclass
class _Survey:
    """Collects which things there are and which instance each is."""

    memory: ObjectMemory
    bound: Mapping[str, str]
    words: dict[str, Word] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def add_steps(self, tuples: Iterable[Subgoal]) -> None:
        for step in tuples:
            name = name_of(step.object, step.object_ref)
            word = Word(step.object, step.object_ref, step.object_id, step.object_alternatives)
            self.words.setdefault(name, word)
            known = self._instance(step)
            if known is not None:
                self.ids.setdefault(name, known.id)

    def _instance(self, step: Subgoal) -> ObjectState | None:
        named = self.memory.get(step.object_id or self.bound.get(step.object_ref, ""))
        if named is not None:
            return named
        known = self.memory.of_class((step.object, *step.object_alternatives))
        alone = len(known) == 1 and not Thing("", (known[0].class_name,)).can("pickupable")
        return known[0] if alone else None

    def add_object(self, state: ObjectState | None) -> None:
        if state is None or state.id in self.ids.values():
            return
        name = name_of(state.class_name, state.id)
        self.words[name] = Word(state.class_name, "", state.id)
        self.ids[name] = state.id

    def add_surroundings(self) -> None:
        """Add what is held, what known things lie in, and what occupies a place that takes one thing."""
        self.add_object(self.memory.held)
        for object_id in list(self.ids.values()):
            state = self.memory.get(object_id)
            for _ in range(3):
                state = self.memory.get(state.parent_id) if state is not None else None
                self.add_object(state)
        for object_id in list(self.ids.values()):
            place = self.memory.get(object_id)
            if place is not None and single_slot(place.class_name):
                for other in self.memory.inside(place.id):
                    self.add_object(other)

    def add_surface(self) -> None:
        """Add somewhere to put things down; without a variable, for any will do."""
        seen = {o.class_name for o in self.memory.objects}
        names = sorted(ordered_group("surfaces"), key=lambda name: name not in seen)
        if names:
            self.words.setdefault(name_of(names[0], ""), Word(names[0], "", "", tuple(names[1:])))


def here(
    tuples: Sequence[Subgoal],
    memory: ObjectMemory,
    bound: Mapping[str, str],
    attained: Iterable[Fact] = (),
) -> Here:
    """Return the world of some tuples' variables as it is now.

    :param bound: which instance each variable means
    :param attained: qualities that things got by what was done (:func:`attained_by`)
    """
    survey = _Survey(memory, bound)
    survey.add_steps(tuples)
    survey.add_surroundings()
    survey.add_surface()
    things = [Thing(name, (w.class_name, *w.others)) for name, w in survey.words.items()]
    built = plan_world(tuples, others=things)
    state = _now(built, survey, [fact for fact in attained if fact[1] in built.things])
    return Here(replace(built, start=state), survey.words)


def attained_by(done: Sequence[Subgoal]) -> frozenset[Fact]:
    """Return the qualities that things have after steps that were done, whatever each needed; nothing held at first."""
    built = plan_world(done)
    simulation, state = Simulation(built), built.start.pessimistic()
    had: set[Fact] = set(state.true.of("is"))
    for subgoal in done:
        step = simulation.grounded(subgoal, state)
        if step is not None:
            state = applied(built.world, step, state)
            had.update(state.true.of("is"))
    return frozenset(had)


def _now(built: PlanWorld, survey: _Survey, attained: Sequence[Fact]) -> State:
    true, unknown = set(built.start.true.all), set(built.start.unknown.all)
    names = {object_id: name for name, object_id in reversed(survey.ids.items())}
    for name, object_id in survey.ids.items():
        state, thing = survey.memory.get(object_id), built.things.get(name)
        if state is None or thing is None:
            continue
        true = {f for f in true if len(f) < 2 or f[1] != name or f[0] not in _OF_ONE}
        unknown = {f for f in unknown if len(f) < 2 or f[1] != name}
        for fact, value in _facts(state, thing, names, survey.memory):
            (true if value is Truth.TRUE else unknown if value is Truth.UNKNOWN else set()).add(fact)
    true -= {f for f in true if f[0] in ("holding", "hand-empty")}
    holder = names.get(survey.memory.held_id, "")
    true.add(("holding", holder) if holder else ("hand-empty",))
    true.update(attained)
    unknown -= set(attained)
    true, unknown = _with_slices(built, survey.memory, true, unknown)
    known = built.world.domain.predicates
    return State.of(
        (f for f in true if f[0] in known), (f for f in unknown if f[0] in known and f not in true)
    )


def _facts(
    state: ObjectState, thing: Thing, names: Mapping[str, str], memory: ObjectMemory
) -> Iterator[tuple[Fact, Truth]]:
    as_seen = Thing(thing.name, (state.class_name,))
    yield ("there", thing.name), Truth.TRUE
    if as_seen.can("pickupable") and state.id != memory.held_id:
        yield ("in", thing.name, names.get(state.parent_id, SOMEWHERE)), Truth.TRUE
    yield from changeable(as_seen, partial(_seen, state))


def _seen(state: ObjectState, attribute: str) -> Truth:
    return state.truth(attribute)


def _with_slices(
    built: PlanWorld, memory: ObjectMemory, true: set[Fact], unknown: set[Fact]
) -> tuple[set[Fact], set[Fact]]:
    """Have slices there that were cut already, and not the whole that they were cut from."""
    for name, thing in built.things.items():
        piece = sliced_of(thing.classes[0])
        cut = bool(piece and memory.of_class(piece)) and not memory.of_class(thing.classes)
        for other in built.things.values() if cut else ():
            if piece in other.classes and ("there", other.name) not in true:
                true |= {("there", other.name), ("in", other.name, SOMEWHERE), ("is", other.name, "sliced")}
        if cut:
            true = {f for f in true if f[1:2] != (name,)} | {("is", name, "sliced")}
    return true, unknown
