"""What is held may be set down where its outline ends, however thick a rod it is for the rest of the arm."""

from __future__ import annotations

import numpy as np

from ur5_description.kinematics import HOME, UR5E, forward, inverse, wrap
from ur5_driver.driver.body import Hand
from ur5_driver.driver.separation import KeptOff, Separation

HAMMER = np.array(
    [[x, y, 0.158 + 0.012 * z] for x in (-0.014, 0.014) for y in (-0.12, 0.08) for z in (-1.0, 1.0)]
)
HEAD = np.array([[x, 0.085, 0.158 + 0.012 * z] for x in (-0.042, 0.042) for z in (-1.0, 1.0)])
"""A hammer that lies along tool0's y between the fingers, and its head across, m."""


def standing(height: float) -> np.ndarray:
    """Return joints with the flange at a height over the table, pointing down, thrice."""
    tool = forward(UR5E, HOME)
    tool[2, 3] = height
    joints = min(inverse(UR5E, tool), key=lambda q: float(np.abs(wrap(q - np.array(HOME))).sum()))
    return np.tile(joints, (3, 1))


def test_a_flat_thing_is_set_down_and_not_pressed_into_the_table() -> None:
    gate = Separation(UR5E, Hand(0.03, held=np.concatenate([HAMMER, HEAD])), KeptOff(), 0.0)
    assert gate.fault(standing(0.18)) is None
    pressed = Separation(UR5E, Hand(0.03, held=HAMMER + np.array([0.0, 0.0, 0.08])), KeptOff(), 0.0).fault(
        standing(0.18)
    )
    assert pressed is not None and pressed.part == "thing held" and pressed.obstacle == "table"


def test_what_is_held_does_not_go_into_the_arm() -> None:
    long = np.array([[0.0, y, 0.15] for y in np.linspace(-0.7, 0.7, 30)])
    free, held = (
        Separation(UR5E, Hand(0.03), KeptOff(), 0.0),
        Separation(UR5E, Hand(0.03, held=long), KeptOff(), 0.0),
    )
    rng, into = np.random.default_rng(0), 0
    for joints in np.array(HOME) + rng.uniform(-0.8, 0.8, (60, 6)):
        path = np.tile(joints, (3, 1))
        fault = held.fault(path)
        into += free.fault(path) is None and fault is not None and fault.part == "thing held"
    assert into > 5
