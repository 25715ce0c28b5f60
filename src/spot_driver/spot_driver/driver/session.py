"""One connection to a robot: login, clocks and clients of the services, made again where the robot was restarted."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import bosdyn.client
from bosdyn.client.estop import EstopClient
from bosdyn.client.exceptions import UnableToConnectToRobotError
from bosdyn.client.graph_nav import GraphNavClient
from bosdyn.client.image import ImageClient
from bosdyn.client.lease import LeaseClient
from bosdyn.client.local_grid import LocalGridClient
from bosdyn.client.manipulation_api_client import ManipulationApiClient
from bosdyn.client.power import PowerClient
from bosdyn.client.robot import Robot
from bosdyn.client.robot_command import RobotCommandClient
from bosdyn.client.robot_id import RobotIdClient
from bosdyn.client.robot_state import RobotStateClient
from bosdyn.client.time_sync import NotEstablishedError, TimeSyncEndpoint

from spot_driver.driver import clock

USER, PASSWORD = "BOSDYN_CLIENT_USERNAME", "BOSDYN_CLIENT_PASSWORD"
PATIENCE = 1.0
"""How long a call may take, s."""
SAMPLES = 25
SYNC_EVERY = 20.0
"""How often clocks are compared again, s."""


class CredentialsError(ValueError):
    """User or password are not in the environment."""


@dataclass(frozen=True)
class Address:
    """Where a robot is: host or IP, port of its services, file of its certificate authority ('' a real robot's)."""

    hostname: str
    port: int = 443
    certificate: str = ""


def credentials() -> tuple[str, str]:
    """Return user and password from the environment.

    :raises CredentialsError: when one is missing
    """
    user, password = os.environ.get(USER, ""), os.environ.get(PASSWORD, "")
    if not user or not password:
        raise CredentialsError(f"Set {USER} and {PASSWORD} in the environment: the robot asks for a login.")
    return user, password


def make_robot(address: Address, name: str) -> Robot:
    """Return a robot that nothing was asked of yet.

    :raises UnableToConnectToRobotError: when its certificate's file is not there (yet)
    """
    if address.certificate:
        try:
            sdk = bosdyn.client.create_standard_sdk(name, cert_resource_glob=address.certificate)
        except OSError as error:
            raise UnableToConnectToRobotError(error, f"no certificate {address.certificate}") from error
    else:
        sdk = bosdyn.client.create_standard_sdk(name)
    robot = sdk.create_robot(address.hostname)
    if address.port != 443:
        robot.update_secure_channel_port(address.port)
    return robot


@dataclass
class Session:
    """The clients of one robot. Everything raises what bosdyn-client raises."""

    address: Address
    name: str = "pred_spot_driver"
    patience: float = PATIENCE
    clock: TimeSyncEndpoint | None = None
    _robot: Robot | None = None
    _synced: float = 0.0

    @property
    def robot(self) -> Robot:
        """The robot as bosdyn-client knows it, made when it is first asked for."""
        if self._robot is None:
            self._robot = make_robot(self.address, self.name)
        return self._robot

    def reach(self) -> None:
        """Ask the robot who it is; needs no login."""
        self._client(RobotIdClient).get_id(timeout=self.patience)

    def log_in(self) -> None:
        """Log in with what the environment says, with new clients: the robot may be another one now.

        :raises CredentialsError: when the environment says nothing
        """
        user, password = credentials()
        self.robot.authenticate(user, password, timeout=self.patience)
        self.clock = None

    def agree_on_time(self) -> None:
        """Compare clocks until the robot is content.

        The clock is bosdyn-client's own: its commands name that one to the robot, whatever other one dates them, and
        it would compare its clock again only once a minute.

        :raises NotEstablishedError: when it is not after many samples
        """
        if self.clock is None:
            self.clock = self.robot.time_sync.endpoint
        for _ in range(SAMPLES):
            if self.clock.get_new_estimate():
                self._synced = clock.steady()
                return
        raise NotEstablishedError

    def keep_time(self) -> None:
        """Compare clocks again when it is time to."""
        if clock.steady() - self._synced > SYNC_EVERY:
            self.agree_on_time()

    @property
    def time(self) -> TimeSyncEndpoint:
        """The clocks' agreement.

        :raises NotEstablishedError: when there is none
        """
        if self.clock is None or not self.clock.has_established_time_sync:
            raise NotEstablishedError
        return self.clock

    def local_seconds(self, robot_stamp: Any) -> float:
        """Return a robot's timestamp as seconds of this computer's clock."""
        skew = self.time.clock_skew
        seconds: float = robot_stamp.seconds - skew.seconds + 1e-9 * (robot_stamp.nanos - skew.nanos)
        return clock.machine_time(seconds)

    @property
    def lease(self) -> LeaseClient:
        return self._client(LeaseClient)

    @property
    def estop(self) -> EstopClient:
        return self._client(EstopClient)

    @property
    def power(self) -> PowerClient:
        return self._client(PowerClient)

    @property
    def state(self) -> RobotStateClient:
        return self._client(RobotStateClient)

    @property
    def command(self) -> RobotCommandClient:
        return self._client(RobotCommandClient)

    @property
    def images(self) -> ImageClient:
        return self._client(ImageClient)

    @property
    def manipulation(self) -> ManipulationApiClient:
        return self._client(ManipulationApiClient)

    @property
    def graph_nav(self) -> GraphNavClient:
        return self._client(GraphNavClient)

    @property
    def local_grid(self) -> LocalGridClient:
        return self._client(LocalGridClient)

    def _client[C](self, kind: Callable[[], C]) -> C:
        name: str = kind.default_service_name  # type: ignore[attr-defined]
        client: C = self.robot.ensure_client(name)
        return client
