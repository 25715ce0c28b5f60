"""Holding something out to a person: brought slowly and softly, held until they pull at it, then let go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import Array
from ur5_driver.driver import load
from ur5_driver.driver.moves import Moves

Bring = Callable[[Iterable[Array], float, float, threading.Event], Outcome]
"""Brings the tool to the first of some poses (4x4 in base) that is reached: speed (m/s), force on its way (N)."""
SKILL = "HandOverObject"
SPEED = 0.2
"""How fast the tool comes to a person at most, m/s; slower where the limits are."""
FORCE = 25.0
"""What it may meet on its way there, N; a person's hand may be it."""
OFFERED = 3.0
"""How long one call holds something out, s: who asked may then ask again, or do something else with it."""
PULLED = 0.04
"""How long a pull lasts at least, s: shorter ones are noise, or a touch."""
CLEAR = 1.0
"""How long the arm stands afterwards, s: the person's hand is still at it."""
_NEAR = 0.02
_TURNS = np.radians([0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0])


def offer(arm: Moves, bring: Bring, cancel: threading.Event, phase: Callable[[str], None]) -> Outcome:
    """Hold out what the fingers hold, for some seconds or until a person pulls at it, who then has it.

    Success says that it was held out; whether it was taken is measured by the fingers.
    """
    if not arm.holding:
        return Outcome(Code.HAND_EMPTY, "Nothing is in the gripper to hand over.")
    if not at_place(arm):
        phase("bringing it to the person")
        outcome = bring(_poses(arm), SPEED, FORCE, cancel)
        outcome = outcome and load.zeroed(arm.link)
        if not outcome:
            return outcome
    phase("holding it out")
    pulled = _pulled(arm, cancel)
    if pulled is None:
        return Outcome.success("It was held out, and nobody took it yet.")
    if not pulled:
        return pulled
    phase("letting go")
    outcome = arm.open_gripper(cancel)
    if not outcome:
        return outcome
    cancel.wait(CLEAR)
    return Outcome.success("A person took it.")


def at_place(arm: Moves) -> bool:
    """Return whether the finger tips are where things are held out."""
    tip = _tip(arm)
    return tip is not None and float(np.linalg.norm(tip - np.array(arm.settings.offer.place))) < _NEAR


def _tip(arm: Moves) -> Array | None:
    tool = arm.tool()
    return None if tool is None else tool[:3, 3] + arm.link.limits.tool_length * tool[:3, 2]


def _poses(arm: Moves) -> Iterator[Array]:
    """Yield tool poses (4x4) over the place, as the thing is held now (nothing is spilt), turned about upright."""
    tool = arm.tool()
    if tool is None:
        return
    for turn in _TURNS:
        c, s = np.cos(turn), np.sin(turn)
        pose = np.eye(4)
        pose[:3, :3] = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ tool[:3, :3]
        pose[:3, 3] = np.array(arm.settings.offer.place) - arm.link.limits.tool_length * pose[:3, 2]
        yield pose


def _pulled(arm: Moves, cancel: threading.Event) -> Outcome | None:
    """Wait for a pull: success when one came or the thing is gone, None when none came, else what ended the waiting."""
    began = looked = time.monotonic()
    since: float | None = None
    while time.monotonic() - began < OFFERED:
        if cancel.is_set():
            return Outcome(Code.CANCELED, "Nothing is held out any more; the thing is still in the gripper.")
        available = arm.link.available()
        if not available:
            return available
        if arm.link.fingers is not None and not arm.holding:
            return Outcome.success()
        seen = arm.link.receiver.wait_newer(looked, 0.1)
        if seen is None:
            continue
        looked = seen.time
        if float(np.linalg.norm(seen.force[:3])) <= arm.settings.offer.pull:
            since = None
        elif since is None:
            since = looked
        elif looked - since >= PULLED:
            return Outcome.success()
    return None
