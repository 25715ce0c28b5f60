"""How likely an instance is right, given what the judge says of it: a logistic curve fitted on validation rooms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from pred_perception.rgbd.choice import Found

FEATURES = 4
RIDGE = 1e-3
ROUNDS = 30


@dataclass(frozen=True)
class Calibration:
    """Weights of :func:`features`, the last of which is a constant."""

    weights: tuple[float, ...] = (1.0, 1.0, 0.0, 0.0)

    def likely(self, found: Found) -> float:
        """Return how likely class and mask (half shared with the true one) are both right."""
        return float(1.0 / (1.0 + np.exp(-float(features(found) @ np.array(self.weights)))))

    def text(self) -> str:
        """Return it as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Calibration:
        """Return what :meth:`text` wrote.

        :raises ValueError: when it is something else
        """
        try:
            weights = tuple(float(w) for w in json.loads(text)["weights"])
        except (KeyError, TypeError) as error:
            raise ValueError("no calibration in this text") from error
        if len(weights) != FEATURES:
            raise ValueError(f"a calibration has {FEATURES} weights, not {len(weights)}")
        return cls(weights)


def features(found: Found) -> NDArray[np.float64]:
    """Return (4,): odds of class and outline, size, and 1."""
    return np.array([_odds(found.sure), _odds(found.shared), np.log(max(found.pixels, 1)) - 6.5, 1.0])


def fit(found: Sequence[Found], right: Sequence[bool]) -> Calibration:
    """Return the calibration under which the answers' being right is likeliest (logistic regression)."""
    x = np.array([features(f) for f in found])
    y = np.array(right, np.float64)
    weights: NDArray[np.float64] = np.zeros(FEATURES)
    for _ in range(ROUNDS):  # Newton's method
        p = 1.0 / (1.0 + np.exp(-x @ weights))
        slope = x.T @ (y - p) - RIDGE * weights
        curve = (x * (p * (1.0 - p))[:, None]).T @ x + RIDGE * np.eye(FEATURES)
        weights = weights + np.linalg.solve(curve, slope)
    return Calibration(tuple(float(w) for w in weights))


def _odds(share: float) -> float:
    kept = min(max(share, 1e-3), 1.0 - 1e-3)
    return float(np.log(kept / (1.0 - kept)))
