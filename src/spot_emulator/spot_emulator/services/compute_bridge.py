"""The network compute bridge over the wire: the robot's pictures go to a client's worker, its findings come back."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import grpc
from bosdyn.api import image_pb2, image_service_pb2_grpc, network_compute_bridge_pb2
from bosdyn.api import network_compute_bridge_service_pb2_grpc as wire
from bosdyn.client.frame_helpers import BODY_FRAME_NAME, VISION_FRAME_NAME, get_a_tform_b

from spot_emulator.robot.clock import stamp
from spot_emulator.services.answering import Code, HeaderError, InvalidRequest, Service, answers
from spot_emulator.services.compute_workers import NotRegisteredError, RegisteredServices, WorkerError
from spot_emulator.services.detections import TakenPicture, confident, depth_source, locate
from spot_emulator.services.turned_pictures import NotTurnedError, Turn, turned, upright_angle

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.identity import DirectoryRegistrationService
    from spot_emulator.services.images import ImageService
    from spot_emulator.services.logins import Logins

log = logging.getLogger(__name__)

pb = network_compute_bridge_pb2
Response, Old = pb.NetworkComputeResponse, pb.NetworkComputeInputData
_IMAGES = "image"
_PATIENCE = 60.0
"""Seconds that a worker has where the client does not say how long it waits."""
_MARGIN = 0.2
"""Seconds of the client's that are left for the way back."""
_UPRIGHT_IN = {
    Old.ROTATE_IMAGE_ALIGN_HORIZONTAL: VISION_FRAME_NAME,
    Old.ROTATE_IMAGE_ALIGN_WITH_BODY: BODY_FRAME_NAME,
}


class NetworkComputeService(Service, wire.NetworkComputeBridgeServicer):
    """Takes pictures for workers that clients registered, asks them, and adds depth to what they detected.

    Both forms of requests are passed on: ``input_data`` to the worker's NetworkCompute, ``input_data_bridge`` to its
    WorkerCompute, or to NetworkCompute where it has no other.
    """

    def __init__(
        self, robot: Robot, logins: Logins, images: ImageService, registered: DirectoryRegistrationService
    ) -> None:
        super().__init__(robot, logins)
        self._images, self._workers = images, RegisteredServices(registered)

    @answers(pb.ListAvailableModelsResponse)
    def ListAvailableModels(self, request: Any, context: Any) -> Any:
        kind, asked = pb.ListAvailableModelsResponse, pb.ListAvailableModelsRequest()
        asked.CopyFrom(request)
        try:
            found = self._ask(request, "ListAvailableModels", asked, context)
        except NotRegisteredError:
            return kind(status=pb.LIST_AVAILABLE_MODELS_STATUS_EXTERNAL_SERVICE_NOT_FOUND)
        except WorkerError:
            return kind(status=pb.LIST_AVAILABLE_MODELS_STATUS_EXTERNAL_SERVER_ERROR)
        found.status = found.status or pb.LIST_AVAILABLE_MODELS_STATUS_SUCCESS
        return found

    @answers(Response)
    def NetworkCompute(self, request: Any, context: Any) -> Any:
        compute = self._compute_old if request.WhichOneof("input") == "input_data" else self._compute
        try:
            found = compute(request, context)
        except NotRegisteredError as error:
            log.warning("network compute: %s", error)
            return Response(status=pb.NETWORK_COMPUTE_STATUS_EXTERNAL_SERVICE_NOT_FOUND)
        except WorkerError:
            return Response(status=pb.NETWORK_COMPUTE_STATUS_EXTERNAL_SERVER_ERROR)
        except NotTurnedError as error:
            log.warning("network compute: %s", error)
            return Response(status=pb.NETWORK_COMPUTE_STATUS_ROTATION_ERROR)
        found.status = found.status or pb.NETWORK_COMPUTE_STATUS_SUCCESS
        return found

    def _compute_old(self, request: Any, context: Any) -> Any:
        """Answer the older form of request, which has one picture."""
        asked, seen, turn = pb.NetworkComputeRequest(), None, None
        asked.CopyFrom(request)
        data = asked.input_data
        data.ClearField("rotate_image")
        if data.WhichOneof("input") == "image_source_and_service":
            (seen,) = self._taken([data.image_source_and_service], context)
            data.image.CopyFrom(seen.taken.shot.image)
            frame = _UPRIGHT_IN.get(request.input_data.rotate_image)
            if frame is not None:
                image, turn = turned(data.image, _roll(seen, frame))
                data.image.CopyFrom(image)
        try:
            found = self._ask(request, "NetworkCompute", asked, context)
        except WorkerError as error:
            if error.unimplemented:
                context.abort(grpc.StatusCode.UNIMPLEMENTED, "the worker takes input_data_bridge alone")
            raise
        kept = [o for o in found.object_in_image if confident(o, request.input_data.min_confidence)]
        del found.object_in_image[:]
        found.object_in_image.extend(kept)
        if turn is not None:
            found.image_rotation_angle = turn.angle
            _turn_back(found.object_in_image, turn)
        if seen is not None:
            found.image_response.CopyFrom(seen.taken)
            for each in found.object_in_image:
                locate(each, seen)
        return found

    def _compute(self, request: Any, context: Any) -> Any:
        """Answer a request for any number of pictures."""
        bridge = request.input_data_bridge
        seen = self._taken(bridge.image_sources_and_services, context)
        asked = pb.WorkerComputeRequest()
        asked.input_data.images.extend(each.capture() for each in seen)
        asked.input_data.parameters.CopyFrom(bridge.parameters)
        response = Response(image_responses=asked.input_data.images)
        try:
            found = self._ask(request, "WorkerCompute", asked, context)
        except WorkerError as error:
            if not error.unimplemented:
                raise
            found = self._computed_as_before(request, seen, context)
        response.status = found.status
        _pass(found, response, "other_data", "custom_param_error")
        for key, output in found.output_images.items():
            for each in output.object_in_image:
                of = _picture_of(each, output, seen)
                if of is not None:
                    locate(each, of)
            response.output_images[key].CopyFrom(output)
        return response

    def _computed_as_before(self, request: Any, seen: list[TakenPicture], context: Any) -> Any:
        """Ask a worker that has NetworkCompute alone, of the first picture; its answer comes in the newer form."""
        parameters = request.input_data_bridge.parameters
        asked = pb.NetworkComputeRequest(server_config=request.server_config)
        asked.input_data.model_name = parameters.model_name
        _pass(parameters, asked.input_data, "other_data")
        key = _IMAGES
        if seen:
            asked.input_data.image.CopyFrom(seen[0].taken.shot.image)
            key = seen[0].taken.source.name
        found = self._ask(request, "NetworkCompute", asked, context)
        made = pb.WorkerComputeResponse(status=found.status)
        _pass(found, made, "other_data", "custom_param_error")
        for name, output in found.output_images.items():
            made.output_images[name].CopyFrom(output)
        if found.object_in_image or found.HasField("alert_data"):
            made.output_images[key].object_in_image.extend(found.object_in_image)
            _pass(found, made.output_images[key], "alert_data")
        return made

    def _ask(self, request: Any, method: str, asked: Any, context: Any) -> Any:
        """Return what a request's worker answers; an error in its header is told in ours."""
        stamp(asked.header.request_timestamp, self.robot.clock.now())
        asked.header.client_name = "network-compute-bridge"
        name, stub = request.server_config.service_name, wire.NetworkComputeBridgeWorkerStub
        found = self._workers.call(name, stub, method, asked, _patience(context))
        error = found.header.error
        if error.code not in (Code.CODE_UNSPECIFIED, Code.CODE_OK):
            raise HeaderError(error.message, error.code)
        return found

    def _taken(self, wanted: Iterable[Any], context: Any) -> list[TakenPicture]:
        """Return the pictures that some ImageSourceAndService ask for; those of the robot's own are of one moment."""
        found: list[TakenPicture | None] = []
        own: list[tuple[int, Any, Any]] = []
        for place, each in enumerate(wanted):
            asked = image_pb2.ImageRequest(image_source_name=each.image_source)
            asked.MergeFrom(each.image_request)
            if each.image_service not in ("", _IMAGES):
                found.append(self._from_others(each.image_service, asked, context))
                continue
            depth = depth_source(asked.image_source_name)
            along = depth and image_pb2.ImageRequest(image_source_name=depth, resize_ratio=asked.resize_ratio)
            own.append((place, asked, along))
            found.append(None)
        requests = [one for _, asked, along in own for one in (asked, along) if one]
        taken = iter(self._images.taken(requests))
        for place, asked, along in own:
            found[place] = TakenPicture(_IMAGES, _good(next(taken), asked), next(taken) if along else None)
        return [each for each in found if each is not None]

    def _from_others(self, service: str, asked: Any, context: Any) -> TakenPicture:
        """Return a picture of an image service that a client registered."""
        request = image_pb2.GetImageRequest(image_requests=[asked])
        stub = image_service_pb2_grpc.ImageServiceStub
        answer = self._workers.call(service, stub, "GetImage", request, _patience(context))
        if not answer.image_responses:
            raise InvalidRequest(f"{service!r} has no picture of {asked.image_source_name!r}")
        return TakenPicture(service, _good(answer.image_responses[0], asked))


def _pass(source: Any, to: Any, *names: str) -> None:
    """Copy fields that are set from one message into another."""
    for name in names:
        if source.HasField(name):
            getattr(to, name).CopyFrom(getattr(source, name))


def _good(taken: Any, asked: Any) -> Any:
    """:raises InvalidRequest: for a picture that could not be taken as it was asked for."""
    kind = image_pb2.ImageResponse
    if taken.status != kind.STATUS_OK:
        raise InvalidRequest(f"{asked.image_source_name!r}: {kind.Status.Name(taken.status)}")
    return taken


def _patience(context: Any) -> float:
    """Return how long a worker may take for a call, s."""
    left = context.time_remaining()
    return _PATIENCE if left is None else max(0.0, min(_PATIENCE, left - _MARGIN))


def _roll(seen: TakenPicture, frame: str) -> float:
    """Return by how much a picture is turned to stand upright in a frame, counter-clockwise, rad."""
    shot = seen.taken.shot
    pose = get_a_tform_b(shot.transforms_snapshot, frame, shot.frame_name_image_sensor, validate=False)
    if pose is None:
        raise NotTurnedError(f"{seen.taken.source.name!r} tells no frames")
    return upright_angle(pose.rot)


def _turn_back(found: Iterable[Any], turn: Turn) -> None:
    for each in found:
        for vertex in each.image_properties.coordinates.vertexes:
            vertex.x, vertex.y = turn.undo(vertex.x, vertex.y)


def _picture_of(found: Any, output: Any, seen: list[TakenPicture]) -> TakenPicture | None:
    """Return in which picture a detection is: the one it names, its output's, or the only one."""
    names = (found.image_properties.camera_source, output.image_response.source.name)
    for name in filter(None, names):
        return next((each for each in seen if each.taken.source.name == name), None)
    return seen[0] if len(seen) == 1 else None
