"""The arm's skills: look, take, put down, let go. Each is planned on the latest picture, carried out, and measured."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

import numpy as np

from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture, mask_of, picture_points
from pred_core.targets import Target
from ur5_description import kinematics
from ur5_description.kinematics import Array
from ur5_driver.driver import hand_over, places
from ur5_driver.driver.cloud import Surroundings, at_hand, tool_for_camera
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.manipulation import (
    PickPlan,
    PlanningScene,
    PutPlan,
    Reach,
    held_of,
    held_width,
    moved,
    plan_pick,
    plan_put,
)
from ur5_driver.driver.motion import thinned
from ur5_driver.driver.moves import CARRY_SPEED, FINE_SPEED, FREE_SPEED, ArmSettings, Moves, slipped
from ur5_driver.driver.regrip import plan_regrip
from ur5_driver.driver.shapes import OPEN_WIDTH
from ur5_driver.driver.things import Thing, thing_of

LETTING_GO = 0.02
TURNS_TRIED = 2
SKILLS = ("PickupObject", "PutObject", "DropObject", hand_over.SKILL)
Phase = Callable[[str], None]


class Manipulator(Moves):
    """One arm with gripper and wrist camera. One call at a time; any of them ends soon after ``cancel`` is set."""

    def __init__(self, link: ArmLink, settings: ArmSettings) -> None:
        super().__init__(link, settings)
        self.surroundings = Surroundings()
        self.picture: Picture | None = None
        self._gripped: Array = np.empty((0, 3))

    def forget(self) -> None:
        """Drop what is known of the surroundings: another world was loaded."""
        self.surroundings.forget()
        self.held = None
        self.picture = None

    def see(self, picture: Picture) -> None:
        """Take in an observation."""
        if not self.holding:
            self.held = None
        points, _ = picture_points(picture.depth, picture.camera, picture.optical)
        radius, reach = (self.held.radius, self.held.reach) if self.held is not None else (0.0, 0.0)
        points = points[~at_hand(points, picture.tool, radius, reach)]
        self.surroundings.add(points, picture.depth, picture.camera, picture.optical)
        self.picture = picture

    def do_skill(self, skill: str, target: Target, cancel: threading.Event, phase: Phase) -> Outcome:
        """Do one skill. ``phase`` is told what is being done.

        :returns: the measured outcome; CANCELED when ``cancel`` was set, with the arm standing
        """
        if skill not in SKILLS:
            return Outcome(Code.NOT_AFFORDED, f"An arm cannot {skill}; it can {', '.join(SKILLS)}.")
        available = self.link.available()
        if not available:
            return available
        if skill == "DropObject":
            return self._drop(cancel, phase)
        if skill == hand_over.SKILL:
            return hand_over.offer(self, self.bring, cancel, phase)
        if self.picture is None:
            return Outcome(
                Code.UNAVAILABLE, "No picture has come from the wrist camera yet: is the camera running?"
            )
        verdict, mask = mask_of(target, self.picture)
        if mask is None:
            return verdict
        points = self.picture.points_of(mask)
        what = target.class_name or "target"
        if skill == "PickupObject":
            return self._pick(points, what, cancel, phase)
        return self._put(points, what, target, cancel, phase)

    def go(self, joints: Array, cancel: threading.Event) -> Outcome:
        """Move to joints (rad) on a way that is clear of everything seen."""
        scene = self._scene()
        if scene is None:
            return self._unseen()
        space = scene.space(scene.points, self._opening(), self.held)
        way = space.way(scene.joints, joints)
        if way is None:
            stands = space.limits.check_path(np.tile(joints, (3, 1)))
            if not stands:
                return Outcome(Code.UNREACHABLE, f"The arm may not stand there. {stands.message}")
            return Outcome(Code.BLOCKED, "No way there is free of what was seen on the table.")
        return self._along(way, self._speed(), cancel)

    def boxed_in(self) -> bool:
        """Return whether no way leads home from where the arm stands, free of what was seen and within the limits."""
        scene = self._scene()
        if scene is None:
            return False
        space = scene.space(scene.points, self._opening(), self.held)
        return space.way(scene.joints, np.array(kinematics.HOME)) is None

    def clear(self, path: Array) -> Outcome:
        """Return whether joints to follow (Nx6 rad) keep off everything seen, as the skills' ways do.

        What stands too near at the start may be left. BAD_INPUT says what the arm would go into, and where on the way.
        """
        scene = self._scene()
        if scene is None:
            return self._unseen()
        space = scene.space(scene.points, self._opening(), self.held)
        kept = thinned(path)
        found = space.coming_nearer(path[kept])
        if found is None:
            return Outcome.success()
        sample, depth = found
        share = 100.0 * kept[sample] / max(1, len(path) - 1)
        return Outcome(
            Code.BAD_INPUT,
            f"The trajectory was refused: the arm, its hand or what it holds would come too near to something "
            f"that was seen, {share:.0f} % of the way (by {depth * 100.0:.1f} cm at most). Plan it farther off.",
        )

    def look(self, optical: Array, cancel: threading.Event) -> Outcome:
        """Bring the camera's optical frame to a pose in base (4x4)."""
        scene = self._scene()
        if scene is None:
            return self._unseen()
        space = scene.space(scene.points, self._opening(), self.held)
        tool = tool_for_camera(optical, self.settings.mount)
        options = [q for q in space.solutions(tool, scene.joints) if space.allowed(q[None])]
        if not options:
            return Outcome(Code.UNREACHABLE, "The arm cannot bring the camera there.")
        for joints in options[:4]:
            way = space.way(scene.joints, joints)
            if way is not None:
                return self._along(way, self._speed(), cancel)
        return Outcome(Code.BLOCKED, "No way for the camera there is free of what was seen.")

    def bring(self, poses: Iterable[Array], speed: float, force: float, cancel: threading.Event) -> Outcome:
        """Bring the tool to the first of some poses (4x4 in base) that is reached, clear of everything seen.

        :param speed: of the tool, m/s, and ``force`` on it, N, at most; the limits may be narrower
        """
        scene = self._scene()
        if scene is None:
            return self._unseen()
        space = scene.space(scene.points, self._opening(), self.held)
        share = min(self._speed(), speed / space.limits.tool_speed)
        for pose in poses:
            for joints in space.solutions(pose, scene.joints)[:TURNS_TRIED]:
                way = space.way(scene.joints, joints) if space.allowed(joints[None]) else None
                if way is not None:
                    return self._along(way, share, cancel, force)
        return Outcome(Code.UNREACHABLE, "The arm cannot hold it out there: no way is free, or none is allowed.")

    def _scene(self) -> PlanningScene | None:
        seen = self.link.snapshot
        if seen is None:
            return None
        camera = self.settings.mount[:3, 3]
        return PlanningScene(self.link.limits, camera, self.surroundings.points, seen.q)

    def _unseen(self) -> Outcome:
        return self.link.available() and Outcome(Code.ROBOT_LOST, "Nothing comes from the arm.")

    def _opening(self) -> float:
        if self.held is not None:
            return held_width(self.held)
        fingers = self.link.fingers
        return OPEN_WIDTH if fingers is None else min(OPEN_WIDTH, fingers.width)

    def _pick(self, points: Array, what: str, cancel: threading.Event, phase: Phase) -> Outcome:
        if self.holding:
            return Outcome(Code.HAND_FULL, "Something is in the gripper already: put it down first.")
        scene = self._scene()
        thing = thing_of(points, self.surroundings.points if scene is None else scene.without(points))
        if scene is None or thing is None:
            return Outcome(
                Code.TARGET_NOT_VISIBLE, f"Too little depth is seen of the {what}: look from nearer."
            )
        phase("planning the grip")
        verdict, plan = plan_pick(thing, scene, what)
        if plan is None:
            return verdict
        return self._take_up(plan, thing, what, cancel, phase)

    def _take_up(
        self, plan: PickPlan, thing: Thing, what: str, cancel: threading.Event, phase: Phase
    ) -> Outcome:
        outcome = self._take(plan, what, cancel, phase)
        if self.holding:
            self.held = held_of(plan.grasp.tool, thing, plan.grasp.side)
            self._gripped = moved(thing.points, kinematics.invert(plan.grasp.tool))
            self.surroundings.forget_near(thing.points, 0.02)
        if not outcome:
            return outcome
        phase("lifting")
        outcome = self._legs(plan.reach.after, CARRY_SPEED, what, cancel)
        if outcome and not self.holding:
            return slipped(what, "while it was lifted")
        return outcome

    def _take(self, plan: PickPlan, what: str, cancel: threading.Event, phase: Phase) -> Outcome:
        phase("opening the fingers")
        outcome = self._fingers(plan.grasp.opening, cancel)
        if not outcome:
            return outcome
        phase("approaching")
        outcome = self._approach(plan.reach, FREE_SPEED, cancel)
        if not outcome:
            return outcome
        phase("closing the fingers")
        outcome = self._fingers(0.0, cancel)
        if not outcome:
            return outcome
        if not self.holding:
            self._fingers(plan.grasp.opening, cancel)
            self._legs([plan.reach.before], FINE_SPEED, "", cancel)
            return Outcome(
                Code.POSTCONDITION_FAILURE,
                f"The fingers closed on nothing: the {what} is not where the picture showed it.",
            )
        return Outcome.success()

    def _put(self, points: Array, what: str, target: Target, cancel: threading.Event, phase: Phase) -> Outcome:
        if not self.holding or self.held is None:
            return Outcome(Code.HAND_EMPTY, "Nothing is in the gripper: pick something up first.")
        scene = self._scene()
        if scene is None:
            return Outcome(Code.ROBOT_LOST, "Nothing comes from the arm.")
        tool = kinematics.forward(self.link.limits.arm, scene.joints)
        points = points[~at_hand(points, tool, self.held.radius, self.held.reach)]
        if target.relation == "in" and not self.held.side and places.has_shelf(points, scene.points):
            outcome = self._grip_level(points, scene, what, cancel, phase)
            scene = self._scene()
            if not outcome or scene is None or self.held is None:
                return outcome and Outcome(Code.ROBOT_LOST, "Nothing comes from the arm.")
        phase("planning where to put it")
        verdict, plan = plan_put(self.held, points, scene, what, target.relation, target.spot)
        if verdict.code is Code.UNREACHABLE and self.go(np.array(kinematics.HOME), cancel):
            again = self._scene()
            if again is not None and self.held is not None:  # from home other turns of the joints are nearest
                verdict, plan = plan_put(self.held, points, again, what, target.relation, target.spot)
        if plan is None:
            return verdict
        return self._release(plan, cancel, phase)

    def _grip_level(
        self, points: Array, scene: PlanningScene, what: str, cancel: threading.Event, phase: Phase
    ) -> Outcome:
        """Set what is held down on the table and take it again from the side, as a shelf needs it."""
        assert self.held is not None
        phase("planning to grip it from the side")
        verdict, plan = plan_regrip(self.held, self._gripped, points, scene.table, scene, what)
        if plan is None:
            return verdict
        outcome = self._release(plan.down, cancel, phase)
        return outcome and self._take_up(plan.up, plan.thing, "thing that was held", cancel, phase)

    def _release(self, plan: PutPlan, cancel: threading.Event, phase: Phase) -> Outcome:
        phase("carrying")
        outcome = self._approach(plan.reach, CARRY_SPEED, cancel)
        if not outcome:
            return outcome
        phase("opening the fingers")
        outcome = self._fingers(min(OPEN_WIDTH, self._opening() + LETTING_GO), cancel)
        if not outcome:
            return outcome
        self.held = None
        phase("drawing back")
        outcome = self._legs(plan.reach.after, FINE_SPEED * 2.0, "", cancel)
        if outcome:
            outcome = self._fingers(OPEN_WIDTH, cancel)
        if outcome and self.holding:
            return Outcome(
                Code.POSTCONDITION_FAILURE, "The fingers opened, but something still is between them."
            )
        return outcome

    def _drop(self, cancel: threading.Event, phase: Phase) -> Outcome:
        """Put what is held on the nearest free spot of the table; without one, open the fingers where they are."""
        if not self.holding:
            return Outcome(Code.HAND_EMPTY, "Nothing is in the gripper.")
        scene = self._scene()
        if scene is None or self.held is None:
            return self.open_gripper(cancel)
        phase("planning where to put it")
        verdict, plan = plan_put(self.held, scene.table, scene, "table")
        if plan is None:
            return verdict
        return self._release(plan, cancel, phase)

    def _approach(self, reach: Reach, speed: float, cancel: threading.Event) -> Outcome:
        outcome = self._along(reach.way, speed, cancel)
        return outcome and self._legs([reach.at], FINE_SPEED, "what is held", cancel)
