"""From an action as a model wrote it to one of the plan language."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from pred_core.plan_language import High, Primitive
from pred_core.vocabulary import equipment, object_types, ordered_group, per_domain
from pred_planner.dialects.names import normalise
from pred_planner.plan.parsed import ParsedStep, Rejected, RejectionCode, Repairs

CLOSE = 0.86

HIGH_SYNONYMS: Mapping[str, High] = {
    "pick": High.PICKUP,
    "pickup": High.PICKUP,
    "grab": High.PICKUP,
    "take": High.PICKUP,
    "place": High.PUT,
    "putdown": High.PUT,
    "puton": High.PUT,
    "putin": High.PUT,
    "drop": High.PUT,
    "wash": High.CLEAN,
    "rinse": High.CLEAN,
    "wipe": High.CLEAN,
    "warm": High.HEAT,
    "microwave": High.HEAT,
    "chill": High.COOL,
    "refrigerate": High.COOL,
    "cut": High.SLICE,
    "chop": High.SLICE,
    "turnon": High.TOGGLE_ON,
    "switchon": High.TOGGLE_ON,
    "toggle": High.TOGGLE_ON,
    "toggleobjecton": High.TOGGLE_ON,
    "toggleobjectoff": High.TOGGLE_OFF,
    "empty": High.POUR,
    "turnoff": High.TOGGLE_OFF,
    "switchoff": High.TOGGLE_OFF,
    "navigate": High.GOTO,
    "find": High.GOTO,
    "gotolocation": High.GOTO,
    "goto": High.GOTO,
    "examine": High.LOOK_AT,
    "give": High.HAND_OVER,
    "hand": High.HAND_OVER,
    "deliver": High.HAND_OVER,
    "skip": High.PASS,
    "noop": High.PASS,
    "donothing": High.PASS,
}

PRIMITIVE_SYNONYMS: Mapping[str, Primitive] = {
    "pick": Primitive.PICKUP,
    "pickup": Primitive.PICKUP,
    "grab": Primitive.PICKUP,
    "take": Primitive.PICKUP,
    "put": Primitive.PUT,
    "place": Primitive.PUT,
    "puton": Primitive.PUT,
    "putin": Primitive.PUT,
    "putdown": Primitive.PUT,
    "open": Primitive.OPEN,
    "close": Primitive.CLOSE,
    "shut": Primitive.CLOSE,
    "turnon": Primitive.TOGGLE_ON,
    "switchon": Primitive.TOGGLE_ON,
    "toggleon": Primitive.TOGGLE_ON,
    "turnoff": Primitive.TOGGLE_OFF,
    "switchoff": Primitive.TOGGLE_OFF,
    "toggleoff": Primitive.TOGGLE_OFF,
    "slice": Primitive.SLICE,
    "cut": Primitive.SLICE,
    "pour": Primitive.POUR,
    "empty": Primitive.POUR,
    "goto": Primitive.GOTO,
    "gotolocation": Primitive.GOTO,
    "navigate": Primitive.GOTO,
}

_HIGH: Mapping[str, str] = {normalise(a): a for a in High} | dict(HIGH_SYNONYMS)
_PRIMITIVE = {normalise(a): a for a in Primitive} | dict(PRIMITIVE_SYNONYMS)


@per_domain
def written() -> tuple[str, ...]:
    """Return the triplet actions as they are written: those of the plan language, then the domain's own treatments."""
    own = tuple(action for action in equipment().treatments if action not in High)
    return (*(str(action) for action in High), *own)


@per_domain
def high_names() -> tuple[str, ...]:
    """Return the triplet actions as FLARE writes them."""
    return (*(f"{action}Object" for action in written()), "ToggleObjectOn", "ToggleObjectOff")


@per_domain
def _high_table() -> Mapping[str, str]:
    """Return the action that each spelling means, the domain's own treatments by their names and verbs."""
    known = equipment()
    own = [t for t in known.treatments.values() if t.action not in High]
    verbs = {normalise(verb): t.action for t in own for verb in known.qualities[t.quality].verbs}
    return {**_HIGH, **verbs, **{normalise(t.action): t.action for t in own}}


def high(raw: str, repairs: Repairs) -> str:
    """Return the triplet action a word means.

    :raises Rejected: UNKNOWN_ACTION
    """
    found = high_or_none(raw)
    if found is None:
        raise _unknown(raw, ", ".join(written()))
    if raw.strip() != found:
        repairs.add(f"{raw.strip()} -> {found}")
    return found


def primitive(raw: str, repairs: Repairs) -> Primitive:
    """Return the tuple action a word means.

    :raises Rejected: UNKNOWN_ACTION
    """
    found = primitive_or_none(raw)
    if found is None:
        raise _unknown(raw, ", ".join(Primitive))
    if raw.strip() != found:
        repairs.add(f"{raw.strip()} -> {found}")
    return found


def high_or_none(raw: str) -> str | None:
    """Return the triplet action a word means, or None."""
    return _lookup(raw, _high_table())


def primitive_or_none(raw: str) -> Primitive | None:
    """Return the tuple action a word means, or None."""
    return _lookup(raw, _PRIMITIVE)


def is_cut(raw: str) -> bool:
    """Tell whether a word that ends an answer may be the beginning of an action's name, and is none itself."""
    key = normalise(raw)
    named = {normalise(name) for name in (*written(), *Primitive, *high_names())}
    return bool(key) and key not in named and any(name.startswith(key) for name in named)


def emptied(name: str, receptacle: str, repairs: Repairs) -> ParsedStep:
    """Return the step for Empty(name): pour out what holds a liquid; no action clears a place of objects."""
    if object_types()[name].can("canFillWithLiquid"):
        return ParsedStep(High.POUR, name, receptacle)
    repairs.add(f"Empty({name}) -> Pass: no action clears a place of objects")
    return ParsedStep(High.PASS, "")


def put_down_place() -> str:
    """Return where a thing goes that is put away or down without a place: the domain's first surface.

    In the household that is the counter, where CMFR's own examples leave a knife.
    """
    return ordered_group("surfaces")[0]


def _lookup[A: (str, Primitive)](raw: str, table: Mapping[str, A]) -> A | None:
    key = normalise(raw)
    for spelling in (key, key.removesuffix("object"), key.removesuffix("objects")):
        if spelling in table:
            return table[spelling]
    hits = difflib.get_close_matches(key, table, n=1, cutoff=CLOSE) if len(key) > 4 else []
    return table[hits[0]] if hits else None


def _unknown(raw: str, allowed: str) -> Rejected:
    return Rejected(RejectionCode.UNKNOWN_ACTION, f"{raw.strip()!r} is not an action. Allowed: {allowed}.")
