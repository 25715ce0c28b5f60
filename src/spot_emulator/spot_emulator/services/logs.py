"""The data buffer: takes what clients log, keeps the last of it, and numbers schemas."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bosdyn.api import data_buffer_pb2, data_buffer_service_pb2_grpc

from spot_emulator.robot.clock import stamp
from spot_emulator.services.answering import Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

_KEPT = 1000


class DataBufferService(Service, data_buffer_service_pb2_grpc.DataBufferServiceServicer):
    """Accepts texts, comments, blobs, events and signals."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._texts, self.comments, self.blobs, self.events, self._ticks = (
            collections.deque[Any](maxlen=_KEPT) for _ in range(5)
        )
        self._schemas: dict[bytes, int] = {}

    def all(self) -> list[Any]:
        """Return everything that is kept."""
        return [*self._texts, *self.comments, *self.blobs, *self.events, *self._ticks]

    def _timed(self, messages: Iterable[Any]) -> Iterator[Any]:
        """Give messages that have no time of their own the robot's."""
        for message in messages:
            if not message.HasField("timestamp"):
                stamp(message.timestamp, self.robot.clock.now())
            yield message

    @answers(data_buffer_pb2.RecordTextMessagesResponse)
    def RecordTextMessages(self, request: Any, context: Any) -> None:
        self._texts.extend(self._timed(request.text_messages))

    @answers(data_buffer_pb2.RecordOperatorCommentsResponse)
    def RecordOperatorComments(self, request: Any, context: Any) -> None:
        self.comments.extend(self._timed(request.operator_comments))

    @answers(data_buffer_pb2.RecordDataBlobsResponse)
    def RecordDataBlobs(self, request: Any, context: Any) -> None:
        self.blobs.extend(self._timed(request.blob_data))

    @answers(data_buffer_pb2.RecordEventsResponse)
    def RecordEvents(self, request: Any, context: Any) -> None:
        self.events.extend(request.events)

    @answers(data_buffer_pb2.RegisterSignalSchemaResponse)
    def RegisterSignalSchema(self, request: Any, context: Any) -> Any:
        key = request.schema.SerializeToString(deterministic=True)
        number = self._schemas.setdefault(key, len(self._schemas) + 1)
        return data_buffer_pb2.RegisterSignalSchemaResponse(schema_id=number)

    @answers(data_buffer_pb2.RecordSignalTicksResponse)
    def RecordSignalTicks(self, request: Any, context: Any) -> Any:
        response = data_buffer_pb2.RecordSignalTicksResponse()
        kind = data_buffer_pb2.RecordSignalTicksResponse.Error
        known = set(self._schemas.values())
        for index, tick in enumerate(request.tick_data):
            if tick.schema_id not in known:
                response.errors.add(type=kind.INVALID_SCHEMA_ID, message="no such schema", index=index)
            else:
                self._ticks.append(tick)
        return response
