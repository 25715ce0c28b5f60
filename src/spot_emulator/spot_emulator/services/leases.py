"""Leases over the wire."""

from __future__ import annotations

from typing import Any

from bosdyn.api import lease_pb2, lease_service_pb2_grpc

from spot_emulator.robot.clock import NANO, stamp
from spot_emulator.robot.leases import RESOURCES, STALE_AFTER
from spot_emulator.services.answering import Service, answers


class LeaseService(Service, lease_service_pb2_grpc.LeaseServiceServicer):
    """Acquire, take, return, retain and list leases."""

    @answers(lease_pb2.AcquireLeaseResponse)
    def AcquireLease(self, request: Any, context: Any) -> Any:
        kind = lease_pb2.AcquireLeaseResponse
        if request.resource not in RESOURCES:
            return kind(status=kind.STATUS_INVALID_RESOURCE)
        with self.robot.lock:
            claim = self.robot.leases.acquire(
                request.resource, request.header.client_name, self.user(context)
            )
            if claim is not None:
                return _given(kind, claim)
            owner = self.robot.leases.rivals(request.resource)[0]
            return kind(status=kind.STATUS_RESOURCE_ALREADY_CLAIMED, lease_owner=_owner(owner))

    @answers(lease_pb2.TakeLeaseResponse)
    def TakeLease(self, request: Any, context: Any) -> Any:
        kind = lease_pb2.TakeLeaseResponse
        if request.resource not in RESOURCES:
            return kind(status=kind.STATUS_INVALID_RESOURCE)
        with self.robot.lock:
            return _given(
                kind, self.robot.leases.take(request.resource, request.header.client_name, self.user(context))
            )

    @answers(lease_pb2.ReturnLeaseResponse)
    def ReturnLease(self, request: Any, context: Any) -> Any:
        kind = lease_pb2.ReturnLeaseResponse
        if request.lease.resource not in RESOURCES:
            return kind(status=kind.STATUS_INVALID_RESOURCE)
        with self.robot.lock:
            if not self.robot.leases.give_back(request.lease):
                return kind(status=kind.STATUS_NOT_ACTIVE_LEASE)
            self.robot.stop("its lease was returned")
        return kind(status=kind.STATUS_OK)

    @answers(lease_pb2.RetainLeaseResponse)
    def RetainLease(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return lease_pb2.RetainLeaseResponse(lease_use_result=self.robot.leases.retain(request.lease))

    @answers(lease_pb2.ListLeasesResponse)
    def ListLeases(self, request: Any, context: Any) -> Any:
        response = lease_pb2.ListLeasesResponse(resource_tree=self.robot.leases.tree())
        with self.robot.lock:
            for name in RESOURCES:
                self._list(response.resources.add(resource=name), name, full=request.include_full_lease_info)
        return response

    def _list(self, found: Any, name: str, *, full: bool) -> None:
        claim = self.robot.leases.holder(name)
        if claim is None:
            return
        found.lease_owner.CopyFrom(_owner(claim))
        found.is_stale = self.robot.leases.stale(claim)
        stamp(found.stale_time, int((claim.heard + STALE_AFTER) * NANO))
        lease = claim.latest if full else claim.root
        found.lease.resource, found.lease.epoch = name, lease.epoch
        found.lease.sequence.extend(lease.sequence)
        found.lease.client_names.extend(lease.client_names)


def _given(kind: Any, claim: Any) -> Any:
    return kind(status=kind.STATUS_OK, lease=claim.root, lease_owner=_owner(claim))


def _owner(claim: Any) -> Any:
    return lease_pb2.LeaseOwner(client_name=claim.client, user_name=claim.user)
