"""What the data buffer keeps, asked for again: comments and events by time, and how much there is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from bosdyn.api import data_index_pb2, data_service_pb2_grpc

from spot_emulator.robot.clock import nanoseconds
from spot_emulator.services.answering import Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins
    from spot_emulator.services.logs import DataBufferService

Deleted = data_index_pb2.DeletePageStatus


class DataService(Service, data_service_pb2_grpc.DataServiceServicer):
    """Tells of a data buffer. It keeps no pages, so that none can be downloaded or deleted."""

    def __init__(self, robot: Robot, logins: Logins, buffer: DataBufferService) -> None:
        super().__init__(robot, logins)
        self._buffer = buffer

    @answers(data_index_pb2.GetEventsCommentsResponse)
    def GetEventsComments(self, request: Any, context: Any) -> Any:
        wanted = request.event_comment_request
        response = data_index_pb2.GetEventsCommentsResponse()
        found = response.events_comments
        if wanted.comments:
            comments = _within(self._buffer.comments, wanted.time_range, "timestamp")
            found.operator_comments.extend(comments[: wanted.max_comments or None])
            found.operator_comments_limited = len(found.operator_comments) < len(comments)
        if wanted.events:
            events = [
                event
                for event in _within(self._buffer.events, wanted.time_range, "end_time")
                if any(_meets(event, spec) for spec in wanted.events)
            ]
            found.events.extend(events[: wanted.max_events or None])
            found.events_limited = len(found.events) < len(events)
        return response

    @answers(data_index_pb2.GetDataBufferStatusResponse)
    def GetDataBufferStatus(self, request: Any, context: Any) -> Any:
        response = data_index_pb2.GetDataBufferStatusResponse()
        status = response.data_buffer_status
        status.num_comments, status.num_events = len(self._buffer.comments), len(self._buffer.events)
        status.data_buffer_total_bytes = sum(kept.ByteSize() for kept in self._buffer.all())
        if request.get_blob_specs:
            kinds = sorted({(blob.channel, blob.type_id) for blob in self._buffer.blobs})
            status.blob_specs.extend(
                data_index_pb2.BlobSpec(channel=channel, message_type=kind) for channel, kind in kinds
            )
        return response

    @answers(data_index_pb2.GetDataIndexResponse)
    def GetDataIndex(self, request: Any, context: Any) -> Any:
        response = data_index_pb2.GetDataIndexResponse()
        response.data_index.time_range.CopyFrom(request.data_query.time_range)
        return response

    @answers(data_index_pb2.GetDataPagesResponse)
    def GetDataPages(self, request: Any, context: Any) -> None:
        return None

    @answers(data_index_pb2.DeleteDataPagesResponse)
    def DeleteDataPages(self, request: Any, context: Any) -> Any:
        missing = [Deleted(page_id=page, status=Deleted.STATUS_NOT_FOUND) for page in request.page_ids]
        return data_index_pb2.DeleteDataPagesResponse(status=missing)


def _within(kept: Iterable[Any], time_range: Any, field: str) -> list[Any]:
    """Return what has its time within a range; an end that is not given does not bound."""
    least = nanoseconds(time_range.start) if time_range.HasField("start") else None
    most = nanoseconds(time_range.end) if time_range.HasField("end") else None
    timed = [(nanoseconds(getattr(one, field)), one) for one in kept]
    return [one for at, one in timed if (least is None or at >= least) and (most is None or at <= most)]


def _meets(event: Any, spec: Any) -> bool:
    """Tell whether an event is one that is asked for; what a specification leaves out does not matter."""
    return (
        spec.source in ("", event.source)
        and spec.type in ("", event.type)
        and (not spec.HasField("level") or event.level == spec.level.value)
        and spec.log_preserve_hint in (0, event.log_preserve_hint)
    )
