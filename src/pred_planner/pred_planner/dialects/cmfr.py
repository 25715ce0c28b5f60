"""CMFR's dialect: JSON with calls such as ``Place(Mug_1, CounterTop_1)`` under subgoals, actions or solution.

Keys: ``subgoals`` (initial plan, listing 1), ``actions`` (preconditions, listing 4), ``solution`` (workaround,
listing 5). Of several lists the last one counts. Where the JSON is broken the calls are read from the text.
"""

from __future__ import annotations

from collections.abc import Mapping

from pred_core.plan_language import High, Level
from pred_planner.dialects import actions, calls
from pred_planner.dialects.calls import Call
from pred_planner.dialects.cleaning import no_plan, read_blocks
from pred_planner.dialects.names import Names, normalise
from pred_planner.plan.parsed import Parsed, ParsedStep, Rejected, RejectionCode, Repairs, finish

ACTIONS: Mapping[str, High] = {
    "find": High.GOTO,
    "goto": High.GOTO,
    "moveto": High.GOTO,
    "pickup": High.PICKUP,
    "place": High.PUT,
    "put": High.PUT,
    "open": High.OPEN,
    "close": High.CLOSE,
    "toggleon": High.TOGGLE_ON,
    "turnon": High.TOGGLE_ON,
    "toggleoff": High.TOGGLE_OFF,
    "turnoff": High.TOGGLE_OFF,
    "slice": High.SLICE,
    "pour": High.POUR,
    "fillwithwater": High.FILL,
    "fill": High.FILL,
    "clean": High.CLEAN,
    "empty": High.POUR,
    "putaway": High.PUT,
}


def parse(text: str, names: Names) -> Parsed:
    """Read an answer in CMFR's dialect.

    :raises Rejected: with the reason
    """
    return read_blocks(text, lambda block, repairs: _read(block, names, repairs))


def _read(text: str, names: Names, repairs: Repairs) -> Parsed:
    steps: list[ParsedStep] = []
    for call in calls.find(text, lambda name: _action(name) is not None, repairs):
        steps.append(_step(call, steps, names, repairs))
    if not steps:
        raise no_plan(text)
    return finish(Level.TRIPLET, steps, repairs)


def _action(name: str) -> str | None:
    return ACTIONS.get(normalise(name)) or actions.high_or_none(name)


def _step(call: Call, before: list[ParsedStep], names: Names, repairs: Repairs) -> ParsedStep:
    action = _action(call.name)
    if action is None:
        raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{call.name!r} is not one of the subgoals allowed.")
    if action is High.PASS:
        return ParsedStep(action, "")
    if not call.arguments:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{call.name}() needs an object.")
    target = names.resolve(call.arguments[0], repairs)
    receptacle_ref = call.arguments[1] if len(call.arguments) > 1 else ""
    receptacle = names.resolve(receptacle_ref, repairs) if receptacle_ref else ""
    for extra in call.arguments[2:]:
        repairs.add(f"left out {extra!r} of {call.name}({target}, {receptacle}, ...)")
    key = normalise(call.name)
    if key == "empty":
        return actions.emptied(target, receptacle, repairs)
    if action in (High.PUT, High.MOVE) and not receptacle:
        receptacle = actions.put_down_place() if key == "putaway" else _last_visited(before, target, repairs)
    return ParsedStep(action, target, receptacle, object_ref=call.arguments[0], receptacle_ref=receptacle_ref)


def _last_visited(before: list[ParsedStep], target: str, repairs: Repairs) -> str:
    for step in reversed(before):
        if step.action in (High.GOTO, High.OPEN) and step.object != target:
            repairs.add(f"Place({target}): took {step.object}, visited last, as the receptacle")
            return step.object
    raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"Place({target}) does not say where to.")
