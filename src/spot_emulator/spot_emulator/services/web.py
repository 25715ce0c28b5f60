"""The robot's web server: what was logged and captured, over HTTPS, to those who are logged in."""

from __future__ import annotations

import http.server
import ssl
import tempfile
import threading
import time
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from spot_emulator.services import downloads

if TYPE_CHECKING:
    from spot_emulator.certificates import Identity
    from spot_emulator.services.captures import StoreService
    from spot_emulator.services.logins import Logins
    from spot_emulator.services.logs import DataBufferService
    from spot_emulator.services.server import Network

LOGS, CAPTURED = "/v1/data-buffer/bddf/", "/v1/data-buffer/daq-data/"
_PATIENCE = 20.0  # seconds that a client may take to say what it wants


class WebServer:
    """Serves downloads. While the network is cut, requests wait and end unanswered."""

    def __init__(self, logins: Logins, network: Network, buffer: DataBufferService, store: StoreService) -> None:
        self._logins, self._network, self._buffer, self._store = logins, network, buffer, store
        self._server: http.server.ThreadingHTTPServer | None = None
        self._away_until = 0.0

    def be_away(self, seconds: float) -> None:
        """Answer nobody for some seconds."""
        self._away_until = time.monotonic() + seconds

    def silent(self) -> bool:
        """Wait for the network; tell whether a request ends unanswered."""
        cut = self._network.cut
        self._network.until_back()
        return cut or time.monotonic() < self._away_until

    def listen(self, host: str, port: int, identity: Identity) -> int:
        """Serve on an address; return the port.

        :raises OSError: where it is taken
        """
        server = _Server((host, port), self._handler(), bind_and_activate=True)
        server.context = _context(identity)
        self._server = server
        threading.Thread(target=server.serve_forever, name="web", daemon=True).start()
        return int(server.server_address[1])

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def answer(self, target: str, authorization: str) -> tuple[HTTPStatus, str, bytes]:
        """Return what comes of a request: status, name and content of the file; no name: words instead of a file."""
        if not self._logins.knows([("authorization", authorization)]):
            return HTTPStatus.UNAUTHORIZED, "", b"no valid token"
        parts = urlsplit(target)
        if parts.path.rstrip("/") + "/" not in (LOGS, CAPTURED):
            return HTTPStatus.NOT_FOUND, "", b"there is nothing here"
        try:
            asked = downloads.wanted(dict(parse_qsl(parts.query)))
        except ValueError as error:
            return HTTPStatus.BAD_REQUEST, "", str(error).encode()
        logged = parts.path.startswith(LOGS.rstrip("/"))
        data = downloads.logs(self._buffer, asked) if logged else downloads.captured(self._store, asked)
        if data is None:
            return HTTPStatus.NO_CONTENT, "", b""
        return HTTPStatus.OK, "download.bddf" if logged else "download.zip", data

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            timeout = _PATIENCE

            def do_GET(self) -> None:
                if outer.silent():
                    return
                status, name, content = outer.answer(self.path, self.headers.get("Authorization", ""))
                self.send_response(status)
                self.send_header("Content-Length", str(len(content)))
                if name:
                    self.send_header("Content-Type", "application/octet-stream")
                    self.send_header("Content-Disposition", f'attachment; filename="{name}"')
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
                """Write nothing: stderr is for what goes wrong."""

        return Handler


class _Server(http.server.ThreadingHTTPServer):
    context: ssl.SSLContext

    def get_request(self) -> tuple[Any, Any]:
        """Accept a connection; its handshake is its own thread's matter, so that nobody waits for it."""
        connection, address = super().get_request()
        connection.settimeout(_PATIENCE)
        return self.context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Let a client go that hung up."""


def _context(identity: Identity) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:  # it takes files alone
        certificate, key = Path(folder) / "certificate.pem", Path(folder) / "key.pem"
        key.touch(mode=0o600)
        certificate.write_bytes(identity.certificate)
        key.write_bytes(identity.key)
        context.load_cert_chain(certificate, key)
    return context
