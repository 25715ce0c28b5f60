"""Calls of the robot to services that clients registered with it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import grpc

from spot_emulator.services.identity import DirectoryRegistrationService
from spot_emulator.services.server import LARGEST_MESSAGE

log = logging.getLogger(__name__)

_OPTIONS = (
    ("grpc.max_send_message_length", LARGEST_MESSAGE),
    ("grpc.max_receive_message_length", LARGEST_MESSAGE),
    ("grpc.enable_http_proxy", 0),
)


class NotRegisteredError(Exception):
    """Nobody registered a service of that name."""


class WorkerError(Exception):
    """A registered service did not answer, or with an error of the transport.

    ``unimplemented``: it has no such call
    """

    def __init__(self, message: str, *, unimplemented: bool) -> None:
        super().__init__(message)
        self.unimplemented = unimplemented


class RegisteredServices:
    """The services that clients registered, called without TLS where they said that they listen."""

    def __init__(self, registered: DirectoryRegistrationService) -> None:
        self._registered = registered

    def has(self, name: str) -> bool:
        """Tell whether somebody registered a service of that name."""
        return self._registered.endpoint(name) is not None

    def call(self, name: str, stub: Any, method: str, request: Any, seconds: float) -> Any:
        """Return the answer of a registered service.

        :param stub: the generated class whose ``method`` is called
        :raises NotRegisteredError: where nobody registered it
        :raises WorkerError: where it does not answer within these seconds, or has no such method
        """
        endpoint = self._registered.endpoint(name)
        if endpoint is None:
            raise NotRegisteredError(f"no service {name!r} is registered")
        try:
            with grpc.insecure_channel(endpoint, options=_OPTIONS) as channel:
                return getattr(stub(channel), method)(request, timeout=seconds)
        except grpc.RpcError as error:
            code, details = error.code(), error.details()
            log.warning("%s at %s: %s: %s", name, endpoint, code.name, details)
            unimplemented = code is grpc.StatusCode.UNIMPLEMENTED
            raise WorkerError(f"{code.name}: {details}", unimplemented=unimplemented) from error


class LongCall:
    """A call that may take long, made beside the robot's steps. ``answer`` once it is there, or why there is none.

    ``unregistered``: nobody registered whom it asks
    """

    def __init__(self, ask: Callable[[], Any]) -> None:
        self.answer: Any = None
        self.error = ""
        self.unregistered = False
        self._ask = ask
        self._thread = threading.Thread(target=self._run, name="call", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.answer = self._ask()
        except (NotRegisteredError, WorkerError) as error:
            self.unregistered, self.error = isinstance(error, NotRegisteredError), str(error)

    @property
    def over(self) -> bool:
        """Whether it was answered, or will not be."""
        return not self._thread.is_alive()
