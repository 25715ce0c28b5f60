"""What goals ask of the robot: motions of the base, looks, skills, each with a person's yes where one is needed."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from pred_bridge.approval import Approval, ApprovalQuestion, marked
from pred_bridge.asking import Asking
from pred_bridge.transforms import PoseError, flat, inverse, pose_from_msg
from pred_core.action_model.before import Itself, objection
from pred_core.geometry import Pose2D, wrap_angle
from pred_core.itself import OWN
from pred_core.outcome import Code, Outcome
from pred_core.pictures import mask_of
from pred_core.plan_language import Primitive
from pred_core.ros.conversions import pose_from_msg as planar_from_msg
from pred_core.ros.frames import MAP
from pred_core.targets import Target, TargetKind
from pred_msgs.action import LookFrom
from pred_msgs.msg import BaseMotion
from spot_driver.bridge.observing import HandView, Observer
from spot_driver.driver.door_skill import Doors
from spot_driver.driver.fallen import clear_faults, right
from spot_driver.driver.hand import move_hand
from spot_driver.driver.handing import hand_over
from spot_driver.driver.link import SpotLink
from spot_driver.driver.looking_in import has_rim
from spot_driver.driver.manipulator import Manipulator
from spot_driver.driver.routes import Routes
from spot_driver.driver.snapshot import Array, Posture, Snapshot, planar
from spot_driver.driver.touching import localize, look_at, touch
from spot_driver.driver.walking import walk

Say = Callable[[str], None]

_WAYS = {
    BaseMotion.FORWARD: 0.0,
    BaseMotion.LEFT: math.pi / 2.0,
    BaseMotion.BACK: math.pi,
    BaseMotion.RIGHT: -math.pi / 2.0,
}
_TURNS = {BaseMotion.TURN_LEFT: 1.0, BaseMotion.TURN_RIGHT: -1.0}
_LOOKS = {BaseMotion.LOOK_DOWN: 1.0, BaseMotion.LOOK_UP: -1.0}
HIGHEST, LOWEST = math.radians(-40.0), math.radians(70.0)
"""How far the hand's camera looks up and down, rad."""
_EDGE = 1e-3
PICKUP, PUT, OPEN, CLOSE = Primitive.PICKUP, Primitive.PUT, Primitive.OPEN, Primitive.CLOSE
DROP = "DropObject"
FOLDS_FROM = 0.4
"""For a walk as long as this (m) the arm is folded where a person is known to be in the room."""


@dataclass(frozen=True)
class Steps:
    """The robot's own steps: m, rad, rad; ``watchdog``: how long a command to walk is good for, s.

    ``offer``: how long something is held out to a person, s.
    """

    move: float
    turn: float
    look: float
    watchdog: float
    offer: float = 8.0


class Doing(Asking):
    """Does what goals ask, in the goal's thread."""

    def __init__(
        self,
        link: SpotLink,
        hands: Manipulator,
        observer: Observer,
        steps: Steps,
        views: Mapping[str, tuple[float, float]],
        approval: Approval | None,
    ) -> None:
        """Prepare; ``approval`` is None where nobody needs to approve."""
        super().__init__(approval)
        self._link, self._hands, self._observer = link, hands, observer
        self._steps, self._views = steps, views
        self._doors = Doors(link, hands)
        self.routes = Routes(link, steps.watchdog)
        """The recorded walk that is on the robot; paths that go its way are walked along it."""
        self._picked = ""

    def forget(self) -> None:
        """Forget what was found out of the room: it is another one."""
        self._doors, self._picked = Doors(self._link, self._hands), ""

    # -- asking

    def available(self) -> Outcome:
        """Return whether the robot can be moved now, or why not."""
        return self._link.available()

    def _seen(self) -> NDArray[np.uint8] | None:
        view = self._observer.view
        return None if view is None else view.picture.rgb

    def _in_hand(self) -> str:
        if not self._hands.holding:
            return "The gripper is empty."
        return f"The gripper holds something{f', picked up as {self._picked}' if self._picked else ''}."

    def _question(self, skill: str, target: Target, view: HandView | None) -> ApprovalQuestion:
        it = target.class_name or "thing"
        mask = None
        if view is not None and target.kind is not TargetKind.NONE:
            mask = mask_of(target, view.picture)[1]
        where = f"the {it} that is outlined" if mask is not None else f"a {it} (nothing is outlined)"
        does = {
            PICKUP: f"The robot picks up {where}.",
            PUT: f"The robot puts what it holds {target.relation or 'on or in'} {where}.",
            DROP: "The robot lets go of what it holds.",
            Primitive.TOUCH: f"The robot lays its fingers on {where}.",
            Primitive.LOOK_AT: f"The arm brings its camera onto {where}.",
            Primitive.SIT_DOWN: "The robot sits down.",
            Primitive.HAND_OVER: "The arm holds out what it holds to the person, and lets go when it is pulled at.",
            Primitive.STAND_UP: "The robot stands up and unfolds its arm.",
            Primitive.LOCALIZE: "The robot looks for where it is on its map; it does not move.",
        }.get(skill, f"The robot does {skill} with {where}.")
        words = f"{skill} {self._picked + ' ' if skill == PUT and self._picked else ''}{it}"
        return ApprovalQuestion(
            words, f"{does} {self._in_hand()}", None if view is None else marked(view.picture.rgb, mask)
        )

    # -- moving the base and the camera

    def move(self, motion: BaseMotion, event: threading.Event) -> Outcome:
        """Make one motion of base or camera."""
        if not math.isfinite(motion.amount) or motion.amount < 0.0:
            return Outcome(Code.BAD_INPUT, f"Motion {motion.motion}: the amount must be finite and >= 0.")
        if motion.motion == BaseMotion.WAIT:
            return Outcome.success()
        if self._link.sits:
            return Outcome(Code.PRECONDITION_FAILURE, "I cannot move: the robot sits.")
        if motion.motion in _LOOKS:
            return self._tilt(_LOOKS[motion.motion] * (motion.amount or self._steps.look), event)
        seen = self._link.fresh
        if seen is None:
            return self._link.available()
        path = self._path(motion, seen.pose)
        if not path:
            known = ", ".join([*_WAYS, *_TURNS, *_LOOKS, BaseMotion.WAIT, BaseMotion.WALK])
            return Outcome(Code.BAD_INPUT, f"Motion {motion.motion!r} cannot be made. Known: {known}.")
        if self._link.person is None or self._length(seen.pose, path) < FOLDS_FROM:
            gone, rest = self.routes.follow(path, event)
            return gone and walk(self._link, rest, event, self._steps.watchdog)
        folded = self._hands.fold(event)
        outcome = folded and walk(self._link, path, event, self._steps.watchdog)
        if outcome.code is Code.CANCELED or not self._link.available():
            return outcome
        ready = self._hands.look_again(event)
        return ready if ready.code is Code.CANCELED else outcome and ready

    @staticmethod
    def _length(here: Pose2D, path: Sequence[Pose2D]) -> float:
        return sum(a.distance_to(b) for a, b in pairwise([here, *path]))

    def _path(self, motion: BaseMotion, here: Pose2D) -> list[Pose2D]:
        if motion.motion == BaseMotion.WALK:
            return [planar_from_msg(pose) for pose in motion.path]
        if motion.motion in _WAYS:
            there = Pose2D(here.x, here.y, here.yaw + _WAYS[motion.motion]).ahead(
                motion.amount or self._steps.move
            )
            return [Pose2D(there.x, there.y, here.yaw)]
        if motion.motion in _TURNS:
            turn = _TURNS[motion.motion] * (motion.amount or self._steps.turn)
            count = max(1, math.ceil(abs(turn) / (math.pi / 4.0)))
            return [
                Pose2D(here.x, here.y, wrap_angle(here.yaw + turn * (k + 1) / count)) for k in range(count)
            ]
        return []

    def walk_to(self, goal: Pose2D, event: threading.Event) -> Outcome:
        """Walk straight to a pose in map."""
        does = f"The robot walks to ({goal.x:.2f}, {goal.y:.2f}) m."
        may = self.allowed("walk", does, event, looks=True)
        return may and walk(self._link, [goal], event, self._steps.watchdog)

    def _tilt(self, amount: float, event: threading.Event) -> Outcome:
        pitch = self._hands.pitch + amount
        if not HIGHEST - _EDGE <= pitch <= LOWEST + _EDGE:
            return Outcome(Code.BLOCKED, "The hand's camera does not tilt any further.")
        return self._hands.look(pitch, event)

    def look(self, goal: LookFrom.Goal, event: threading.Event) -> Outcome:
        """Bring the hand's camera to a named view or to a pose."""
        if goal.view:
            angles = self._views.get(goal.view)
            if angles is None:
                return Outcome(
                    Code.BAD_INPUT, f"There is no view {goal.view!r}. Known: {', '.join(self._views)}."
                )
            may = self.allowed(f"look_from {goal.view}", f"The arm looks {goal.view}.", event, looks=True)
            return may and self._hands.look(angles[1], event, angles[0])
        try:
            camera = pose_from_msg(goal.camera)
        except PoseError as error:
            return Outcome(Code.BAD_INPUT, str(error))
        x, y, z = camera[:3, 3]
        may = self.allowed(
            "look_from", f"The arm brings its camera to ({x:.2f}, {y:.2f}, {z:.2f}) m.", event, looks=True
        )
        return may and self._camera_to(camera, goal.camera.header.frame_id, event)

    def _camera_to(self, camera: Array, frame: str, event: threading.Event) -> Outcome:
        """Bring the hand where its camera is at a pose, in map or base_link."""
        seen, view = self._link.fresh, self._observer.view
        if seen is None or view is None or view.seen.body_hand is None:
            return self._link.available() and Outcome(Code.UNAVAILABLE, "No picture was taken yet.")
        in_map = camera if frame == MAP else flat(planar(seen.map_body)) @ camera
        hand_camera = inverse(view.body @ view.seen.body_hand) @ view.picture.optical
        goal = inverse(seen.map_body) @ in_map @ inverse(hand_camera)
        goal[:3, :3] = Rotation.from_matrix(goal[:3, :3]).as_matrix()
        return move_hand(self._link, goal, event, self._steps.watchdog)

    # -- skills

    def skill(self, skill: str, target: Target, event: threading.Event, say: Say) -> Outcome:
        """Ask for a yes and do a skill on what the latest observation shows."""
        link, hands = self._link, self._hands
        skills: dict[str, Callable[[HandView], Outcome]] = {
            Primitive.TOUCH: lambda view: touch(link, hands, target, view.picture, event, say),
            Primitive.LOOK_AT: lambda view: look_at(link, hands, target, view.picture, event),
            **dict.fromkeys(OWN, lambda _: self._do_itself(skill, event)),
            PICKUP: lambda view: self._hands.pick(target, view.picture, view.colour, event, say),
            PUT: lambda view: self._put(target, view, event, say),
            DROP: lambda _: self._drop(event),
            Primitive.HAND_OVER: lambda _: hand_over(link, hands, event, say, self._steps.offer),
            OPEN: lambda view: self._doors.move(
                target, view.picture, view.colour, event, opens=True, say=say
            ),
            CLOSE: lambda view: self._doors.move(
                target, view.picture, view.colour, event, opens=False, say=say
            ),
        }
        if skill not in skills:
            return Outcome(
                Code.NOT_AFFORDED, f"Spot's driver does not do {skill}. It does: {', '.join(skills)}."
            )
        robot = Itself(sitting=link.sits, holding=hands.holding, held=self._picked if hands.holding else "")
        refused = objection(skill, target.class_name, robot)
        if not refused:
            return refused
        available = link.available()
        view = self._observer.view
        if not available and not (skill in OWN and link.sits):
            return available
        if view is None:
            return Outcome(Code.UNAVAILABLE, "No picture was taken yet.")
        if self._approval is not None:
            say("waiting for approval")
            outcome = self._approval.ask(*self._question(skill, target, view), event)
            if not outcome:
                return outcome
        outcome = skills[skill](view)
        if skill == PICKUP and self._hands.holding:
            self._picked = target.class_name
        return outcome

    def _put(self, target: Target, view: HandView, event: threading.Event, say: Say) -> Outcome:
        """Put something down; where a rim may hide it from where the robot looks, look from above before going back."""

        def glance() -> None:
            self._observer.observe(PUT, Outcome.success(), counted=False)

        rim, earlier = has_rim(target.class_name), self._observer.earlier
        return self._hands.put(target, view.picture, event, say, earlier, glance, rim=rim)

    def _do_itself(self, skill: str, event: threading.Event) -> Outcome:
        """Do what acts on nothing but the robot: with an empty hand it sits with its arm folded."""
        link, hands = self._link, self._hands
        if skill == Primitive.LOCALIZE:
            return localize(link)
        if skill == Primitive.SIT_DOWN:
            folded = Outcome.success() if hands.holding else link.posture("stow", event)
            return folded and link.sit(event)
        outcome = link.stand(event)
        seen = link.fresh
        if outcome and seen is not None and seen.stowed:
            outcome = link.posture("ready", event)
        return outcome and hands.look(hands.pitch, event)

    def _drop(self, event: threading.Event) -> Outcome:
        if not self._hands.holding:
            return Outcome(Code.HAND_EMPTY, "The gripper holds nothing.")
        return self._hands.let_go(event)


def ready(link: SpotLink, hands: Manipulator, pitch: float, event: threading.Event) -> Outcome:
    """Get the robot ready: lease, e-stop, faults cleared, motors on, standing, the hand where it looks from."""
    outcome = link.claim() and link.set_up_estop()
    seen: Snapshot | None = link.fresh
    if outcome and seen is not None and seen.estopped:
        return link.available()
    fell = seen is not None and seen.posture is Posture.FALLEN
    if outcome and seen is not None and seen.behavior_faults:
        outcome = clear_faults(link)
    if outcome and not (seen is not None and seen.powered):
        outcome = link.power(event, on=True)
    if outcome and fell:
        outcome = right(link, event)
    seen = link.fresh
    if outcome and fell:
        outcome = link.stand(event)
    if outcome and not (seen is not None and seen.ready):
        outcome = link.stand(event)
    if outcome and (seen := link.fresh) is not None and seen.stowed:
        outcome = link.posture("ready", event)
    return outcome and hands.look(pitch, event)
