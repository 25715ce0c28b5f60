"""Goals of commands to a service robot: what is to be somewhere, answered, or refused."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pred_tasks.alfred.goals import Condition
from pred_tasks.world import Entry, WorldState

SERVICE = "service_"
"""How the types of such tasks begin; the rest says which kind of command it is."""
PERSON, NEAR = "person", "near"
"""Where things go to that go to nobody's furniture: to the one who asks; the robot goes to them itself."""
BESIDE = 2.0
"""How far from the surface of a thing that it was to go to the robot may stand (m)."""


class ServiceError(ValueError):
    """A goal that cannot be used; the text is a sentence."""


@dataclass(frozen=True)
class Want:
    """One of these things is to be with the person, near the robot, or in or on one of these places."""

    things: frozenset[str]
    to: str = ""
    places: frozenset[str] = frozenset()

    def met(self, state: WorldState) -> bool:
        """Tell whether it is so."""
        if self.to == PERSON:
            return any(one in self.things for one in state.given)
        found = [state.objects[one] for one in self.things if one in state.objects]
        if self.to == NEAR:
            return any(_beside(entry, state) for entry in found)
        return any(self.places & set(entry.get("parentReceptacles") or ()) for entry in found)


@dataclass(frozen=True)
class ServiceGoal:
    """What is wanted, what is a right answer, and whether the command is to be refused.

    With ``answers`` and ``refuse`` it is right to say that it is not known, and to refuse.
    """

    wants: tuple[Want, ...] = ()
    answers: frozenset[str] = frozenset()
    refuse: bool = False

    @classmethod
    def parse(cls, goal: Any) -> ServiceGoal:
        """Return the goal of a task's line: ``wants`` (``things`` and ``to``), ``answer``, ``refuse``.

        :raises ServiceError: when it is anything else
        """
        if not isinstance(goal, Mapping) or not goal.keys() & {"wants", "answer", "refuse"}:
            raise ServiceError("the goal of a command needs 'wants', 'answer' or 'refuse'.")
        wants, answers = goal.get("wants", ()), goal.get("answer", ())
        if not _texts(answers) or not isinstance(wants, Sequence) or not isinstance(goal.get("refuse", False), bool):
            raise ServiceError("'wants' and 'answer' are lists, 'refuse' is true or false.")
        return cls(tuple(map(_want, wants)), frozenset(answers), goal.get("refuse", False))

    def conditions(self, state: WorldState) -> tuple[Condition, ...]:
        """Return whether everything is as it was wanted, and nothing else was taken away."""
        told = state.told
        untouched = Condition("nothing taken", not state.given and not state.held)
        if self.answers and not (self.refuse and told and not told.answers):
            right = told is not None and len(told.answers) == 1 and bool(told.answers[0] & self.answers)
            return (Condition(f"answered: {' or '.join(sorted(self.answers))}", right), untouched)
        if self.refuse:
            return (Condition("refused", told is not None and not told.done), untouched)
        wanted = (Condition(_name(want), want.met(state)) for want in self.wants)
        taken = {one for want in self.wants if want.to == PERSON for one in want.things}
        return (*wanted, Condition("nothing else given", taken >= set(state.given)))


def _texts(values: Any) -> bool:
    return isinstance(values, Sequence) and not isinstance(values, str) and all(isinstance(one, str) for one in values)


def _want(data: Any) -> Want:
    things, to = (data.get("things"), data.get("to")) if isinstance(data, Mapping) else (None, None)
    if not things or not _texts(things) or not to or not (to in (PERSON, NEAR) or _texts(to)):
        raise ServiceError("each of 'wants' needs 'things', and 'to': person, near, or the ids of places.")
    return Want(frozenset(things), to) if isinstance(to, str) else Want(frozenset(things), "", frozenset(to))


def _name(want: Want) -> str:
    things = " or ".join(sorted(want.things))
    return f"{things}: {want.to or ' or '.join(sorted(want.places))}"


def _beside(entry: Entry, state: WorldState) -> bool:
    """Tell whether the robot stands beside a thing's box."""
    robot = state.robot
    if robot is None:
        return False
    box: Entry = entry.get("axisAlignedBoundingBox") or {}
    centre, size = box.get("center", entry["position"]), box.get("size", {"x": 0.0, "z": 0.0})
    gaps = [max(0.0, abs(robot[axis] - centre[axis]) - size[axis] / 2.0) for axis in ("x", "z")]
    return math.hypot(*gaps) <= BESIDE
