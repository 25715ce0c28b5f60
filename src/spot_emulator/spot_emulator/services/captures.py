"""Data acquisition over the wire: pictures are taken and kept with what the client says of them, and found again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import grpc
from bosdyn.api import (
    data_acquisition_pb2,
    data_acquisition_service_pb2_grpc,
    data_acquisition_store_pb2,
    data_acquisition_store_service_pb2_grpc,
    data_chunk_pb2,
    image_pb2,
)

from spot_emulator.robot.clock import nanoseconds, stamp
from spot_emulator.services.answering import Service, answers, fill_header

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.images import ImageService
    from spot_emulator.services.logins import Logins

Kept = data_acquisition_store_pb2.QueryStoredCaptureResult
_IMAGES = "image"
_CHUNK = 1 << 20


class StoreService(Service, data_acquisition_store_service_pb2_grpc.DataAcquisitionStoreServiceServicer):
    """What was captured, in the order in which it came; it is gone with the robot."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._kept: list[Any] = []

    def keep(self, data_id: Any, **captured: Any) -> int:
        """Keep something of one kind (a field of QueryStoredCaptureResult); return its number."""
        with self.robot.lock:
            made = Kept(data_id=data_id, **captured)
            made.data_id.id = len(self._kept) + 1
            if not made.data_id.action_id.HasField("timestamp"):
                stamp(made.data_id.action_id.timestamp, self.robot.clock.now())
            self._kept.append(made)
            return int(made.data_id.id)

    def all(self) -> list[Any]:
        """Return everything that is kept."""
        with self.robot.lock:
            return list(self._kept)

    def _found(self, query: Any, *kinds: str) -> list[Any]:
        """Return what is kept of some kinds, by actions or time, whichever the query has."""
        with self.robot.lock:
            kept = [one for one in self._kept if one.WhichOneof("result") in kinds]
        return [one for one in kept if _asked(one.data_id.action_id, query)]

    @answers(data_acquisition_store_pb2.ListCaptureActionsResponse)
    def ListCaptureActions(self, request: Any, context: Any) -> Any:
        found = self._found(request.query, *_KINDS)
        actions = {one.data_id.action_id.SerializeToString(deterministic=True): one for one in found}
        return data_acquisition_store_pb2.ListCaptureActionsResponse(
            action_ids=[one.data_id.action_id for one in actions.values()]
        )

    @answers(data_acquisition_store_pb2.ListStoredImagesResponse)
    def ListStoredImages(self, request: Any, context: Any) -> Any:
        found = [one.data_id for one in self._found(request.query, "image")]
        return data_acquisition_store_pb2.ListStoredImagesResponse(data_ids=found)

    @answers(data_acquisition_store_pb2.ListStoredMetadataResponse)
    def ListStoredMetadata(self, request: Any, context: Any) -> Any:
        found = [one.data_id for one in self._found(request.query, "metadata")]
        return data_acquisition_store_pb2.ListStoredMetadataResponse(data_ids=found)

    @answers(data_acquisition_store_pb2.ListStoredAlertDataResponse)
    def ListStoredAlertData(self, request: Any, context: Any) -> Any:
        found = [one.data_id for one in self._found(request.query, "alert_data")]
        return data_acquisition_store_pb2.ListStoredAlertDataResponse(data_ids=found)

    @answers(data_acquisition_store_pb2.ListStoredDataResponse)
    def ListStoredData(self, request: Any, context: Any) -> Any:
        found = [one.data_id for one in self._found(request.query, "data")]
        return data_acquisition_store_pb2.ListStoredDataResponse(data_ids=found)

    @answers(data_acquisition_store_pb2.StoreImageResponse)
    def StoreImage(self, request: Any, context: Any) -> Any:
        number = self.keep(request.data_id, image=request.image)
        return data_acquisition_store_pb2.StoreImageResponse(id=number)

    @answers(data_acquisition_store_pb2.StoreMetadataResponse)
    def StoreMetadata(self, request: Any, context: Any) -> Any:
        number = self.keep(request.data_id, metadata=request.metadata)
        return data_acquisition_store_pb2.StoreMetadataResponse(id=number)

    @answers(data_acquisition_store_pb2.StoreAlertDataResponse)
    def StoreAlertData(self, request: Any, context: Any) -> Any:
        number = self.keep(request.data_id, alert_data=request.alert_data)
        return data_acquisition_store_pb2.StoreAlertDataResponse(id=number)

    @answers(data_acquisition_store_pb2.StoreDataResponse)
    def StoreData(self, request: Any, context: Any) -> Any:
        data = data_acquisition_store_pb2.StoredCapturedData(
            data=request.data, file_extension=request.file_extension
        )
        return data_acquisition_store_pb2.StoreDataResponse(id=self.keep(request.data_id, data=data))

    def StoreDataStream(self, requests: Iterator[Any], context: Any) -> Any:
        first, data, received = None, bytearray(), self.robot.clock.now()
        for request in requests:
            first = request if first is None else first
            data += request.chunk.data
        response = data_acquisition_store_pb2.StoreStreamResponse()
        if first is None:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the stream has no chunk")
            return response
        kept = data_acquisition_store_pb2.StoredCapturedData(
            data=bytes(data), file_extension=first.file_extension
        )
        response.id = self.keep(first.data_id, data=kept)
        fill_header(self.robot, response, first, received)
        return response

    @answers(data_acquisition_store_pb2.QueryMaxCaptureIdResponse)
    def QueryMaxCaptureId(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return data_acquisition_store_pb2.QueryMaxCaptureIdResponse(max_capture_id=len(self._kept))

    def QueryStoredCaptures(self, request: Any, context: Any) -> Iterator[Any]:
        response, asked = data_acquisition_store_pb2.QueryStoredCapturesResponse(), request.query
        wanted = [kind for kind, flag in _KINDS.items() if getattr(asked, flag)] or list(_KINDS)
        for one in self._found(asked, *wanted):
            channel = not asked.channels or one.data_id.channel in asked.channels
            if channel and one.data_id.id > asked.captures_from_id:
                response.results.append(Kept(data_id=one.data_id) if asked.only_include_identifiers else one)
        if asked.order_descending:
            response.results.sort(key=lambda one: -one.data_id.id)
        response.max_capture_id = len(self._kept)
        fill_header(self.robot, response, request, self.robot.clock.now())
        data = response.SerializeToString()
        for begin in range(0, len(data), _CHUNK):
            yield data_chunk_pb2.DataChunk(total_size=len(data), data=data[begin : begin + _CHUNK])


_KINDS = {
    "image": "include_images", "metadata": "include_metadata", "alert_data": "include_alerts", "data": "include_data",
}  # fmt: skip
"""Kinds of what is kept, and by which flag of a query they are asked for."""


def _asked(action: Any, query: Any) -> bool:
    """Tell whether a query means an action: one of those it names, or one within its times; none: every action."""
    named = query.action_ids if isinstance(query, data_acquisition_store_pb2.QueryParameters) else (
        query.action_ids.action_ids
    )  # fmt: skip
    if any(_is_of(action, one) for one in named):
        return True
    if named or not query.HasField("time_range"):
        return not named
    begin, end = query.time_range.from_timestamp, query.time_range.to_timestamp
    return nanoseconds(begin) <= nanoseconds(action.timestamp) <= (nanoseconds(end) or float("inf"))


def _is_of(action: Any, asked: Any) -> bool:
    """Tell whether an action is the one that is asked for; what is left out of that does not matter."""
    return (
        asked.action_name in ("", action.action_name)
        and asked.group_name in ("", action.group_name)
        and (not asked.HasField("timestamp") or asked.timestamp == action.timestamp)
    )


def _picture(capture: Any) -> Any:
    """Return the picture that a capture asks for."""
    if capture.HasField("image_request"):
        return capture.image_request
    return image_pb2.ImageRequest(image_source_name=capture.image_source, pixel_format=capture.pixel_format)


class AcquisitionService(Service, data_acquisition_service_pb2_grpc.DataAcquisitionServiceServicer):
    """Takes pictures at once, so that every acquisition is complete when it is asked for. It has no plugins."""

    def __init__(self, robot: Robot, logins: Logins, images: ImageService, store: StoreService) -> None:
        super().__init__(robot, logins)
        self._images, self._store = images, store
        self._saved: dict[int, Any] = {}

    @answers(data_acquisition_pb2.GetServiceInfoResponse)
    def GetServiceInfo(self, request: Any, context: Any) -> Any:
        response = data_acquisition_pb2.GetServiceInfoResponse()
        sources = self._images.described()
        response.capabilities.image_sources.add(
            service_name=_IMAGES, image_sources=sources, image_source_names=[source.name for source in sources]
        )
        return response

    @answers(data_acquisition_pb2.AcquireDataResponse)
    def AcquireData(self, request: Any, context: Any) -> Any:
        kind, asked = data_acquisition_pb2.AcquireDataResponse, request.acquisition_requests
        known = {source.name for source in self._images.described()}
        requests = [_picture(capture) for capture in asked.image_captures]
        strange = any(capture.image_service != _IMAGES for capture in asked.image_captures)
        strange |= any(wanted.image_source_name not in known for wanted in requests)
        if strange or asked.data_captures or asked.network_compute_captures:
            return kind(status=kind.STATUS_UNKNOWN_CAPTURE_TYPE)
        told = data_acquisition_pb2.GetStatusResponse
        answer = told(status=told.STATUS_COMPLETE)
        for wanted, taken in zip(requests, self._images.taken(requests), strict=True):
            data_id = data_acquisition_pb2.DataIdentifier(
                action_id=request.action_id, channel=wanted.image_source_name
            )
            if taken.status != image_pb2.ImageResponse.STATUS_OK:
                answer.status = told.STATUS_DATA_ERROR
                answer.data_errors.add(data_id=data_id, error_message="no picture could be taken")
                continue
            data_id.id = self._store.keep(data_id, image=taken.shot)
            answer.data_saved.append(data_id)
        if request.HasField("metadata"):
            data_id = data_acquisition_pb2.DataIdentifier(action_id=request.action_id, channel="metadata")
            associated = data_acquisition_pb2.AssociatedMetadata(
                reference_id=data_acquisition_pb2.DataIdentifier(action_id=request.action_id),
                metadata=request.metadata,
            )
            data_id.id = self._store.keep(data_id, metadata=associated)
        with self.robot.lock:
            number = self.robot.next_number()
            self._saved[number] = answer
        return kind(status=kind.STATUS_OK, request_id=number)

    @answers(data_acquisition_pb2.GetStatusResponse)
    def GetStatus(self, request: Any, context: Any) -> Any:
        kind = data_acquisition_pb2.GetStatusResponse
        found = self._saved.get(request.request_id)
        response = kind(status=kind.STATUS_REQUEST_ID_DOES_NOT_EXIST)
        if found is not None:
            response.CopyFrom(found)
        return response

    @answers(data_acquisition_pb2.CancelAcquisitionResponse)
    def CancelAcquisition(self, request: Any, context: Any) -> Any:
        kind = data_acquisition_pb2.CancelAcquisitionResponse
        over = request.request_id in self._saved
        return kind(
            status=kind.STATUS_FAILED_TO_CANCEL if over else kind.STATUS_REQUEST_ID_DOES_NOT_EXIST
        )

    @answers(data_acquisition_pb2.LiveDataResponse)
    def GetLiveData(self, request: Any, context: Any) -> Any:
        kind = data_acquisition_pb2.LiveDataResponse
        none = kind.CapabilityLiveData.STATUS_UNKNOWN_CAPTURE_TYPE
        return kind(
            live_data=[kind.CapabilityLiveData(name=one.name, status=none) for one in request.data_captures]
        )
