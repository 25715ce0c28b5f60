"""What a pixel of a view, or a ray, points at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_emulator.robot.manipulation import Target
from spot_emulator.services.answering import InvalidRequest
from spot_emulator.world.eyes import Eyes, NoPictureError
from spot_emulator.world.view import View

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot

_FAR = 5.0  # metres up to which the map of the surroundings has something
_RAY_VIEW = (65, 65, 400.0)  # a narrow picture along a ray


class Pointing:
    """Asks the process that draws. The robot's lock is not held meanwhile."""

    def __init__(self, robot: Robot, eyes: Eyes) -> None:
        self._robot, self._eyes = robot, eyes

    def along(self, start: Any, end: Any) -> Target:
        """Return what a ray through two points (Vec3) of the map meets."""
        dx, dy, dz = end.x - start.x, end.y - start.y, end.z - start.z
        if math.sqrt(dx * dx + dy * dy + dz * dz) < 1e-6:
            raise InvalidRequest("the ray has no direction")
        look = Quat.from_yaw(math.atan2(dy, dx)) * Quat.from_pitch(math.atan2(-dz, math.hypot(dx, dy)))
        optical = Quat(w=0.5, x=-0.5, y=0.5, z=-0.5)
        width, height, focal = _RAY_VIEW
        view = View(SE3Pose(start.x, start.y, start.z, look * optical), width, height, focal)
        return self.seen(view, width / 2.0, height / 2.0)

    def seen(self, view: View, x: float, y: float) -> Target:
        """Return what a view shows at a pixel."""
        if not (0.0 <= x < view.width and 0.0 <= y < view.height):
            return Target("", None, f"the pixel {x:.0f}, {y:.0f} is outside of the picture")
        try:
            found = self._eyes.probe(view, x, y, self._robot.lock)
        except NoPictureError as error:
            return Target("", None, str(error))
        if found.depth > _FAR:
            return Target("", None, f"nothing is within {_FAR:.0f} m along the pixel")
        across = (found.x - view.width / 2.0) / view.focal * found.depth
        down = (found.y - view.height / 2.0) / view.focal * found.depth
        point = view.pose.transform_point(across, down, found.depth)
        return Target(found.name, (float(point[0]), float(point[1]), float(point[2])))
