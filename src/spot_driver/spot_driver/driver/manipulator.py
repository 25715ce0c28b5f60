"""Skills with hand and gripper: pick up, put, let go; what came of them is measured."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture, mask_of, seen_earlier
from pred_core.targets import Target
from pred_core.vocabulary import has_door
from spot_driver.driver import clock
from spot_driver.driver.arm_reach import arm_reaches
from spot_driver.driver.grasping import NO_GRASP, POLL, grasp
from spot_driver.driver.hand import aimed, move_fingers, move_hand
from spot_driver.driver.limits import SHOULDER
from spot_driver.driver.link import SpotLink
from spot_driver.driver.looking_in import behind_rim, look_in
from spot_driver.driver.nearing import stand_nearer
from spot_driver.driver.pictures import Shot
from spot_driver.driver.places import Spot, hold_spot
from spot_driver.driver.rests import Rests, rests
from spot_driver.driver.slow_grasp import grasp_slowly
from spot_driver.driver.snapshot import Snapshot
from spot_driver.driver.walking import walk

Array = NDArray[np.float64]
Say = Callable[[str], None]

BACK_OFF = 0.12
"""From a door that it let go of the hand goes straight back so far, m."""
LIFT = 0.12
"""The hand goes up so far with what it grasped before it goes elsewhere, m."""
RELEASE_ABOVE = 0.15
"""The hand's frame is so far above the place where it lets go, m."""
APPROACH_ABOVE = 0.12
"""It comes from so far above that, m."""
APPROACH_AHEAD = 0.25
"""Into what rises over the place it comes from so far before it, m."""
RELEASE_PITCHES = tuple(float(v) for v in np.deg2rad([70.0, 45.0, 20.0, 0.0]))
"""How steeply the hand points down when it lets go, rad: as steeply as the arm reaches, under a ceiling as little."""
FARTHEST_MIDDLE = 0.15
"""What it holds has its middle no farther from the hand than this, m: its mask may show more than it."""
EASILY = 0.75
"""What is no farther from the shoulder than this is grasped easily, m."""
FOLDED = (0.5, 0.0, 0.42)
"""Where the hand is in the body while the robot walks with people in the room, m."""
ANYWHERE = -1e3
"""A floor that is nowhere: the gate knows the real one, m."""
STAYED = 0.1
"""Who is this near to where it stood, m, has not walked."""
MOST_SPOTS = 60
"""So many of the best places to set something down are gone up to before others are taken from here."""
HELD_WAIT = 1.0
"""A grasp is believed when something is held for so long, s."""
RELEASED_WITHIN = 4.0
"""An open gripper is measured to be empty so soon, s."""
HEARD_WITHIN = 4.0
"""The next measurement comes within this, s, though the machine is busy."""


@dataclass(frozen=True)
class HandSettings:
    """Where the hand is while it looks, in the body (m), and for how long a command tells the arm's way ahead (s)."""

    look_ahead: float = 0.45
    look_up: float = 0.72
    watchdog: float = 0.5


def look_pose(settings: HandSettings, pitch: float, yaw: float = 0.0) -> Array:
    """Return the hand's pose in the body that makes its camera look down by ``pitch`` and left by ``yaw``, rad."""
    return aimed(np.array([settings.look_ahead, 0.0, settings.look_up]), yaw, pitch)


class Manipulator:
    """Does skills, one at a time, in the caller's thread."""

    def __init__(self, link: SpotLink, settings: HandSettings) -> None:
        self._link = link
        self.settings = settings
        self.pitch = 0.0
        """Of the hand's camera while it looks, rad; positive looks down."""
        self._held_middle = np.zeros(3)
        """Where the middle of what was grasped last is in the hand, m."""

    @property
    def holding(self) -> bool:
        """Whether something is measured to be in the gripper."""
        seen = self._link.latest
        return seen is not None and seen.holding

    def look(self, pitch: float, event: threading.Event, yaw: float = 0.0) -> Outcome:
        """Bring the hand to where it looks from."""
        outcome = self.go(look_pose(self.settings, pitch, yaw), event)
        if outcome:
            self.pitch = pitch
        return outcome

    def fold(self, event: threading.Event) -> Outcome:
        """Draw the arm in, as slowly as it is told to move: its own postures go as fast as they like."""
        pose = np.eye(4)
        pose[:3, 3] = FOLDED
        return self.go(pose, event)

    def look_again(self, event: threading.Event) -> Outcome:
        """Bring the hand back to where it looked from; an arm too twisted for the straight way unfolds first."""
        outcome, seen = self.look(self.pitch, event), self._link.fresh
        if outcome.code is not Code.BLOCKED or seen is None:
            return outcome
        slow = self._link.gate.near_person(seen)  # the robot's own postures are as fast as they like
        unfolded = self.fold(event) if slow else self._link.posture("ready", event)
        return unfolded and self.look(self.pitch, event)

    def go(self, pose: Array, event: threading.Event) -> Outcome:
        """Bring the hand to a pose in the body (4x4)."""
        return move_hand(self._link, pose, event, self.settings.watchdog)

    def pick(
        self, target: Target, seen: Picture, shot: Shot, event: threading.Event, say: Say = lambda _: None
    ) -> Outcome:
        """Grasp what the target means, lift it and go back to looking; success is something measured in the gripper.

        :param shot: the colour picture from which ``seen`` was made
        """
        if self.holding:
            return Outcome(Code.HAND_FULL, "The gripper holds something already: put it down first.")
        outcome, mask = mask_of(target, seen)
        if mask is None:
            return outcome
        spot = hold_spot(seen, mask)
        what = target.class_name or "thing"
        if spot is None:
            return Outcome(Code.TARGET_NOT_VISIBLE, f"No depth was measured on the {what}: look from nearer.")
        outcome, before = move_fingers(self._link, 1.0, event), self._link.latest
        if outcome:
            say("grasping")
            outcome = self.grasp_near(shot, spot, event, say)
            self._note_held(seen.points_of(mask))
        if outcome and not self._held_for_a_while(event):
            outcome = Outcome(
                Code.POSTCONDITION_FAILURE, f"The gripper closed, but does not hold the {what}."
            )
        if outcome.code is Code.CANCELED or not self._link.available():
            return outcome
        say("lifting")
        return self._returned(self._away(event, outcome), before, event)

    def put(
        self,
        target: Target,
        seen: Picture,
        event: threading.Event,
        say: Say = lambda _: None,
        earlier: Iterable[Picture] = (),
        glance: Callable[[], object] | None = None,
        *,
        rim: bool = False,
    ) -> Outcome:
        """Set what is held down on what the target means; success is an empty gripper there.

        :param earlier: pictures before, with an empty hand: what is held now hides much of the place
        :param glance: takes a picture from above of what was set down where it may be hidden, before the arm goes back
        :param rim: whether the place has a rim all around that hides it: the hand comes from above
        """
        if not self.holding:
            return Outcome(Code.HAND_EMPTY, "The gripper holds nothing to put.")
        outcome, mask = mask_of(target, seen)
        pictures = tuple(earlier)
        known, beside = seen_earlier(target, pictures), seen_earlier(target, pictures, beside=True)
        if mask is None:  # what it holds may hide all of the place
            if not len(known):
                return outcome
            mask = np.zeros(seen.depth.shape, dtype=bool)
        what = target.class_name or "place"
        inside = target.relation == "in" or (not target.relation and has_door(target.class_name))
        ahead = has_door(target.class_name)
        found = rests(seen, mask, inside=inside, ahead=ahead, earlier=known, beside=beside)
        found = found.over_rim() if rim else found
        if not len(found.places):
            return Outcome(Code.TARGET_NOT_VISIBLE, f"Too little of the {what} is seen: look from nearer.")
        best = Rests(found.places[:MOST_SPOTS], found.top)  # rather a few steps than the edge of a basin
        stood, over = self._link.fresh, self._release(best)
        if over is None and stood is not None:
            outcome = self._go_nearer(stood.pose, best, event, say)
            over = self._release(best)
        if over is None:
            over = self._release(found)
        if outcome.code is Code.CANCELED or not self._link.available():
            return outcome
        if over is None:
            far = Outcome(Code.TARGET_TOO_FAR, f"The arm does not reach any place on the {what}: go nearer.")
            return self._returned(far, stood, event)
        pose, before, place = over
        outcome = self._set_down(pose, before, event, say)
        hidden = (rim or found.hides(place)) and not found.from_ahead(place)
        if outcome and glance is not None and stood is not None and hidden:
            outcome = look_in(self._link, self, (place, behind_rim(found.middle, stood.pose)), event, glance)
        if outcome.code is Code.CANCELED or not self._link.available():
            return outcome
        return self._returned(self._away(event, outcome), stood, event)

    def _set_down(self, pose: Array, before: Array, event: threading.Event, say: Say) -> Outcome:
        """Let go at a pose in the body and go back to the one before it, out of a shelf as it came in."""
        say("reaching")
        outcome = self.go(before, event) if self.may_reach(before) else Outcome.success()
        outcome = outcome and self.go(pose, event)
        if outcome:
            say("letting go")
            outcome = self.let_go(event)
        if outcome.code is Code.CANCELED or not self._link.available():
            return outcome
        return outcome and self.go(before, event) if self.may_reach(before) else outcome

    def _release(self, found: Rests) -> tuple[Array, Array, Array] | None:
        """Return the hand's pose in the body from which it lets go over the best place that it reaches.

        The second pose is the one before that, above it or ahead of it; the third is the place (3,) in map.
        """
        for place in found.places:
            ahead = found.from_ahead(place)
            for pitch in RELEASE_PITCHES[:: -1 if ahead else 1]:
                pose = self._over(place, pitch)
                if self.may_reach(pose):
                    before = pose.copy()
                    away = pose[:2, 3] - SHOULDER[:2]
                    before[:2, 3] -= APPROACH_AHEAD * ahead * away / max(float(np.linalg.norm(away)), 1e-9)
                    before[2, 3] += 0.0 if ahead else APPROACH_ABOVE
                    return pose, before, place
        return None

    def _go_nearer(self, here: Pose2D, best: Rests, event: threading.Event, say: Say) -> Outcome:
        """Walk straight on until the arm reaches one of some places, or as far as nothing is in the way."""

        def reached(place: Array) -> bool:
            return self._release(Rests(place[None], best.top)) is not None

        stand = stand_nearer(here, best.places, reached, self._link.settings.limits.grasp_walk)
        if stand is None:
            return Outcome(Code.TARGET_TOO_FAR, "No walk that it may make brings it near enough.")
        say("coming closer")
        return walk(self._link, [stand], event, self.settings.watchdog)

    def _returned(self, outcome: Outcome, before: Snapshot | None, event: threading.Event) -> Outcome:
        """Go back to where the robot stood, whatever came of what it did there; what failed stays what is told."""
        if before is None or outcome.code is Code.CANCELED:
            return outcome
        back = self.back_to(before.pose, event)
        return back if back.code is Code.CANCELED else outcome and back

    def look_at(self, point: Array, event: threading.Event) -> Outcome:
        """Bring the hand to where it looks from, and its camera onto a point in map."""
        away = self.in_body(point) - (self.settings.look_ahead, 0.0, self.settings.look_up)
        pitch = float(np.arctan2(-away[2], np.hypot(away[0], away[1])))
        return self.go(look_pose(self.settings, pitch, float(np.arctan2(away[1], away[0]))), event)

    def step_off(self, event: threading.Event) -> Outcome:
        """Let go of what is fixed, and go straight back from it."""
        outcome, seen = move_fingers(self._link, 1.0, event), self._link.latest
        if not outcome or seen is None or seen.body_hand is None:
            return outcome
        away = seen.body_hand.copy()
        away[:3, 3] -= BACK_OFF * away[:3, 0]
        return self.go(away, event)

    def let_go(self, event: threading.Event) -> Outcome:
        """Open the gripper where it is; success is that it holds nothing any more."""
        outcome = move_fingers(self._link, 1.0, event)
        if not outcome:
            return outcome
        deadline, seen = clock.steady() + RELEASED_WITHIN, self._link.latest
        while seen is None or seen.time < deadline:  # by measurements: where none comes nothing is known
            seen = self._link.anew(HEARD_WITHIN)
            if seen is None:
                break
            if not seen.holding:
                return Outcome.success()
        return Outcome(Code.POSTCONDITION_FAILURE, "The gripper opened, but still holds something.")

    def _away(self, event: threading.Event, outcome: Outcome) -> Outcome:
        """Lift the hand and go back to looking; what failed before stays what is told."""
        seen, back = self._link.latest, Outcome.success()
        if seen is not None and seen.body_hand is not None:
            up = seen.body_hand.copy()
            up[2, 3] += LIFT
            if self.may_reach(up):
                back = self.go(up, event)
        if back.code is not Code.CANCELED:
            back = self.look_again(event)
        return outcome and back

    def in_body(self, point: Array) -> Array:
        """Return a point in map as it lies in the body, m."""
        seen = self._link.latest
        body = np.eye(4) if seen is None else seen.map_body
        return np.asarray(body[:3, :3].T @ (point - body[:3, 3]))

    def may_reach(self, pose: Array) -> bool:
        """Tell whether the hand may go to a pose in the body, and the arm can bring it there."""
        return bool(self._link.settings.limits.hand(pose[:3, 3], ANYWHERE)) and arm_reaches(pose)

    def may_grasp(self, point: Array) -> bool:
        """Tell whether the hand may go to a point in map from where the robot stands."""
        seen = self._link.latest
        floor = 0.0 if seen is None else -float(seen.map_body[2, 3])
        return bool(self._link.settings.limits.grasp(self.in_body(point), floor, walks=False))

    def _note_held(self, points: Array) -> None:
        """Keep where the middle of what the hand closed on is in it: points (Nx3) in map, as they were seen before."""
        now = self._link.latest
        self._held_middle = np.zeros(3)
        if now is not None and now.body_hand is not None and len(points):
            middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
            hand = now.map_body @ now.body_hand
            away = hand[:3, :3].T @ (middle - hand[:3, 3])
            self._held_middle = away * min(1.0, FARTHEST_MIDDLE / max(float(np.linalg.norm(away)), 1e-9))

    def _over(self, place: Array, pitch: float) -> Array:
        """Return the hand's pose in the body from which the middle of what it holds is over a place in map."""
        at = self.in_body(place)
        yaw = float(np.arctan2(at[1], at[0] - SHOULDER[0]))
        pose = aimed(at + np.array([0.0, 0.0, RELEASE_ABOVE]), yaw, pitch)
        pose[:2, 3] -= (pose[:3, :3] @ self._held_middle)[:2]
        return pose

    def _held_for_a_while(self, event: threading.Event) -> bool:
        deadline = clock.steady() + HELD_WAIT
        while clock.steady() < deadline:
            seen = self._link.wait_newer(clock.steady(), POLL)
            if event.is_set() or (seen is not None and not seen.holding):
                return False
        return self.holding

    def grasp_near(
        self, shot: Shot, spot: Spot, event: threading.Event, say: Say, *, level: bool = False
    ) -> Outcome:
        """Grasp from where the robot stands; where the arm does not reach, let the robot come closer if it may.

        :param level: what is grasped stands upright, as a door's front does
        """
        point = self.in_body(spot.point)
        outcome = self._grasp(shot, spot, event, level=level)
        if outcome.code is not Code.TARGET_TOO_FAR or not self._link.settings.limits.walks_to_grasp:
            return outcome
        seen = self._link.fresh
        if seen is not None and self._link.gate.near_person(seen, self._link.settings.limits.grasp_walk):
            return self._grasp_from_nearer(shot, spot, seen.pose, event, say, level=level)
        say("coming closer")
        outcome = grasp(self._link, shot, spot.pixel, point, event, walks=True)
        if outcome.code is not Code.TARGET_TOO_FAR or seen is None:
            return outcome
        # where the robot went by itself it found none: straight on from where it stood there may be one
        back = self.back_to(seen.pose, event)
        return back and self._grasp_from_nearer(shot, spot, seen.pose, event, say, level=level)

    def _grasp(self, shot: Shot, spot: Spot, event: threading.Event, *, level: bool) -> Outcome:
        """Grasp from here: by the robot's own motion, or, near a person, no faster than is allowed there."""
        seen, at = self._link.fresh, self.in_body(spot.point)
        if seen is not None and self._link.gate.near_person(seen):
            return grasp_slowly(self._link, at, self.go, self.may_reach, event, level=level)
        return grasp(self._link, shot, spot.pixel, at, event)

    def _grasp_from_nearer(
        self, shot: Shot, spot: Spot, here: Pose2D, event: threading.Event, say: Say, *, level: bool
    ) -> Outcome:
        """Walk straight up to it and grasp it there: near a person the robot's own walk would be too fast."""

        def easily(place: Array) -> bool:
            return float(np.linalg.norm(self.in_body(place) - SHOULDER)) <= EASILY

        most = self._link.settings.limits.grasp_walk
        stand = stand_nearer(here, [spot.point], easily, most) or stand_nearer(
            here, [spot.point], self.may_grasp, most
        )
        if stand is None:
            return Outcome(Code.TARGET_TOO_FAR, NO_GRASP)
        say("coming closer")
        outcome = walk(self._link, [stand], event, self.settings.watchdog)
        if outcome.code is Code.CANCELED or not self._link.available():
            return outcome
        return self._grasp(shot, spot, event, level=level)  # as near as it got

    def back_to(self, pose: Pose2D, event: threading.Event) -> Outcome:
        """Go back to where the robot stood before it came closer by itself: there it has room."""
        seen = self._link.fresh
        if seen is None or seen.pose.distance_to(pose) < STAYED:
            return self._link.available()
        return walk(self._link, [pose], event, self.settings.watchdog)
