"""Where a front is when it is shut, and by how much it stands open: from its handle's way, one picture, and memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import wrap_angle
from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture
from spot_driver.driver.door_motion import DoorMotion
from spot_driver.driver.doors import LEAST_POINTS, Front
from spot_driver.driver.places import UPRIGHT, surface_normals

Array = NDArray[np.float64]

LONG_ARC = np.deg2rad(35.0)
"""A hinge is where a handle's way alone says from this arc on; for less, the leaf's plane says on which line it is."""
BESIDE_LEAF = np.deg2rad(8.0)
"""What is seen less than this behind a leaf belongs to the leaf, rad about its hinge."""
FIRST, SLACK = 3.0, np.deg2rad(8.0)
"""What is behind a leaf begins where this share of it comes before, %, and this much is not counted, rad."""
SQUARE = 0.6
"""Walls are square to each other where this share of them agrees."""
AT_HINGE = 0.1
"""What is this near to a hinge across its leaf and looks away from that, m, is the side of a box whose front it is."""
SHUT_LEAF = np.deg2rad(15.0)
"""A leaf that is open by less is taken for shut: the side of what it shuts looks like that."""
BESIDE = 0.6
"""Fronts up to this far from where a drawer is taken are its neighbours, m."""
FLUSH = 0.03
"""Fronts whose depths differ by less than this are flush, m."""
ALIKE = 0.9
"""Cosine between the normals of fronts that look the same way."""
GAVE_WAY = 0.03
"""A handle that went less far has not given way, m."""
OPEN_DOOR = 0.6 * np.pi / 2.0
"""A door counts as open from here on, rad."""
OUT, OUT_AT_STOP = 0.3, 0.1
"""A drawer counts as open this far out, and at its stop this far out, m."""
OUT_AT_END = 0.2
"""So far out, m, a drawer that was taken anew and comes no farther is at the end of its way, felt or not."""
NOSE = 0.65
"""A handle nearer to the body's middle than this, m, has the body in its way."""
SHUT_DOOR, SHUT_DRAWER = float(np.deg2rad(10.0)), 0.03
"""A front that presses against something this near to where it is shut is shut, rad and m."""
ROUND, WIDEST = 0.02, 1.2
"""A handle whose distance to a hinge deviates by less than this, and that is no farther from it, goes round it, m."""
SAME_HINGE, FLUSH_HINGE = 0.2, 0.08
"""A hinge found this near to a known one is that one, and one this near to its leaf's plane hangs in that, m."""
SAME_RAIL = 0.1
"""A drawer that moves this near to a known one's rail is that one, m."""
SHORTEST, NEAREST = 0.12, 0.06
"""From a handle nearer to its hinge than this, m, the hinge cannot be told; nor, of a long arc, than the second."""


@dataclass(frozen=True)
class Hinged:
    """A door: the point (2,) of its hinge in map, and the unit vector (2,) from there along the shut leaf.

    By how much it is open is told by the leaf's plane: where the hand holds it is beside that, on either side.
    """

    hinge: Array
    shut: Array

    def open_by(self, front: Front, motion: DoorMotion) -> float:
        """Return by how much it stands open after a motion of its front, rad."""
        leaf = _along(front, motion.path[0, :2] - self.hinge)
        before = np.arctan2(self.shut[0] * leaf[1] - self.shut[1] * leaf[0], self.shut @ leaf)
        return abs(wrap_angle(float(before) + turned(motion.path, self.hinge)))

    def is_open(self, front: Front, motion: DoorMotion) -> bool:
        """Tell whether it is open after a motion."""
        return self.open_by(front, motion) > OPEN_DOOR

    def is_there(self, front: Front, motion: DoorMotion) -> bool:
        """Tell whether it is where it is shut after a motion; it is shut where it also presses against its frame."""
        return self.open_by(front, motion) < SHUT_DOOR

    def words(self, front: Front, motion: DoorMotion) -> str:
        """Return by how much it is open after a motion, as one would say it."""
        return f"{np.rad2deg(self.open_by(front, motion)):.0f} degrees"

    def moves(self, front: Front, motion: DoorMotion) -> bool:
        """Tell whether what moved is this door: its handle went round the hinge, and round no other one."""
        if front.slides or motion.metres <= GAVE_WAY:
            return False
        far = np.linalg.norm(motion.path[:, :2] - self.hinge, axis=1)
        own = hinge_of(motion.path, front.normal)
        if own is not None and abs(turned(motion.path, own)) > LONG_ARC:
            return float(np.linalg.norm(own - self.hinge)) < SAME_HINGE
        return float(np.std(far)) < ROUND and float(far[0]) < WIDEST

    def beside(self, front: Front, motion: DoorMotion) -> Hinged | None:
        """Return where another leaf is shut that hangs in this one's plane, as the second of two; None for none."""
        hinge = None if front.slides else hinge_of(motion.path, front.normal)
        if hinge is None or abs(turned(motion.path, hinge)) < LONG_ARC:
            return None
        away = hinge - self.hinge
        off = abs(float(self.shut[0] * away[1] - self.shut[1] * away[0]))
        if off > FLUSH_HINGE or not SAME_HINGE < float(np.linalg.norm(away)) < 2.0 * WIDEST:
            return None
        return Hinged(
            hinge, self.shut if float(self.shut @ (motion.path[-1, :2] - hinge)) > 0.0 else -self.shut
        )


@dataclass(frozen=True)
class Railed:
    """A drawer: where its handle (3,) is in map when it is shut, and the unit vector on which it comes out."""

    shut: Array
    way: Array

    def open_by(self, motion: DoorMotion) -> float:
        """Return how far it has come out after a motion, m."""
        return abs(float((motion.path[-1] - self.shut) @ self.way))

    def is_open(self, _: Front, motion: DoorMotion) -> bool:
        """Tell whether it is open after a motion: far out, or at a stop that is not the robot itself.

        Its stop is felt, or told by a second pull: one that began far from where it is shut, and moved it no more.
        """
        out = self.open_by(motion)
        pulled_again = out > OUT_AT_END and motion.metres < GAVE_WAY
        at_stop = pulled_again or (out > OUT_AT_STOP and motion.pressed)
        return out > OUT or (at_stop and motion.ahead > NOSE)

    def is_there(self, _: Front, motion: DoorMotion) -> bool:
        """Tell whether it is where it is shut after a motion; it is shut where it also presses against its stop."""
        return self.open_by(motion) < SHUT_DRAWER

    def words(self, _: Front, motion: DoorMotion) -> str:
        """Return by how much it is open after a motion, as one would say it."""
        return f"{100.0 * self.open_by(motion):.0f} cm"

    def moves(self, front: Front, motion: DoorMotion) -> bool:
        """Tell whether what moved is this drawer."""
        away = motion.path[0] - self.shut
        aside = away - float(away @ self.way) * self.way
        return front.slides and float(np.linalg.norm(aside)) < SAME_RAIL


Place = Hinged | Railed
"""Where a front is when it is shut."""


def hinge_of(path: Array, normal: Array) -> Array | None:
    """Return about which point (2,) a handle went round, None where that cannot be told.

    :param path: Nx3, m
    :param normal: of the leaf where the way began, (3,): for a short way, the hinge is in the leaf's plane
    """
    if len(path) < 2:
        return None
    start, away = path[0, :2], (path - path[0])[1:, :2]
    along = np.array([-normal[1], normal[0]])
    squares, sides = np.sum(away**2, axis=1), away @ along
    if float(np.abs(sides).max()) < 1e-4:
        return None
    hinge, least = start + along * float(squares @ sides) / (2.0 * float(sides @ sides)), SHORTEST
    if len(path) > 3 and abs(turned(path, hinge)) > LONG_ARC:
        middle, *_ = np.linalg.lstsq(2.0 * away, squares, rcond=None)
        hinge, least = start + middle, NEAREST
    return np.asarray(hinge) if float(np.linalg.norm(hinge - start)) > least else None


def turned(path: Array, hinge: Array) -> float:
    """Return by how much a handle went round its hinge, rad; to the left is positive."""
    arms = path[:, :2] - hinge
    angles = np.unwrap(np.arctan2(arms[:, 1], arms[:, 0]))
    return float(angles[-1] - angles[0])


def places(
    seen: Picture, mask: NDArray[np.bool_], front: Front, motion: DoorMotion, *, opens: bool
) -> list[Place]:
    """Return where a front may be shut, by a picture before its motion: at most one place.

    :param mask: of the furniture in ``seen``
    :param opens: what is opened, and shows nothing behind its front, was shut where it began, or less open
    """
    if front.slides:
        if opens:
            return [Railed(motion.path[0], front.normal)]
        pushed = -float((motion.path[-1] - motion.path[0]) @ front.normal)
        flush = np.abs(neighbours(seen, mask, front) - pushed) < FLUSH
        return [Railed(motion.path[-1], front.normal)] if int(np.count_nonzero(flush)) >= LEAST_POINTS else []
    hinge = hinge_of(motion.path, front.normal)
    if hinge is None:
        return []
    leaf, inwards = _along(front, motion.path[0, :2] - hinge), -front.normal[:2]
    turn = _turn_to_shut(seen, mask, hinge, (leaf, inwards))
    if turn is not None:
        return [Hinged(hinge, np.cos(turn) * leaf + np.sin(turn) * inwards)]
    return [Hinged(hinge, leaf)] if opens else []


def _along(front: Front, arm: Array) -> Array:
    """Return the unit vector (2,) along a leaf that goes the way of a vector (2,) from its hinge to its handle."""
    leaf = np.array([-front.normal[1], front.normal[0]])
    return leaf if float(leaf @ arm) > 0.0 else -leaf


def _turn_to_shut(
    seen: Picture, mask: NDArray[np.bool_], hinge: Array, axes: tuple[Array, Array]
) -> float | None:
    """Return by how much a leaf has to turn until it is shut, rad; None where too little is seen behind it.

    A leaf shuts along a wall of what it shuts, or at a right angle to it, and all that is seen of that is behind it.

    :param axes: unit vectors (2,) along the leaf and to where it shuts
    """
    normals, points = surface_normals(seen)
    away = points[..., :2] - hinge
    angle = np.arctan2(away @ axes[1], away @ axes[0])
    with np.errstate(invalid="ignore"):
        outside = (np.abs(away @ axes[0]) < AT_HINGE) & (normals[..., :2] @ axes[0] < -ALIKE)
        behind = mask & (angle > BESIDE_LEAF) & (seen.depth < seen.span[1]) & ~outside
        walls = behind & (np.abs(normals[..., 2]) < UPRIGHT)
    if int(np.count_nonzero(walls)) < LEAST_POINTS:
        return None
    facing = np.arctan2(normals[walls][:, :2] @ axes[1], normals[walls][:, :2] @ axes[0])
    mean = np.mean(np.exp(4j * facing))
    if abs(mean) < SQUARE:
        return None
    first = float(np.percentile(angle[behind], FIRST)) + SLACK
    quarter = np.pi / 2.0
    turn = float(np.angle(mean)) / 4.0
    turn += quarter * np.floor((first - turn) / quarter)
    return turn if turn > SHUT_LEAF else None


def neighbours(seen: Picture, mask: NDArray[np.bool_], front: Front) -> Array:
    """Return how far behind a drawer's front its neighbours' fronts are, m, a number a pixel.

    :param mask: the drawer's own pixels
    """
    normals, points = surface_normals(seen)
    away = points - front.spot.point
    depth = -(away @ front.normal)
    beside = np.linalg.norm(away + depth[..., None] * front.normal, axis=-1) < BESIDE
    with np.errstate(invalid="ignore"):
        alike = np.abs(normals @ front.normal) > ALIKE
    found = depth[beside & alike & ~mask & np.isfinite(depth)]
    return np.asarray(found[found > -FLUSH])


def judge(
    known: Sequence[Place], front: Front, motion: DoorMotion, what: str, *, opens: bool, alone: bool
) -> tuple[Outcome, Place | None]:
    """Return how a motion ended, with the place that shows that the front is open, or shut.

    :param known: where it may be shut
    :param front: what moved, as it was before
    :param alone: whether nothing was seen behind the front before: a drawer was shut then, a leaf may stand open
    """
    for place in known:
        done = place.is_open(front, motion) if opens else motion.pressed and place.is_there(front, motion)
        if done:
            return Outcome.success(), place
    if motion.metres < GAVE_WAY:
        shut = not opens and front.slides and motion.pressed and alone
        return _stuck(what, opens=opens, shut=shut), None
    nearest = known[0] if known else None
    why = (_not_open if opens else _not_shut)(nearest, front, motion)
    return Outcome(Code.POSTCONDITION_FAILURE, f"The {what} {why}"), None


def _stuck(what: str, *, opens: bool, shut: bool) -> Outcome:
    """Return what it means that a front did not give way."""
    if shut:
        return Outcome(Code.ALREADY_SO, f"The {what} did not give way: it is shut.")
    hint = (
        "is it locked, or not held?"
        if opens
        else "it may be shut, or as far open as it goes; nothing shows which."
    )
    return Outcome(Code.EXECUTION_FAILURE, f"The {what} did not give way: {hint}")


_STOPPED = "something is in its way, or the arm does not reach farther from here."


def _not_open(place: Place | None, front: Front, motion: DoorMotion) -> str:
    """Return what is said of a front that moved, but did not come to be open."""
    if place is None:
        return "moved, but how far cannot be told: it was taken at its hinge. Open it from elsewhere."
    return f"came open by {place.words(front, motion)} only: {_STOPPED}"


def _not_shut(place: Place | None, front: Front, motion: DoorMotion) -> str:
    """Return what is said of a front that moved, but is not shown to be shut."""
    if place is None:
        return (
            "was pushed as far as it went, but nothing shows that it is shut: look at it from where its opening is "
            "seen, and close it again."
        )
    if place.is_there(front, motion):
        return f"is nearly shut, but was not felt to press against its frame: {_STOPPED}"
    return f"is still open by {place.words(front, motion)}: {_STOPPED}"
