"""Which goal somebody means, by weights that were learned (a conditional log-linear model over what is in the room)."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping
from functools import cache
from importlib import resources

from pred_core.objects import ObjectMemory
from pred_language.goals.candidates import RoomGoal, candidates
from pred_language.goals.features import features
from pred_language.goals.scene import SaidInRoom

WEIGHTS = "goals.json.gz"
TAKEN_FROM = 0.6
"""How likely a goal is at least that is taken for what was meant."""
OFFERED_FROM = 0.35
"""How likely a goal is at least that a person is asked about."""


@cache
def learned() -> Mapping[str, float]:
    """Return the weights that were learned, by the features' names."""
    packed = resources.files("pred_language").joinpath(f"data/{WEIGHTS}").read_bytes()
    found: Mapping[str, float] = json.loads(gzip.decompress(packed))["weights"]
    return found


def likeliest_goal(
    text: str, memory: ObjectMemory, weights: Mapping[str, float] | None = None
) -> tuple[RoomGoal, float]:
    """Return what is likeliest meant, with its probability; a goal of act ``NONE`` for nothing that is one goal.

    :param text: what was said, written out and spelt
    :param weights: instead of the learned ones
    """
    known = learned() if weights is None else weights
    scene = SaidInRoom(text, memory)
    found = list(candidates(scene))
    scores = [sum(known.get(name, 0.0) for name in set(features(scene, goal))) for goal in found]
    best = max(range(len(found)), key=scores.__getitem__)
    total = sum(math.exp(score - scores[best]) for score in scores)
    return found[best], 1.0 / total

