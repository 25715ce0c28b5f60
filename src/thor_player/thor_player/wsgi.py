"""AI2-THOR's WSGI protocol, the player's side: it posts every event to the client's server and gets the next action.

An event is a form of several parts: the metadata and the token as text, every picture as a file of raw rows, bottom row
first. The action is the JSON of the answer.
"""

from __future__ import annotations

import http.client
import json
import socket
import uuid
from typing import Any

from .protocol import Disconnected, Field, ProtocolError, images, parsed
from .session import ActionReply, Session

_PATH = "/train"
_NAMES = {
    Field.RGB: "image",
    Field.DEPTH: "image_depth",
    Field.CLASSES: "image_classes",
    Field.IDS: "image_ids",
    Field.THIRD_PARTY_RGB: "image-thirdParty-camera",
    Field.THIRD_PARTY_DEPTH: "image_thirdParty_depth",
    Field.THIRD_PARTY_IDS: "image_thirdParty_image_ids",
    Field.THIRD_PARTY_CLASSES: "image_thirdParty_classes",
}


def serve(session: Session, host: str, port: int, token: str) -> None:
    """Answer a client's actions over HTTP until it goes away or sends none.

    :param token: what the client knows its own player by
    :raises ProtocolError: when the client is no server of this protocol, or refuses the token
    """
    connection = http.client.HTTPConnection(host, port)
    try:
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        request = _exchange(connection, session.greeting(), token)
        while "action" in request:
            request = _exchange(connection, session.step(request), token)
    except (Disconnected, ConnectionError, http.client.RemoteDisconnected):
        return
    finally:
        connection.close()


def _exchange(connection: http.client.HTTPConnection, reply: ActionReply, token: str) -> dict[str, Any]:
    """Post an event and return the next action."""
    boundary = uuid.uuid4().hex
    body = _form(reply, token, boundary)
    connection.request("POST", _PATH, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != http.client.OK:
        raise ProtocolError(f"The client answered {answer.status} {answer.reason}.")
    return parsed(text)


def _form(reply: ActionReply, token: str, boundary: str) -> bytes:
    texts = {"metadata": json.dumps(reply.metadata), "actionReturns": "", "token": token}
    parts: list[bytes | memoryview] = []
    for name, text in texts.items():
        head = f'Content-disposition: form-data; name="{name}"\r\nContent-Type: text/plain; charset="utf-8"'
        parts += [f"--{boundary}\r\n{head}\r\n\r\n".encode(), text.encode(), b"\r\n"]
    for field, picture in images(reply):
        head = f'Content-disposition: form-data; name="{_NAMES[field]}"; filename="{_NAMES[field]}"'
        head += "\r\nContent-Type: application/octet-stream"
        parts += [f"--{boundary}\r\n{head}\r\n\r\n".encode(), picture, b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts)
