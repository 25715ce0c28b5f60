"""Workers of clients' that the robot hands its pictures to, with the real client and workers as examples write them."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from concurrent import futures
from typing import Any

import grpc
import numpy as np
import pytest
from bosdyn.api import header_pb2, image_pb2, network_compute_bridge_pb2
from bosdyn.api import network_compute_bridge_service_pb2_grpc as wire
from bosdyn.client.directory import DirectoryClient
from bosdyn.client.directory_registration import DirectoryRegistrationClient
from bosdyn.client.exceptions import InvalidRequestError, UnimplementedError
from bosdyn.client.frame_helpers import VISION_FRAME_NAME, ValidateFrameTreeError, get_a_tform_b
from bosdyn.client.network_compute_bridge_client import (
    ExternalServerError,
    ExternalServiceNotFoundError,
    NetworkComputeBridgeClient,
    NetworkComputeRotationError,
)
from google.protobuf import wrappers_pb2
from hands import depth_of, picture
from PIL import Image
from spot_client import Program

pb = network_compute_bridge_pb2
Old = pb.NetworkComputeInputData
OPTIONS = ("--scene", "FloorPlan4", "--power", "on")
FRONT, BOX = "frontleft_fisheye_image", (280.0, 200.0, 360.0, 280.0)
KIND = "bosdyn.api.NetworkComputeBridgeWorker"
MODEL = "boxes"


def box(found: Any, confidence: float, corners: tuple[float, float, float, float] = BOX) -> Any:
    """Fill in a detection as examples do: a name with its label, an outline, a confidence."""
    found.name = "obj1_label_box"
    left, top, right, bottom = corners
    for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
        found.image_properties.coordinates.vertexes.add(x=x, y=y)
    found.additional_properties.Pack(wrappers_pb2.FloatValue(value=confidence))
    return found


class OldWorker(wire.NetworkComputeBridgeWorkerServicer):
    """A worker with the older call alone, which sets no status."""

    def __init__(self) -> None:
        self.asked: Any = None
        self.corners = BOX

    def ListAvailableModels(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return pb.ListAvailableModelsResponse(available_models=[MODEL])

    def NetworkCompute(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        self.asked = request.input_data
        answer = pb.NetworkComputeResponse()
        if request.input_data.model_name != MODEL:
            answer.header.error.code = header_pb2.CommonError.CODE_INVALID_REQUEST
            answer.header.error.message = "no such model"
            return answer
        box(answer.object_in_image.add(), 0.9, self.corners)
        box(answer.object_in_image.add(), 0.3, self.corners)
        return answer


class NewWorker(wire.NetworkComputeBridgeWorkerServicer):
    """A worker with the newer call alone: a box in each picture, under the name of its source."""

    def ListAvailableModels(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return pb.ListAvailableModelsResponse(models=pb.AvailableModels(data=[pb.ModelData(model_name=MODEL)]))

    def WorkerCompute(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        answer = pb.WorkerComputeResponse(status=pb.NETWORK_COMPUTE_STATUS_SUCCESS)
        for each in request.input_data.images:
            made = answer.output_images[each.source.name]
            made.image_response.shot.CopyFrom(each.shot)
            made.image_response.source.CopyFrom(each.source)
            box(made.object_in_image.add(), 0.9)
        answer.other_data.CopyFrom(request.input_data.parameters.other_data)
        return answer


class Served:
    """Workers that listen, each on a port of its own."""

    def __init__(self) -> None:
        self._servers: list[Any] = []

    def listen(self, worker: Any) -> int:
        server = grpc.server(futures.ThreadPoolExecutor(2))
        wire.add_NetworkComputeBridgeWorkerServicer_to_server(worker, server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        self._servers.append(server)
        return port

    def close(self) -> None:
        for server in self._servers:
            server.stop(None).wait()


@pytest.fixture
def served() -> Iterator[Served]:
    made = Served()
    yield made
    made.close()


@pytest.fixture
def registered(program: Program, served: Served) -> Iterator[dict[str, Any]]:
    """Register a worker of each kind, and one where nobody listens; they are gone after the test."""
    client = program.client(DirectoryRegistrationClient)
    workers = {"old": OldWorker(), "new": NewWorker()}
    for name, worker in workers.items():
        client.register(name, KIND, f"{name}.spot.robot", "127.0.0.1", served.listen(worker))
    client.register("gone", KIND, "gone.spot.robot", "127.0.0.1", 9)
    yield workers
    for name in (*workers, "gone"):
        client.unregister(name)


def ask(program: Program, service: str, model: str = MODEL, source: str = FRONT, **more: Any) -> Any:
    """Ask in the older form, of one source unless a picture is given."""
    data = Old(model_name=model, min_confidence=0.5, **more)
    if not data.HasField("image"):
        data.image_source_and_service.image_source = source
    request = pb.NetworkComputeRequest(input_data=data)
    request.server_config.service_name = service
    return program.client(NetworkComputeBridgeClient).network_compute_bridge_command(request)


def ask_anew(program: Program, service: str, *sources: str) -> Any:
    """Ask in the newer form, of some sources."""
    request = pb.NetworkComputeRequest()
    data = request.input_data_bridge
    data.parameters.model_name = MODEL
    data.parameters.other_data.Pack(wrappers_pb2.StringValue(value="more"))
    for name in sources:
        data.image_sources_and_services.add(image_source=name)
    request.server_config.service_name = service
    return program.client(NetworkComputeBridgeClient).network_compute_bridge_command(request)


def place(found: Any) -> Any:
    """Return where a detected thing is in vision, as examples find it."""
    name = found.image_properties.frame_name_image_coordinates
    return get_a_tform_b(found.transforms_snapshot, VISION_FRAME_NAME, name)


def seen_at(program: Program, source: str) -> tuple[float, float, float]:
    """Return where the middle of the box is by the robot's depth, in vision."""
    response = picture(program, source)
    lens, depth = response.source.pinhole.intrinsics, depth_of(response)[220:260, 300:340]
    away = float(np.median(depth[depth > 0]))
    camera = get_a_tform_b(response.shot.transforms_snapshot, VISION_FRAME_NAME, response.shot.frame_name_image_sensor)
    x = (320.0 - lens.principal_point.x) / lens.focal_length.x
    y = (240.0 - lens.principal_point.y) / lens.focal_length.y
    return camera.transform_point(x * away, y * away, away)


def test_workers_are_found_in_the_directory_and_tell_their_models(program: Program, registered: Any) -> None:
    listed = [s.name for s in program.client(DirectoryClient).list() if s.type == KIND]
    assert sorted(listed) == ["gone", "new", "old"]
    client = program.client(NetworkComputeBridgeClient)
    assert list(client.list_available_models("old").available_models) == [MODEL]
    assert [m.model_name for m in client.list_available_models("new").models.data] == [MODEL]
    with pytest.raises(ExternalServerError):
        client.list_available_models("gone")
    with pytest.raises(ExternalServiceNotFoundError):
        client.list_available_models("nobody")


def test_a_detection_is_told_with_its_place_where_depth_was_measured(program: Program, registered: Any) -> None:
    program.stand()
    answer = ask(program, "old")
    (found,) = answer.object_in_image  # the other is not confident enough
    assert answer.status == pb.NETWORK_COMPUTE_STATUS_SUCCESS
    assert answer.image_response.source.name == found.image_properties.camera_source == FRONT
    assert registered["old"].asked.image.data == answer.image_response.shot.image.data
    at = place(found)
    assert math.dist((at.x, at.y, at.z), seen_at(program, "frontleft_depth_in_visual_frame")) < 0.05


def test_a_detection_outside_of_the_depth_has_no_frames(program: Program, registered: Any) -> None:
    registered["old"].corners = (-50.0, -50.0, -10.0, -10.0)
    (found,) = ask(program, "old").object_in_image
    with pytest.raises(ValidateFrameTreeError):
        place(found)


def test_a_picture_is_turned_upright_and_the_outline_back(program: Program, registered: Any) -> None:
    answer = ask(program, "old", source="right_fisheye_image", rotate_image=Old.ROTATE_IMAGE_ALIGN_HORIZONTAL)
    sent = np.asarray(Image.open(io.BytesIO(registered["old"].asked.image.data)), float)
    kept = np.asarray(Image.open(io.BytesIO(answer.image_response.shot.image.data)), float)
    assert abs(answer.image_rotation_angle) == pytest.approx(math.pi, abs=0.05)
    rows, columns = ((s - t) // 2 for s, t in zip(sent.shape, kept.shape, strict=True))
    inner = sent[rows : rows + kept.shape[0], columns : columns + kept.shape[1]]
    assert np.abs(inner[::-1, ::-1] - kept).mean() < 15.0
    middle = np.mean([(v.x, v.y) for v in answer.object_in_image[0].image_properties.coordinates.vertexes], axis=0)
    before = np.array([320.0, 240.0]) - np.array(sent.shape[::-1]) / 2.0
    assert np.array([320.0, 240.0]) - middle == pytest.approx(before, abs=3.0)


def test_depth_is_not_turned(program: Program, registered: Any) -> None:
    with pytest.raises(NetworkComputeRotationError):
        ask(program, "old", source="left_depth", rotate_image=Old.ROTATE_IMAGE_ALIGN_WITH_BODY)


def test_a_picture_that_the_client_brings_is_passed_on_as_it_is(program: Program, registered: Any) -> None:
    kind = image_pb2.Image
    grey = kind.PIXEL_FORMAT_GREYSCALE_U8
    image = kind(cols=2, rows=1, data=b"ab", format=kind.FORMAT_RAW, pixel_format=grey)
    answer = ask(program, "old", image=image, rotate_image=Old.ROTATE_IMAGE_ALIGN_HORIZONTAL)
    assert registered["old"].asked.image == image
    assert len(answer.object_in_image) == 1
    assert not answer.HasField("image_response")


def test_the_newer_form_takes_several_pictures_of_one_moment(program: Program, registered: Any) -> None:
    answer = ask_anew(program, "new", FRONT, "hand_color_image")
    assert [i.source.name for i in answer.image_responses] == [FRONT, "hand_color_image"]
    first, second = (i.shot.acquisition_time for i in answer.image_responses)
    assert first == second
    assert place(answer.output_images[FRONT].object_in_image[0]) is not None
    value = wrappers_pb2.StringValue()
    assert answer.other_data.Unpack(value)
    assert value.value == "more"


def test_a_worker_with_the_older_call_answers_the_newer_form(program: Program, registered: Any) -> None:
    answer = ask_anew(program, "old", FRONT)
    assert list(answer.output_images) == [FRONT]
    assert not answer.object_in_image
    assert place(answer.output_images[FRONT].object_in_image[0]) is not None


def test_what_cannot_be_done_is_told(program: Program, registered: Any) -> None:
    with pytest.raises(ExternalServiceNotFoundError):
        ask(program, "nobody")
    with pytest.raises(ExternalServerError):
        ask(program, "gone")
    with pytest.raises(InvalidRequestError, match="no such model"):
        ask(program, "old", model="other")
    with pytest.raises(InvalidRequestError, match="no_camera"):
        ask(program, "old", source="no_camera")
    with pytest.raises(UnimplementedError):
        ask(program, "new")
