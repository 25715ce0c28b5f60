"""What was taken in place of what was said, in words: told in the result, whatever else is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.vocabulary import object_types, part_of, sliced_of, spoken, whole_of
from pred_recovery.mission.mission import Mission
from pred_recovery.refer.described import as_described, description_of_ref
from pred_recovery.refer.phrases import phrases, weights_of

HARDLY = 0.25
"""So much less likely than another class is one that words are said to hardly mean."""


def taken_instead(mission: Mission) -> Iterator[str]:
    """Yield a clause for each instance that is of another kind than was named, or not as it was described."""
    plan = mission.plan
    for step in mission.progress.asked if plan is not None else ():
        for ref, name in ((step.object_ref, step.object), (step.receptacle_ref, step.receptacle)):
            state = mission.memory.get(mission.bindings.variables.get(ref, ""))
            if state is not None and plan is not None:
                yield from _of_another_kind(plan.context, name, state, mission.memory)
                yield from _otherwise(mission, ref, state)


def hardly_meant(context: Mapping[str, Any], meant: str, state: ObjectState) -> tuple[str, ...]:
    """Return the classes that the words mean rather, where they hardly mean what was taken; () where they do.

    :param meant: the class that the plan's step names
    """
    weights = weights_of(context, meant)
    own = max((w for name, w in weights.items() if family_of(name) == family_of(state.class_name)), default=0.0)
    rather = (name for name in sorted(weights, key=lambda n: -weights[n]) if own < HARDLY * weights[name])
    return tuple(rather) if own > 0.0 else ()


def took_instead(named: str, taken: Iterable[str], *, seen: bool) -> str:
    """Return in words that things of other types were taken for what was named.

    :param seen: whether one of what was named is known
    """
    took = f"took {' and '.join(_a(spoken(name)) for name in taken)}"
    return f"{took} for {_a(spoken(named))}" if seen else f"no {spoken(named)} was seen, {took}"


def _of_another_kind(
    context: Mapping[str, Any], meant: str, state: ObjectState, memory: ObjectMemory
) -> Iterator[str]:
    """Yield that a thing is of another kind than the words name: "plate" is a kind of its own, "dish" is none.

    A counter is told where a table was said, too: the words may mean it, but hardly do.
    """
    named = other_than_named(context, meant, state)
    rather = hardly_meant(context, meant, state) if not named else ()
    if named:
        yield took_instead(named, [state.class_name], seen=bool(memory.of_class(named)))
    elif rather:
        yield took_instead(rather[0], [state.class_name], seen=bool(memory.of_class(rather[0])))


def other_than_named(context: Mapping[str, Any], meant: str, state: ObjectState) -> str:
    """Return the class whose own name the person said, where a thing is of another kind; '' where it is not.

    :param meant: the class that the plan's step names
    """
    named = class_said(context, meant)
    return named if named and family_of(named) != family_of(state.class_name) else ""


def class_said(context: Mapping[str, Any], meant: str) -> str:
    """Return the class whose own name the person said for what a plan calls ``meant``, '' where it is no class's."""
    words = _words_for(context, meant)
    return next((t for t in object_types() if words in (spoken(t), f"{spoken(t)}s")), "")


def _words_for(context: Mapping[str, Any], meant: str) -> str:
    """Return the words that a class of the plan comes from, '' where the plan does not say."""
    named = whole_of(meant) or meant
    return next((str(said["words"]).lower() for said in phrases(context) if named in said["classes"]), "")


def family_of(name: str) -> str:
    """Return what a slice was cut from, and what a basin is a part of."""
    whole = whole_of(name) or name
    return part_of().get(whole, whole)


def _otherwise(mission: Mission, ref: str, state: ObjectState) -> Iterator[str]:
    description = description_of_ref(mission, ref)
    before = mission.as_told.get(state.id)
    cut = before is not None and bool(sliced_of(before.class_name))
    if description and before is not None and not cut and not as_described(mission, ref, [state]):
        yield f"nothing was seen that fits {description.sentence()}, took {state.id}"


def _a(words: str) -> str:
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"
