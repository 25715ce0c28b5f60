"""The six positioning adjustments before an interaction is tried again (CMFR appendix C), chosen by geometry.

CMFR tries turning left and right, looking up and down, stepping closer and back one after the other. Each costs an
action, and most lose the object from view; so those that would are left out, and the rest start with the one that
brings the object nearest to the middle of the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.objects import ObjectState
from pred_recovery.act.doors import side_pose
from pred_recovery.mission.requests import Move
from pred_recovery.mission.settings import Settings
from pred_recovery.mission.world import OwnState

MARGIN = 0.9
"""Share of the half field of view in which an object counts as in the picture."""


TOO_NEAR = 0.35
"""Below this planar distance a step back helps (m)."""


REVERSE = {
    Move.TURN_LEFT: Move.TURN_RIGHT,
    Move.TURN_RIGHT: Move.TURN_LEFT,
    Move.LOOK_UP: Move.LOOK_DOWN,
    Move.LOOK_DOWN: Move.LOOK_UP,
    Move.FORWARD: Move.BACK,
    Move.BACK: Move.FORWARD,
}


@dataclass(frozen=True)
class ObjectView:
    """How an object lies in the picture: angles right/down of its middle are negative/positive, distance in metres."""

    yaw_error: float
    pitch_error: float
    planar: float

    @property
    def off_centre(self) -> float:
        """The larger of the two angles between the object and the picture's middle, radians."""
        return max(abs(self.yaw_error), abs(self.pitch_error))


def view_of(target: ObjectState, pose: Pose2D, pitch: float, camera_height: float) -> ObjectView:
    """Return how the middle of an object would be seen from a pose."""
    dx, dy = target.center[0] - pose.x, target.center[1] - pose.y
    planar = math.hypot(dx, dy)
    down = math.atan2(camera_height - target.center[2], max(planar, 1e-6))
    return ObjectView(wrap_angle(math.atan2(dy, dx) - pose.yaw), down - pitch, planar)


def after(motion: Move, pose: Pose2D, pitch: float, settings: Settings) -> tuple[Pose2D, float]:
    """Return pose and camera pitch after one motion of the robot's own size."""
    step = settings.move_step * {Move.FORWARD: 1.0, Move.BACK: -1.0}.get(motion, 0.0)
    turn = settings.turn_step * {Move.TURN_LEFT: 1.0, Move.TURN_RIGHT: -1.0}.get(motion, 0.0)
    look = settings.look_step * {Move.LOOK_DOWN: 1.0, Move.LOOK_UP: -1.0}.get(motion, 0.0)
    there = pose.ahead(step)
    return Pose2D(there.x, there.y, wrap_angle(pose.yaw + turn)), pitch + look


def looked_at(target: ObjectState, robot: OwnState, settings: Settings) -> bool:
    """Tell whether the camera looks at where an object is, whatever is before it."""
    view = view_of(target, robot.pose, robot.pitch, settings.camera_height)
    return settings.mobile and view.off_centre <= MARGIN * settings.field_of_view / 2.0


def middle_in_picture(target: ObjectState, robot: OwnState, settings: Settings) -> bool:
    """Tell whether the middle of an object is within the picture, however near to its edge."""
    view = view_of(target, robot.pose, robot.pitch, settings.camera_height)
    return view.off_centre <= settings.field_of_view / 2.0


def adjustments(target: ObjectState, robot: OwnState, settings: Settings) -> list[Move]:
    """Return the adjustments after which the object should be in the picture and in reach, best first.

    None for an arm: its camera goes to another view of the object instead.
    """
    if not settings.mobile:
        return []
    limit = MARGIN * settings.field_of_view / 2.0
    ranked: list[tuple[float, int, Move]] = []
    for index, motion in enumerate(Move):
        pose, pitch = after(motion, robot.pose, robot.pitch, settings)
        view = view_of(target, pose, pitch, settings.camera_height)
        in_reach = view.planar <= settings.reach or motion is Move.FORWARD
        if view.off_centre <= limit and in_reach and not _pointless(motion, view):
            ranked.append((round(view.off_centre, 3), index, motion))
    return [motion for _, _, motion in sorted(ranked)]


def sides(place: ObjectState, robot: OwnState) -> list[Pose2D]:
    """Return where to stand to look into a piece of furniture from its four sides, the present side last.

    Which side is its front is not known, so the others come in the order of their distance.
    """
    ranked: list[tuple[bool, float, Pose2D]] = []
    for quarter in range(4):
        pose = side_pose(place, quarter)
        here = math.cos(math.atan2(place.center[1] - robot.pose.y, place.center[0] - robot.pose.x) - pose.yaw)
        ranked.append((here > math.cos(math.pi / 4.0), robot.pose.distance_to(pose), pose))
    return [pose for _, _, pose in sorted(ranked, key=lambda entry: entry[:2])]


def _pointless(motion: Move, view: ObjectView) -> bool:
    return motion is Move.FORWARD and view.planar < TOO_NEAR
