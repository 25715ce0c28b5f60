"""What a skill acts on, given as a robot can be given it: in the latest picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from pred_core.outcome import Code, Outcome
from pred_core.spots import Beside


class TargetKind(StrEnum):
    """How a target is given; the values are those of pred_msgs/SkillTarget."""

    MASK = "mask"
    PIXEL = "pixel"
    INSTANCE = "instance"
    NONE = "none"


@dataclass(frozen=True)
class Target:
    """What a skill acts on, in the picture of observation ``step``.

    ``mask`` HxW, nonzero = target; ``u`` column and ``v`` row in pixels; ``detection_id`` an instance's id;
    ``class_name`` what the caller believes it is; ``relation``: put "on" or "in" it, '' as it fits; ``spot``: where on
    it, None for anywhere; ``earlier``: steps of observations before, with an empty hand, and its masks there, as what
    is held may hide it now.
    """

    kind: TargetKind
    step: int = 0
    mask: NDArray[np.uint8] | None = None
    u: int = 0
    v: int = 0
    detection_id: str = ""
    class_name: str = ""
    relation: str = ""
    earlier: tuple[tuple[int, NDArray[np.uint8]], ...] = ()
    spot: Beside | None = None

    def fits(self, step: int, height: int, width: int) -> Outcome:
        """Return whether this can mean something in the latest picture, of that observation and size in pixels.

        PRECONDITION_FAILURE for a target in any other observation: the picture has changed since. BAD_INPUT for a
        mask of another size and a pixel outside.
        """
        if self.kind is TargetKind.NONE:
            return Outcome.success()
        if self.step != step:
            return Outcome(
                Code.PRECONDITION_FAILURE,
                f"The target was given in observation {self.step}, the latest is {step}: look again.",
            )
        size = f"{width}x{height}"
        if self.kind is TargetKind.PIXEL and not (0 <= self.u < width and 0 <= self.v < height):
            return Outcome(Code.BAD_INPUT, f"Pixel ({self.u}, {self.v}) is outside the {size} picture.")
        if self.kind is TargetKind.MASK and (self.mask is None or self.mask.shape != (height, width)):
            given = "no" if self.mask is None else f"a {self.mask.shape[1]}x{self.mask.shape[0]}"
            return Outcome(Code.BAD_INPUT, f"Got {given} mask for a {size} picture.")
        return Outcome.success()
