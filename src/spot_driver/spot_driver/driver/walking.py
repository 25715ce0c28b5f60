"""Walking along a path in the map: the goal is told again all the time, each time for a moment only."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.commands import WalkTo
from spot_driver.driver.heard import Heard
from spot_driver.driver.link import SpotLink
from spot_driver.driver.snapshot import Snapshot

PERIOD = 0.1
BEATS = 3
"""So many commands are told within the time for which one is good, at least."""
BRAKES = 0.1
"""A base whose command has ended stands so long after, s: the emulated one brakes with 4 m/s2 and 8 rad/s2."""
LOOK_AHEAD = 0.5
"""How far along the path the goal that is sent lies ahead at most, m."""
LEAST_AHEAD = 0.15
CUTS, CUTS_TURN = 0.03, 0.1
"""A straight way to that goal leaves the path by no more than this (m, rad): corners are not cut in narrow places."""
NEAR, STRAIGHT = 0.05, 0.06
"""Arrived within this (m, rad)."""
PROGRESS, STUCK_AFTER = 0.03, 2.5
"""Less headway than this (m or rad) in this time (s of measurements) is none: something is in the way."""
SETTLES = 2.0
"""A robot that stopped is still after this at most, s."""
MOST = 0.5
"""It has not arrived where it made less than this share of the way, however near the goal is."""
CLOSE_ENOUGH = 0.12
"""Where it stops making headway this near to the goal (m), it has arrived."""


@dataclass(frozen=True)
class Line:
    """A path with the length up to each pose, m; a radian of turning counts as 0.3 m."""

    poses: Sequence[Pose2D]
    along: Sequence[float]

    @classmethod
    def through(cls, start: Pose2D, path: Sequence[Pose2D]) -> Line:
        """Return the line from a start through a path."""
        poses, along = [start], [0.0]
        for pose in path:
            along.append(along[-1] + _apart(poses[-1], pose))
            poses.append(pose)
        return cls(poses, along)

    @property
    def length(self) -> float:
        return self.along[-1]

    def at(self, distance: float) -> Pose2D:
        """Return the pose so far along."""
        for k in range(1, len(self.poses)):
            if distance <= self.along[k]:
                a, b = self.poses[k - 1], self.poses[k]
                span = self.along[k] - self.along[k - 1]
                share = 1.0 if span < 1e-9 else (distance - self.along[k - 1]) / span
                yaw = wrap_angle(a.yaw + share * wrap_angle(b.yaw - a.yaw))
                return Pose2D(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), yaw)
        return self.poses[-1]

    def goal_ahead(self, done: float) -> Pose2D:
        """Return the pose to go straight to from ``done`` on: as far ahead as that cuts no corner."""
        here, ahead = self.at(done), LOOK_AHEAD
        while ahead > LEAST_AHEAD and self._cuts(here, done, ahead):
            ahead -= 0.05
        return self.at(min(self.length, done + ahead))

    def _cuts(self, here: Pose2D, done: float, ahead: float) -> bool:
        """Tell whether a straight way so far on leaves the path."""
        straight = Line.through(here, [self.at(min(self.length, done + ahead))])
        for share in (0.25, 0.5, 0.75):
            on, off = self.at(min(self.length, done + share * ahead)), straight.at(share * straight.length)
            if on.distance_to(off) > CUTS or abs(wrap_angle(on.yaw - off.yaw)) > CUTS_TURN:
                return True
        return False

    def nearest(self, pose: Pose2D, since: float) -> float:
        """Return how far along the point nearest to a pose is, looking from ``since`` on a metre ahead."""
        count = 40
        best = min(range(count + 1), key=lambda k: _apart(pose, self.at(min(self.length, since + k / count))))
        return min(self.length, since + best / count)


def walk(link: SpotLink, path: Sequence[Pose2D], event: threading.Event, watchdog: float) -> Outcome:
    """Walk through poses in map until it stands at the last one.

    :param event: ends it at once
    :param watchdog: a robot that hears no more stands after so many seconds: each command is good for that much less
        as the base takes to come to rest
    :returns: BLOCKED when it makes no headway, CANCELED, ROBOT_LOST, or what keeps the robot from moving
    """
    seen = link.fresh
    available = link.available()
    if not available or seen is None:
        return available
    allowed = link.settings.limits.path(seen.pose, path)
    if not allowed:
        return allowed
    with link.guard:
        outcome = _follow(link, Line.through(seen.pose, path), event, good_for(watchdog))
        stood = stand_still(link)
    return outcome and stood


def good_for(watchdog: float) -> float:
    """Return how long a command to a base is good that shall stand so long after the last one, s."""
    return max(BEATS * PERIOD, watchdog - BRAKES)


def _follow(link: SpotLink, line: Line, event: threading.Event, seconds: float) -> Outcome:
    limits = link.settings.limits
    slowest = min(limits.pace(near=link.person is not None))
    deadline = clock.steady() + 8.0 + 4.0 * line.length / slowest
    goal, done = line.poses[-1], 0.0
    headway, idle = 0.0, Heard()
    while clock.steady() < deadline:
        if event.is_set():
            link.stop()
            return Outcome(Code.CANCELED, "The walk was cancelled.")
        seen = link.fresh
        if seen is None:
            link.stop()
            return Outcome(Code.ROBOT_LOST, "The robot was not measured any more while it walked.")
        done = line.nearest(seen.pose, done)
        if _arrived(seen, goal) and done >= line.length - 0.3:
            link.stop()
            return Outcome.success()
        goes_on = done > headway + PROGRESS or _turned(seen, line, done)
        headway = max(done, headway) if goes_on else headway
        if idle.take(seen, happened=goes_on) > STUCK_AFTER:
            link.stop()
            return _halted(seen, goal, line, done)
        outcome = link.send(WalkTo(line.goal_ahead(done), seconds))
        if not outcome:
            link.stop()
            return outcome
        clock.wait(event, PERIOD)
    link.stop()
    return Outcome(Code.TIME_LIMIT, "The walk took too long.")


def _halted(seen: Snapshot, goal: Pose2D, line: Line, done: float) -> Outcome:
    left = seen.pose.distance_to(goal)
    turn = abs(wrap_angle(seen.pose.yaw - goal.yaw))
    share = done / max(line.length, 1e-6)
    if left < CLOSE_ENOUGH and turn < 2.0 * CLOSE_ENOUGH and share > MOST:
        return Outcome.success("It stopped a little beside the goal.")
    return Outcome(
        Code.BLOCKED,
        f"Something stopped the walk after {100.0 * share:.0f} % of the way, {left:.2f} m from its end.",
    )


def stand_still(link: SpotLink) -> Outcome:
    """Wait until the base is measured still."""
    deadline = clock.steady() + SETTLES
    while clock.steady() < deadline:
        seen = link.wait_newer(clock.steady() - PERIOD, 2.0 * PERIOD)
        if seen is not None and seen.base_still:
            return Outcome.success()
    if link.fresh is None:
        return Outcome(Code.ROBOT_LOST, "The robot was not measured any more when it should stand.")
    return Outcome(Code.POSTCONDITION_FAILURE, "The robot does not stand still after its walk.")


def _arrived(seen: Snapshot, goal: Pose2D) -> bool:
    near = seen.pose.distance_to(goal) < NEAR
    return near and abs(wrap_angle(seen.pose.yaw - goal.yaw)) < STRAIGHT


def _turned(seen: Snapshot, line: Line, done: float) -> bool:
    """Tell whether it still turns towards where it should look, though its place does not change."""
    return abs(float(seen.angular[2])) > 0.1 and abs(wrap_angle(line.at(done).yaw - seen.pose.yaw)) > STRAIGHT


def _apart(a: Pose2D, b: Pose2D) -> float:
    return math.hypot(a.x - b.x, a.y - b.y, 0.3 * wrap_angle(a.yaw - b.yaw))
