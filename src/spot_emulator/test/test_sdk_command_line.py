"""The SDK's own command line, unchanged, command after command: each ends as with a robot, and complains of nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bosdyn.client.robot
import numpy as np
import pytest
from bosdyn.api import (
    data_acquisition_pb2,
    data_acquisition_store_pb2,
    data_buffer_pb2,
    data_index_pb2,
    estop_pb2,
    local_grid_pb2,
    robot_state_pb2,
)
from bosdyn.api.log_status.log_status_pb2 import LogStatus
from bosdyn.api.time_range_pb2 import TimeRange
from bosdyn.client.command_line import main
from bosdyn.client.data_acquisition import (
    DataAcquisitionClient,
    RequestIdDoesNotExistError,
    UnknownCaptureTypeError,
)
from bosdyn.client.data_acquisition_store import DataAcquisitionStoreClient
from bosdyn.client.data_buffer import DataBufferClient
from bosdyn.client.data_service import DataServiceClient
from bosdyn.client.estop import EstopClient
from bosdyn.client.frame_helpers import get_a_tform_b
from bosdyn.client.local_grid import LocalGridClient
from bosdyn.client.log_status import ExperimentAlreadyRunningError, InactiveLogError, LogStatusClient
from bosdyn.client.sdk import Sdk
from google.protobuf.timestamp_pb2 import Timestamp
from spot_client import Emulator, Program

from spot_emulator.program import trust

OPTIONS = ("--scene", "FloorPlan7")
WORKS = (
    "dir list", "dir get robot-state", "payload list", "fault show", "log-status active", "log-status retro 2",
    "log-status concurrent 1 thing", "id", "license", "license -f arm choreography", "state full", "state hardware",
    "state metrics", "log textmsg hello", "log comment fine", "data comments", "data events", "data status -B",
    "time-sync", "lease list", "image list-sources", "image get-image frontleft_fisheye_image",
    "image get-image hand_depth", "local_grid types", "local_grid get terrain terrain_valid no_step obstacle_distance",
    "acquire info",
    "acquire request --image-source frontleft_fisheye_image --image-service image --action-name a --group-name g",
    "power fan", "keepalive status", "keepalive remove --policy-id 7",
    "dir register --service-name a --service-type b.C --service-authority a.b --service-hostname c --service-port 1",
    "dir unregister --service-name a",
    "log-status experiment timed 1", "state model --outdir model", "dir list --proto", "payload list --proto",
    "id --proto", "license --proto", "lease list --proto", "image list-sources --proto", "time-sync --proto",
    "local_grid types --proto", "state metrics --proto", "data comments --proto -R", "log textmsg --tag t -W careful",
    "keepalive status -f", "image get-image back_depth left_fisheye_image --quality-percent 90",
    "local_grid get no_step --outfile grid", "dir get --proto image",
)  # fmt: skip
SAYS_NOTHING = (
    "power payload off", "power payload on", "power wifi on", "estop status", "estop config", "self-ip",
    "payload register --payload-name box --payload-guid 22222222-2222-4222-8222-222222222222 --payload-secret s",
)  # fmt: skip
"""What the SDK's command line always ends with exit code 1 after, as it forgets to say that it went well."""
Tell = Callable[[str], tuple[bool, str, str]]


@pytest.fixture
def tell(
    emulator: Emulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tell:
    """Give what runs a command line of the SDK and returns whether it ended well, and what it printed."""
    monkeypatch.chdir(tmp_path)  # it writes pictures where it is
    monkeypatch.setenv("BOSDYN_CLIENT_USERNAME", "user")
    monkeypatch.setenv("BOSDYN_CLIENT_PASSWORD", "password")
    monkeypatch.setattr(Sdk, "load_robot_cert", Sdk.load_robot_cert)
    port = bosdyn.client.robot._DEFAULT_SECURE_CHANNEL_PORT
    monkeypatch.setattr(bosdyn.client.robot, "_DEFAULT_SECURE_CHANNEL_PORT", port)
    trust(emulator.ca, emulator.port)

    def run(words: str) -> tuple[bool, str, str]:
        ended = main([emulator.host, *words.split()])
        printed = capsys.readouterr()
        return ended, printed.out, printed.err

    return run


@pytest.mark.parametrize("words", WORKS)
def test_each_command_ends_well(tell: Tell, words: str) -> None:
    ended, out, err = tell(words)
    assert ended, err
    assert "Error" not in out + err


@pytest.mark.parametrize("words", SAYS_NOTHING)
def test_commands_that_say_nothing_complain_of_nothing(tell: Tell, words: str) -> None:
    ended, out, err = tell(words)
    assert not ended
    assert "Error" not in out + err


def _logs_on(program: Program) -> bool:
    """Tell whether an experiment's log was made longer at least once."""
    logs = program.client(LogStatusClient).get_active_log_statuses().log_statuses
    return any((log.end_time.seconds - log.start_time.seconds) >= 4 for log in logs)


def _checks_in(program: Program) -> bool:
    """Tell whether a command line holds a released e-stop."""
    found = program.client(EstopClient).get_status().endpoints
    levels = {e.stop_level for e in found if e.endpoint.name.startswith("command-line")}
    return levels == {estop_pb2.ESTOP_LEVEL_NONE}


WATCHES: dict[str, Callable[[Program], bool]] = {
    "fault watch": lambda _: True,
    "log-status experiment continuous -sleep 1": _logs_on,
    "estop become-estop": _checks_in,
    "become-estop": _checks_in,
}
"""What goes on until Ctrl-C, and how another program sees that it does."""


@pytest.mark.parametrize("words", WATCHES)
def test_what_watches_ends_well_with_ctrl_c(emulator: Emulator, program: Program, words: str) -> None:
    """In a process of its own, as its user has it."""
    login = {"BOSDYN_CLIENT_USERNAME": "user", "BOSDYN_CLIENT_PASSWORD": "password"}
    trusting = ["-m", "spot_emulator.program", "--ca", str(emulator.ca), "--port", str(emulator.port)]
    unchanged = Path(bosdyn.client.__file__).parent / "__main__.py"
    with subprocess.Popen(
        [sys.executable, "-u", *trusting, str(unchanged), emulator.host, *words.split()],
        env={**os.environ, **login}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        told = ""
        while "Ctrl-C" not in told or (words == "fault watch" and "No active" not in told):
            line = running.stdout.readline()
            assert line, told
            told += line
        emulator.until(lambda _: WATCHES[words](program))
        running.send_signal(signal.SIGINT)
        told += running.communicate(timeout=60)[0]
    assert running.returncode == 0 and "Error" not in told, told


def test_a_log_is_looked_up_and_ended_by_its_id(tell: Tell, program: Program) -> None:
    client = program.client(LogStatusClient)
    log = client.start_experiment_log(60.0).log_status.id
    assert tell(f"log-status get {log}")[0]
    ended, out, _ = tell(f"log-status terminate {log}")
    assert ended and "TERMINATED" in out


def test_what_was_acquired_is_told_by_its_number(tell: Tell, program: Program) -> None:
    captures = data_acquisition_pb2.AcquisitionRequestList()
    captures.image_captures.add(image_service="image", image_source="back_fisheye_image")
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    number = program.client(DataAcquisitionClient).acquire_data(captures, "glance", "round")
    ended, out, _ = tell(f"acquire status {number}")
    assert ended and "back_fisheye_image" in out


ALONE = frozenset({"id", "license", "time-sync", "self-ip", "become-estop"})
"""Commands that have none below them."""


def _command(words: str) -> str:
    """Return the command of a line, without what it is given."""
    first, *rest = words.split()
    deep = 0 if first in ALONE else 2 if rest[0] == "experiment" else 1
    return " ".join([first, *rest[:deep]])


def test_commands_that_end_as_with_a_robot_are_counted() -> None:
    by_id = ("log-status get ID", "log-status terminate ID", "acquire status ID")
    found = {_command(words) for words in (*WORKS, *SAYS_NOTHING, *WATCHES, *by_id)}
    assert len(found) == 45, sorted(found)


def test_what_is_missing_is_said(tell: Tell) -> None:
    assert "RequestIdDoesNotExistError" in tell("log-status get no-such-log")[2]
    assert "does not exist" in tell("dir get no-such-service")[1]
    assert "UnknownCaptureTypeError" in tell("acquire live --data-source none")[2]


def test_comments_and_events_come_back_with_their_times(emulator: Emulator, program: Program) -> None:
    buffer, data = program.client(DataBufferClient), program.client(DataServiceClient)
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    begin = program.robot.time_sync.robot_timestamp_from_local_secs(time.time())
    buffer.add_operator_comment("the door sticks")
    event = data_buffer_pb2.Event(type="door", source="test", id="1", start_time=begin, end_time=begin)
    buffer.add_events([event])
    since = TimeRange(start=begin)
    wanted = data_index_pb2.EventsCommentsSpec(comments=True, time_range=since)
    wanted.events.add(type="door")
    found = data.get_events_comments(wanted).events_comments
    assert [comment.message for comment in found.operator_comments] == ["the door sticks"]
    assert found.operator_comments[0].timestamp.seconds >= begin.seconds
    assert [event.id for event in found.events] == ["1"]
    later = Timestamp(seconds=begin.seconds + 3600)
    wanted.time_range.start.CopyFrom(later)
    assert not data.get_events_comments(wanted).events_comments.events
    wanted.time_range.CopyFrom(since)
    wanted.events[0].type = "window"
    assert not data.get_events_comments(wanted).events_comments.events


def test_one_experiment_s_log_at_a_time(program: Program) -> None:
    client = program.client(LogStatusClient)
    first = client.start_experiment_log(30.0).log_status
    assert [log.id for log in client.get_active_log_statuses().log_statuses] == [first.id]
    with pytest.raises(ExperimentAlreadyRunningError):
        client.start_experiment_log(1.0)
    ends = client.update_experiment(first.id, 60.0).end_time
    assert ends.seconds > first.end_time.seconds
    assert client.terminate_log(first.id).log_status.status == LogStatus.STATUS_TERMINATED
    with pytest.raises(InactiveLogError):
        client.update_experiment(first.id, 1.0)
    assert not client.get_active_log_statuses().log_statuses


def test_what_is_captured_is_found_by_its_action_and_by_time(program: Program) -> None:
    """The order of the data acquisition example: acquire, wait until it is saved, list, and query the store."""
    client, store = program.client(DataAcquisitionClient), program.client(DataAcquisitionStoreClient)
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    captures = data_acquisition_pb2.AcquisitionRequestList()
    for name in ("hand_color_image", "back_fisheye_image"):
        captures.image_captures.add(image_service="image", image_source=name)
    number = client.acquire_data(captures, "look", "round", metadata={"place": "kitchen"})
    status = client.get_status(number)
    assert status.status == data_acquisition_pb2.GetStatusResponse.STATUS_COMPLETE
    assert {saved.channel for saved in status.data_saved} == {"hand_color_image", "back_fisheye_image"}
    action = data_acquisition_pb2.CaptureActionId(action_name="look", group_name="round")
    mine = data_acquisition_store_pb2.DataQueryParams(
        action_ids=data_acquisition_store_pb2.ActionIdQuery(action_ids=[action])
    )
    assert {found.channel for found in store.list_stored_images(mine)} == {
        "hand_color_image", "back_fisheye_image"
    }  # fmt: skip
    assert len(store.list_stored_metadata(mine)) == 1 and len(store.list_capture_actions(mine)) == 1
    store.store_data(b"seen", data_acquisition_pb2.DataIdentifier(action_id=action, channel="notes"))
    identity = data_acquisition_pb2.DataIdentifier(action_id=action, channel="film")
    store.store_data_as_chunks(bytes(3_000_000), identity)
    query = data_acquisition_store_pb2.QueryParameters(action_ids=[action], include_data=True)
    found = store.query_stored_captures(query)
    assert [len(one.data.data) for one in found.results] == [4, 3_000_000]
    elsewhere = data_acquisition_store_pb2.ActionIdQuery(
        action_ids=[data_acquisition_pb2.CaptureActionId(action_name="other")]
    )
    assert not store.list_stored_images(data_acquisition_store_pb2.DataQueryParams(action_ids=elsewhere))
    past = data_acquisition_store_pb2.TimeRangeQuery(to_timestamp=Timestamp(seconds=1000))
    assert not store.list_stored_images(data_acquisition_store_pb2.DataQueryParams(time_range=past))
    captures.image_captures.add(image_service="image", image_source="no_such_camera")
    with pytest.raises(UnknownCaptureTypeError):
        client.acquire_data(captures, "look", "round")
    with pytest.raises(RequestIdDoesNotExistError):
        client.get_status(number + 1000)


def test_ports_that_are_off_are_told_as_off(tell: Tell, program: Program) -> None:
    state = robot_state_pb2.PowerState
    tell("power payload off")
    assert program.state().power_state.payload_ports_power_state == state.PAYLOAD_PORTS_POWER_STATE_OFF
    tell("power payload on")
    assert program.state().power_state.payload_ports_power_state == state.PAYLOAD_PORTS_POWER_STATE_ON


def _cells(response: Any) -> Any:
    """Return a grid's values (rows along y), read as the SDK's visualizer does."""
    grid = response.local_grid
    kind = np.int16 if grid.cell_format == local_grid_pb2.LocalGrid.CELL_FORMAT_INT16 else np.uint8
    values = np.repeat(np.frombuffer(grid.data, dtype=kind), grid.rle_counts)
    shape = (grid.extent.num_cells_y, grid.extent.num_cells_x)
    return values.reshape(shape) * grid.cell_value_scale + grid.cell_value_offset


def test_grids_show_where_the_robot_stands_and_what_is_around(program: Program) -> None:
    """The floor under the robot is free; what blocks has less than no distance, and no foot steps there.

    What no camera of the body has seen is unknown.
    """
    apart, steps, ground, nothing = program.client(LocalGridClient).get_local_grids(
        ["obstacle_distance", "no_step", "terrain", "no_such_grid"]
    )
    assert nothing.status == local_grid_pb2.LocalGridResponse.STATUS_NO_SUCH_GRID
    tree = apart.local_grid.transforms_snapshot
    body = get_a_tform_b(tree, apart.local_grid.frame_name_local_grid_data, "body")
    size = apart.local_grid.extent.cell_size
    row, column = int(body.y / size), int(body.x / size)
    middle = apart.local_grid.extent.num_cells_x // 2
    assert abs(row - middle) <= 1 and abs(column - middle) <= 1
    lengths, free = _cells(apart), _cells(steps)
    assert lengths[row, column] > 0.2  # half the body's width
    assert (lengths < 0.0).any()
    unseen = np.frombuffer(apart.local_grid.unknown_cells, dtype=np.uint8).reshape(lengths.shape) > 0
    assert unseen.any() and not unseen[row, column] and not unseen[lengths < 0.0].any()
    assert (free[lengths < 0.0] == 0).all() and (free[lengths > 0.1] == 1).all()
    # A step of a cell's side cannot bring one nearer by more than that.
    assert np.abs(np.diff(lengths, axis=0)).max() <= size + 0.002
    floor = get_a_tform_b(tree, "vision", "gpe").z
    assert np.abs(_cells(ground) - floor).max() < 0.001
