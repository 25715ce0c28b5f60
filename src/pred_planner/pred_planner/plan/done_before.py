"""What was done before the robot takes over (TEACh's EDH): steps of a plan that the history has done are left out.

A history is lines of the dialogue: ``Driver did: SliceObject Bread``, with ``Plate#2`` for a second plate. It is
simulated in the action model; a step is done when its effect still holds of a thing in the history, and the rest of the
plan asks for that thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pred_core.action_model.effects import results
from pred_core.action_model.goals import conditions_of, is_so
from pred_core.action_model.logic import State
from pred_core.action_model.simulation import PlanWorld, Simulation, plan_world
from pred_core.objects import Attribute, Truth
from pred_core.plan_language import High, Level, Primitive, Subgoal
from pred_core.vocabulary import equipment, object_types, sliced_of

_DID = re.compile(r"^\s*(?:driver|robot|follower|agent) did:\s*(?P<action>\w+)\s+(?P<thing>[\w#]+)\s*$", re.I)
_BRINGING = frozenset({High.MOVE, High.PUT})


def history_of(dialogue: Iterable[str]) -> tuple[Subgoal, ...]:
    """Return the primitives that a dialogue says were done; lines of other actions or types are passed over."""
    found = [_DID.match(line) for line in dialogue]
    steps = ((m["action"], *m["thing"].partition("#")[::2]) for m in found if m is not None)
    return tuple(
        Subgoal(f"h{number}", Level.TUPLE, Primitive(action), name, object_ref=f"h{index}" if index else "")
        for number, (action, name, index) in enumerate(steps, 1)
        if action in set(Primitive) and name in object_types()
    )


@dataclass(frozen=True)
class Rest:
    """What is left of a plan, and what the things of its variables have to look like to be those of the history."""

    triplets: tuple[Subgoal, ...]
    required: Mapping[str, tuple[Attribute, ...]]

    def marked(self, subgoals: Iterable[Subgoal]) -> tuple[Subgoal, ...]:
        """Return tuples with what their things have to look like."""
        return tuple(replace(s, required=self.required.get(s.object_ref, s.required)) for s in subgoals)


def without_done(triplets: Sequence[Subgoal], history: Sequence[Subgoal]) -> Rest:
    """Return what is left to be done of a plan after a history; a step that passes where nothing is."""
    if not history:
        return Rest(tuple(triplets), {})
    past = _Past(history)
    left = [triplet for triplet in triplets if not past.has_done(triplet)]
    left = [t for t in left if not (_empties(t) and past.is_filled_anew(t, triplets, left))]
    if not left:
        left = [Subgoal("t1", Level.TRIPLET, High.PASS, "")]
    return Rest(tuple(left), past.required)


def _empties(triplet: Subgoal) -> bool:
    return triplet.action == High.POUR and triplet.receptacle in ("", *equipment().drains())


class _Past:
    """The simulated end of a history, and which of its things each variable of the plan is."""

    def __init__(self, history: Sequence[Subgoal]) -> None:
        self._world: PlanWorld = plan_world(history)
        self._state: State = Simulation(self._world).run(history).state
        self._bound: dict[str, str] = {}
        self.required: dict[str, tuple[Attribute, ...]] = {}

    def has_done(self, triplet: Subgoal) -> bool:
        """Tell whether the history has done a step, and remember with which thing."""
        ref = triplet.object_ref
        known = self._bound.get(ref)
        free = [known] if known is not None else self._candidates(triplet)
        for thing in free:
            if self._is_done(triplet, thing):
                self._bound[ref] = thing
                self._require(triplet)
                return True
        return False

    def _candidates(self, triplet: Subgoal) -> list[str]:
        named = (triplet.object, *triplet.object_alternatives)
        things = self._world.things.values()
        return [t.name for t in things if t.classes[0] in named and t.name not in self._bound.values()]

    def _is_done(self, triplet: Subgoal, thing: str) -> bool:
        if triplet.action in _BRINGING:
            return triplet.receptacle in self._around(thing)
        if triplet.action == High.SLICE:
            pieces = sliced_of(triplet.object)
            cut = is_so(thing, "sliced", self._state)
            return cut or any(t.classes[0] == pieces for t in self._world.things.values())
        wanted = [c.states for c in conditions_of((triplet,)) if c.ref == triplet.object_ref and c.states]
        return bool(wanted) and all(
            is_so(thing, name, self._state) is value for name, value in wanted[0].items()
        )

    @staticmethod
    def is_filled_anew(triplet: Subgoal, triplets: Sequence[Subgoal], left: Sequence[Subgoal]) -> bool:
        """Tell whether a vessel that is to be emptied was filled already with what it is emptied for."""
        fills = [t for t in triplets if t.action == High.FILL and t.object_ref == triplet.object_ref]
        return bool(fills) and not any(fill in left for fill in fills)

    def _around(self, thing: str) -> list[str]:
        """Return the classes of what a thing lies in or on, the nearest first."""
        found: list[str] = []
        while len(found) < len(self._world.things):
            thing = next((fact[2] for fact in self._state.true.matching("in", 1, thing)), "")
            if thing not in self._world.things:
                break
            found.append(self._world.things[thing].classes[0])
        return found

    def _require(self, triplet: Subgoal) -> None:
        """Ask for a thing that looks as the step has made it, where that can be seen."""
        state = results().get(triplet.action, "")
        if not state or triplet.action == High.SLICE or state in equipment().invisible:
            return
        known = self.required.get(triplet.object_ref, ())
        self.required[triplet.object_ref] = (*known, Attribute(state, Truth.TRUE))
