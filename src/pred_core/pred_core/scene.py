"""The scene in words: what matters of the memory, as every prompt tells it to a model (CMFR 4.4).

Each thing has a line with what is known of its states, what it lies in or on, and what lies in or on it. The text is
bounded: what was named first comes first, and what does not fit is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.plan_language import Plan
from pred_core.vocabulary import holding_part, part_of, sliced_of, whole_of

TOKENS = 600
"""How long a scene may be by default."""
LETTERS = 4
"""Letters of a token, about."""
CHILDREN = 6
"""How many of the things in or on another are named."""


def scene_of(memory: ObjectMemory, names: Iterable[str], tokens: int = TOKENS) -> str:
    """Return the lines of what matters, at most ``tokens`` long; the hand first.

    :param names: classes, or ids of the memory, in the order in which they matter
    """
    held = memory.held
    lines = [f"In the hand: {held.id if held is not None else 'nothing'}."]
    room = tokens * LETTERS - len(lines[0])
    things = list(_relevant(memory, names))
    for number, state in enumerate(things):
        line = _line(memory, state)
        left = f"({len(things) - number} more things are known.)"
        if room < len(line) + 1 + (len(left) + 1 if number + 1 < len(things) else 0):
            return "\n".join([*lines, left]) if room > len(left) else "\n".join(lines)
        lines.append(line)
        room -= len(line) + 1
    return "\n".join(lines)


def classes_of(plan: Plan) -> tuple[str, ...]:
    """Return the classes that a plan speaks of: those of what is still to be done first."""
    rest = plan.subgoals[plan.cursor :]
    steps = (*rest, *plan.triplets, *plan.subgoals)
    named = (
        name
        for step in steps
        for name in (
            step.object,
            step.receptacle,
            step.expectation.place,
            *step.object_alternatives,
            *step.receptacle_alternatives,
        )
    )
    return tuple(dict.fromkeys(name for name in named if name))


def _relevant(memory: ObjectMemory, names: Iterable[str]) -> Iterator[ObjectState]:
    """Yield the things named, with what they lie in; slices with their whole; a part for the whole it is of.

    A sink and its basin are one place: where the basin is known the sink is not told.
    """
    known = {state.class_name for state in memory.objects}
    seen = {o.id for o in memory.objects if holding_part(o.class_name) in known - {o.class_name}}
    asked = dict.fromkeys(names)
    wanted = list(asked)
    wanted += [
        other for name in asked for other in (sliced_of(name), whole_of(name), part_of().get(name)) if other
    ]
    held = [memory.held] if memory.held is not None else []
    for state in (*held, *(o for name in wanted for o in _named(memory, name))):
        for one in (state, memory.get(state.parent_id)):
            if one is not None and one.id not in seen:
                seen.add(one.id)
                yield one


def _named(memory: ObjectMemory, name: str) -> list[ObjectState]:
    return [o for o in memory.objects if name in (o.id, o.class_name)]


def _line(memory: ObjectMemory, state: ObjectState) -> str:
    parts = [
        f"{'' if value.value is Truth.TRUE else 'not '}{name}"
        for name, value in sorted(state.attributes.items())
        if value.value is not Truth.UNKNOWN
    ]
    parent = memory.get(state.parent_id)
    if state.held:
        parts.append("in the hand")
    elif parent is not None:
        parts.append(f"in or on {parent.id}")
    children = [o.id for o in memory.inside(state.id)]
    if children:
        more = f" and {len(children) - CHILDREN} more" if len(children) > CHILDREN else ""
        parts.append(f"holds {', '.join(children[:CHILDREN])}{more}")
    if not state.visible:
        parts.append("not in view")
    return f"{state.id}: {'; '.join(parts) or 'nothing more is known'}"
