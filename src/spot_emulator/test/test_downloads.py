"""Downloads from the robot's web server: logs and captures, by the SDK's own program and helpers."""

from __future__ import annotations

import http.client
import json
import os
import ssl
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import bosdyn.client.bddf_download
import pytest
from bosdyn.api import data_acquisition_pb2, data_buffer_pb2
from bosdyn.bddf import DataReader, MessageReader, ProtobufReader
from bosdyn.client.bddf_download import download_data
from bosdyn.client.data_acquisition import DataAcquisitionClient
from bosdyn.client.data_acquisition_helpers import (
    acquire_and_process_request,
    download_data_REST,
    make_time_query_params,
    make_time_query_params_from_group_name,
)
from bosdyn.client.data_acquisition_store import DataAcquisitionStoreClient
from bosdyn.client.data_buffer import DataBufferClient
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan7", "--web-port", "0")
SOURCE = "frontleft_fisheye_image"


def texts(path: Path) -> list[str]:
    """Return the texts in a downloaded log."""
    with path.open("rb") as file:
        reader = ProtobufReader(DataReader(file))
        kind = data_buffer_pb2.TextMessage
        series = reader.series_index(kind.DESCRIPTOR.full_name)
        count = reader.data_reader.num_data_blocks(series)
        return [reader.get_message(series, kind, k)[2].message for k in range(count)]


def log(program: Program, text: str) -> None:
    program.client(DataBufferClient).add_text_messages([data_buffer_pb2.TextMessage(message=text)])


def test_the_sdks_own_program_downloads_what_was_logged(emulator: Emulator, program: Program, tmp_path: Path) -> None:
    log(program, "hello")
    program.client(DataBufferClient).add_blob(b"\x01\x02", "my.Type", "mine")
    command = [
        sys.executable, "-m", "spot_emulator.program", "--ca", str(emulator.ca), "--port", str(emulator.port),
        "--web-port", str(emulator.web_port), bosdyn.client.bddf_download.__file__,
        emulator.host,
    ]  # fmt: skip
    environment = {**os.environ, "BOSDYN_CLIENT_USERNAME": "user", "BOSDYN_CLIENT_PASSWORD": "password"}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0 and "Wrote 'download.bddf'" in done.stderr, done.stderr
    assert "hello" in texts(tmp_path / "download.bddf")
    with (tmp_path / "download.bddf").open("rb") as file:
        reader = MessageReader(DataReader(file))
        assert reader.get_blob(reader.series_index("mine"), 0)[2] == b"\x01\x02"


def test_a_log_has_what_is_asked_for(emulator: Emulator, program: Program, tmp_path: Path) -> None:
    where = f"{emulator.host}:{emulator.web_port}"
    log(program, "before")
    program.client(DataBufferClient).add_operator_comment("noted")
    path = tmp_path / "some.bddf"

    def channels(**wanted: Any) -> list[str]:
        download_data(program.robot, where, output_filename=str(path), **wanted)
        with path.open("rb") as file:
            return [dict(found.spec)["bosdyn:channel"] for found in DataReader(file).file_index.series_identifiers]

    comment = "bosdyn.api.OperatorComment"
    assert channels(timespan_spec="5m", channel=comment) == [comment]
    assert channels(timespan_spec="5m", message_type="bosdyn.api.TextMessage") == ["bosdyn.api.TextMessage"]
    assert download_data(program.robot, where, timespan_spec="2h-1h") is None, "nothing was logged then"
    assert download_data(program.robot, where, timespan_spec="5m", grpc_service="lease") is None


def test_captures_are_downloaded_by_time_and_by_group(emulator: Emulator, program: Program, tmp_path: Path) -> None:
    where = f"{emulator.host}:{emulator.web_port}"
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    begun = time.time()
    wanted = data_acquisition_pb2.AcquisitionRequestList()
    wanted.image_captures.add(image_service="image", image_source=SOURCE)
    metadata = data_acquisition_pb2.Metadata()
    metadata.data["who"] = "me"
    acquisition = program.client(DataAcquisitionClient)
    assert acquire_and_process_request(acquisition, wanted, "group", "action", metadata=metadata)
    token = program.robot.user_token
    query = make_time_query_params(begun - 1.0, time.time() + 1.0, program.robot)
    assert download_data_REST(query, where, token, str(tmp_path))
    with zipfile.ZipFile(tmp_path / "REST" / "download.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.startswith("group/action/"))
        picture = next(name for name in names if name.endswith(".jpg"))
        assert SOURCE in picture and archive.read(picture)[:2] == b"\xff\xd8"
        told = next(name for name in names if "metadata" in name)
        assert json.loads(archive.read(told)) == {"who": "me"}
    by_group = make_time_query_params_from_group_name("group", program.client(DataAcquisitionStoreClient))
    assert download_data_REST(by_group, where, token, str(tmp_path))
    later = make_time_query_params(time.time() + 60.0, time.time() + 61.0, program.robot)
    assert not download_data_REST(later, where, token, str(tmp_path)), "there is nothing to download"


def status(emulator: Emulator, path: str, token: str) -> int:
    context = ssl._create_unverified_context()
    connection = http.client.HTTPSConnection(emulator.host, emulator.web_port, context=context, timeout=30)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        return connection.getresponse().status
    finally:
        connection.close()


def test_strangers_nonsense_and_a_cut_network_get_no_data(emulator: Emulator, program: Program) -> None:
    token, logs = program.robot.user_token, "/v1/data-buffer/bddf/"
    assert status(emulator, logs, "nobody") == 401
    assert status(emulator, "/v1/other/", token) == 404
    assert status(emulator, f"{logs}?from_sec=soon", token) == 400
    emulator.fault("network_cut")
    emulator.fault("network_back", after=0.5)
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError, ssl.SSLError)):
        status(emulator, logs, token)
    assert status(emulator, logs, token) == 200
