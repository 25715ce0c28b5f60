"""What the robot sees of the world as objects: fiducials, and what clients add, as long as that is to last.

A no-go region that a client adds stops the body: it is a rectangle in the map from then on.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from bosdyn.api import world_object_pb2, world_object_service_pb2_grpc

from spot_emulator.robot.clock import nanoseconds, stamp
from spot_emulator.robot.frames import VISION, Frames
from spot_emulator.robot.hand_path import pose_of
from spot_emulator.robot.navigation import planar
from spot_emulator.robot.regions import Region
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
        robot.followers.append(self._go_on)

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
            self._forget()
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
            self._forget()
            if action == World.MutateWorldObjectRequest.ACTION_ADD:
                if not _kinds(wanted) and not wanted.HasField("additional_properties"):
                    return kind(status=kind.STATUS_INVALID_WORLD_OBJECT)
                made = World.WorldObject()
                made.CopyFrom(wanted)
                made.id = next(self._numbers)
                if not made.HasField("acquisition_time"):
                    stamp(made.acquisition_time, self.robot.clock.now())
                if made.HasField("nogo_region_properties"):
                    region = _region(self.robot.frames(), made.nogo_region_properties)
                    if region is None:
                        return kind(status=kind.STATUS_INVALID_WORLD_OBJECT)
                    self.robot.regions[made.id] = region
                self._own[made.id] = made
                return kind(status=kind.STATUS_OK, mutated_object_id=made.id)
            if wanted.id not in self._own:
                known = any(tag.number == wanted.id for tag in fiducials(self.robot.house))
                return kind(status=kind.STATUS_NO_PERMISSION if known else kind.STATUS_INVALID_MUTATION_ID)
            if action == World.MutateWorldObjectRequest.ACTION_DELETE:
                self._drop(wanted.id)
            else:
                self._own[wanted.id].CopyFrom(wanted)
        return kind(status=kind.STATUS_OK, mutated_object_id=wanted.id)


    def _forget(self) -> None:
        """Drop what has lasted as long as its client said."""
        now = self.robot.clock.now()
        for number, made in list(self._own.items()):
            ends = nanoseconds(made.acquisition_time) + nanoseconds(made.object_lifetime)
            if made.HasField("object_lifetime") and ends < now:
                self._drop(number)

    def _go_on(self, _seconds: float) -> None:
        self._forget()

    def _drop(self, number: int) -> None:
        del self._own[number]
        self.robot.regions.pop(number, None)


def _region(frames: Frames, wanted: Any) -> Region | None:
    """Return where in the map a no-go region is, None where it is given in a frame that nobody knows."""
    frame = frames.map_tform(wanted.box.frame_name)
    if frame is None:
        return None
    pose = planar(frame * pose_of(wanted.box.frame_name_tform_box))
    size = wanted.box.box.size
    stops = not (wanted.disable_body_obstacle_generation and wanted.disable_foot_obstacle_generation)
    return Region(pose, size.x / 2.0, size.y / 2.0, stops)


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
