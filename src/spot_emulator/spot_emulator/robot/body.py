"""The robot's body: what moves, what drives it and where it is. What parts are busy with acts on it."""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from bosdyn.client.math_helpers import SE3Pose

from pred_core.geometry import Pose2D, wrap_angle
from spot_emulator.robot.arm import FASTEST, Arm, Gripper
from spot_emulator.robot.base import SITTING, Base, Odometry, Posture
from spot_emulator.robot.clock import RobotClock
from spot_emulator.robot.frames import BODY, FLAT, ODOM, VISION, Frames
from spot_emulator.robot.grip import Grip
from spot_emulator.robot.kinematics import SHOULDER, body_to_hand, solve_hand
from spot_emulator.robot.power import Power
from spot_emulator.robot.regions import Region, blocking
from spot_emulator.world.fiducials import fiducials, in_sight
from spot_emulator.world.house import House

MAP = "map"
"""The frame of the room itself; clients know it as GraphNav's seed frame only."""
_HAND_BREADTH = 0.1  # metres
_NEAREST = 0.2  # metres ahead of the shoulder that the wrist is kept at least, where the body follows the arm


class Body:
    """Base, arm, gripper and their power in a room. ``lock`` guards everything."""

    def __init__(self, house: House, start: Pose2D, seed: int, clock: RobotClock) -> None:
        self.lock = threading.RLock()
        self.clock, self.power = clock, Power()
        self.ground = SITTING  # height of the body above the ground when odom and vision began
        self.behavior_faults: list[Any] = []
        self.hand_aim: tuple[str, SE3Pose] | None = None
        """Frame and pose that the wrist is on its way to, None where it is on none."""
        self.hand_led: tuple[str, SE3Pose] | None = None
        """Frame and pose at which the wrist shall be by now on that way; it comes a little behind."""
        self.regions: dict[int, Region] = {}
        """Where clients let the body not go, by the world objects' numbers."""
        self._seed = seed
        self._thinker = ThreadPoolExecutor(1, thread_name_prefix="thinker")
        self.place(house, start)

    def place(self, house: House, start: Pose2D) -> None:
        """Be put into a room, arm stowed."""
        self.house, self.base = house, Base(start, self._blocker)
        self.arm, self.gripper, self.grip = Arm(), Gripper(), Grip()
        self.odom, self.vision = _odometries(start, self._seed)

    def _blocker(self, before: Pose2D, after: Pose2D) -> str | None:
        """Return what stops a small step: what stands in the room, or a region that a client forbids."""
        if blocking(self.regions.values(), before, after):
            return "no-go region"
        return self.house.blocker(before, after)

    def frames(self) -> Frames:
        """Return all frames as they are now."""
        return Frames(self)

    def planar_in(self, frame: str) -> Pose2D:
        """Return the body's planar pose in odom, vision or the map."""
        return {ODOM: self.odom.pose, VISION: self.vision.pose, MAP: self.base.pose}[frame]

    def hand_in_map(self) -> SE3Pose:
        """Return the pose of the hand in the map."""
        return self.base.map_tform_body() * body_to_hand(self.arm.q)

    def reach_in_map(self, hand: SE3Pose) -> bool:
        """Aim the arm at a pose of the hand in the map; False where it cannot reach it."""
        q = solve_hand(self.base.map_tform_body().inverse() * hand, self.arm.goal)
        if q is None:
            return False
        self.arm.aim(q, FASTEST)
        return True

    def rise_if_sitting(self) -> None:
        """Stand up for a command that needs it."""
        if self.base.posture is Posture.SIT:
            self.base.posture = Posture.STAND

    def thing_at(self, name: str, point: tuple[float, float, float] | None) -> bool:
        """Tell whether an object is still where it was seen, within a hand's breadth."""
        obj = self.house.world.objects.get(name)
        if obj is None or point is None or not obj.status.active:
            return False
        where = self.house.to_unity(self.house.point(point))
        return any(  # a door that stands open is outside the box
            bool(np.all(np.abs(box.axes() @ (where - box.center)) < box.half + _HAND_BREADTH))
            for box in (obj.box, *obj.solids)
        )

    def sees_fiducial(self) -> bool:
        """Tell whether a tag of the room is in sight; the cameras look all around."""
        return any(in_sight(tag, self.base.pose.x, self.base.pose.y) for tag in fiducials(self.house))

    def think(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Work something out beside the robot's own thread."""
        return self._thinker.submit(task, *arguments)

    def velocity_in(self, frame: str) -> tuple[float, float, float]:
        """Return the measured velocity of the body in the axes of odom, vision or the map: m/s, m/s, rad/s."""
        heading, speed = self.planar_in(frame).yaw, self.base.velocity
        c, s = math.cos(heading), math.sin(heading)
        return c * speed.x - s * speed.y, s * speed.x + c * speed.y, speed.turn

    def heading_in(self, frame: str) -> float:
        """Return the body's heading in a frame, radians; 0 in the body's own."""
        return 0.0 if frame in {BODY, FLAT} else wrap_angle(self.planar_in(frame).yaw)

    def hand_goal_beyond(self, reach: float) -> tuple[float, float] | None:
        """Return how far (m ahead, m left) the body must come so that the arm reaches what its move is after before it.

        None where it reaches it, or the arm is not on its way to a pose.

        :param reach: metres from the shoulder to the wrist; to what lies low or high it is less along the floor
        """
        if self.hand_aim is None:
            return None
        frame, pose = self.hand_aim
        body = self.frames().a_tform_b(BODY, frame)
        if body is None:
            return None
        wrist = body * pose
        x, y, z = wrist.x - SHOULDER[0], wrist.y - SHOULDER[1], wrist.z - SHOULDER[2]
        away, reach = math.hypot(x, y), math.sqrt(max(_NEAREST**2, reach**2 - z**2))
        if away > reach:
            return x * (away - reach) / away, y * (away - reach) / away
        return (x - _NEAREST, 0.0) if x < _NEAREST else None


def _odometries(start: Pose2D, seed: int) -> tuple[Odometry, Odometry]:
    """Return odom, which drifts by up to a hundredth of the way, and vision, which drifts less and began elsewhere."""
    dice = random.Random(seed)
    odom = Odometry(start, start, dice.uniform(-0.01, 0.01), dice.uniform(-0.01, 0.01))
    origin = Pose2D(
        start.x + dice.uniform(-0.5, 0.5), start.y + dice.uniform(-0.5, 0.5), dice.uniform(-3.0, 3.0)
    )
    return odom, Odometry(start, origin, dice.uniform(-0.002, 0.002), dice.uniform(-0.002, 0.002))
