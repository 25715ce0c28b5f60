"""Payloads: registered, listed, and let in with tokens of their own."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Any

from bosdyn.api import (
    payload_pb2,
    payload_registration_pb2,
    payload_registration_service_pb2_grpc,
    payload_service_pb2_grpc,
)

from spot_emulator.services.answering import InvalidRequest, Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Register = payload_registration_pb2
ARM = payload_pb2.Payload(
    GUID="00000000-0000-4000-8000-000000000001", name="Spot Arm", description="the arm (emulated)",
    is_authorized=True, is_enabled=True, is_noncompute_payload=True,
)  # fmt: skip


class Payloads:
    """All payloads with their secrets."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {ARM.GUID: ARM}
        self._secrets: dict[str, str] = {}

    def add(self, payload: Any, secret: str) -> bool:
        """Register a payload; an operator of an emulated robot authorizes each. False where it is there already."""
        if payload.GUID in self.known:
            return False
        made = payload_pb2.Payload()
        made.CopyFrom(payload)
        made.is_authorized = made.is_enabled = True
        self.known[made.GUID] = made
        self._secrets[made.GUID] = secret
        return True

    def trusts(self, guid: str, secret: str) -> bool:
        """Tell whether a secret is that of a payload."""
        return guid in self._secrets and hmac.compare_digest(self._secrets[guid].encode(), secret.encode())


class PayloadService(Service, payload_service_pb2_grpc.PayloadServiceServicer):
    """Lists payloads."""

    def __init__(self, robot: Robot, logins: Logins, payloads: Payloads) -> None:
        super().__init__(robot, logins)
        self._payloads = payloads

    @answers(payload_pb2.ListPayloadsResponse)
    def ListPayloads(self, request: Any, context: Any) -> Any:
        return payload_pb2.ListPayloadsResponse(payloads=self._payloads.known.values())


class PayloadRegistrationService(
    Service, payload_registration_service_pb2_grpc.PayloadRegistrationServiceServicer
):
    """Registers payloads and gives them tokens."""

    def __init__(self, robot: Robot, logins: Logins, payloads: Payloads) -> None:
        super().__init__(robot, logins)
        self._payloads = payloads

    @answers(Register.RegisterPayloadResponse)
    def RegisterPayload(self, request: Any, context: Any) -> Any:
        kind = Register.RegisterPayloadResponse
        if not request.payload.GUID or not request.payload_secret:
            raise InvalidRequest("a payload needs a GUID and a secret")
        fresh = self._payloads.add(request.payload, request.payload_secret)
        return kind(status=kind.STATUS_OK if fresh else kind.STATUS_ALREADY_EXISTS)

    @answers(Register.UpdatePayloadVersionResponse)
    def UpdatePayloadVersion(self, request: Any, context: Any) -> Any:
        kind = Register.UpdatePayloadVersionResponse
        guid, trusted = self._who(request)
        if guid not in self._payloads.known:
            return kind(status=kind.STATUS_DOES_NOT_EXIST)
        if not trusted:
            return kind(status=kind.STATUS_INVALID_CREDENTIALS)
        self._payloads.known[guid].version.CopyFrom(request.updated_version)
        return kind(status=kind.STATUS_OK)

    @answers(Register.GetPayloadAuthTokenResponse)
    def GetPayloadAuthToken(self, request: Any, context: Any) -> Any:
        kind = Register.GetPayloadAuthTokenResponse
        guid, trusted = self._who(request)
        if not trusted:
            return kind(status=kind.STATUS_INVALID_CREDENTIALS)
        return kind(status=kind.STATUS_OK, token=self.logins.give(f"payload-{guid}"))

    @answers(Register.UpdatePayloadAttachedResponse)
    def UpdatePayloadAttached(self, request: Any, context: Any) -> Any:
        kind = Register.UpdatePayloadAttachedResponse
        guid = request.payload_credentials.guid
        if guid not in self._payloads.known:
            return kind(status=kind.STATUS_DOES_NOT_EXIST)
        if not self._payloads.trusts(guid, request.payload_credentials.secret):
            return kind(status=kind.STATUS_INVALID_CREDENTIALS)
        attach = request.request == Register.UpdatePayloadAttachedRequest.REQUEST_ATTACH
        self._payloads.known[guid].is_enabled = attach
        return kind(status=kind.STATUS_OK)

    def _who(self, request: Any) -> tuple[str, bool]:
        """Return the payload that a request is of, and whether its secret is right."""
        guid = request.payload_credentials.guid or request.payload_guid
        secret = request.payload_credentials.secret or request.payload_secret
        return guid, self._payloads.trusts(guid, secret)
