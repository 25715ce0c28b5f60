"""What the robot's web server gives to take away: the data buffer as a bddf file, and captured data as an archive."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bosdyn.api import data_buffer_pb2, image_pb2
from bosdyn.bddf import DataWriter, ProtobufSeriesWriter
from bosdyn.bddf.bosdyn import MessageChannel
from bosdyn.bddf.common import PROTOBUF_CONTENT_TYPE
from google.protobuf import json_format

from spot_emulator.robot.clock import NANO, nanoseconds

if TYPE_CHECKING:
    from spot_emulator.services.captures import StoreService
    from spot_emulator.services.logs import DataBufferService

_SERIES = MessageChannel.SERIES_TYPE
_STAMPS = {"Event": "end_time"}
"""The field with its time, of what has another than ``timestamp``."""


@dataclass(frozen=True)
class Downloaded:
    """What is to be downloaded: robot time, ns, ends included, and for logs what they are of ('': all)."""

    begin: int
    end: int
    channel: str = ""
    kind: str = ""
    service: str = ""

    def within(self, at: int) -> bool:
        """Tell whether a time is meant."""
        return self.begin <= at <= self.end


def wanted(query: dict[str, str]) -> Downloaded:
    """Return what a query asks for; an end that it does not give does not bound.

    :raises ValueError: for times that are none
    """
    bounds = {"from": 0, "to": (1 << 63) - 1}
    for end in bounds:
        if f"{end}_sec" in query:  # whole seconds, the last one with all that is in it
            bounds[end] = int(query[f"{end}_sec"]) * NANO + (NANO - 1 if end == "to" else 0)
        if f"{end}_nsec" in query:
            bounds[end] = int(query[f"{end}_nsec"])
    return Downloaded(
        bounds["from"], bounds["to"], query.get("channel", ""), query.get("type", ""), query.get("grpc_service", "")
    )


def logs(buffer: DataBufferService, asked: Downloaded) -> bytes | None:
    """Return what a data buffer keeps as a bddf file: each kind in a channel of its name, blobs in theirs.

    None where nothing is kept: the SDK cannot read a file without any. No calls are logged, none of any service
    """
    found = _channels(() if asked.service else buffer.all(), asked)
    if not found:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.bddf"
        with DataWriter(path.open("wb")) as writer:
            for (channel, kind), messages in found.items():
                blobs = isinstance(messages[0], data_buffer_pb2.DataBlob)
                number = (
                    writer.add_message_series(_SERIES, {"bosdyn:channel": channel}, _content(kind), kind)
                    if blobs
                    else None
                )
                series = None if blobs else ProtobufSeriesWriter(writer, type(messages[0]))
                for message in messages:
                    if series is None:
                        writer.write_data(number, _time(message), message.data)
                    else:
                        series.write(_time(message), message)
        return path.read_bytes()


def _channels(kept: Iterable[Any], asked: Downloaded) -> dict[tuple[str, str], list[Any]]:
    """Return what is asked for by channel and type; a channel has one type, that of what came first in it."""
    found: dict[tuple[str, str], list[Any]] = {}
    kinds: dict[str, str] = {}
    for message in kept:
        name = message.DESCRIPTOR.full_name
        blob = isinstance(message, data_buffer_pb2.DataBlob)
        channel, kind = (message.channel, message.type_id) if blob else (name, name)
        meant = asked.channel in ("", channel) and asked.kind in ("", kind) and asked.within(_time(message))
        if meant and kinds.setdefault(channel, kind) == kind:
            found.setdefault((channel, kind), []).append(message)
    return found


def _content(kind: str) -> str:
    """Return the content type of blobs of a type: the SDK's own messages are known."""
    return PROTOBUF_CONTENT_TYPE if kind.startswith("bosdyn.api.") else ""


def _time(message: Any) -> int:
    return nanoseconds(getattr(message, _STAMPS.get(message.DESCRIPTOR.name, "timestamp")))


def captured(store: StoreService, asked: Downloaded) -> bytes | None:
    """Return captured data as a ZIP archive, a folder for each action; None where there are none."""
    found = [kept for kept in store.all() if asked.within(nanoseconds(kept.data_id.action_id.timestamp))]
    if not found:
        return None
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for kept in found:
            action = kept.data_id.action_id
            folder = "/".join(part.replace("/", "_") for part in (action.group_name, action.action_name) if part)
            for ending, data in _files(kept):
                archive.writestr(f"{folder}/{kept.data_id.channel}-{kept.data_id.id}.{ending}".lstrip("/"), data)
    return made.getvalue()


def _files(kept: Any) -> Iterator[tuple[str, bytes]]:
    """Yield the files of what is kept: how its name ends, and what is in it."""
    kind = kept.WhichOneof("result")
    if kind == "image":
        image = kept.image.image
        yield "jpg" if image.format == image_pb2.Image.FORMAT_JPEG else "raw", image.data
        told = type(kept.image)()
        told.CopyFrom(kept.image)
        told.image.ClearField("data")
        yield "json", _json(told)
    elif kind == "data":
        yield kept.data.file_extension.lstrip(".") or "bin", kept.data.data
    elif kind == "metadata":
        yield "json", _json(kept.metadata.metadata.data)
    elif kind == "alert_data":
        yield "json", _json(kept.alert_data)


def _json(message: Any) -> bytes:
    return json.dumps(json_format.MessageToDict(message, preserving_proto_field_name=True), indent=1).encode()
