"""An OpenAI-compatible server on loopback that answers by script: for tests and for trying the client offline.

Each request to an address that ends in ``/chat/completions`` takes the next entry of the script; the last one repeats.
It ends with the process that started it (daemon thread) or with :meth:`ScriptedServer.close`.
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
QUESTIONS = "/chat/completions"
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
    :param message: fields of the assistant's message in place of its text, as ``tool_calls``
    :param mislikes: refuse a request for which this returns why, with a 400 that says so
    :param stream: send the answer as events
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
    message: Mapping[str, Any] = MappingProxyType({})
    mislikes: Callable[[dict[str, Any]], str] | None = None
    stream: bool = False


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
        """The bodies of the requests so far, each with its ``headers`` and its ``path``."""
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
            request["path"] = self.path
            reply = script.take(request)
            if reply.hang:
                script.closing.wait()
                return
            status, body = _answer(reply, request)
            self.send_response(status)
            self.send_header("Content-Type", _kind_of(reply))
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


def _kind_of(reply: Reply) -> str:
    if reply.stream:
        return "text/event-stream"
    return "application/json" if reply.raw is None else "text/html"


def _is_questions(path: str) -> bool:
    """Tell whether a path is where questions go, once: ``.../chat/completions``."""
    return path.partition("?")[0].endswith(QUESTIONS) and path.count(QUESTIONS) == 1


def _answer(reply: Reply, request: dict[str, Any]) -> tuple[int, bytes]:
    if not _is_questions(request["path"]):
        return 404, json.dumps({"error": {"message": f"no such path {request['path']}"}}).encode()
    if reply.raw is not None:
        return reply.status, reply.raw.encode()
    misliked = reply.mislikes(request) if reply.mislikes is not None else ""
    if misliked:
        return 400, json.dumps({"error": {"message": misliked, "type": "invalid_request_error"}}).encode()
    if not reply.structured and "response_format" in request:
        return 400, json.dumps({"error": {"message": "response_format is not supported"}}).encode()
    text = reply.text(request) if callable(reply.text) else reply.text
    if reply.status != 200:
        return reply.status, json.dumps({"error": {"message": text}}).encode()
    message = {"role": "assistant", "content": text, **reply.message}
    if reply.stream:
        return 200, _events(message, reply.finish)
    body = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": request.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
    return 200, json.dumps(body).encode()


def _events(message: Mapping[str, Any], finish: str) -> bytes:
    """Return an answer as a stream: its text in two pieces, then why it ended, and the end."""
    text = str(message["content"])
    half = len(text) // 2
    deltas = [{"role": "assistant", "content": text[:half]}, {"content": text[half:]}, {}]
    choices: list[dict[str, Any]] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices[-1]["finish_reason"] = finish
    lines = [f"data: {json.dumps({'choices': [choice]})}\n\n" for choice in choices]
    return "".join([": ping\n\n", *lines, "data: [DONE]\n\n"]).encode()
