"""The web server of the view: pages, Studio's files, and the files of runs with byte ranges. On this machine only."""

from __future__ import annotations

import json
import mimetypes
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from urllib.parse import parse_qs, parse_qsl, unquote, urlsplit

from pred_tools.bag.reader import BagError, open_bag
from pred_tools.explain import story
from pred_tools.run_files import RunError
from pred_tools.view.layout import Shown, layout
from pred_tools.view.pages import Offer, error_page, run_page, start_page
from pred_tools.view.panel import Listener, panel
from pred_tools.view.runs import details_of, runs_in

LOOPBACK = "127.0.0.1"
HOSTS = frozenset({LOOPBACK, "localhost"})
"""Names this server answers to: a page from elsewhere that makes its own name point here gets nothing."""
HTML, JSON = "text/html; charset=utf-8", "application/json"
_RANGE = re.compile(r"^bytes=(\d*)-(\d*)$")
BLOCK = 1 << 18
LONGEST_SAID = 10_000
"""Bytes of the longest answer that is taken."""
_POLL = 0.05
"""How often it is looked whether to end, s: who closes it waits for that."""
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("text/javascript", ".js")


class PortError(OSError):
    """A port that is taken."""


@dataclass(frozen=True)
class Site:
    """What is served: the folder of runs, where Studio is (None = nowhere), the live view's port, the namespace.

    ``listener`` hears what is said on the pages, None where no robot is; ``token`` is what these pages say with it.
    """

    runs: Path
    studio: Path | None
    why_no_studio: str = ""
    live_port: int | None = None
    namespace: str = "pred"
    listener: Listener | None = None
    token: str = field(default_factory=token_urlsafe)


class ViewServer:
    """Serves a site in threads of its own until it is closed."""

    def __init__(self, site: Site, port: int) -> None:
        """Begin to serve; ``port`` 0 takes a free one.

        :raises PortError: when the port is taken
        """
        self.site = site
        try:
            self._server = ThreadingHTTPServer((LOOPBACK, port), _handler(self._current))
        except OSError as error:
            raise PortError(f"port {port} of this machine is taken: {error}") from error
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(_POLL,), name="view", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the start page."""
        return f"http://{LOOPBACK}:{self.port}/"

    def studio_is_at(self, folder: Path | None, why_not: str = "") -> None:
        """Serve Studio from a folder from now on, or say why it is not there."""
        self.site = replace(self.site, studio=folder, why_no_studio=why_not)

    def close(self) -> None:
        """End at once; nobody loses anything."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _current(self) -> tuple[Site, Offer]:
        site = self.site
        talks = site.listener is not None
        offer = Offer(self.port, site.live_port, site.studio is not None, site.why_no_studio, talks)
        return site, offer


def _handler(current: Callable[[], tuple[Site, Offer]]) -> type[BaseHTTPRequestHandler]:
    class Handler(_Handler):
        def state(self) -> tuple[Site, Offer]:
            return current()

    return Handler


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD, and POST of what is said to the robot."""

    protocol_version = "HTTP/1.1"

    def state(self) -> tuple[Site, Offer]:
        """Return what is served now."""
        raise NotImplementedError

    def log_message(self, *_: object) -> None:
        """Say nothing: a browser asks for hundreds of files."""

    def do_HEAD(self) -> None:
        """Answer without a body."""
        self.do_GET()

    def do_POST(self) -> None:
        """Pass on what was said, if one of these pages says it."""
        site, _ = self.state()
        told = self.headers.get("Content-Length") or ""
        length = int(told) if told.isdecimal() else 0
        said = dict(parse_qsl(self.rfile.read(min(length, LONGEST_SAID)).decode("utf-8", "replace")))
        ours = self._of_this_machine() and compare_digest(said.get("token", "").encode(), site.token.encode())
        if site.listener is None or not ours or length > LONGEST_SAID:
            self.close_connection = True
            self._text(HTTPStatus.FORBIDDEN, HTML, error_page("Only this server's own pages speak to the robot."))
        elif self.path == "/robot/stop":
            site.listener.stop()
            self._text(HTTPStatus.OK, HTML, "")
        elif self.path == "/robot/answer" and said.get("question") and said.get("words"):
            site.listener.answer(said["question"], said["words"])
            self._text(HTTPStatus.OK, HTML, "")
        else:
            self._missing()

    def _of_this_machine(self) -> bool:
        return (self.headers.get("Host") or "").rsplit(":", 1)[0] in HOSTS

    def do_GET(self) -> None:
        """Answer."""
        if not self._of_this_machine():
            self._text(HTTPStatus.FORBIDDEN, HTML, error_page("This server answers this machine only."))
            return
        split = urlsplit(self.path)
        parts = [unquote(part) for part in split.path.split("/") if part]
        try:
            self._answer(parts, split.query)
        except (ConnectionError, TimeoutError):
            self.close_connection = True  # the browser is gone

    def _answer(self, parts: list[str], query: str) -> None:
        site, offer = self.state()
        if not parts:
            page = start_page(runs_in(site.runs), str(site.runs), offer)
            self._text(HTTPStatus.OK, HTML, page)
        elif parts == ["layout.json"]:
            self._text(HTTPStatus.OK, JSON, json.dumps(layout(_shown(site, query))))
        elif parts == ["robot"] and site.listener is not None:
            self._text(HTTPStatus.OK, HTML, panel(site.listener.question(), site.token))
        elif parts in (["studio.html"], ["boot.js"], ["talk.js"]):
            self._web(parts[0])
        elif parts[0] == "studio" and site.studio is not None:
            self._file(site.studio, parts[1:])
        elif parts[0] == "runs" and len(parts) == 2:
            self._run(site.runs, parts[1], offer)
        elif parts[0] == "runs":
            self._file(site.runs, parts[1:])
        else:
            self._missing()

    def _run(self, runs: Path, name: str, offer: Offer) -> None:
        folder = runs / name
        if folder.parent != runs or name in (".", ".."):
            self._missing()
            return
        try:
            details = details_of(folder)
        except RunError as error:
            self._text(HTTPStatus.NOT_FOUND, HTML, error_page(str(error)))
            return
        self._text(HTTPStatus.OK, HTML, run_page(details, story(details.run), offer))

    def _web(self, name: str) -> None:
        text = resources.files("pred_tools").joinpath(f"view/web/{name}").read_text("utf-8")
        self._text(HTTPStatus.OK, HTML if name.endswith(".html") else "text/javascript", text)

    def _file(self, root: Path, parts: list[str]) -> None:
        path = root.joinpath(*parts).resolve()
        if not path.is_relative_to(root.resolve()) or not path.is_file():
            self._missing()
            return
        size = path.stat().st_size
        asked = _RANGE.match(self.headers.get("Range") or "")
        first, last = _span(asked, size) if asked else (0, size - 1)
        if asked and first > last:
            self.send_response(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
            self.send_header("Content-Range", f"bytes */{size}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(HTTPStatus.PARTIAL_CONTENT if asked else HTTPStatus.OK)
        if asked:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Type", mimetypes.guess_type(path.name)[0] or "application/octet-stream")
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        if self.command == "GET":
            self._send(path, first, last - first + 1)

    def _send(self, path: Path, first: int, left: int) -> None:
        with path.open("rb") as file:
            file.seek(first)
            while left > 0:
                block = file.read(min(BLOCK, left))
                if not block:  # it was cut while it was being sent
                    self.close_connection = True
                    return
                self.wfile.write(block)
                left -= len(block)

    def _missing(self) -> None:
        self._text(HTTPStatus.NOT_FOUND, HTML, error_page("There is nothing under this address."))

    def _text(self, status: HTTPStatus, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def _span(asked: re.Match[str], size: int) -> tuple[int, int]:
    """Return first and last byte of a range; a first one after the last when there is nothing in it (RFC 9110, 14)."""
    first, last = asked.groups()
    if not first:
        return max(0, size - int(last or 0)), size - 1
    return int(first), min(int(last) if last else size - 1, size - 1)


def _shown(site: Site, query: str) -> Shown:
    """Return what the layout is for: a run's bag, or the running robot."""
    name = parse_qs(query).get("run", [""])[0]
    folder = site.runs / name
    if not name or folder.parent != site.runs:
        return Shown(site.namespace)
    try:
        topics = frozenset(open_bag(folder).topics)
    except (BagError, OSError):
        return Shown(site.namespace)
    states = sorted(topic for topic in topics if topic.endswith("/robot_state"))
    return Shown(states[0].rsplit("/", 1)[0].strip("/") if states else site.namespace, topics)
