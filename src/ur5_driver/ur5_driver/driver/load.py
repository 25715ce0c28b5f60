"""What the arm carries and what it feels, as the controller is told before a motion.

The controller takes the weight of what it knows of off the measured force; what it does not know of looks like a
contact.
"""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from pred_core.outcome import Outcome
from ur5_driver.driver.commands import Payload, ZeroForce
from ur5_driver.driver.link import ArmLink

ZEROED_UP_TO = 0.5
"""More than this share of the contact force is taken for a contact, which is not to be forgotten."""
MEASURED_WITHIN = 1.0
TAKES_EFFECT = 0.02


def borne(link: ArmLink) -> Outcome:
    """Tell the controller what the arm carries, where that has changed."""
    payload = link.carried()
    return Outcome.success() if payload is None or payload == link.payload else link.tell(payload)


def bears(link: ArmLink, hand: Payload) -> Outcome:
    """Reckon with this on the flange from now on (with what is held beside it), if the controller takes it."""
    before = link.settings
    link.settings = replace(before, hand=hand)
    outcome = borne(link)
    if not outcome:
        link.settings = before
    return outcome


def zeroed(link: ArmLink) -> Outcome:
    """Take what the tool measures for no force, before a motion whose contacts are judged by it; see :func:`borne`.

    A force that may be a contact stays: an arm that presses on something already is not to press as hard again.

    :returns: success as well where the force stays as it is
    """
    outcome = borne(link)
    seen = link.receiver.wait_newer(time.monotonic() + TAKES_EFFECT, MEASURED_WITHIN) if outcome else None
    if seen is None:
        return outcome and link.available()
    force = float(np.linalg.norm(seen.force[:3]))
    if not seen.still or force > ZEROED_UP_TO * link.limits.contact_force:
        return Outcome.success(f"Not zeroed: the tool measures {force:.0f} N.")
    outcome = link.tell(ZeroForce())
    link.receiver.wait_newer(time.monotonic() + TAKES_EFFECT, MEASURED_WITHIN)
    return outcome
