"""Ray casts over the wire: what a ray of a frame meets first, and where."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bosdyn.api import ray_cast_pb2, ray_cast_service_pb2_grpc
from bosdyn.client.math_helpers import Vec3

from spot_emulator.robot.frames import VISION
from spot_emulator.services.answering import Service, answers
from spot_emulator.services.pointing import Pointing
from spot_emulator.world.eyes import Eyes

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Response, Hit = ray_cast_pb2.RaycastResponse, ray_cast_pb2.RayIntersection
_KNOWN = frozenset({Hit.TYPE_GROUND_PLANE, Hit.TYPE_TERRAIN_MAP, Hit.TYPE_VOXEL_MAP, Hit.TYPE_HAND_DEPTH})


class RayCastService(Service, ray_cast_service_pb2_grpc.RayCastServiceServicer):
    """Every kind of hit that is asked for comes from the same drawing of the room."""

    def __init__(self, robot: Robot, logins: Logins, eyes: Eyes) -> None:
        super().__init__(robot, logins)
        self._pointing = Pointing(robot, eyes)

    @answers(Response)
    def Raycast(self, request: Any, context: Any) -> Any:
        kinds = list(request.intersection_types) or [Hit.TYPE_VOXEL_MAP]
        if not _KNOWN.issuperset(kinds):
            return Response(
                status=Response.STATUS_INVALID_INTERSECTION_TYPE, message="an unknown kind of hit"
            )
        with self.robot.lock:
            frames = self.robot.frames()
        frame, vision = frames.map_tform(request.ray_frame_name or VISION), frames.map_tform(VISION)
        if frame is None or vision is None:
            message = f"no frame {request.ray_frame_name!r}"
            return Response(status=Response.STATUS_UNKNOWN_FRAME, message=message)
        origin, way = Vec3.from_proto(request.ray.origin), Vec3.from_proto(request.ray.direction)
        if math.sqrt(way.x**2 + way.y**2 + way.z**2) < 1e-6:
            return Response(status=Response.STATUS_INVALID_REQUEST, message="the ray has no direction")
        start = frame.transform_vec3(origin)
        end = frame.transform_vec3(Vec3(origin.x + way.x, origin.y + way.y, origin.z + way.z))
        found = self._pointing.along(start, end)
        response = Response(status=Response.STATUS_OK, hit_frame_name=VISION)
        response.transforms_snapshot.CopyFrom(frames.tree())
        if found.point is not None:
            away = math.dist(found.point, (start.x, start.y, start.z))
            x, y, z = vision.inverse().transform_point(*found.point)
            for kind in kinds if away >= request.min_intersection_distance else ():
                hit = response.hits.add(type=kind, distance_meters=away)
                hit.hit_position_in_hit_frame.x, hit.hit_position_in_hit_frame.y = x, y
                hit.hit_position_in_hit_frame.z = z
        return response
