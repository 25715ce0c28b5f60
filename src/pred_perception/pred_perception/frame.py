"""One observation beside what was remembered before it: all that the steps of an update share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pred_core.plan_language import Primitive
from pred_perception.association import MOSTLY, TrackLook
from pred_perception.memory_settings import MemorySettings
from pred_perception.observation import Detections, Observation
from pred_perception.tracks import Track

DOORS = (Primitive.OPEN, Primitive.CLOSE)
CHANGED = 0.05
"""By how much depth must change at a pixel for something to have moved there (m)."""


@dataclass(frozen=True)
class Frame:
    """What one observation shows.

    ``tracks`` are those known before it, with one of ``looks`` each; ``last`` is the observation before, None at
    first.
    """

    observation: Observation
    last: Observation | None
    detections: Detections
    tracks: Sequence[Track]
    looks: Sequence[TrackLook]
    settings: MemorySettings

    @property
    def has_opened(self) -> bool:
        """Whether something was opened just before."""
        return self.observation.last_action == Primitive.OPEN and self.observation.last_succeeded

    @cached_property
    def still(self) -> bool:
        """Whether the camera is where it was at the observation before."""
        return not has_moved(self.last, self.observation)

    @cached_property
    def changed(self) -> NDArray[np.bool_]:
        """HxW: where a resting camera measures another depth than at the observation before; nowhere if it moved."""
        now = self.observation.depth
        if self.last is None or not self.still:
            return np.zeros(now.shape, np.bool_)
        before = self.last.depth
        return np.asarray((before > 0.0) & (now > 0.0) & (np.abs(now - before) > CHANGED))

    def shows_change(self, track: Track) -> bool:
        """Tell whether a track in the picture is, mostly, where another depth was measured just before."""
        label = next((d.label for d in self.detections.items if d.id == track.detection_id and track.visible), 0)
        return bool(label) and bool(self.changed[self.detections.labels == label].mean() > MOSTLY)


def has_moved(last: Observation | None, now: Observation) -> bool:
    """Tell whether the camera looks from elsewhere than at the observation before, or there was none."""
    return last is None or not np.allclose(last.transform, now.transform, atol=1e-3)
