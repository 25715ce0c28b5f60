"""GraphNav through the real client: a recorded walk uploaded, localized in, walked along, lost in."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest
from bosdyn.api.graph_nav import graph_nav_pb2, map_pb2, nav_pb2
from bosdyn.client.frame_helpers import get_a_tform_b
from bosdyn.client.graph_nav import (
    GraphNavClient,
    NoPathError,
    RobotNotLocalizedToRouteError,
    UnknownWaypointError,
)
from bosdyn.client.graph_nav_upload import upload_from_disk
from bosdyn.client.math_helpers import SE3Pose
from spot_client import Emulator, Program

from spot_emulator.world.house import House, NoRoom
from spot_emulator.world.walk import record

OPTIONS = ("--scene", "FloorPlan4", "--power", "on")
Feedback = graph_nav_pb2.NavigationFeedbackResponse


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    house = House("FloorPlan4")
    start = house.place_for_robot()
    assert not isinstance(start, NoRoom)
    folder = tmp_path_factory.mktemp("walk")
    record(house, start).write(folder)
    return folder


def _navigate(program: Program, goal: str, seconds: float = 60.0) -> int:
    """Walk to a waypoint as programs do: the command again twice a second, with an end a second ahead."""
    client, number, status = program.client(GraphNavClient), None, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        number = client.navigate_to(goal, 2.0, command_id=number)
        time.sleep(0.4)
        status = client.navigation_feedback(number).status
        if status != Feedback.STATUS_FOLLOWING_ROUTE:
            return status
    return status


def _upload(program: Program, walk: Path) -> None:
    """Load the map again and localize in it, from where the walk began."""
    client = program.client(GraphNavClient)
    client.clear_graph()
    upload_from_disk(client, walk)
    client.set_localization(
        initial_guess_localization=nav_pb2.Localization(),
        ko_tform_body=None,
        fiducial_init=graph_nav_pb2.SetLocalizationRequest.FIDUCIAL_INIT_NEAREST,
    )


def test_the_walk_reaches_the_furniture(walk: Path) -> None:
    graph = map_pb2.Graph.FromString((walk / "graph").read_bytes())
    names = {w.annotations.name for w in graph.waypoints}
    assert {"start", "fridge", "countertop"} <= names
    assert len(graph.waypoints) > 10 and len(graph.edges) >= len(graph.waypoints) - 1


def test_each_waypoint_keeps_a_cloud_where_the_furniture_stands(walk: Path) -> None:
    """As the SDK's extraction of clouds reads them: from the sensor over odom and the waypoint to the map."""
    graph = map_pb2.Graph.FromString((walk / "graph").read_bytes())
    anchors = {anchor.id: anchor.seed_tform_waypoint for anchor in graph.anchoring.anchors}
    clouds = []
    for waypoint in graph.waypoints:
        saved = (walk / "waypoint_snapshots" / waypoint.snapshot_id).read_bytes()
        cloud = map_pb2.WaypointSnapshot.FromString(saved).point_cloud
        odom = get_a_tform_b(cloud.source.transforms_snapshot, "odom", cloud.source.frame_name_sensor)
        place = SE3Pose.from_proto(anchors[waypoint.id]) * SE3Pose.from_proto(waypoint.waypoint_tform_ko) * odom
        points = np.frombuffer(cloud.data, dtype=np.float32).reshape(cloud.num_points, 3)
        clouds.append(place.transform_cloud(points))
    seen = np.concatenate(clouds)
    house = House("FloorPlan4")
    fridge = next(obj for obj in house.world.active() if obj.object_type == "Fridge")
    for corner in fridge.solids[0].corners():
        assert np.linalg.norm(seen - house.to_map(corner), axis=1).min() < 0.01


def test_uploads_localizes_and_walks(emulator: Emulator, program: Program, walk: Path) -> None:
    client = program.client(GraphNavClient)
    program.stand()
    client.clear_graph()
    graph = map_pb2.Graph.FromString((walk / "graph").read_bytes())
    goal = next(w.id for w in graph.waypoints if w.annotations.name == "fridge")
    client.upload_graph(graph=graph)
    with pytest.raises(RobotNotLocalizedToRouteError):
        client.navigate_to(goal, 2.0)
    _upload(program, walk)
    downloaded = client.download_graph()
    assert {w.id for w in downloaded.waypoints} == {w.id for w in graph.waypoints}
    assert (
        client.download_waypoint_snapshot(graph.waypoints[0].snapshot_id).id == graph.waypoints[0].snapshot_id
    )
    found = client.get_localization_state().localization
    start = next(w for w in graph.waypoints if w.annotations.name == "start")
    assert found.waypoint_id == start.id
    assert abs(found.waypoint_tform_body.position.x) < 0.1
    with pytest.raises(UnknownWaypointError):
        client.navigate_to("nowhere", 2.0)
    assert _navigate(program, goal) == Feedback.STATUS_REACHED_GOAL
    wanted = next(a.seed_tform_waypoint for a in graph.anchoring.anchors if a.id == goal)
    pose = emulator.state()["pose"]
    assert math.hypot(pose[0] - wanted.position.x, pose[1] - wanted.position.y) < 0.05
    assert client.get_localization_state().localization.waypoint_id == goal


def test_a_navigation_ends_with_its_time_and_when_lost(
    emulator: Emulator, program: Program, walk: Path
) -> None:
    client = program.client(GraphNavClient)
    program.stand()
    _upload(program, walk)
    graph = client.download_graph()
    pose = emulator.state()["pose"]
    anchors = {a.id: a.seed_tform_waypoint.position for a in graph.anchoring.anchors}
    goal = max(anchors, key=lambda w: math.hypot(anchors[w].x - pose[0], anchors[w].y - pose[1]))
    number = client.navigate_to(goal, 1.0)
    emulator.until(lambda s: not s["still"])
    emulator.until(lambda s: s["still"])
    assert client.navigation_feedback(number).status == Feedback.STATUS_COMMAND_TIMED_OUT
    number = client.navigate_to(goal, 30.0)
    emulator.until(lambda s: not s["still"])
    emulator.fault("localization_lost")
    lost = time.monotonic()
    emulator.until(lambda s: s["still"])
    assert time.monotonic() - lost < 2.0
    assert client.navigation_feedback(number).status == Feedback.STATUS_LOST
    assert client.get_localization_state().lost_detector_state.is_lost
    emulator.fault("localization_found")
    lonely = map_pb2.Graph(waypoints=[map_pb2.Waypoint(id="alone")])
    lonely.anchoring.anchors.add(id="alone")
    client.upload_graph(graph=lonely)
    with pytest.raises(NoPathError):
        client.navigate_to("alone", 2.0)
