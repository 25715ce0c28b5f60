"""What robot this is, which services it has, and its licence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api import (
    directory_pb2,
    directory_registration_pb2,
    directory_registration_service_pb2_grpc,
    directory_service_pb2_grpc,
    license_pb2,
    license_service_pb2_grpc,
    robot_id_pb2,
    robot_id_service_pb2_grpc,
)

from spot_emulator.robot.clock import NANO, stamp
from spot_emulator.services.answering import Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

SERIAL = "spot-EMULATED-00000001"
_VERSION = (5, 2, 0)
_UNLICENSED = frozenset({"choreography"})
_YEAR = 365 * 24 * 3600 * NANO


class RobotIdService(Service, robot_id_service_pb2_grpc.RobotIdServiceServicer):
    """Says who the robot is, to anybody."""

    @answers(robot_id_pb2.RobotIdResponse)
    def GetRobotId(self, request: Any, context: Any) -> Any:
        response = robot_id_pb2.RobotIdResponse()
        found = response.robot_id
        found.serial_number, found.species, found.version = SERIAL, "spot", "V3"
        found.nickname, found.computer_serial_number = "emulated", SERIAL
        release = found.software_release
        release.version.major_version, release.version.minor_version, release.version.patch_level = _VERSION
        release.name = release.api_version = ".".join(str(part) for part in _VERSION)
        release.type, release.build_information = "emulated", "emulated"
        return response


class DirectoryService(Service, directory_service_pb2_grpc.DirectoryServiceServicer):
    """Lists the services. ``entries``: (name, type, authority) of each; ``others``: what clients registered."""

    def __init__(
        self,
        robot: Robot,
        logins: Logins,
        entries: list[tuple[str, str, str]],
        others: DirectoryRegistrationService,
    ) -> None:
        super().__init__(robot, logins)
        self._others = others
        self._entries = {
            name: self._entry(name, kind, authority) for name, kind, authority in sorted(entries)
        }

    def _entry(self, name: str, kind: str, authority: str) -> Any:
        entry = directory_pb2.ServiceEntry(
            name=name, type=kind, authority=authority, user_token_required=name not in {"auth", "robot-id"}
        )
        stamp(entry.last_update, self.robot.clock.now())
        return entry

    @answers(directory_pb2.ListServiceEntriesResponse)
    def ListServiceEntries(self, request: Any, context: Any) -> Any:
        return directory_pb2.ListServiceEntriesResponse(
            service_entries=[*self._entries.values(), *self._others.listed.values()]
        )

    @answers(directory_pb2.GetServiceEntryResponse)
    def GetServiceEntry(self, request: Any, context: Any) -> Any:
        kind = directory_pb2.GetServiceEntryResponse
        found = self._entries.get(request.service_name) or self._others.listed.get(request.service_name)
        if found is None:
            return kind(status=kind.STATUS_NONEXISTENT_SERVICE)
        return kind(status=kind.STATUS_OK, service_entry=found)


class DirectoryRegistrationService(
    Service, directory_registration_service_pb2_grpc.DirectoryRegistrationServiceServicer
):
    """Lists services that clients bring along, and where the robot calls them; clients' calls are not passed on."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self.listed: dict[str, Any] = {}
        self._endpoints: dict[str, str] = {}

    def endpoint(self, name: str) -> str | None:
        """Return where a client's service listens, as "127.0.0.1:50051"; None for one that is not registered."""
        return self._endpoints.get(name) if name in self.listed else None

    @answers(directory_registration_pb2.RegisterServiceResponse)
    def RegisterService(self, request: Any, context: Any) -> Any:
        kind = directory_registration_pb2.RegisterServiceResponse
        if request.service_entry.name in self.listed:
            return kind(status=kind.STATUS_ALREADY_EXISTS)
        self._list(request)
        return kind(status=kind.STATUS_OK)

    @answers(directory_registration_pb2.UpdateServiceResponse)
    def UpdateService(self, request: Any, context: Any) -> Any:
        kind = directory_registration_pb2.UpdateServiceResponse
        if request.service_entry.name not in self.listed:
            return kind(status=kind.STATUS_NONEXISTENT_SERVICE)
        self._list(request)
        return kind(status=kind.STATUS_OK)

    @answers(directory_registration_pb2.UnregisterServiceResponse)
    def UnregisterService(self, request: Any, context: Any) -> Any:
        kind = directory_registration_pb2.UnregisterServiceResponse
        if self.listed.pop(request.service_name, None) is None:
            return kind(status=kind.STATUS_NONEXISTENT_SERVICE)
        return kind(status=kind.STATUS_OK)

    def _list(self, request: Any) -> None:
        made = directory_pb2.ServiceEntry()
        made.CopyFrom(request.service_entry)
        stamp(made.last_update, self.robot.clock.now())
        self._endpoints[made.name] = f"{request.endpoint.host_ip}:{request.endpoint.port}"
        self.listed[made.name] = made


class LicenseService(Service, license_service_pb2_grpc.LicenseServiceServicer):
    """The licence of an emulated robot holds for a year, for every feature that it has."""

    @answers(license_pb2.GetLicenseInfoResponse)
    def GetLicenseInfo(self, request: Any, context: Any) -> Any:
        found = license_pb2.LicenseInfo(
            status=license_pb2.LicenseInfo.STATUS_VALID, id="emulated", robot_serial=SERIAL,
            licensed_features=["arm", "graph_nav"],
        )  # fmt: skip
        stamp(found.not_valid_before, self.robot.clock.now() - _YEAR)
        stamp(found.not_valid_after, self.robot.clock.now() + _YEAR)
        return license_pb2.GetLicenseInfoResponse(license=found)

    @answers(license_pb2.GetFeatureEnabledResponse)
    def GetFeatureEnabled(self, request: Any, context: Any) -> Any:
        response = license_pb2.GetFeatureEnabledResponse()
        for code in request.feature_codes:
            response.feature_enabled[code] = code not in _UNLICENSED
        return response
