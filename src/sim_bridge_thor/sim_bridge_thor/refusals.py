"""AI2-THOR's error texts as outcomes: a code to switch on and a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pred_core.outcome import Code, Outcome

OUT_OF_VIEW = "not found within the specified visibility"
"""How AI2-THOR says that a target is too far away or out of view."""

# Clients match these by substring: exceptions come wrapped in their name and a trace. First match wins.
_TEXTS: tuple[tuple[str, Code, str], ...] = (
    ("is not the objectId on any object", Code.NOT_FOUND, "{what} is not in the scene any more."),
    (
        "visible but not interactable",
        Code.BLOCKED,
        "Something clear, like glass, is in front of {what}: use another viewpoint.",
    ),
    ("visible but occluded", Code.BLOCKED, "{what} is hidden behind something: use another viewpoint."),
    ("must have the property CanPickup", Code.NOT_AFFORDED, "{what} cannot be picked up."),
    ("is not an Openable object", Code.NOT_AFFORDED, "{what} cannot be opened or closed."),
    ("object is not toggleable", Code.NOT_AFFORDED, "{what} cannot be switched."),
    (
        "controlled by another sim object",
        Code.NOT_AFFORDED,
        "{what} is switched by something else: find its knob.",
    ),
    ("CanBeSliced", Code.NOT_AFFORDED, "{what} cannot be sliced."),
    ("does not have CanBeFilled", Code.NOT_AFFORDED, "{what} cannot hold liquid."),
    ("NOT a receptacle", Code.NOT_AFFORDED, "Nothing can be put on or in {what}."),
    (
        "not a valid Object Type to be placed",
        Code.NOT_AFFORDED,
        "The held object does not go on or in {what}.",
    ),
    (
        "cannot be sliced if it is in",
        Code.PRECONDITION_FAILURE,
        "{what} is in the hand: put it down before slicing it.",
    ),
    ("has something in it already", Code.HAND_FULL, "The hand is full: put down what it holds first."),
    ("isn't holding anything", Code.HAND_EMPTY, "The hand is empty: pick something up first."),
    ("Nothing is in the agent's hand", Code.HAND_EMPTY, "The hand is empty: there is nothing to drop."),
    ("Receptacle is CLOSED", Code.RECEPTACLE_CLOSED, "{what} is closed: open it first."),
    ("is full right now", Code.RECEPTACLE_FULL, "{what} is full: take something out or use another one."),
    (
        "No valid positions to place",
        Code.RECEPTACLE_FULL,
        "There is no free place on or in {what}: use another one.",
    ),
    (
        "collision is blocking held object",
        Code.RECEPTACLE_FULL,
        "Something is in the way on {what}: use another place.",
    ),
    ("cannot be placed in", Code.RECEPTACLE_FULL, "The held object does not fit on or in {what}."),
    (
        "No valid Receptacle found",
        Code.TARGET_NOT_VISIBLE,
        "{what} is not in reach and in view: go closer or look at it.",
    ),
    ("must be OFF to open", Code.PRECONDITION_FAILURE, "{what} is on: switch it off before opening it."),
    (
        "must be closed to Toggle On",
        Code.PRECONDITION_FAILURE,
        "{what} is open: close it before switching it on.",
    ),
    ("Target is broken", Code.NOT_AFFORDED, "{what} is broken and cannot be switched on."),
    ("if it's already", Code.ALREADY_SO, "{what} is already in that state."),
    ("already empty", Code.ALREADY_SO, "{what} is already empty."),
    ("is already", Code.ALREADY_SO, "{what} is already in that state."),
    (
        "failed to open/close",
        Code.BLOCKED,
        "The door or drawer of {what} hits something: step back or aside.",
    ),
    (
        "collide and clip",
        Code.BLOCKED,
        "{what} would hit something on its way to the hand: use another viewpoint.",
    ),
    ("can't be dropped", Code.BLOCKED, "The held object touches something: step back before dropping it."),
    ("if agent rotates", Code.BLOCKED, "The held object would hit something in that turn: step back first."),
    ("beyond", Code.BLOCKED, "The camera is at its limit and cannot be tilted further."),
    ("out of scene bounds", Code.UNREACHABLE, "That place is outside the room."),
    ("is blocking", Code.BLOCKED, "Something is in the way: {text}"),
)


def outcome_of_refusal(text: str, target: Mapping[str, Any] | None, reach: float) -> Outcome:
    """Return the outcome of an action that AI2-THOR refused.

    :param text: ``errorMessage``
    :param target: the target's metadata after the action, None when there is no target
    :param reach: the largest distance in metres at which the agent acts
    """
    what = f"the {target['objectType']}" if target is not None else "the target"
    if OUT_OF_VIEW in text:
        return _unseen(what, target, reach)
    for part, code, sentence in _TEXTS:
        if part in text:
            filled = sentence.format(what=what, text=_first_line(text))
            return Outcome(code, filled[0].upper() + filled[1:])
    return Outcome(Code.EXECUTION_FAILURE, f"The simulator refused: {_first_line(text) or 'no reason given'}")


def _unseen(what: str, target: Mapping[str, Any] | None, reach: float) -> Outcome:
    distance = float(target["distance"]) if target is not None else 0.0
    if distance > reach:
        sentence = f"{what} is {distance:.2f} m away, the reach is {reach:.2f} m: go closer."
        return Outcome(Code.TARGET_TOO_FAR, sentence[0].upper() + sentence[1:])
    sentence = f"{what} is not in view: turn, tilt the camera, or use another viewpoint."
    return Outcome(Code.TARGET_NOT_VISIBLE, sentence[0].upper() + sentence[1:])


def _first_line(text: str) -> str:
    lines = text.strip().split("\n")
    return lines[0].split(". trace:")[0]
