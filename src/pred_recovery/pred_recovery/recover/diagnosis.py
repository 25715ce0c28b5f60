"""What a failure looks like: which of HELPER's causes it has, and how surely (HELPER 3.1.3).

HELPER asks a vision-language model which sentence fits the picture. Here the memory, the depth and the mask of the
target, and what the skill itself measured, say as much: each is a witness that makes causes likelier or less likely.
A model that sees is one more (:mod:`pred_recovery.recover.diagnosed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Subgoal
from pred_core.vocabulary import single_slot
from pred_recovery.act.effects import wanted

FEW_PIXELS = 60
"""Below this many pixels of a thing in the picture most of it is hidden."""
CROWDED = 4
"""From this many things on a place may have no room left."""


class Cause(StrEnum):
    """Why a skill fails."""

    OCCLUDED = "occluded"
    BLOCKED = "blocked"
    TOO_FAR = "too_far"
    FULL = "full"
    ALREADY_SO = "already_so"
    OUT_OF_VIEW = "out_of_view"
    NOTHING_THERE = "nothing_there"
    SLIPPED = "slipped"


SAID: Mapping[Cause, str] = {
    Cause.OCCLUDED: "something hides the {}",
    Cause.BLOCKED: "something is in the way of the {}",
    Cause.TOO_FAR: "the {} is too far away",
    Cause.FULL: "the {} is full, or too small",
    Cause.ALREADY_SO: "the {} is so already",
    Cause.OUT_OF_VIEW: "the {} is not in view",
    Cause.NOTHING_THERE: "no {} is there",
    Cause.SLIPPED: "the hand is empty: what it held for the {} is gone",
}
"""The causes as HELPER's sentences, for people and for prompts."""

_BY_CODE: Mapping[Code, Mapping[Cause, float]] = {
    Code.TARGET_NOT_VISIBLE: {Cause.OUT_OF_VIEW: 8, Cause.OCCLUDED: 6},
    Code.TARGET_TOO_FAR: {Cause.TOO_FAR: 20},
    Code.BLOCKED: {Cause.BLOCKED: 20},
    Code.UNREACHABLE: {Cause.BLOCKED: 10, Cause.TOO_FAR: 3},
    Code.RECEPTACLE_FULL: {Cause.FULL: 20},
    Code.ALREADY_SO: {Cause.ALREADY_SO: 20},
    Code.NOT_FOUND: {Cause.NOTHING_THERE: 12, Cause.OCCLUDED: 2},
    Code.HAND_EMPTY: {Cause.SLIPPED: 20},
    Code.EXECUTION_FAILURE: {Cause.BLOCKED: 4, Cause.OCCLUDED: 2},
    Code.POSTCONDITION_FAILURE: {Cause.BLOCKED: 3, Cause.ALREADY_SO: 2},
}
"""How much likelier each way to fail makes a cause."""


def diagnose(
    subgoal: Subgoal, target: ObjectState | None, failure: Outcome, memory: ObjectMemory, reach: float
) -> dict[Cause, float]:
    """Return the probability of each cause, the likeliest first.

    :param target: what the step failed on, None where nothing was found
    :param reach: how far off things can be acted on (m)
    """
    weights = dict.fromkeys(Cause, 1.0)
    now = memory.get(target.id) if target is not None else None
    for cause, factor in (*_by_code(failure), *_by_sight(now, reach), *_by_state(subgoal, now, memory)):
        weights[cause] *= factor
    total = sum(weights.values())
    return dict(sorted(((c, w / total) for c, w in weights.items()), key=lambda pair: -pair[1]))


def _by_code(failure: Outcome) -> Iterator[tuple[Cause, float]]:
    yield from _BY_CODE.get(failure.code, {}).items()


def _by_sight(now: ObjectState | None, reach: float) -> Iterator[tuple[Cause, float]]:
    if now is None:
        yield Cause.NOTHING_THERE, 4.0
        return
    yield Cause.NOTHING_THERE, 0.2
    yield Cause.OUT_OF_VIEW, 0.2 if now.visible else 3.0
    yield Cause.TOO_FAR, 4.0 if now.visible and now.distance > reach else 0.5
    if now.visible and 0 < now.pixels < FEW_PIXELS:
        yield Cause.OCCLUDED, 4.0


def _by_state(
    subgoal: Subgoal, now: ObjectState | None, memory: ObjectMemory
) -> Iterator[tuple[Cause, float]]:
    if now is None:
        return
    changed = wanted().get(subgoal.action)
    if changed is not None:
        yield Cause.ALREADY_SO, 5.0 if now.truth(changed[0]) is changed[1] else 0.3
    inside = memory.inside(now.id)
    taken = bool(inside) and (bool(single_slot(now.class_name)) or len(inside) >= CROWDED)
    yield Cause.FULL, 4.0 if taken else 0.5
    if now.truth("open") is Truth.FALSE:
        yield Cause.OCCLUDED, 1.5


def told(causes: Mapping[Cause, float], class_name: str) -> str:
    """Return the likeliest cause in words, with how sure it is."""
    cause, share = next(iter(causes.items()))
    return f"{SAID[cause].format(class_name)} ({100 * share:.0f} %)"
