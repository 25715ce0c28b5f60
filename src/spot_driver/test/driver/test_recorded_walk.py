"""A recorded walk on the emulated robot: brought there, found on it, walked along by name, and why not."""

from __future__ import annotations

import math
import threading
import time

import numpy as np
import pytest
from bosdyn.client.math_helpers import SE3Pose

from pred_core.outcome import Code, Outcome

SPEED = 2
WATCHDOG = 2.0


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Return the folder of the walk that the emulated robot's room comes with."""
    from spot_emulator.world.house import House, NoRoom
    from spot_emulator.world.walk import record

    house = House("FloorPlan13")
    start = house.place_for_robot()
    assert not isinstance(start, NoRoom)
    folder = tmp_path_factory.mktemp("walk")
    record(house, start).write(folder)
    return folder


@pytest.mark.slow
def test_a_recorded_walk_is_walked_along_by_the_names_of_its_waypoints(emulator, ready_robot, recorded):
    from spot_driver.driver.graph_nav import clear, upload, walk_to_waypoint, waypoints
    from spot_driver.driver.touching import localize

    link, _ = ready_robot
    folder = recorded
    still = threading.Event()
    told = walk_to_waypoint(link, "fridge", still, WATCHDOG)
    assert told.code is Code.BAD_INPUT and "No recorded walk is on the robot" in told.message
    told = upload(link, str(folder / "nowhere"))
    assert told.code is Code.BAD_INPUT and "holds no file 'graph'" in told.message
    assert upload(link, str(folder))
    assert {"start", "fridge"} <= set(waypoints(link).message.split(", "))
    told = walk_to_waypoint(link, "fridge", still, WATCHDOG)
    assert told.code is Code.PRECONDITION_FAILURE and "localize" in told.message
    assert localize(link)
    told = walk_to_waypoint(link, "moon", still, WATCHDOG)
    assert told.code is Code.BAD_INPUT and "fridge" in told.message
    began = emulator.state["pose"]
    told = walk_to_waypoint(link, "fridge", still, WATCHDOG)
    assert told, told
    arrived = emulator.state["pose"]
    fridge = next(o for o in emulator.sim.ask({"objects": True})["objects"] if o["type"] == "Fridge")
    assert math.dist(arrived[:2], fridge["position"][:2]) < 1.6
    assert math.dist(arrived[:2], began[:2]) > 0.3
    timer = threading.Timer(0.3, still.set)
    timer.start()
    told = walk_to_waypoint(link, "start", still, WATCHDOG)
    assert told.code is Code.CANCELED
    emulator.until(lambda s: max(abs(v) for v in s["velocity"]) < 0.01, within=3.0)
    stood = emulator.state["pose"][:2]
    time.sleep(1.0)
    assert math.dist(emulator.state["pose"][:2], stood) < 0.01, "nothing goes on afterwards"
    assert clear(link) and waypoints(link).message == ""


def test_with_areas_to_keep_out_of_nothing_walks_along_the_robots_own_map():
    from spot_driver.driver.limits import Limits

    assert Limits(keep_out=((0.0, 0.0, 1.0, 1.0),)).own_way().code is Code.UNREACHABLE
    assert Limits().own_way()


@pytest.mark.slow
def test_a_path_in_the_map_is_walked_along_the_recorded_walk_where_that_leads_the_same_way(
    emulator, ready_robot, recorded, monkeypatch
):
    from pred_core.geometry import Pose2D
    from spot_driver.driver import routes
    from spot_driver.driver.graph_nav import clear, upload
    from spot_driver.driver.touching import localize

    link, _ = ready_robot
    still, used = threading.Event(), []
    walked = routes.walk_along
    monkeypatch.setattr(routes, "walk_along", lambda *asked: used.append(asked[1]) or walked(*asked))
    along = routes.Routes(link, WATCHDOG)
    assert along.know() and along.follow([link.fresh.pose.ahead(2.0)], still)[0] and not used, "no walk is there"
    assert upload(link, str(recorded)) and localize(link) and along.know()
    client, here = link.session.graph_nav, link.fresh
    graph, known = client.download_graph(), client.get_localization_state().localization
    away = np.linalg.inv(SE3Pose.from_proto(known.waypoint_tform_body).to_matrix())
    lie = routes.reached(graph, known.waypoint_id, here.map_body @ away)
    goal = min((k for k, one in lie.items() if one.length > 1.0), key=lambda k: lie[k].length)
    path = [Pose2D(lie[goal].pose.x, lie[goal].pose.y, here.pose.yaw)]
    outcome, rest = along.follow(path, still)
    assert outcome and used == [goal] and list(rest) == path
    true = next(a.seed_tform_waypoint.position for a in graph.anchoring.anchors if a.id == goal)
    assert math.dist(emulator.state["pose"][:2], (true.x, true.y)) < 0.3
    here = here.pose
    link.gate.person = (here.x, here.y)
    assert along.follow([here], still) == (Outcome.success(), [here]) and used == [goal], "a person is near"
    link.gate.person = None
    assert clear(link)
