"""How many "all" are: what was seen of a set that the words fit, one task for each of its kinds."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.referring.description import Description
from pred_core.referring.scoring import FITS, UNKNOWN, scores
from pred_language.meaning.context import TaskContext

HERE = (0.0, 0.0)
"""Where the robot stands when it counts: "all" has no direction."""


def meant_of(task: TaskContext, memory: ObjectMemory) -> list[ObjectState]:
    """Return what was seen of the types of a task's target that the words fit."""
    target, tests = task.target, task.said.get("target", ())
    meant = target.classes if target.any_will_do else (target.best,)
    seen = memory.of_class(meant)
    if not tests or not seen:
        return list(seen)
    fit = scores(Description(target.words, meant, tests=tests), memory, HERE)
    surely = [o for o in seen if fit[o.id] > UNKNOWN]  # "everything red" is what was seen to be red, where anything was
    return surely or [o for o in seen if fit[o.id] >= FITS]


def has_no_part(task: TaskContext, tasks: Sequence[TaskContext], memory: ObjectMemory) -> bool:
    """Tell whether a task is about one kind of a set of which none is meant, though some of another kind are.

    "All the lamps that are not next to the vase" are only floor lamps where the one desk lamp stands next to it.
    """
    if task.count or not task.said.get("target") or not memory.of_class((task.target.best,)):
        return False
    alike = [one for one in tasks if one.count == 0 and one.target.words == task.target.words and one is not task]
    return not meant_of(task, memory) and any(meant_of(one, memory) for one in alike)
