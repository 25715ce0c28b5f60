"""AI2-THOR's FIFO protocol, the player's side.

A message is a row of fields, each a header ``!BI`` (type, length) and a body, ended by a field of type 255. Actions
come as JSON, metadata goes as MessagePack, pictures go as raw rows, bottom row first.
"""

from __future__ import annotations

import fcntl
import json
import os
import struct
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .packing import pack
from .pictures import Pictures
from .session import ActionReply, Session

_HEADER = struct.Struct("!BI")
_PIPE_BYTES = 1 << 20
_F_SETPIPE_SZ = getattr(fcntl, "F_SETPIPE_SZ", 1031)


class Field(IntEnum):
    """The field types that this player sends or reads."""

    METADATA = 1
    ACTION = 2
    RGB = 4
    DEPTH = 5
    CLASSES = 8
    IDS = 9
    THIRD_PARTY_RGB = 10
    METADATA_PATCH = 11
    THIRD_PARTY_DEPTH = 12
    THIRD_PARTY_IDS = 14
    THIRD_PARTY_CLASSES = 15
    END = 255


class Disconnected(Exception):
    """The client closed its pipe."""


class ProtocolError(Exception):
    """The client sent something that is no message of this protocol."""


def serve(session: Session, server_path: str, client_path: str) -> None:
    """Answer a client's actions over two FIFOs until it goes away.

    :param server_path: FIFO that the player writes
    :param client_path: FIFO that the player reads
    :raises ProtocolError: on a malformed message
    """
    # The client waits for the first event before it opens its own pipe, so this order is the only one that works.
    with Path(server_path).open("wb", buffering=0) as out:
        _enlarge(out.fileno())
        try:
            send(out.fileno(), session.greeting())
            with Path(client_path).open("rb") as source:
                while True:
                    send(out.fileno(), session.step(receive(source.read), patches=True))
        except (Disconnected, BrokenPipeError):
            return


def receive(read: Any) -> dict[str, Any]:
    """Return the next action.

    :param read: reads that many bytes, fewer only at the end
    :raises Disconnected: at the end of the stream
    :raises ProtocolError: on a malformed message
    """
    request: dict[str, Any] | None = None
    while True:
        kind, length = _HEADER.unpack(_exactly(read, _HEADER.size))
        if kind == Field.END:
            break
        body = _exactly(read, length)
        if kind != Field.ACTION:
            raise ProtocolError(
                f"Expected an action (field type {Field.ACTION.value}), got field type {kind}."
            )
        request = parsed(body)
    if request is None:
        raise ProtocolError("Got a message without an action.")
    return request


def send(out: int, reply: ActionReply) -> None:
    """Write a reply to a file descriptor, field by field: the client reads the first while colours are painted."""
    kind = Field.METADATA_PATCH if reply.is_patch else Field.METADATA
    body = pack(reply.metadata)
    _write(out, [_HEADER.pack(kind, len(body)), body])
    for field, data in images(reply):
        _write(out, [_HEADER.pack(field, data.nbytes), data])
    _write(out, [_HEADER.pack(Field.END, 0)])


def images(reply: ActionReply) -> Iterator[tuple[Field, memoryview]]:
    """Yield a reply's pictures with their kinds, the agents' first, as raw rows, bottom row first."""
    for field, picture in _passes(reply.pictures, len(reply.metadata.get("agents", ()))):
        yield field, memoryview(np.ascontiguousarray(picture[::-1]).reshape(-1).view(np.uint8))


def _passes(pictures: list[Pictures], agents: int) -> Iterator[tuple[Field, NDArray[Any]]]:
    for index, views in enumerate(pictures):
        extra = index >= agents
        if views.depth is not None:
            yield (Field.THIRD_PARTY_DEPTH if extra else Field.DEPTH), views.depth
        if views.ids is not None:
            yield (Field.THIRD_PARTY_IDS if extra else Field.IDS), views.ids
        if views.classes is not None:
            yield (Field.THIRD_PARTY_CLASSES if extra else Field.CLASSES), views.classes
        yield (Field.THIRD_PARTY_RGB if extra else Field.RGB), views.rgb


def parsed(body: bytes) -> dict[str, Any]:
    """Return an action from its JSON.

    :raises ProtocolError: when it is none
    """
    try:
        request = json.loads(body)
    except ValueError as error:
        raise ProtocolError(f"An action is not JSON: {error}") from error
    if not isinstance(request, dict):
        raise ProtocolError("An action is not a JSON object.")
    return request


def _exactly(read: Any, count: int) -> bytes:
    data: bytes = read(count)
    if len(data) < count:
        raise Disconnected
    return data


def _write(out: int, parts: list[bytes | memoryview]) -> None:
    for part in parts:
        view = memoryview(part).cast("B")
        while view:
            view = view[os.write(out, view) :]


def _enlarge(pipe: int) -> None:
    try:
        fcntl.fcntl(pipe, _F_SETPIPE_SZ, _PIPE_BYTES)
    except OSError:
        # Only speed is lost: the user's pipe quota is used up, or the system has no such call.
        return
