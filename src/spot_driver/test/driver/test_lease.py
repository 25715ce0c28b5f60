"""One lease owner: polite, and never a thief."""

from __future__ import annotations

import pytest
from bosdyn.api import lease_pb2
from bosdyn.client.exceptions import ConnectionResetError as Reset
from bosdyn.client.exceptions import LeaseUseError
from bosdyn.client.lease import Lease, LeaseWallet, NotActiveLeaseError, ResourceAlreadyClaimedError

from pred_core.outcome import Code
from spot_driver.driver.lease import BODY, GUARD_SEQUENCE, Hold, LeaseOwner

TABLET = "tablet"
OURS = "pred"


class Robot:
    """A robot's lease service, with the wallet of one client."""

    def __init__(self, epoch="epoch"):
        self.epoch, self.root, self.owner, self.newest = epoch, 0, "", 0
        self.lease_wallet = LeaseWallet()
        self.lease_wallet.set_client_name(OURS)
        self.taken = 0
        self.down = False

    def acquire(self, **_):
        self._up()
        if self.owner:
            raise ResourceAlreadyClaimedError(lease_pb2.AcquireLeaseResponse())
        self.root += 1
        self.owner = OURS
        lease = Lease(
            lease_pb2.Lease(resource=BODY, epoch=self.epoch, sequence=[self.root], client_names=["root"])
        )
        self.lease_wallet.add(lease)
        return lease

    def take(self):
        self.taken += 1
        raise AssertionError("the driver must never take a lease")

    def retain_lease(self, lease, **_):
        self._up()
        proto = lease.lease_proto
        if proto.epoch != self.epoch or proto.sequence[0] != self.root or self.owner != OURS:
            result = lease_pb2.LeaseUseResult(status=lease_pb2.LeaseUseResult.STATUS_OLDER)
            raise LeaseUseError(lease_pb2.RetainLeaseResponse(), result)

    def return_lease(self, lease, **_):
        assert lease.lease_proto.resource == BODY
        self._up()
        if self.owner != OURS:
            raise NotActiveLeaseError(lease_pb2.ReturnLeaseResponse())
        if lease.lease_proto.sequence[-1] < self.newest:
            raise NotActiveLeaseError(lease_pb2.ReturnLeaseResponse())
        self.owner, self.newest = "", 0

    def list_leases(self, **_):
        self._up()
        lease = lease_pb2.Lease(resource=BODY, epoch=self.epoch, sequence=[self.root])
        return [
            lease_pb2.LeaseResource(
                resource=BODY, lease=lease, lease_owner=lease_pb2.LeaseOwner(client_name=self.owner)
            )
        ]

    def tablet_takes(self):
        self.owner, self.root = TABLET, self.root + 1

    def guard_stops(self, lease):
        self.newest = lease_pb2.Lease.FromString(lease).sequence[-1]

    def command(self, lease):
        """Refuse what is older than the newest lease seen, as a robot does."""
        if lease.lease_proto.sequence[-1] < self.newest:
            result = lease_pb2.LeaseUseResult(status=lease_pb2.LeaseUseResult.STATUS_OLDER)
            raise LeaseUseError(lease_pb2.RetainLeaseResponse(), result)

    def restarts(self):
        self.epoch, self.root, self.owner = self.epoch + "'", 0, ""

    def _up(self):
        if self.down:
            raise Reset(None, "down")


@pytest.fixture
def robot() -> Robot:
    return Robot()


@pytest.fixture
def owner(robot) -> LeaseOwner:
    made = LeaseOwner()
    made.connect(robot)
    return made


def test_it_asks_and_has_it_and_gives_it_back(robot, owner):
    assert not owner.ours and owner.hold is Hold.NOT_ASKED
    assert owner.claim() and owner.ours
    owner.keep()
    assert owner.ours
    assert owner.give_back() and robot.owner == "" and not owner.ours


def test_claiming_what_somebody_has_names_them_and_takes_nothing(robot, owner):
    robot.tablet_takes()
    outcome = owner.claim()
    assert outcome.code is Code.UNAVAILABLE and TABLET in outcome.message
    assert owner.hold is Hold.TAKEN and owner.rival == TABLET and robot.owner == TABLET and robot.taken == 0


def test_a_lease_that_was_taken_stays_taken_even_when_it_is_free_again(robot, owner):
    owner.claim()
    robot.tablet_takes()
    owner.keep()
    assert owner.hold is Hold.TAKEN and owner.rival == TABLET
    robot.owner = ""
    for _ in range(3):
        owner.keep()
        owner.restore()
    assert not owner.ours and robot.owner == ""
    assert owner.claim() and owner.ours, "until a person says so"


def test_after_a_restart_of_the_robot_it_is_asked_for_again(robot, owner):
    owner.claim()
    robot.restarts()
    owner.restore()
    assert owner.ours and robot.owner == OURS


def test_after_a_restart_nobody_is_robbed_either(robot, owner):
    owner.claim()
    robot.restarts()
    robot.tablet_takes()
    owner.restore()
    assert owner.hold is Hold.TAKEN and robot.owner == TABLET


def test_a_free_lease_of_the_same_life_of_the_robot_is_not_taken_up_again(robot, owner):
    owner.claim()
    robot.tablet_takes()
    robot.owner = ""  # taken and given back between two looks
    owner.restore()
    assert owner.hold is Hold.TAKEN and robot.owner == ""


def test_what_was_never_asked_for_is_not_asked_for_by_itself(robot, owner):
    owner.restore()
    assert owner.hold is Hold.NOT_ASKED and robot.owner == ""


def test_a_robot_that_is_away_changes_nothing(robot, owner):
    owner.claim()
    robot.down = True
    for look in (owner.keep, owner.restore):
        with pytest.raises(Reset):
            look()
    assert owner.ours


def test_a_new_connection_goes_on_with_the_lease(robot, owner):
    owner.claim()
    other = Robot()
    other.root, other.owner, other.epoch = robot.root, OURS, robot.epoch
    owner.connect(other)
    owner.keep()
    assert owner.ours


def test_the_guards_lease_is_newer_than_any_of_the_wallets(robot, owner):
    assert owner.guard_lease() == b""
    owner.claim()
    proto = lease_pb2.Lease()
    proto.ParseFromString(owner.guard_lease())
    for _ in range(1000):
        last = robot.lease_wallet.advance(BODY)
    assert list(proto.sequence) == [robot.root, GUARD_SEQUENCE]
    assert Lease(proto).compare(last) is Lease.CompareResult.NEWER


def test_a_lease_that_the_guard_spent_is_nobody_elses_and_is_had_again_once_claimed(robot, owner):
    owner.claim()
    robot.guard_stops(owner.guard_lease())
    with pytest.raises(LeaseUseError) as refused:
        robot.command(robot.lease_wallet.get_lease(BODY))
    owner.heard(refused.value)
    assert owner.hold is Hold.SPENT and not owner.rival and "guard" in owner.hold
    owner.keep()
    owner.restore()
    assert not owner.ours, "not by itself"
    assert owner.claim() and owner.ours
    robot.command(robot.lease_wallet.get_lease(BODY))


def test_a_spent_lease_that_a_tablet_has_taken_since_is_not_taken_back(robot, owner):
    owner.claim()
    robot.guard_stops(owner.guard_lease())
    owner.heard(LeaseUseError(None, lease_pb2.LeaseUseResult()))
    robot.tablet_takes()
    assert owner.claim().code is Code.UNAVAILABLE and robot.owner == TABLET
    assert owner.hold is Hold.TAKEN and owner.rival == TABLET
