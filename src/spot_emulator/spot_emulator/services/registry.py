"""What a servicer serves: read from the generated class that it derives from."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from spot_emulator.services.server import Adder

_ENDING = "Servicer"
_AUTHORITIES = {"directory": "api", "robot-id": "id"}


def _generated(servicer: Any) -> type:
    """Return the generated class of a servicer."""
    return next(c for c in type(servicer).__mro__ if c.__module__.endswith("_pb2_grpc"))


def service_type(servicer: Any) -> str:
    """Return the full name of what a servicer serves, as "bosdyn.api.LeaseService"."""
    base = _generated(servicer)
    short = base.__name__.removesuffix(_ENDING)
    stub = importlib.import_module(base.__module__.removesuffix("_grpc"))
    return str(stub.DESCRIPTOR.services_by_name[short].full_name)


def authority(name: str) -> str:
    """Return the host name under which a service of the robot is found."""
    return f"{_AUTHORITIES.get(name, name)}.spot.robot"


def adder(servicer: Any) -> Adder:
    """Return what adds a servicer to a server."""
    base = _generated(servicer)
    add = getattr(sys.modules[base.__module__], f"add_{base.__name__}_to_server")
    return lambda server: add(servicer, server)
