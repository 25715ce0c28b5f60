"""The robot's port: all services behind one TLS server, tokens checked, and a network that can fail."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc

from spot_emulator.certificates import Identity
from spot_emulator.services.logins import Logins

WORKERS = 48
LARGEST_MESSAGE = 100 * 1024 * 1024
"""Bytes of the largest message that is sent or taken."""
_OPEN_TO_ALL = (
    "bosdyn.api.AuthService",
    "bosdyn.api.RobotIdService",
    "bosdyn.api.PayloadRegistrationService",
)
_GRACE = 0.2
Adder = Callable[[Any], None]


class Network:
    """The link to the clients. While it is cut nothing arrives, and nobody is told."""

    def __init__(self) -> None:
        self._back = threading.Event()
        self._back.set()

    @property
    def cut(self) -> bool:
        """Whether the link is cut."""
        return not self._back.is_set()

    def set_cut(self, *, cut: bool) -> None:
        """Cut the link, or mend it."""
        if cut:
            self._back.clear()
        else:
            self._back.set()

    def until_back(self) -> None:
        """Wait until the link is back."""
        self._back.wait()

    def wait(self, context: Any) -> None:
        """Hold a call until the link is back or its client has given up."""
        given_up = threading.Event()
        context.add_callback(given_up.set)
        while self.cut and not given_up.wait(0.05):
            pass


class CallGate(grpc.ServerInterceptor):
    """Lets a call through when the link works and the caller is logged in."""

    def __init__(self, logins: Logins, network: Network) -> None:
        self._logins, self._network = logins, network

    def intercept_service(self, continuation: Callable[[Any], Any], handler_call_details: Any) -> Any:
        handler = continuation(handler_call_details)
        if handler is None:
            return None
        if self._network.cut:
            return _instead(handler, self._held)
        service = handler_call_details.method.split("/")[1]
        if service not in _OPEN_TO_ALL and not self._logins.knows(handler_call_details.invocation_metadata):
            return _instead(handler, _unauthenticated)
        return handler

    def _held(self, request: Any, context: Any) -> Any:
        """Swallow a call that came while the link was cut: it never arrives."""
        self._network.wait(context)
        context.abort(grpc.StatusCode.UNAVAILABLE, "Socket closed")


def _unauthenticated(_request: Any, context: Any) -> Any:
    context.abort(grpc.StatusCode.UNAUTHENTICATED, "no valid token")


def _instead(handler: Any, behavior: Callable[[Any, Any], Any]) -> Any:
    """Return a handler of the same kind that does something else."""
    maker = {
        (False, False): grpc.unary_unary_rpc_method_handler,
        (False, True): grpc.unary_stream_rpc_method_handler,
        (True, False): grpc.stream_unary_rpc_method_handler,
        (True, True): grpc.stream_stream_rpc_method_handler,
    }[handler.request_streaming, handler.response_streaming]
    return maker(behavior, handler.request_deserializer, handler.response_serializer)


class Port:
    """Serves the services on an address; can be closed and opened again."""

    def __init__(self, host: str, port: int, identity: Identity, gate: CallGate, adders: list[Adder]) -> None:
        self.host, self.port = host, port
        self._identity, self._gate, self._adders = identity, gate, adders
        self._server: Any = None
        self._lock = threading.Lock()
        self._closed = False
        self._timer: threading.Timer | None = None

    def open(self) -> None:
        """Listen.

        :raises OSError: where the port is taken
        """
        with self._lock:
            if self._closed:
                return
            server = grpc.server(
                ThreadPoolExecutor(WORKERS, thread_name_prefix="rpc"),
                interceptors=[self._gate],
                options=[
                    ("grpc.max_send_message_length", LARGEST_MESSAGE),
                    ("grpc.max_receive_message_length", LARGEST_MESSAGE),
                    ("grpc.so_reuseport", 0),
                    # clients of the SDK may ping every few seconds without calls under way
                    ("grpc.http2.min_ping_interval_without_data_ms", 1000), ("grpc.keepalive_permit_without_calls", 1),
                ],
            )  # fmt: skip
            for add in self._adders:
                add(server)
            credentials = grpc.ssl_server_credentials([(self._identity.key, self._identity.certificate)])
            try:
                self.port = server.add_secure_port(f"{self.host}:{self.port}", credentials)
            except RuntimeError as error:
                raise OSError(f"{self.host}:{self.port} cannot be served: {error}") from error
            server.start()
            self._server = server

    def reset(self, away: float = 0.0) -> None:
        """Close all connections; listen again after some seconds."""
        self._stop()
        if away > 0.0:
            self._timer = threading.Timer(away, self.open)
            self._timer.daemon = True
            self._timer.start()
        else:
            self.open()

    def close(self) -> None:
        """Stop serving for good."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._stop()

    def _stop(self) -> None:
        with self._lock:
            server, self._server = self._server, None
        if server is not None:
            server.stop(_GRACE if self._closed else 0).wait()
