"""The emergency stop: endpoints that must check in, and the button on the robot."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bosdyn.api import estop_pb2

from spot_emulator.robot.clock import seconds, set_seconds

CUT, SETTLE, NONE = (
    estop_pb2.ESTOP_LEVEL_CUT,
    estop_pb2.ESTOP_LEVEL_SETTLE_THEN_CUT,
    estop_pb2.ESTOP_LEVEL_NONE,
)
ROLE = "PDB_rooted"
TABLET = "Emulated tablet"
_LONGER = 4.0  # seconds from settling to cutting the power where an endpoint does not say
_ALL_BITS = (1 << 64) - 1


@dataclass
class Endpoint:
    """An endpoint of the active configuration. ``heard``: robot time of its last valid check-in, None before."""

    proto: Any
    level: int = CUT
    challenge: int = 0
    heard: float | None = None
    automatic: bool = False  # the emulated tablet's, which never falls silent

    def stop_level(self, now: float) -> int:
        """Return the level it asks for, or the one its silence means."""
        if self.automatic:
            return int(self.level)
        if self.heard is None:
            return int(CUT)
        silence = now - self.heard
        if silence > seconds(self.proto.cut_power_timeout):
            return int(CUT)
        if silence > seconds(self.proto.timeout):
            return int(min(self.level, SETTLE))
        return int(self.level)


class Estop:
    """The emergency stop system. ``button``: whether the button on the robot is pressed."""

    def __init__(self, now: Callable[[], float], *, tablet: bool) -> None:
        self._now = now
        self.button = False
        self.config_id = ""
        self.endpoints: list[Endpoint] = []
        self.forget(tablet=tablet)

    def forget(self, *, tablet: bool) -> None:
        """Start anew, with the tablet's released endpoint or with none."""
        self.config_id = secrets.token_hex(8)
        self.endpoints = []
        if tablet:
            proto = estop_pb2.EstopEndpoint(role=ROLE, name=TABLET, unique_id=secrets.token_hex(8))
            set_seconds(proto.timeout, 5.0)
            set_seconds(proto.cut_power_timeout, 9.0)
            self.endpoints = [Endpoint(proto, NONE, automatic=True)]

    def level(self) -> int:
        """Return the stop level of the whole system: the most severe."""
        return int(CUT) if self.button else self.software_level()

    def software_level(self) -> int:
        """Return the most severe level that endpoints ask for; without any it is CUT."""
        now = self._now()
        return min((endpoint.stop_level(now) for endpoint in self.endpoints), default=int(CUT))

    def details(self) -> str:
        """Say why the robot is stopped, or nothing."""
        if self.button:
            return "the e-stop button on the robot is pressed"
        if not self.endpoints:
            return "no e-stop endpoint is registered"
        now = self._now()
        holding = [e.proto.name for e in self.endpoints if e.stop_level(now) != NONE]
        return f"stopped by {', '.join(holding)}" if holding else ""

    def config(self) -> Any:
        """Return the active EstopConfig."""
        return estop_pb2.EstopConfig(unique_id=self.config_id, endpoints=[e.proto for e in self.endpoints])

    def set_config(self, config: Any) -> None:
        """Replace the configuration; all its endpoints have yet to register and check in."""
        self.config_id = secrets.token_hex(8)
        self.endpoints = []
        for wanted in config.endpoints:
            proto = estop_pb2.EstopEndpoint()
            proto.CopyFrom(wanted)
            proto.unique_id = secrets.token_hex(8)
            self.endpoints.append(Endpoint(_completed(proto)))

    def find(self, wanted: Any) -> Endpoint | None:
        """Return the endpoint with a unique id, or with the role where no id is given."""
        for endpoint in self.endpoints:
            if wanted.unique_id and endpoint.proto.unique_id == wanted.unique_id:
                return endpoint
            if not wanted.unique_id and wanted.role and endpoint.proto.role == wanted.role:
                return endpoint
        return None

    def register(self, target: Endpoint, wanted: Any) -> Any:
        """Put an endpoint into the place of another; return what is registered."""
        proto = estop_pb2.EstopEndpoint()
        proto.CopyFrom(wanted)
        proto.unique_id = (
            target.proto.unique_id if wanted.unique_id == target.proto.unique_id else secrets.token_hex(8)
        )
        self.endpoints[self.endpoints.index(target)] = Endpoint(_completed(proto))
        return proto

    def deregister(self, target: Endpoint) -> None:
        """Take an endpoint out of use; its place in the configuration stays, and stops the robot."""
        self.endpoints[self.endpoints.index(target)] = Endpoint(target.proto)

    def check_in(self, endpoint: Endpoint, challenge: int, response: int, level: int) -> bool:
        """Hear a check-in; False where the challenge was not answered rightly. A new challenge is set either way."""
        asked = endpoint.challenge
        endpoint.challenge = secrets.randbits(64) | 1
        if not asked or challenge != asked or response != asked ^ _ALL_BITS:
            return False
        endpoint.level, endpoint.heard = level, self._now()
        return True


def _completed(proto: Any) -> Any:
    """Fill in the time after which the power is cut."""
    if not proto.HasField("cut_power_timeout"):
        set_seconds(proto.cut_power_timeout, seconds(proto.timeout) + _LONGER)
    return proto
