"""What many views of one object say together: evidence that fades, so that the latest views weigh most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pred_core.objects import Attribute, Truth

FADE = 0.6
"""What a view's evidence still counts after each later view."""
LIMIT = 3.0
"""Evidence (log odds) of one view, at most: no single view outweighs two or three others."""


LEAST = 0.75
"""Confidence under which the answer is UNKNOWN, by default."""


@dataclass
class Votes:
    """Evidence for the attributes of one object, in log odds: positive speaks for true."""

    evidence: dict[str, float] = field(default_factory=dict)
    views: int = 0

    def add(self, view: Mapping[str, float]) -> None:
        """Take in what one view says of each attribute (0: nothing)."""
        for name, value in view.items():
            self.evidence[name] = FADE * self.evidence.get(name, 0.0) + float(np.clip(value, -LIMIT, LIMIT))
        self.views += 1

    def forget(self) -> None:
        """The object changed: what was seen before it says nothing any more."""
        self.evidence = {}
        self.views = 0

    def attributes(self, least: float) -> dict[str, Attribute]:
        """Return what the views say together; under ``least`` confidence (0.5 to 1) an attribute is UNKNOWN."""
        return {name: in_words(name, value, least) for name, value in self.evidence.items()}


def in_words(name: str, evidence: float, least: float) -> Attribute:
    """Return an attribute of that evidence. Its confidence is the probability of its value."""
    confidence = 1.0 / (1.0 + float(np.exp(-abs(evidence))))
    if confidence < least:
        return Attribute(name, Truth.UNKNOWN, confidence)
    return Attribute(name, Truth.of(evidence > 0.0), confidence)
