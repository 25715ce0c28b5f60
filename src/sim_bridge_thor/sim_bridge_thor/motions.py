"""Motions of base and camera as AI2-THOR's actions, and what they did."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pred_core.outcome import Code, Outcome
from sim_bridge_thor.refusals import outcome_of_refusal

_MOVES = {"forward": "MoveAhead", "back": "MoveBack", "left": "MoveLeft", "right": "MoveRight"}
_TURNS = {"turn_left": "RotateLeft", "turn_right": "RotateRight"}
_LOOKS = {"look_up": "LookUp", "look_down": "LookDown"}

MIN_MOVE = 0.01
"""A commanded move of which less than this is measured did not happen, metres."""


@dataclass(frozen=True)
class MotionStyle:
    """The robot's own steps: metres and degrees.

    ``held_collides`` makes moves stop when the held object would touch something; the agents of TEACh and ALFRED
    ignore that.
    """

    move: float = 0.25
    turn: float = 90.0
    look: float = 30.0
    held_collides: bool = False


def motion_action(motion: str, amount: float, style: MotionStyle) -> tuple[Outcome, dict[str, Any]]:
    """Return the action of one motion.

    :param motion: one of pred_msgs/BaseMotion's names
    :param amount: metres (moves) or radians (turns, looks); 0 = the robot's own step
    :returns: BAD_INPUT and {} for an unknown motion or an amount that is not a finite number >= 0
    """
    if not math.isfinite(amount) or amount < 0.0:
        return Outcome(
            Code.BAD_INPUT, f"Motion {motion}: the amount must be finite and >= 0, got {amount}."
        ), {}
    force = {} if style.held_collides else {"forceAction": True}
    if motion in _MOVES:
        return Outcome.success(), {"action": _MOVES[motion], "moveMagnitude": amount or style.move, **force}
    if motion in _TURNS:
        degrees = round(math.degrees(amount), 3) or style.turn
        return Outcome.success(), {"action": _TURNS[motion], "degrees": degrees, **force}
    if motion in _LOOKS:
        degrees = round(math.degrees(amount), 1) or style.look  # THOR takes tenths of a degree
        return Outcome.success(), {"action": _LOOKS[motion], "degrees": degrees}
    if motion == "wait":
        return Outcome.success(), {"action": "Pass"}
    known = ", ".join([*_MOVES, *_TURNS, *_LOOKS, "wait"])
    return Outcome(Code.BAD_INPUT, f"There is no motion {motion!r}. Known: {known}."), {}


def motion_outcome(
    action: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any], reach: float
) -> Outcome:
    """Return how a motion ended, from the metadata before and after it."""
    if not after["lastActionSuccess"]:
        return outcome_of_refusal(str(after["errorMessage"]), None, reach)
    if str(action["action"]).startswith("Move"):
        start, end = before["agent"]["position"], after["agent"]["position"]
        moved = math.hypot(end["x"] - start["x"], end["z"] - start["z"])
        if moved < min(MIN_MOVE, float(action["moveMagnitude"]) / 2.0):
            return Outcome(Code.POSTCONDITION_FAILURE, "The base was told to move and did not.")
    return Outcome.success()
