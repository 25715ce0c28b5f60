"""Which object a target means: the one the picture shows there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pred_core.outcome import Code, Outcome
from pred_core.targets import Target, TargetKind
from sim_bridge_thor.observation import Observation


def resolve(target: Target, seen: Observation) -> tuple[Outcome, str]:
    """Return the simulator's id of the target, or why there is none.

    A mask means the object that covers most of its pixels.
    """
    fits = target.fits(seen.step, *seen.labels.shape)
    if not fits or target.kind is TargetKind.NONE:
        return fits, ""
    if target.kind is TargetKind.INSTANCE:
        return _named(target, seen)
    if target.mask is None:
        return _labelled(int(seen.labels[target.v, target.u]), target, seen)
    return _under_mask(target, target.mask, seen)


def _named(target: Target, seen: Observation) -> tuple[Outcome, str]:
    if seen.instance(target.detection_id) is not None or target.detection_id == seen.held_id != "":
        return Outcome.success(), target.detection_id
    what = target.class_name or "target"
    sentence = f"No instance {target.detection_id!r} is in the latest picture: bring the {what} into view."
    return Outcome(Code.TARGET_NOT_VISIBLE, sentence), ""


def _under_mask(target: Target, mask: NDArray[np.uint8], seen: Observation) -> tuple[Outcome, str]:
    covered = np.bincount(seen.labels[mask != 0])
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
