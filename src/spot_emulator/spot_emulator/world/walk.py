"""A walk through a room, recorded as a GraphNav map: places before the furniture, and the ways between them."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from bosdyn.api import point_cloud_pb2, world_object_pb2
from bosdyn.api.graph_nav import map_pb2
from bosdyn.client.math_helpers import Quat, SE3Pose
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from spot_emulator.robot.base import relative
from spot_emulator.robot.frames import ODOM
from spot_emulator.robot.grasp_plan import stands
from spot_emulator.robot.navigation import SESSION
from spot_emulator.world import handling
from spot_emulator.world.fiducials import SIZE, fiducials, in_sight
from spot_emulator.world.house import House
from spot_emulator.world.routes import Lattice, lattice, way

_SPACING = 4  # cells of the lattice between waypoints
_PLACES = frozenset({
    "ArmChair", "Bathtub", "Bed", "Cabinet", "CoffeeMachine", "CoffeeTable", "CounterTop", "Desk", "DiningTable",
    "Dresser", "Fridge", "GarbageCan", "Microwave", "Shelf", "ShelvingUnit", "SideTable", "Sink", "Sofa",
    "StoveBurner", "TVStand", "Toilet",
})  # fmt: skip
_HIGHEST = 1.5  # metres above the floor of what the arm reaches
_CLOSED_LOOP = 0.45  # metres between waypoints of different ways that are joined
_LOOP_TURN = 0.5  # radians, the same
_FEATURES_WITHIN = 4.0  # metres from a waypoint of the features that it keeps
_CLOUD_FRAME = "feature_cloud"


@dataclass
class RecordedWalkMap:
    """A graph and its snapshots."""

    graph: Any = field(default_factory=map_pb2.Graph)
    waypoint_snapshots: list[Any] = field(default_factory=list)
    edge_snapshots: list[Any] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Write the files that programs of the SDK read: graph, waypoint_snapshots/, edge_snapshots/."""
        for name, snapshots in (
            ("waypoint_snapshots", self.waypoint_snapshots),
            ("edge_snapshots", self.edge_snapshots),
        ):
            (folder / name).mkdir(parents=True, exist_ok=True)
            for snapshot in snapshots:
                (folder / name / snapshot.id).write_bytes(snapshot.SerializeToString(deterministic=True))
        (folder / "graph").write_bytes(self.graph.SerializeToString(deterministic=True))


def record(house: House, start: Pose2D) -> RecordedWalkMap:
    """Return the map of a walk from a start to a place before each piece of furniture."""
    table = lattice(house)
    made = _Recorder(house)
    root = made.waypoint(start, "start")
    for name, places in _destinations(house, table, start):
        path = way(table, start, places)
        if path is None:
            continue
        last = root
        for index, pose in enumerate(path):
            end = index == len(path) - 1
            if not end and (index + 1) % _SPACING:
                continue
            here = made.waypoint(pose, name if end else "")
            made.edge(last, here)
            last = here
    made.close_loops(house)
    return made.recording


def _destinations(house: House, table: Lattice, start: Pose2D) -> list[tuple[str, list[Pose2D]]]:
    """Return names of places and where the robot may stand for each, best first."""
    found: list[tuple[str, list[Pose2D]]] = []
    counts: dict[str, int] = {}
    for obj in house.world.active():
        if obj.object_type not in _PLACES or obj.box.bottom > house.world.floor + _HIGHEST:
            continue
        center = house.to_map(obj.box.center)
        seen = start if obj.front is None else _before(center, obj)
        point = [float(v) for v in center]
        places = [p for p in stands(point, seen) if house.clearance(p) > 0.03 and table.cell(p) is not None][
            :40
        ]
        if not places:
            continue
        kind = obj.object_type.lower()
        counts[kind] = counts.get(kind, 0) + 1
        found.append((kind if counts[kind] == 1 else f"{kind}_{counts[kind]}", places))
    return found


def _before(center: Any, obj: Any) -> Pose2D:
    """Return a place well before an object's front, from where one comes to it."""
    front = handling.ahead(obj)
    return Pose2D(float(center[0] + 2.0 * front[0]), float(center[1] + 2.0 * front[1]), 0.0)


class _Recorder:
    def __init__(self, house: House) -> None:
        self.recording = RecordedWalkMap()
        self._house = house
        self._poses: dict[str, Pose2D] = {}
        self._edges: set[tuple[str, str]] = set()

    def waypoint(self, pose: Pose2D, name: str) -> str:
        """Return the id of the waypoint at a pose; it is new where there is none yet."""
        key = f"{self._house.scene} {pose.x:.3f} {pose.y:.3f} {pose.yaw:.3f}"
        identity = f"{hashlib.sha256(key.encode()).hexdigest()[:22]}=="
        graph = self.recording.graph
        if identity in self._poses:
            known = next(w for w in graph.waypoints if w.id == identity)
            known.annotations.name = known.annotations.name or name
            return identity
        self._poses[identity] = pose
        made = graph.waypoints.add(id=identity, snapshot_id=f"snapshot_{identity}")
        made.annotations.name = name
        made.annotations.client_metadata.session_name = SESSION + self._house.scene
        odom = _se3(pose)  # odometry of a walk that nobody made is exact
        made.waypoint_tform_ko.CopyFrom(odom.inverse().to_proto())
        graph.anchoring.anchors.add(id=identity).seed_tform_waypoint.CopyFrom(_se3(pose).to_proto())
        self.recording.waypoint_snapshots.append(snapshot_of(self._house, identity, pose, odom))
        return identity

    def edge(self, first: str, second: str) -> None:
        """Join two waypoints, once."""
        if first == second or (first, second) in self._edges or (second, first) in self._edges:
            return
        self._edges.add((first, second))
        name = f"edge_{len(self._edges)}"
        made = self.recording.graph.edges.add(snapshot_id=name)
        made.id.from_waypoint, made.id.to_waypoint = first, second
        made.from_tform_to.CopyFrom(_se3(relative(self._poses[first], self._poses[second])).to_proto())
        made.annotations.edge_source = map_pb2.Edge.EDGE_SOURCE_ODOMETRY
        self.recording.edge_snapshots.append(map_pb2.EdgeSnapshot(id=name))

    def close_loops(self, house: House) -> None:
        """Join waypoints of different ways that are next to each other."""
        names = list(self._poses)
        for i, first in enumerate(names):
            for second in names[i + 1 :]:
                step = relative(self._poses[first], self._poses[second])
                near = math.hypot(step.x, step.y) < _CLOSED_LOOP and abs(step.yaw) < _LOOP_TURN
                if near and _straight(house, self._poses[first], self._poses[second]):
                    self.edge(first, second)


def snapshot_of(house: House, identity: str, pose: Pose2D, odom: SE3Pose) -> Any:
    """Return what a waypoint saw: the tags in sight, and a cloud of features. ``odom``: its pose in that frame."""
    snapshot = map_pb2.WaypointSnapshot(id=f"snapshot_{identity}")
    _add_cloud(snapshot.point_cloud, features(house, pose), odom)
    for tag in fiducials(house):
        if in_sight(tag, pose.x, pose.y):
            seen = snapshot.objects.add(id=tag.number, name=f"world_obj_apriltag_{tag.number}")
            seen.apriltag_properties.tag_id = tag.number
            seen.apriltag_properties.dimensions.x = seen.apriltag_properties.dimensions.y = SIZE
            kind = world_object_pb2.AprilTagProperties
            seen.apriltag_properties.fiducial_pose_status = kind.STATUS_OK
    return snapshot


def features(house: House, pose: Pose2D) -> NDArray[np.float32]:
    """Return corners of what stands around a pose, as seen from there: (n, 3), metres. What hides them is not asked."""
    solids = (solid for obj in house.world.active() for solid in obj.solids)
    found = [house.to_map(corner) for solid in solids for corner in solid.corners()]
    corners = np.array(found).reshape(-1, 3) - np.array([pose.x, pose.y, 0.0])
    near = corners[np.hypot(corners[:, 0], corners[:, 1]) <= _FEATURES_WITHIN]
    c, s = math.cos(pose.yaw), math.sin(pose.yaw)
    turned = near @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    kept: NDArray[np.float32] = np.unique(turned.round(3).astype(np.float32), axis=0)
    return kept


def _add_cloud(cloud: Any, points: NDArray[np.float32], odom: SE3Pose) -> None:
    """Write points that are given from a pose in odom as a cloud of the robot's."""
    cloud.source.name, cloud.source.frame_name_sensor = "features", _CLOUD_FRAME
    edges = cloud.source.transforms_snapshot.child_to_parent_edge_map
    edges[ODOM].parent_frame_name = ""
    edges[ODOM].parent_tform_child.CopyFrom(SE3Pose.from_identity().to_proto())
    edges[_CLOUD_FRAME].parent_frame_name = ODOM
    edges[_CLOUD_FRAME].parent_tform_child.CopyFrom(odom.to_proto())
    cloud.num_points, cloud.encoding = len(points), point_cloud_pb2.PointCloud.ENCODING_XYZ_32F
    cloud.data = points.astype("<f4").tobytes()


def _straight(house: House, a: Pose2D, b: Pose2D) -> bool:
    """Tell whether the body gets straight from one pose to another."""
    step = relative(a, b)
    for k in range(1, 5):
        share = k / 5.0
        pose = Pose2D(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.yaw + share * step.yaw)
        if house.clearance(pose) < 0.0:
            return False
    return True


def _se3(pose: Pose2D) -> SE3Pose:
    return SE3Pose(pose.x, pose.y, 0.0, Quat.from_yaw(pose.yaw))
