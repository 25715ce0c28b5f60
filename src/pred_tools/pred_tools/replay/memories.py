"""What the object memories of a run and of its replay say differently."""

from __future__ import annotations

from collections.abc import Iterator

from pred_core.objects import Truth
from pred_msgs.msg import ObjectMemory, ObjectState


def differences(old: ObjectMemory, new: ObjectMemory) -> Iterator[str]:
    """Yield a sentence for every object with another class, place or attribute, that is missing or new."""
    before, after = ({o.id: o for o in memory.objects} for memory in (old, new))
    for name in sorted(before.keys() | after.keys()):
        was, now = before.get(name), after.get(name)
        if was is None:
            yield f"{name} is new"
        elif now is None:
            yield f"{name} is missing"
        else:
            yield from _of_one(was, now)


def _of_one(was: ObjectState, now: ObjectState) -> Iterator[str]:
    if was.class_name != now.class_name:
        yield f"{was.id}: class was {was.class_name}, is {now.class_name}"
    if was.parent_id != now.parent_id:
        yield f"{was.id}: was at {was.parent_id or 'no place'}, is at {now.parent_id or 'no place'}"
    if was.held != now.held:
        yield f"{was.id}: is {'held' if now.held else 'not held'} now"
    old, new = ({a.name: (a.value, a.confidence) for a in o.attributes} for o in (was, now))
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before is None or after is None or before[0] != after[0]:
            yield f"{was.id}: {name} was {_said(before)}, is {_said(after)}"


def _said(attribute: tuple[int, float] | None) -> str:
    return "not said" if attribute is None else f"{Truth(attribute[0]).name.lower()} ({attribute[1]:.3f})"
