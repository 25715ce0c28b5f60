"""What the robot sees of the world as objects: fiducials, and what clients add."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from bosdyn.api import world_object_pb2, world_object_service_pb2_grpc

from spot_emulator.robot.clock import nanoseconds, stamp
from spot_emulator.robot.frames import VISION
from spot_emulator.services.answering import Service, answers
from spot_emulator.world.fiducials import SIZE, Fiducial, fiducials, in_sight

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

World = world_object_pb2
_FIRST_OWN = 10000
_KINDS = {
    "drawable_properties": World.WORLD_OBJECT_DRAWABLE,
    "apriltag_properties": World.WORLD_OBJECT_APRILTAG,
    "image_properties": World.WORLD_OBJECT_IMAGE_COORDINATES,
    "dock_properties": World.WORLD_OBJECT_DOCK,
    "tracked_entity_properties": World.WORLD_OBJECT_TRACKED_ENTITY,
    "nogo_region_properties": World.WORLD_OBJECT_USER_NOGO,
    "staircase_properties": World.WORLD_OBJECT_STAIRCASE,
}


class WorldObjectService(Service, world_object_service_pb2_grpc.WorldObjectServiceServicer):
    """Lists fiducials in sight; keeps what clients add, change and delete."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._own: dict[int, Any] = {}
        self._numbers = itertools.count(_FIRST_OWN)

    @answers(World.ListWorldObjectResponse)
    def ListWorldObjects(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            frames = self.robot.frames()
            pose = self.robot.base.pose
            seen = [
                _tag(self.robot, frames, t)
                for t in fiducials(self.robot.house)
                if in_sight(t, pose.x, pose.y)
            ]
            found = [*seen, *self._own.values()]
        since = nanoseconds(request.timestamp_filter)
        wanted = set(request.object_type)
        return World.ListWorldObjectResponse(
            world_objects=[
                o for o in found
                if nanoseconds(o.acquisition_time) >= since and (not wanted or wanted.intersection(_kinds(o)))
            ]
        )  # fmt: skip

    @answers(World.MutateWorldObjectResponse)
    def MutateWorldObjects(self, request: Any, context: Any) -> Any:
        kind, action = World.MutateWorldObjectResponse, request.mutation.action
        wanted = request.mutation.object
        with self.robot.lock:
            if action == World.MutateWorldObjectRequest.ACTION_ADD:
                if not _kinds(wanted) and not wanted.HasField("additional_properties"):
                    return kind(status=kind.STATUS_INVALID_WORLD_OBJECT)
                made = World.WorldObject()
                made.CopyFrom(wanted)
                made.id = next(self._numbers)
                if not made.HasField("acquisition_time"):
                    stamp(made.acquisition_time, self.robot.clock.now())
                self._own[made.id] = made
                return kind(status=kind.STATUS_OK, mutated_object_id=made.id)
            if wanted.id not in self._own:
                known = any(tag.number == wanted.id for tag in fiducials(self.robot.house))
                return kind(status=kind.STATUS_NO_PERMISSION if known else kind.STATUS_INVALID_MUTATION_ID)
            if action == World.MutateWorldObjectRequest.ACTION_DELETE:
                del self._own[wanted.id]
            else:
                self._own[wanted.id].CopyFrom(wanted)
        return kind(status=kind.STATUS_OK, mutated_object_id=wanted.id)


def _kinds(found: Any) -> set[int]:
    present = {field.name for field, _ in found.ListFields()}
    return {kind for name, kind in _KINDS.items() if name in present}


def _tag(robot: Robot, frames: Any, tag: Fiducial) -> Any:
    """Return a fiducial as the robot sees it."""
    made = World.WorldObject(id=tag.number, name=f"world_obj_apriltag_{tag.number}")
    stamp(made.acquisition_time, robot.clock.now())
    made.transforms_snapshot.CopyFrom(frames.tree())
    seen = frames.map_tform(VISION).inverse() * tag.pose
    properties = made.apriltag_properties
    properties.tag_id = tag.number
    properties.dimensions.x = properties.dimensions.y = SIZE
    properties.frame_name_fiducial = f"fiducial_{tag.number}"
    properties.frame_name_fiducial_filtered = f"filtered_fiducial_{tag.number}"
    kind = World.AprilTagProperties
    properties.fiducial_pose_status = properties.fiducial_filtered_pose_status = kind.STATUS_OK
    for name in (properties.frame_name_fiducial, properties.frame_name_fiducial_filtered):
        edge = made.transforms_snapshot.child_to_parent_edge_map[name]
        edge.parent_frame_name = VISION
        edge.parent_tform_child.CopyFrom(seen.to_proto())
    return made
