"""The player over HTTP: the client's WsgiServer drives it as its FifoServer does."""

import http.server
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from ai2thor.controller import Controller
from ai2thor.wsgi_server import WsgiServer

from thor_player.launcher import player_command
from thor_player.session import Session


@pytest.fixture(scope="module")
def controller() -> Iterator[Controller]:
    running = Controller(
        local_executable_path=player_command(),
        x_display=":0",
        server_class=WsgiServer,
        scene="FloorPlan401",
        width=120,
        height=90,
        renderDepthImage=True,
        renderInstanceSegmentation=True,
        renderSemanticSegmentation=True,
        agentCount=2,
    )
    yield running
    running.stop()


def test_events_are_whole(controller: Controller) -> None:
    event = controller.step("RotateRight", agentId=1)
    assert event.metadata["lastActionSuccess"] and len(event.events) == 2
    for each in event.events:
        assert each.frame.shape == (90, 120, 3) and each.frame.any()
        assert each.depth_frame.shape == (90, 120) and 0.0 < each.depth_frame.min() < 20.0
        assert each.instance_masks and each.semantic_segmentation_frame.any()
    place = {"x": 0.0, "y": 2.0, "z": 0.0}
    event = controller.step("AddThirdPartyCamera", position=place, rotation={"x": 60, "y": 0, "z": 0})
    assert event.events[0].third_party_camera_frames[0].shape == (90, 120, 3)
    assert event.events[0].third_party_depth_frames[0].shape == (90, 120)


def test_answers_and_failures_come_over(controller: Controller) -> None:
    places = controller.step("GetReachablePositions").metadata["actionReturn"]
    assert places and set(places[0]) == set("xyz")
    event = controller.step("MoveAhead", moveMagnitude=50.0)
    assert not event and "is blocking Agent 0" in event.metadata["errorMessage"]
    with pytest.raises(ValueError, match="Invalid action: Nothing"):
        controller.step("Nothing")
    assert controller.reset("FloorPlan402").metadata["sceneName"] == "FloorPlan402_physics"


def test_pictures_are_those_of_the_player(controller: Controller) -> None:
    event = controller.reset("FloorPlan401", agentCount=1)
    session = Session("FloorPlan401", 120, 90)
    session.step({"action": "Initialize"}, draw=False)
    drawn = session.step({"action": "Pass", "renderDepthImage": True}).pictures[0]
    assert np.array_equal(event.frame, drawn.rgb) and np.array_equal(event.depth_frame, drawn.depth)


def test_a_server_that_refuses_ends_the_player_with_a_sentence() -> None:
    class Refuses(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_error(403)

        def log_message(self, *_args: object) -> None:
            """Be quiet."""

    with http.server.HTTPServer(("127.0.0.1", 0), Refuses) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = subprocess.run(
            [sys.executable, "-m", "thor_player.main", "--scene", "FloorPlan401"],
            env=_environment(server.server_address[1]),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        server.shutdown()
    assert done.returncode == 1 and "The client answered 403" in done.stderr
    assert "Traceback" not in done.stderr


def _environment(port: int) -> dict[str, str]:
    return {**os.environ, "AI2THOR_HOST": "127.0.0.1", "AI2THOR_PORT": str(port), "AI2THOR_CLIENT_TOKEN": "t"}
