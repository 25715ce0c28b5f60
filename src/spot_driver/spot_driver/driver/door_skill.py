"""Opening and closing doors and drawers: told as done only with evidence that they are open, or shut."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture, mask_of
from pred_core.targets import Target
from spot_driver.driver import clock
from spot_driver.driver.door_motion import DoorMotion, move_front
from spot_driver.driver.door_places import GAVE_WAY, Hinged, Place, Railed, hinge_of, judge, places, turned
from spot_driver.driver.doors import BEHIND, LEAST_POINTS, Front, extent_of, front_again, front_of, sides
from spot_driver.driver.errors import SDK_ERRORS
from spot_driver.driver.hand import move_fingers
from spot_driver.driver.link import SpotLink
from spot_driver.driver.manipulator import Manipulator, Say
from spot_driver.driver.nearing import facing
from spot_driver.driver.pictures import HAND_COLOR, HAND_DEPTH, PictureError, Shot, picture_of, take
from spot_driver.driver.walking import walk

Array = NDArray[np.float64]

TRIES = 3
"""So often a front is taken anew, from what the camera then sees of it."""
SCALE = 0.5
"""Of the pictures by which it is taken anew, of the camera's own size."""
STILL_WITHIN = 3.0
SHARE = 0.3
"""Furniture of which this share is seen where a front was shut, or where it was left, is what it shuts."""
CUT_OFF = 0.3
"""A front goes on so far beyond a picture that cuts it off, m."""
THICK = 0.1
"""What is seen this near to where the hand holds a front may be the front, from either side, m."""


@dataclass(frozen=True)
class Sight:
    """A front in a picture, and what that shows of it. ``mask``: of all of the furniture."""

    picture: Picture
    shot: Shot
    mask: NDArray[np.bool_]
    front: Front

    @property
    def alone(self) -> bool:
        """Whether nothing of the furniture is seen behind its front."""
        depth = (self.front.spot.point - self.picture.points_of(self.mask)) @ self.front.normal
        return int(np.count_nonzero(depth > BEHIND)) < LEAST_POINTS

    @property
    def extent(self) -> Array:
        """How far the front goes around where it is taken, as :func:`extent_of` has it."""
        return extent_of(self.picture, self.mask, self.front)

    @property
    def whole(self) -> Array:
        """The same, with what may go on where the picture cuts it off, as it does from near."""
        across, up = self.mask[:, [0, -1]].any(), self.mask[[0, -1]].any()
        more = CUT_OFF * np.array([across, up])
        return np.asarray(self.extent + np.array([-more, more]))


@dataclass(frozen=True)
class Known:
    """A front that was opened: where it is shut, how it looked then, and how it was seen and went last."""

    place: Place
    shut: Sight
    sight: Sight
    motion: DoorMotion

    def shown(self, points: Array) -> bool:
        """Tell whether points (Nx3) in map show what this front shuts, or the front where it stands now."""
        shut = self.shut.front
        opening = _within(points - shut.spot.point, shut.normal, self.shut.whole)
        at, normal = where_now(self.sight.front, self.motion)
        leaf = _within(points - at, normal, self.sight.whole) & (np.abs((points - at) @ normal) < THICK)
        return float(np.mean(opening)) > SHARE or float(np.mean(leaf)) > SHARE


def _within(away: Array, normal: Array, extent: Array) -> NDArray[np.bool_]:
    """Tell which offsets (Nx3) are before or behind a front, as :func:`extent_of` has its size."""
    aside = sides(away, normal)
    return np.asarray(np.all((aside > extent[0]) & (aside < extent[1]), axis=1))


def where_now(front: Front, motion: DoorMotion) -> tuple[Array, Array]:
    """Return where the handle is after a motion, and about where its front looks, (3,) in map."""
    hinge = None if front.slides else hinge_of(motion.path, front.normal)
    turn = 0.0 if hinge is None else turned(motion.path, hinge)
    return motion.path[-1], Rotation.from_euler("z", turn).apply(front.normal)


class Doors:
    """Moves doors and drawers, one at a time, in the caller's thread, and remembers where they are shut."""

    def __init__(self, link: SpotLink, hands: Manipulator) -> None:
        self._link, self._hands = link, hands
        self._known: list[Known] = []
        self._connection = 0

    def move(
        self,
        target: Target,
        seen: Picture,
        shot: Shot,
        event: threading.Event,
        *,
        opens: bool,
        say: Say = lambda _: None,
    ) -> Outcome:
        """Open or close the door or drawer that the target means.

        :param shot: the colour picture from which ``seen`` was made
        :returns: success with evidence that it is open or shut, POSTCONDITION_FAILURE where that is lacking
        """
        if self._hands.holding:
            return Outcome(Code.HAND_FULL, "The gripper holds something: put it down first.")
        outcome, mask = mask_of(target, seen)
        if mask is None:
            return outcome
        what = target.class_name or "door"
        if self._connection != self._link.connections:  # what was started again measures from elsewhere
            self._connection, self._known = self._link.connections, []
        before = self._link.latest
        sight = None if opens else self._where_it_was_left(seen.points_of(mask), event)
        if sight is None:
            front = front_of(
                seen, mask, target.class_name, opens=opens, reaches=self._hands.may_grasp, walks=self._walks
            )
            sight = None if front is None else Sight(seen, shot, mask, front)
        if sight is None:
            return Outcome(Code.TARGET_NOT_VISIBLE, f"Too little of the {what} is seen: look from nearer.")
        outcome = self._until_there(sight, what, event, say, opens=opens)
        if outcome.code is Code.CANCELED or not self._link.available():
            return outcome
        freed = self._hands.look_again(event) and move_fingers(self._link, 0.0, event)
        outcome = outcome and freed
        if before is None or freed.code is Code.CANCELED:
            return outcome
        back = self._hands.back_to(before.pose, event)
        return back if back.code is Code.CANCELED else outcome

    @property
    def _walks(self) -> bool:
        return self._link.settings.limits.walks_to_grasp

    def _where_it_was_left(self, points: Array, event: threading.Event) -> Sight | None:
        """Look for a front where this driver left it; None where it does not know it, or does not see it there."""
        known = next((one for one in reversed(self._known) if one.shown(points)), None)
        if known is None:
            return None
        sight, here = self._again(known.sight, known.motion, event), self._link.fresh
        if sight is None and here is not None and not event.is_set():  # beside it the camera does not turn so far
            sight = self._seen_from(facing(known.motion.path[-1], here.pose), known, event)
        if sight is not None or event.is_set():
            return sight
        there = self._hands.back_to(known.motion.stood, event)
        return self._again(known.sight, known.motion, event) if there else None

    def _seen_from(self, stand: Pose2D, known: Known, event: threading.Event) -> Sight | None:
        """Look for a front from elsewhere, or from as near to there as the robot gets; None where it does not walk."""
        limits, here = self._link.settings.limits, self._link.fresh
        if here is None or not limits.walks_to_grasp or here.pose.distance_to(stand) > limits.grasp_walk:
            return None
        outcome = walk(self._link, [stand], event, self._hands.settings.watchdog)
        if outcome.code is Code.CANCELED or not self._link.available():
            return None
        return self._again(known.sight, known.motion, event)

    def _until_there(
        self, sight: Sight, what: str, event: threading.Event, say: Say, *, opens: bool
    ) -> Outcome:
        """Move a front on, taken again as often as it takes, until it is open or shut."""
        known, first = list[Place](), sight
        for attempt in range(TRIES):
            outcome, motion = self._once(sight, event, say, opens=opens)
            if motion is None:
                return outcome
            if attempt == 0:
                known = [one.place for one in self._known if one.place.moves(sight.front, motion)]
                if not known:  # what was opened from there says more than walls and shelves behind a leaf
                    known = places(sight.picture, sight.mask, sight.front, motion, opens=opens)
                known += [] if opens else self._other_leaves(sight.front, motion)
            verdict, place = judge(
                known, sight.front, motion, what, opens=opens, alone=attempt == 0 and sight.alone
            )
            if place is None and opens and motion.metres >= GAVE_WAY:  # the next pull has to know where it was shut
                place = next((one for one in known if isinstance(one, Railed)), None)
            self._remember(place, first, sight, motion, opens=opens)
            done = not known or verdict.code is not Code.POSTCONDITION_FAILURE
            if not outcome or done or attempt + 1 == TRIES:
                return outcome and verdict
            say("looking at it again")
            again = self._again(sight, motion, event)
            if again is None:
                return verdict
            sight = again
        raise AssertionError("the last try returns")

    def _other_leaves(self, front: Front, motion: DoorMotion) -> list[Place]:
        """Return where what moved is shut if it is the second leaf of a front that is known."""
        hinged = (one.place for one in self._known if isinstance(one.place, Hinged))
        return [place for one in hinged if (place := one.beside(front, motion)) is not None]

    def _remember(
        self, place: Place | None, first: Sight, sight: Sight, motion: DoorMotion, *, opens: bool
    ) -> None:
        """Take note of where a front is now that was opened, or that is known."""
        old = next((one for one in self._known if one.place is place), None)
        if place is None or not (opens or old):
            return
        self._known = [one for one in self._known if one is not old]
        self._known.append(Known(place, first if old is None else old.shut, sight, motion))

    def _once(
        self, sight: Sight, event: threading.Event, say: Say, *, opens: bool
    ) -> tuple[Outcome, DoorMotion | None]:
        """Take hold of a front, move it as far as it goes, and let go."""
        front, shot = sight.front, sight.shot
        outcome = move_fingers(self._link, 1.0, event)
        if outcome:
            say("grasping")
            outcome = self._hands.grasp_near(shot, front.spot, event, say, level=True)
        if outcome.code is Code.EXECUTION_FAILURE:
            say("grasping once more")
            outcome = self._hands.grasp_near(shot, front.spot, event, say, level=True)
        motion = None
        if outcome:
            say("opening" if opens else "closing")
            outcome, motion = move_front(
                self._link, front, opens=opens, event=event, watchdog=self._hands.settings.watchdog
            )
        if outcome.code is Code.CANCELED or not self._link.available():
            return outcome, None
        freed = self._hands.step_off(event)
        return (freed if freed.code is Code.CANCELED else outcome), motion

    def _again(self, sight: Sight, motion: DoorMotion, event: threading.Event) -> Sight | None:
        """Look at a front where it is now; None where it is not seen."""
        at, normal = where_now(sight.front, motion)
        outcome = self._hands.look_at(at, event)
        seen = self._link.wait_newer(clock.steady(), STILL_WITHIN) if outcome else None
        if seen is None or seen.body_hand is None:
            return None
        try:
            colour, depth = take(self._link.session, (HAND_COLOR, HAND_DEPTH), SCALE)
        except PictureError:
            return None
        except SDK_ERRORS as error:
            self._link.heard(error)
            return None
        picture = picture_of(colour, depth, sight.picture.step, seen.floor, seen.map_body @ seen.body_hand)
        front, mask = front_again(
            picture, sight.front, sight.extent, (at, normal), reaches=self._hands.may_grasp, walks=self._walks
        )
        return None if front is None else Sight(picture, colour, mask, front)
