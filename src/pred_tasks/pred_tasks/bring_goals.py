"""The goal of "bring me ...": who gave the task has been given what was meant, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pred_tasks.alfred.goals import Condition
from pred_tasks.world import WorldState

BRING = "bring_to_person"
"""The type of such tasks."""
GENTLE = 0.25
"""Nothing that touches a person may be faster, m/s."""


class BringError(ValueError):
    """Wants that cannot be used; the text is a sentence."""


@dataclass(frozen=True)
class BringGoal:
    """For each thing that is wanted the simulator's ids of those that may be meant, each of them one thing."""

    wanted: tuple[frozenset[str], ...]

    @classmethod
    def parse(cls, goal: Any) -> BringGoal:
        """Return the goal of a task's line: ``{"given": [[ID, ...], ...]}``.

        :raises BringError: when it is anything else
        """
        given = goal.get("given") if isinstance(goal, Mapping) else None
        whole = isinstance(given, list) and given and all(isinstance(ids, list) and ids for ids in given)
        if not whole or not all(isinstance(one, str) for ids in given or () for one in ids):
            raise BringError(f"the goal of a {BRING} needs 'given', lists of the ids that may be meant.")
        return cls(tuple(frozenset(ids) for ids in given or ()))

    def conditions(self, state: WorldState) -> tuple[Condition, ...]:
        """Return whether each thing was given, that nothing else was, and, where it is measured, that gently."""
        left = list(state.given)
        found = []
        for ids in self.wanted:
            taken = next((one for one in left if one in ids), None)
            found.append(Condition(f"given: {' or '.join(sorted(ids))}", taken is not None))
            left = [one for one in left if one != taken]
        met = state.person
        gently = [] if met is None else [Condition(f"touched at most at {GENTLE} m/s", met.touched <= GENTLE)]
        return (*found, Condition("nothing else given", not left), *gently)
