"""Who may command the robot: leases, as the SDK counts them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bosdyn.api import lease_pb2
from bosdyn.client.lease import Lease

Use = lease_pb2.LeaseUseResult

TREE: dict[str, tuple[str, ...]] = {
    "all-leases": ("body", "fan"),
    "body": ("full-arm", "mobility"),
    "full-arm": ("arm", "gripper"),
}
RESOURCES = ("all-leases", "arm", "body", "fan", "full-arm", "gripper", "mobility")
STALE_AFTER = 6.0
"""Seconds without a sign of life after which a lease is stale: the robot stops, others may acquire it."""


@dataclass
class Claim:
    """Who holds a resource. ``latest`` is the newest lease seen of the holder, ``heard`` robot time in seconds."""

    root: Any
    latest: Any
    client: str
    user: str
    heard: float


class Leases:
    """All leases of the robot. ``displaced`` is called when somebody loses the body or a part of it."""

    def __init__(
        self,
        seconds: Callable[[], float],
        displaced: Callable[[str], None],
        stale_after: float = STALE_AFTER,
    ) -> None:
        self._seconds, self._displaced, self.stale_after = seconds, displaced, stale_after
        self._number = 0
        self.epoch = ""
        self.claims: dict[str, Claim] = {}
        self.forget()

    def forget(self) -> None:
        """Start a new epoch, as after booting."""
        self.claims.clear()
        self.epoch, self._number = secrets.token_hex(8), 0

    def stale(self, claim: Claim) -> bool:
        """Tell whether a holder has been silent for too long."""
        return self._seconds() - claim.heard > self.stale_after

    def holder(self, resource: str = "body") -> Claim | None:
        """Return who holds a resource, by itself or with what it is a part of."""
        for name in (resource, *_above(resource)):
            if name in self.claims:
                return self.claims[name]
        return None

    def rivals(self, resource: str) -> list[Claim]:
        """Return the claims that stand against one of a resource: on itself, its parts and what it is a part of."""
        return [
            self.claims[name]
            for name in (resource, *_above(resource), *_below(resource))
            if name in self.claims
        ]

    def acquire(self, resource: str, client: str, user: str) -> Claim | None:
        """Claim a resource that nobody holds, or only somebody silent; None where somebody does."""
        if any(not self.stale(claim) for claim in self.rivals(resource)):
            return None
        return self._claim(resource, client, user)

    def take(self, resource: str, client: str, user: str) -> Claim:
        """Claim a resource, whoever holds it."""
        return self._claim(resource, client, user)

    def _claim(self, resource: str, client: str, user: str) -> Claim:
        displaced = self.rivals(resource)
        for name in (resource, *_above(resource), *_below(resource)):
            self.claims.pop(name, None)
        self._number += 1
        lease = lease_pb2.Lease(
            resource=resource, epoch=self.epoch, sequence=[self._number], client_names=["root"]
        )
        claim = Claim(lease, lease, client, user, self._seconds())
        self.claims[resource] = claim
        if displaced:
            self._displaced(f"{client} took the lease of {resource} from {displaced[0].client}")
        return claim

    def give_back(self, lease: Any) -> bool:
        """Return a lease; False where it is not the one that holds the resource."""
        claim = self.claims.get(lease.resource)
        if claim is None or not _same_root(claim.root, lease):
            return False
        del self.claims[lease.resource]
        return True

    def retain(self, lease: Any) -> Any:
        """Hear a sign of life; return a LeaseUseResult. Only the root's number counts."""
        return self._judge(lease, root_only=True)

    def use(self, lease: Any, needed: tuple[str, ...] = ("body",)) -> Any:
        """Return the LeaseUseResult of a request that needs some resources."""
        result = self._judge(lease, root_only=False)
        covered = {lease.resource, *_below(lease.resource)}
        if result.status == Use.STATUS_OK and not covered.issuperset(needed):
            result.status = Use.STATUS_UNMANAGED
        return result

    def _judge(self, lease: Any, *, root_only: bool) -> Any:
        result = Use(attempted_lease=lease)
        claim = self.holder(lease.resource) if lease.resource in RESOURCES else None
        if claim is not None:
            result.owner.client_name, result.owner.user_name = claim.client, claim.user
            result.previous_lease.CopyFrom(claim.latest)
            result.latest_known_lease.CopyFrom(claim.latest)
            result.latest_resources.append(claim.latest)
        result.status = self._status(lease, claim, root_only=root_only)
        if result.status == Use.STATUS_OK and claim is not None:
            claim.heard = self._seconds()
            if not root_only:
                claim.latest = lease_pb2.Lease()
                claim.latest.CopyFrom(lease)
                result.latest_known_lease.CopyFrom(lease)
        return result

    def _status(self, lease: Any, claim: Claim | None, *, root_only: bool) -> int:
        if not lease.resource or not lease.sequence:
            return int(Use.STATUS_INVALID_LEASE)
        if lease.resource not in RESOURCES:
            return int(Use.STATUS_UNMANAGED)
        if lease.epoch != self.epoch:
            return int(Use.STATUS_WRONG_EPOCH)
        if claim is None:
            return int(Use.STATUS_REVOKED if lease.sequence[0] == self._number else Use.STATUS_OLDER)
        if lease.sequence[0] != claim.root.sequence[0]:
            known = lease.sequence[0] < claim.root.sequence[0]
            return int(Use.STATUS_OLDER if known else Use.STATUS_INVALID_LEASE)
        if root_only:
            return int(Use.STATUS_OK)
        compared = Lease(lease).compare(Lease(claim.latest), ignore_resources=True)
        return int(Lease.compare_result_to_lease_use_result_status(compared, allow_super_leases=True))

    def tree(self, resource: str = "all-leases") -> Any:
        """Return the ResourceTree under a resource."""
        return lease_pb2.ResourceTree(
            resource=resource, sub_resources=[self.tree(part) for part in TREE.get(resource, ())]
        )


def _above(resource: str) -> list[str]:
    """Return what a resource is a part of, nearest first."""
    for whole, parts in TREE.items():
        if resource in parts:
            return [whole, *_above(whole)]
    return []


def _below(resource: str) -> list[str]:
    """Return all parts of a resource."""
    found: list[str] = []
    for part in TREE.get(resource, ()):
        found += [part, *_below(part)]
    return found


def _same_root(first: Any, second: Any) -> bool:
    return bool(
        first.epoch == second.epoch
        and first.sequence
        and second.sequence
        and first.sequence[0] == second.sequence[0]
    )
