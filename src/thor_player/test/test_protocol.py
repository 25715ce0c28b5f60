"""The player as a process, driven by the real ai2thor client."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ai2thor.controller import Controller

from thor_player.launcher import player_command
from thor_player.main import main
from thor_player.protocol import Disconnected, Field, ProtocolError, receive

HEADER = struct.Struct("!BI")


def start(**options: Any) -> Controller:
    settings = {
        "scene": "FloorPlan1",
        "width": 160,
        "height": 120,
        "renderDepthImage": True,
        "renderInstanceSegmentation": True,
        "renderSemanticSegmentation": True,
        **options,
    }
    return Controller(
        local_executable_path=player_command(),
        x_display=":0",
        headless=False,
        server_timeout=30,
        server_start_timeout=120,
        **settings,
    )


@pytest.fixture(scope="module")
def controller() -> Iterator[Controller]:
    running = start()
    yield running
    running.stop()


@pytest.fixture
def fresh(controller: Controller) -> Controller:
    controller.reset("FloorPlan1", width=160, height=120)
    return controller


def test_the_first_event_is_complete(fresh: Controller) -> None:
    event = fresh.last_event
    assert event.frame.shape == (120, 160, 3)
    assert event.depth_frame.shape == (120, 160)
    assert event.instance_segmentation_frame.shape == (120, 160, 3)
    assert event.semantic_segmentation_frame.shape == (120, 160, 3)
    assert event.metadata["sceneName"] == "FloorPlan1_physics"
    assert event.metadata["lastAction"] == "Initialize"
    assert fresh.server.camera_far_plane == 20.0


def test_masks_detections_and_classes_name_what_is_there(fresh: Controller) -> None:
    event = fresh.step("TeleportFull", x=0.0, y=0.9009992, z=1.75, rotation=180, horizon=30, standing=True)
    known = {o["objectId"] for o in event.metadata["objects"]}
    masks = dict(event.instance_masks.items())
    assert len(masks) > 2
    assert set(masks) <= known
    for object_id, (left, top, right, bottom) in event.instance_detections2D.items():
        rows, columns = np.nonzero(masks[object_id])
        assert (columns.min(), rows.min(), columns.max(), rows.max()) == (left, top, right, bottom)
    for kind in {i.split("|")[0] for i in masks}:  # so the client sorts them: a sink's basin is of class Sink
        union = np.any([m for i, m in masks.items() if i.split("|")[0] == kind], axis=0)
        assert np.array_equal(event.class_masks[kind], union)


def test_pictures_are_the_right_way_up(fresh: Controller) -> None:
    event = fresh.step("Teleport", x=0.0, z=1.75, rotation=180, horizon=0)
    # The floor is below the horizon: it comes nearer towards the bottom row.
    column = event.depth_frame[:, 80]
    assert column[-1] < 2.5
    seen = [
        y for y in range(70, 120) if fresh.step("GetObjectInFrame", x=0.5, y=y / 120).metadata["actionReturn"]
    ]
    for y in seen[::10]:
        found = fresh.step("GetObjectInFrame", x=0.5, y=(y + 0.5) / 120).metadata["actionReturn"]
        assert event.instance_masks[found][y, 80]


def test_depth_is_planar_metres(fresh: Controller) -> None:
    event = fresh.step("Teleport", x=0.0, z=1.75, rotation=180, horizon=30)
    point = fresh.step("GetCoordinateFromRaycast", x=0.5, y=0.5).metadata["actionReturn"]
    eye = event.metadata["cameraPosition"]
    straight = np.linalg.norm([point[a] - eye[a] for a in "xyz"])
    assert event.depth_frame[60, 80] == pytest.approx(straight, rel=0.03)


def test_walk_take_and_put(fresh: Controller) -> None:
    poses = fresh.step("GetInteractablePoses", objectId="Book|+00.15|+01.10|+00.62").metadata["actionReturn"]
    event = fresh.step("TeleportFull", **poses[0])
    assert event, event.metadata["errorMessage"]
    event = fresh.step("PickupObject", objectId="Book|+00.15|+01.10|+00.62", forceAction=True)
    assert event.metadata["inventoryObjects"][0]["objectType"] == "Book"
    event = fresh.step("PutObject", objectId="CounterTop|-00.08|+01.15|00.00", forceAction=True)
    assert event, event.metadata["errorMessage"]
    assert not event.metadata["inventoryObjects"]


def test_third_party_cameras_deliver_every_pass(fresh: Controller) -> None:
    pose = {"position": {"x": 0, "y": 2.1, "z": 2.0}, "rotation": {"x": 40, "y": 180, "z": 0}}
    event = fresh.step("AddThirdPartyCamera", **pose, fieldOfView=90)
    assert event.third_party_camera_frames[0].shape == (120, 160, 3)
    assert event.third_party_depth_frames[0].shape == (120, 160)
    assert len(event.third_party_instance_masks[0]) > 3
    assert fresh.reset("FloorPlan1").third_party_camera_frames == []


def test_resolution_and_room_can_change(fresh: Controller) -> None:
    event = fresh.reset("FloorPlan401", width=90, height=200)
    assert event.frame.shape == (200, 90, 3)
    assert event.metadata["sceneName"] == "FloorPlan401_physics"


def test_what_the_client_raises_on(fresh: Controller) -> None:
    with pytest.raises(ValueError, match="Invalid action: Fly"):
        fresh.step("Fly")
    with pytest.raises(ValueError, match="invalid argument: 'speed'"):
        fresh.step("MoveAhead", speed=2)
    with pytest.raises(ValueError, match="not contained in build"):
        fresh.reset("FloorPlan31")
    assert fresh.step("Pass")


def test_no_picture_is_sent_when_none_is_wanted(fresh: Controller) -> None:
    assert fresh.step("Pass", renderImage=False).frame is None


def test_a_large_picture_passes_the_pipe(fresh: Controller) -> None:
    fresh.reset("FloorPlan1", width=900, height=900)
    assert fresh.step("RotateRight").depth_frame.shape == (900, 900)


def test_masks_come_with_the_step_that_asks_for_them_and_the_player_is_gone_after_stop() -> None:
    bare = start(renderDepthImage=False, renderInstanceSegmentation=False, renderSemanticSegmentation=False)
    process = bare.server.unity_proc
    try:
        assert bare.last_event.instance_segmentation_frame is None
        pose = {"position": {"x": 0, "y": 2.1, "z": 2.0}, "rotation": {"x": 40, "y": 180, "z": 90}}
        bare.step("AddThirdPartyCamera", **pose, fieldOfView=90)
        event = bare.step("RotateRight", renderInstanceSegmentation=True)
        assert len(event.instance_masks) > 1
        assert len(event.third_party_instance_masks[0]) > 2
        assert event.depth_frame is None
        assert bare.step("Pass").instance_segmentation_frame is None
        place = event.metadata["agent"]["position"]
        look = {"tempRenderChange": True, "renderNormalsImage": False, "renderDepthImage": True}
        event = bare.step("TeleportFull", **place, rotation=90.0, horizon=15.0, **look)
        assert event.depth_frame.shape == (120, 160)
    finally:
        bare.stop()
    assert process.wait(timeout=10) is not None


def test_a_killed_player_is_an_error_not_a_hang() -> None:
    running = start(scene="FloorPlan2")
    running.server.timeout = 2.0
    running.server.unity_proc.kill()
    running.server.unity_proc.wait(timeout=10)
    with pytest.raises((TimeoutError, RuntimeError, BrokenPipeError)):
        running.step("Pass")
    running.server.client_pipe = None  # its buffer holds an action that nobody will read


def test_the_player_leaves_when_its_client_dies(tmp_path: Path) -> None:
    script = (
        "import sys, time\n"
        "from ai2thor.controller import Controller\n"
        "from thor_player.launcher import player_command\n"
        "c = Controller(local_executable_path=player_command(), x_display=':0', scene='FloorPlan1',"
        " width=300, height=300)\n"
        "print(c.server.unity_proc.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    client = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path
    )
    assert client.stdout is not None
    with client.stdout:
        player = int(client.stdout.readline())
    os.kill(client.pid, signal.SIGKILL)
    client.wait()
    deadline = time.monotonic() + 10
    while _is_running(player):
        assert time.monotonic() < deadline, "the player outlived its client"
        time.sleep(0.05)


def _is_running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False


def test_started_by_hand_it_says_what_it_is(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.delenv("AI2THOR_FIFO_SERVER_PIPE_PATH", raising=False)
    assert main([]) == 2
    assert "local_executable_path" in capsys.readouterr().err


def test_an_unknown_first_room_is_a_sentence(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("AI2THOR_FIFO_SERVER_PIPE_PATH", "unused")
    monkeypatch.setenv("AI2THOR_FIFO_CLIENT_PIPE_PATH", "unused")
    before = signal.getsignal(signal.SIGINT)
    assert main(["--scene", "FloorPlan999"]) == 1
    signal.signal(signal.SIGINT, before)
    assert "There is no room 'FloorPlan999'" in capsys.readouterr().err


def test_the_self_test_passes_and_says_so(capsys: Any) -> None:
    assert main(["--check"]) == 0
    table = capsys.readouterr().out
    assert "16 of 16 checks passed" in table
    assert table.count("whole steps/s") == 4
    assert "FAIL" not in table


def test_the_command_is_quoted_for_the_client() -> None:
    words = shlex.split(player_command("--seed", "3"))
    assert words[-4:] == ["-m", "thor_player.main", "--seed", "3"]
    assert words[2] == sys.executable


def test_help(capsys: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert "--check" in capsys.readouterr().out


def _message(kind: int, body: bytes) -> bytes:
    return HEADER.pack(kind, len(body)) + body


def test_receive_reads_one_message() -> None:
    body = json.dumps({"action": "Pass", "sequenceId": 7}).encode()
    stream = io.BytesIO(_message(Field.ACTION, body) + _message(Field.END, b"") + b"rest")
    assert receive(stream.read) == {"action": "Pass", "sequenceId": 7}
    assert stream.read() == b"rest"


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", Disconnected),
        (_message(Field.ACTION, b'{"action":')[:-3], Disconnected),
        (_message(Field.END, b""), ProtocolError),
        (_message(Field.RGB, b"x") + _message(Field.END, b""), ProtocolError),
        (_message(Field.ACTION, b"{") + _message(Field.END, b""), ProtocolError),
        (_message(Field.ACTION, b"[1]") + _message(Field.END, b""), ProtocolError),
    ],
)
def test_malformed_messages(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        receive(io.BytesIO(data).read)


def test_questions_are_answered_without_the_world_unless_it_is_asked_for(fresh: Controller) -> None:
    before = fresh.step("RotateRight")
    answer = fresh.step("TestFastEmit", rvalue="so")
    assert answer.metadata["actionReturn"] == "so" and answer.metadata["lastAction"] == "TestFastEmit"
    places = fresh.step("GetReachablePositions")
    assert places.metadata["actionReturn"] and places.metadata["errorCode"] is None
    for each in (answer, places):
        assert each.metadata["objects"] is before.metadata["objects"]
        assert (
            np.array_equal(each.frame, before.frame)
            and each.instance_masks.keys() == before.instance_masks.keys()
        )
    assert not fresh.step("GetObjectInFrame", x=7, y=0.5)
    after = fresh.step("LookUp")
    assert after and after.metadata["objects"] is not before.metadata["objects"]
    whole = fresh.step("GetReachablePositions", renderDepthImage=True)
    assert whole.metadata["objects"] is not after.metadata["objects"]
    fresh.reset("FloorPlan1", fastActionEmit=False)
    whole = fresh.step("GetReachablePositions")
    assert whole.metadata["objects"] is not fresh.step("GetReachablePositions").metadata["objects"]
