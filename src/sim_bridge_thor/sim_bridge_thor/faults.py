"""Faults of the robot and of its surroundings, put in on purpose: what goes wrong once in a while on real ones.

A fault waits for its time, which is a number of the agent's actions, and then for its occasion: a grasp that is to fail
waits for the next grasp. What came of each is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pred_core.outcome import Code, Outcome
from sim_bridge_thor.observation import Observation

SLIP, BLIND = "slip", "blind"
REFUSED: Mapping[str, tuple[str, Outcome]] = {
    "grasp": ("PickupObject", Outcome(Code.EXECUTION_FAILURE, "The fingers closed beside the object.")),
    "jam": ("OpenObject", Outcome(Code.EXECUTION_FAILURE, "The door is stuck and did not move.")),
    "blocked": ("forward", Outcome(Code.BLOCKED, "Something stands in the way.")),
}
"""Kind of fault -> the skill or motion that fails, and how it ends."""
KINDS = (*REFUSED, SLIP, BLIND)


class FaultError(ValueError):
    """A fault that cannot be read, with a sentence that says why."""


@dataclass(frozen=True)
class Fault:
    """One fault: from the ``after``-th action of the agent on it happens at the next ``times`` occasions."""

    kind: str
    after: int = 0
    times: int = 1

    def as_json(self) -> dict[str, Any]:
        """Return the fault as it stands in a layout."""
        return {"kind": self.kind, "after": self.after, "times": self.times}


def parse_faults(data: Any) -> tuple[Fault, ...]:
    """Return the faults of a layout's list.

    :raises FaultError: naming the entry that is wrong
    """
    if not isinstance(data, list):
        raise FaultError(f"faults must be a list of objects: {str(data)[:80]}.")
    return tuple(_parse(entry) for entry in data)


def _parse(entry: Any) -> Fault:
    if not isinstance(entry, dict) or set(entry) - set(Fault.__dataclass_fields__):
        raise FaultError(f"An entry of faults has kind, after and times: {str(entry)[:80]}.")
    kind, after, times = entry.get("kind"), entry.get("after", 0), entry.get("times", 1)
    if kind not in KINDS:
        raise FaultError(f"There is no fault {kind!r}. Known: {', '.join(KINDS)}.")
    if not _is_count(after) or not _is_count(times) or times == 0:
        raise FaultError(f"after and times of a fault are whole numbers: {str(entry)[:80]}.")
    return Fault(kind, after, times)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


@dataclass
class _Waiting:
    fault: Fault
    left: int
    at: list[int] = field(default_factory=list)


class Faults:
    """The faults of one episode."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self._waiting = [_Waiting(fault, fault.times) for fault in faults]

    def refusal(self, name: str, actions: int) -> Outcome | None:
        """Return how a skill or motion fails now, None where nothing is to go wrong with it.

        :param actions: how many actions the agent took before
        """
        for kind, (wanted, outcome) in REFUSED.items():
            if wanted == name and self._happens(kind, actions):
                return outcome
        return None

    def slips(self, actions: int, *, holding: bool) -> bool:
        """Tell whether what the hand holds falls out of it now."""
        return holding and self._happens(SLIP, actions)

    def seen(self, observation: Observation) -> Observation:
        """Return what the sensors give: nothing while they are blind."""
        if not self._happens(BLIND, observation.actions):
            return observation
        return replace(
            observation,
            rgb=np.zeros_like(observation.rgb),
            depth=np.zeros_like(observation.depth),
            labels=np.zeros_like(observation.labels),
            instances=(),
        )

    def report(self) -> list[dict[str, Any]]:
        """Return what came of each fault: at which actions it happened, if it did."""
        return [
            {
                **w.fault.as_json(),
                "at": w.at,
                "made": bool(w.at),
                "note": "" if w.at else "It never came to it.",
            }
            for w in self._waiting
        ]

    def _happens(self, kind: str, actions: int) -> bool:
        for waiting in self._waiting:
            if waiting.fault.kind == kind and waiting.left and actions >= waiting.fault.after:
                waiting.left -= 1
                waiting.at.append(actions)
                return True
        return False
