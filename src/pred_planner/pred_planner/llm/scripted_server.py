"""An OpenAI-compatible server on loopback that answers by script: for tests and for trying the client offline.

Each request to ``/v1/chat/completions`` takes the next entry of the script; the last one repeats. It ends with the
process that started it (daemon thread) or with :meth:`ScriptedServer.close`.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any

POLL = 0.02
"""Seconds after which a server that is closed stops serving."""
Responder = Callable[[dict[str, Any]], str]


@dataclass(frozen=True)
class Reply:
    """One scripted reply.

    :param text: the answer, or a function of the request that makes it
    :param status: HTTP status; other than 200, ``text`` is the error message
    :param cut: send only half of the body, then close
    :param hang: do not answer before the server is closed
    :param drip: seconds between the bytes of the body
    :param structured: False = refuse a request with response_format
    :param finish: the finish_reason
    :param raw: send this body as it is, as a web page
    :param headers: further headers, such as Retry-After
    """

    text: str | Responder = ""
    status: int = 200
    cut: bool = False
    hang: bool = False
    drip: float = 0.0
    structured: bool = True
    finish: str = "stop"
    raw: str | None = None
    headers: Mapping[str, str] = MappingProxyType({})


@dataclass
class _Script:
    replies: Sequence[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, request: dict[str, Any]) -> Reply:
        with self.lock:
            reply = self.replies[min(len(self.requests), len(self.replies) - 1)]
            self.requests.append(request)
            return reply


class ScriptedServer:
    """The running server. Use it as a context manager."""

    def __init__(self, replies: Sequence[Reply]) -> None:
        self._script = _Script(list(replies))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self._script))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(POLL,), daemon=True)
        self._thread.start()

    @property
    def base_url(self) -> str:
        """What to give a client as ``base_url``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The bodies of the requests so far, each with its ``headers``."""
        return self._script.requests

    def close(self) -> None:
        """Stop serving and let hanging requests go."""
        self._script.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _handler(script: _Script) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            request = json.loads(self.rfile.read(length))
            request["headers"] = {name.lower(): value for name, value in self.headers.items()}
            reply = script.take(request)
            if reply.hang:
                script.closing.wait()
                return
            status, body = _answer(reply, request)
            self.send_response(status)
            self.send_header("Content-Type", "application/json" if reply.raw is None else "text/html")
            self.send_header("Content-Length", str(len(body)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            with contextlib.suppress(ConnectionError):  # a client that had enough
                self._send(body[: len(body) // 2] if reply.cut else body, reply.drip)
            self.close_connection = True

        def _send(self, body: bytes, drip: float) -> None:
            if not drip:
                self.wfile.write(body)
                return
            for byte in body:
                self.wfile.write(bytes([byte]))
                if script.closing.wait(drip):
                    return

        def log_message(self, *_: object) -> None:
            """Keep quiet: what was asked is in ``requests``."""

    return Handler


def _answer(reply: Reply, request: dict[str, Any]) -> tuple[int, bytes]:
    if reply.raw is not None:
        return reply.status, reply.raw.encode()
    if not reply.structured and "response_format" in request:
        return 400, json.dumps({"error": {"message": "response_format is not supported"}}).encode()
    text = reply.text(request) if callable(reply.text) else reply.text
    if reply.status != 200:
        return reply.status, json.dumps({"error": {"message": text}}).encode()
    message = {"role": "assistant", "content": text}
    body = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": request.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
    return 200, json.dumps(body).encode()
