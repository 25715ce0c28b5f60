"""What a plan is there for: the conditions it is meant to reach, whether a state meets them, and which it lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pred_core.action_model.effects import all_changes, results
from pred_core.action_model.logic import State
from pred_core.action_model.sentences import named
from pred_core.action_model.simulation import PlanWorld, Simulated
from pred_core.action_model.things import Thing, facts_of
from pred_core.objects import Truth
from pred_core.people import PERSON
from pred_core.plan_language import High, Subgoal
from pred_core.vocabulary import equipment, group, is_cleaned_in_place, look_alike

_PASSING = frozenset(
    {High.PASS, High.GOTO, High.TOUCH, High.GAZE, High.SIT_DOWN, High.STAND_UP, High.LOCALIZE}
)
"""Actions that leave nothing behind which could be looked at afterwards."""


@dataclass(frozen=True)
class Condition:
    """What is wanted of one thing in the end.

    ``classes``: what it may be, the likeliest first. ``states``: attribute -> value. ``places``: the classes it may be
    in or on, or the person who is to have it; empty where that does not matter. Things with the same ``place_ref`` go
    to the same place, things with different ones to different places. ``held``: whether it is to stay in the hand.
    """

    ref: str
    classes: tuple[str, ...]
    states: Mapping[str, bool] = field(default_factory=dict)
    places: tuple[str, ...] = ()
    place_ref: str = ""
    held: bool = False

    def __bool__(self) -> bool:
        return bool(self.states or self.places or self.held)

    def sentence(self) -> str:
        """Return the condition in words: "the Mug is clean and in or on the CoffeeMachine"."""
        parts = [name if value else f"not {name}" for name, value in sorted(self.states.items())]
        where = "with" if PERSON in self.places else "in or on"
        parts += [f"{where} {named(self.places[0])}"] if self.places else []
        parts += ["in the hand"] if self.held else []
        return f"{named(self.classes[0])} is {' and '.join(parts)}"


def conditions_of(triplets: Iterable[Subgoal]) -> tuple[Condition, ...]:
    """Return what some triplets are there for: where each thing ends, and what is made of it."""
    found: dict[str, Condition] = {}
    for triplet in triplets:
        for condition in _changed(found, triplet):
            found[condition.ref] = condition
    return tuple(condition for condition in found.values() if condition)


def _changed(found: Mapping[str, Condition], t: Subgoal) -> Iterator[Condition]:
    ref = t.object_ref or t.object.lower()
    now = found.get(ref, Condition(ref, (t.object, *t.object_alternatives)))
    changed = all_changes().get(t.action)
    to = (t.receptacle, *t.receptacle_alternatives)
    if t.action in _PASSING:
        return
    if t.action == High.LOOK_AT:
        lamp = t.receptacle_ref or t.receptacle.lower()
        yield replace(now, held=True, places=())
        yield Condition(lamp, to, {"on": True})
    elif t.action == High.POUR:
        away = t.receptacle in ("", *equipment().drains())
        states = _without_liquid(now.states)
        yield replace(now, states={**states, "filled": False} if away else states, held=False)
        if not away:
            yield Condition(t.receptacle_ref or t.receptacle.lower(), to, {"filled": True})
    elif t.action == High.PICKUP:
        yield replace(now, held=True, places=())
    elif t.action in (High.MOVE, High.PUT, High.HAND_OVER):
        anywhere = not t.receptacle_ref and set(to) >= group("surfaces")  # it is only put down on the way
        yield replace(now, places=() if anywhere else to, place_ref=t.receptacle_ref, held=False)
    elif changed is not None:
        yield _treated(now, t, changed)


def _treated(now: Condition, t: Subgoal, changed: tuple[str, bool]) -> Condition:
    given = _given_at(t.receptacle, changed[0])
    before = _without_liquid(now.states) if _is_of_liquid(given) else now.states
    states = {**before, given: changed[1]}
    tool_back = t.action == High.SLICE or (t.action == High.CLEAN and is_cleaned_in_place(t.object))
    stays = bool(t.receptacle) and t.action in results() and not tool_back
    if not stays:
        return replace(now, states=states)
    return replace(
        now, states=states, places=(t.receptacle, *t.receptacle_alternatives), place_ref=t.receptacle_ref
    )


def _given_at(place: str, attribute: str) -> str:
    """Return the quality behind an attribute that a place gives: what fills a mug at a coffee machine is coffee."""
    known, appliance = equipment(), equipment().appliances.get(place)
    given = appliance.all_given if appliance is not None else ()
    return next((name for name in given if known.qualities[name].attribute == attribute), attribute)


def _without_liquid(states: Mapping[str, bool]) -> dict[str, bool]:
    """Return states without those that say what is in a vessel."""
    return {name: value for name, value in states.items() if not _is_of_liquid(name)}


def _is_of_liquid(state: str) -> bool:
    """Tell whether a state is that of a vessel with something in it."""
    return any(q.liquid and state in (q.name, q.attribute) for q in equipment().qualities.values())


def unmet(conditions: Sequence[Condition], world: PlanWorld, end: Simulated) -> tuple[Condition, ...]:
    """Return the conditions that a plan's end does not meet, whichever thing of its class each is about."""
    lasting = (fact for fact in end.attained if not _is_liquid(fact[2]))
    state = end.state.changed(lasting, ())
    if _assign(conditions, world, state, {}, {}) is not None:
        return ()
    met: list[Condition] = []
    for condition in conditions:
        if _assign([*met, condition], world, state, {}, {}) is not None:
            met.append(condition)
    return tuple(condition for condition in conditions if condition not in met)


def _is_liquid(quality: str) -> bool:
    known = equipment().qualities.get(quality)
    return known is not None and known.liquid


def _assign(
    conditions: Sequence[Condition],
    world: PlanWorld,
    state: State,
    taken: dict[str, str],
    places: dict[str, str],
) -> dict[str, str] | None:
    """Give each condition a thing of its own and each place variable a place of its own; None when that fails."""
    if not conditions:
        return taken
    first, *rest = conditions
    for thing in _candidates(first, world):
        if thing.name in taken.values() or not _holds(first, thing, state):
            continue
        for place in _places(first, thing, world, state, places):
            chosen = {**places, first.place_ref: place} if first.place_ref and place else places
            found = _assign(rest, world, state, {**taken, first.ref: thing.name}, chosen)
            if found is not None:
                return found
    return None


def _candidates(condition: Condition, world: PlanWorld) -> list[Thing]:
    """Return the things a condition may be about, the one of its own variable first."""
    own = [t for t in world.things.values() if "#" in t.name]  # others are not of the plan
    fitting = [t for t in own if any(name in condition.classes for name in t.classes)]
    return sorted(fitting, key=lambda t: t.name.partition("#")[2] != condition.ref)


def _holds(condition: Condition, thing: Thing, state: State) -> bool:
    if condition.held and state.truth(("holding", thing.name)) is not Truth.TRUE:
        return False
    return all(is_so(thing.name, name, state) is value for name, value in condition.states.items())


def is_so(thing: str, attribute: str, state: State) -> bool:
    """Tell whether an attribute that perception names is known to be true of a thing."""
    return any(fact in state.true for fact in facts_of(thing, attribute))


def _places(
    condition: Condition, thing: Thing, world: PlanWorld, state: State, places: Mapping[str, str]
) -> Iterator[str]:
    """Return the places of the thing that the condition allows; '' where it does not ask for any."""
    if not condition.places:
        yield ""
        return
    if PERSON in condition.places:
        yield from (fact[1] for fact in state.true.matching("has", 2, thing.name))
        return
    inner = thing.name
    while True:
        around = next((fact[2] for fact in state.true.matching("in", 1, inner)), "")
        known = world.things.get(around)
        if known is None or around in world.sources:
            return
        fits = any(look_alike(one, name) for one in known.classes for name in condition.places)
        bound = places.get(condition.place_ref, around) if condition.place_ref else around
        others = {place for ref, place in places.items() if ref != condition.place_ref}
        if fits and bound == around and (not condition.place_ref or around not in others):
            yield around
        inner = around
