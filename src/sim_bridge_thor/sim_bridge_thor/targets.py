"""Which object a target means: the one the picture shows there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from pred_core.outcome import Code, Outcome
from sim_bridge_thor.observation import Observation


class TargetKind(StrEnum):
    """How a target is given; the values are those of pred_msgs/SkillTarget."""

    MASK = "mask"
    PIXEL = "pixel"
    INSTANCE = "instance"
    NONE = "none"


@dataclass(frozen=True)
class Target:
    """What a skill acts on, in the picture of observation ``step``.

    ``mask`` HxW, nonzero = target; ``u`` column and ``v`` row in pixels; ``detection_id`` an instance's id.
    """

    kind: TargetKind
    step: int = 0
    mask: NDArray[np.uint8] | None = None
    u: int = 0
    v: int = 0
    detection_id: str = ""
    class_name: str = ""


def resolve(target: Target, seen: Observation) -> tuple[Outcome, str]:
    """Return the simulator's id of the target, or why there is none.

    A mask means the object that covers most of its pixels. A target of any but the latest observation is refused
    with PRECONDITION_FAILURE: the picture has changed since.
    """
    if target.kind is TargetKind.NONE:
        return Outcome.success(), ""
    if target.step != seen.step:
        return (
            Outcome(
                Code.PRECONDITION_FAILURE,
                f"The target was given in observation {target.step}, the latest is {seen.step}: look again.",
            ),
            "",
        )
    if target.kind is TargetKind.INSTANCE:
        return _named(target, seen)
    if target.kind is TargetKind.PIXEL:
        return _at_pixel(target, seen)
    return _under_mask(target, seen)


def _named(target: Target, seen: Observation) -> tuple[Outcome, str]:
    if seen.instance(target.detection_id) is not None or target.detection_id == seen.held_id != "":
        return Outcome.success(), target.detection_id
    what = target.class_name or "target"
    sentence = f"No instance {target.detection_id!r} is in the latest picture: bring the {what} into view."
    return Outcome(Code.TARGET_NOT_VISIBLE, sentence), ""


def _at_pixel(target: Target, seen: Observation) -> tuple[Outcome, str]:
    height, width = seen.labels.shape
    if not (0 <= target.u < width and 0 <= target.v < height):
        sentence = f"Pixel ({target.u}, {target.v}) is outside the {width}x{height} picture."
        return Outcome(Code.BAD_INPUT, sentence), ""
    return _labelled(int(seen.labels[target.v, target.u]), target, seen)


def _under_mask(target: Target, seen: Observation) -> tuple[Outcome, str]:
    if target.mask is None or target.mask.shape != seen.labels.shape:
        shape = "no" if target.mask is None else f"a {target.mask.shape[1]}x{target.mask.shape[0]}"
        size = f"{seen.labels.shape[1]}x{seen.labels.shape[0]}"
        return Outcome(Code.BAD_INPUT, f"Got {shape} mask for a {size} picture."), ""
    covered = np.bincount(seen.labels[target.mask != 0])
    if covered.size:
        covered[0] = 0
    label = int(covered.argmax()) if covered.any() else 0
    return _labelled(label, target, seen)


def _labelled(label: int, target: Target, seen: Observation) -> tuple[Outcome, str]:
    instance = seen.by_label(label) if label else None
    if instance is None:
        what = target.class_name or "object"
        sentence = f"There is nothing to act on at the {target.kind} of the {what}: look again."
        return Outcome(Code.TARGET_NOT_VISIBLE, sentence), ""
    return Outcome.success(), instance.id
