"""The one owner of the body's lease: asks for it politely, and never takes it from whoever has it."""

from __future__ import annotations

import contextlib
from enum import StrEnum

from bosdyn.api import lease_pb2
from bosdyn.client.exceptions import LeaseUseError
from bosdyn.client.lease import Error as WalletError
from bosdyn.client.lease import (
    Lease,
    LeaseClient,
    LeaseResponseError,
    NoSuchLease,
    ResourceAlreadyClaimedError,
)

from pred_core.outcome import Code, Outcome
from spot_driver.driver.errors import outcome_of
from spot_driver.driver.session import PATIENCE

BODY = "body"
GUARD_SEQUENCE = 2**31 - 1
"""Newer than all that the wallet will ever hand out: what the guard stops with is the last word of this lease."""


class Hold(StrEnum):
    """What the driver knows of the lease."""

    NOT_ASKED = "not asked for"
    OURS = "ours"
    TAKEN = "taken by somebody else"
    SPENT = "spent: the guard stopped the robot with it, as the driver was not heard of"
    GIVEN_BACK = "given back"


class LeaseOwner:
    """Acquires, keeps and returns the lease. Whoever takes it keeps it until a person says `claim` again."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """Prepare; a call may take ``patience`` seconds."""
        self._patience = patience
        self._client: LeaseClient | None = None
        self._epoch, self._root = "", 0
        self.hold = Hold.NOT_ASKED
        self.rival = ""
        """Who has it instead of us, as the robot names them; '' when that is not known."""

    @property
    def ours(self) -> bool:
        """Whether the driver has the lease, as far as it knows."""
        return self.hold is Hold.OURS

    def connect(self, client: LeaseClient) -> None:
        """Use a (new) connection; a lease that is ours goes on in it."""
        before, self._client = self._client, client
        if before is None or before is client or not self.ours:
            return
        try:
            client.lease_wallet.add(before.lease_wallet.get_lease(BODY))
        except WalletError:
            self.hold = Hold.TAKEN

    def claim(self) -> Outcome:
        """Ask for the lease; UNAVAILABLE names who has it.

        :raises bosdyn.client.exceptions.RpcError: when the robot does not answer
        """
        client = self._connected()
        if self.ours and self._kept():
            return Outcome.success("The lease is ours already.")
        if self.hold is Hold.SPENT:
            self._return_spent(client)
        try:
            lease = client.acquire(timeout=self._patience)
        except ResourceAlreadyClaimedError:
            self._lost()
            who = self.rival or "somebody else"
            return Outcome(
                Code.UNAVAILABLE,
                f"The lease is with {who}, and this driver takes it from nobody: have it given back, then claim again.",
            )
        self.hold, self.rival = Hold.OURS, ""
        self._epoch, self._root = lease.lease_proto.epoch, lease.lease_proto.sequence[0]
        return Outcome.success("The lease is ours.")

    def keep(self) -> None:
        """Tell the robot that we are still there.

        :raises LeaseUseError: when the lease is not ours any more
        :raises bosdyn.client.exceptions.RpcError: when the robot does not answer
        """
        if self.ours and not self._kept():
            self._lost()

    def restore(self) -> None:
        """Get the lease back after the robot itself was started again; after anything else it is not asked for.

        :raises bosdyn.client.exceptions.RpcError: when the robot does not answer
        """
        if not self.ours:
            return
        if self._kept():
            return
        owner, lease = self._owner()
        if owner or lease.epoch == self._epoch:
            self._lost()
            return
        outcome = self.claim_anew()
        if not outcome:
            self._lost()

    def claim_anew(self) -> Outcome:
        """Acquire a lease that is known to be nobody's."""
        self.hold = Hold.GIVEN_BACK
        return self.claim()

    def give_back(self) -> Outcome:
        """Return the lease; success when it was not ours."""
        if not self.ours:
            return Outcome.success("The lease was not ours.")
        self.hold = Hold.GIVEN_BACK
        client = self._connected()
        try:
            client.return_lease(client.lease_wallet.get_lease(BODY), timeout=self._patience)
        except (LeaseResponseError, LeaseUseError, WalletError) as error:
            return outcome_of(error)
        return Outcome.success("The lease was given back.")

    def heard(self, error: Exception) -> None:
        """Take note that a command was refused for its lease."""
        if self.ours and isinstance(error, (LeaseUseError, WalletError)):
            self._lost()

    def guard_lease(self) -> bytes:
        """Return the serialized lease with which the guard stops the robot, whatever was sent; b'' without one."""
        if not self.ours:
            return b""
        try:
            self._connected().lease_wallet.get_lease(BODY)
        except WalletError:
            return b""
        serialized: bytes = self._last_word().SerializeToString()
        return serialized

    def _last_word(self) -> lease_pb2.Lease:
        """Return our lease newer than any that the wallet hands out."""
        sequence = [self._root, GUARD_SEQUENCE]
        return lease_pb2.Lease(resource=BODY, epoch=self._epoch, sequence=sequence, client_names=["root"])

    def _return_spent(self, client: LeaseClient) -> None:
        """Give back what the guard made newer than all of the driver's; where that fails it is stale before long."""
        with contextlib.suppress(LeaseResponseError, LeaseUseError):
            client.return_lease(Lease(self._last_word()), timeout=self._patience)

    def _connected(self) -> LeaseClient:
        if self._client is None:
            raise NoSuchLease(BODY)
        return self._client

    def _kept(self) -> bool:
        client = self._connected()
        try:
            client.retain_lease(client.lease_wallet.get_lease(BODY), timeout=self._patience)
        except (LeaseUseError, WalletError):
            return False
        return True

    def _owner(self) -> tuple[str, lease_pb2.Lease]:
        """Return who has the body's lease ('' nobody), and that lease."""
        resources = self._connected().list_leases(timeout=self._patience)
        for resource in resources:
            if resource.resource == BODY:
                return resource.lease_owner.client_name, resource.lease
        return "", lease_pb2.Lease()

    def _lost(self) -> None:
        owner, lease = self._owner()
        if owner and lease.epoch == self._epoch and lease.sequence[:1] == [self._root]:  # whoever takes it begins anew
            self.hold, self.rival = Hold.SPENT, ""
        else:
            self.hold, self.rival = Hold.TAKEN, owner
