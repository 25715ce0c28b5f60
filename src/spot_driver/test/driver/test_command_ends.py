"""Whatever leaves bosdyn's client says when it ends, by the robot's clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest
from bosdyn.api import manipulation_api_pb2
from bosdyn.client.graph_nav import GraphNavClient
from bosdyn.client.robot_command import ExpiredError, RobotCommandBuilder, RobotCommandClient
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from pred_core.geometry import Pose2D
from spot_driver.driver.commands import (
    Command,
    Drive,
    FollowWaypoint,
    Grasp,
    MoveFingers,
    MoveHand,
    Named,
    Pull,
    Stop,
    WalkTo,
)
from spot_driver.driver.doors import SPEED, Front, pull_command
from spot_driver.driver.errors import outcome_of
from spot_driver.driver.gate import Gate
from spot_driver.driver.limits import FINGERS, Limits
from spot_driver.driver.places import Spot

SKEW = 37.25
SECONDS = 0.5


def hand(x: float) -> np.ndarray:
    pose = np.eye(4)
    pose[:3, 3] = (x, 0.0, 0.3)
    return pose


SEEN: Any = SimpleNamespace(pose=Pose2D(0.0, 0.0, 0.0), body_hand=hand(0.6), map_body=hand(0.0))
NORMAL = np.array([1.0, 0.0, 0.0])


def pull(*, slides: bool, opens: bool) -> Pull:
    return Pull(pull_command(Front(Spot((0, 0), NORMAL), NORMAL, slides), opens=opens, anew=True), SECONDS, SPEED)


COMMANDS: dict[str, Command] = {
    "walk": WalkTo(Pose2D(0.2, 0.0, 0.0), SECONDS),
    "drive": Drive(0.1, 0.0, 0.0, SECONDS),
    "hand": MoveHand([(2.0, hand(0.65))]),
    "fingers": MoveFingers(0.5),
    "stand": Named("stand", RobotCommandBuilder.synchro_stand_command()),
    "sit": Named("sit", RobotCommandBuilder.synchro_sit_command()),
    "right": Named("selfright", RobotCommandBuilder.selfright_command()),
    "stow": Named("stow", RobotCommandBuilder.arm_stow_command()),
    "ready": Named("ready", RobotCommandBuilder.arm_ready_command()),
    "carry": Named("carry", RobotCommandBuilder.arm_carry_command()),
    "pull drawer": pull(slides=True, opens=True),
    "push drawer": pull(slides=True, opens=False),
    "pull door": pull(slides=False, opens=True),
    "push door": pull(slides=False, opens=False),
    "grasp": Grasp(manipulation_api_pb2.ManipulationApiRequest(), np.array([0.6, 0.0, 0.3])),
    "follow": FollowWaypoint("waypoint", SECONDS),
    "stop": Stop(),
}
LASTING = ("walk", "drive", "pull drawer", "push drawer", "pull door", "push door", "follow")


class Clock:
    """A robot's clock that is ahead of ours."""

    clock_identifier = "here"

    def get_robot_time_converter(self) -> Clock:
        return self

    def robot_timestamp_from_local_secs(self, seconds: float) -> Timestamp:
        return Timestamp(nanos=round((seconds + SKEW) % 1 * 1e9), seconds=int(seconds + SKEW))


class Wire(RobotCommandClient):
    """bosdyn's client, up to the wire."""

    def __init__(self) -> None:
        super().__init__()
        self._stub = SimpleNamespace(RobotCommand=None)
        self._timesync_endpoint = Clock()
        self.sent: list[Any] = []

    def call(self, _method: Any, request: Any, *_: Any, **__: Any) -> int:
        self.sent.append(request.command)
        return 1


class Map(GraphNavClient):
    """bosdyn's client of maps, up to the wire."""

    def __init__(self, sent: list[Any]) -> None:
        super().__init__()
        self._stub = SimpleNamespace(NavigateTo=None)
        self._sent = sent

    def call(self, _method: Any, request: Any, *_: Any, **__: Any) -> int:
        self._sent.append(request)
        return 1


def deliver(command: Command, gate: Gate | None = None) -> list[Any]:
    wire = Wire()

    def grasp(request: Any, timeout: float) -> Any:
        wire.sent.append(request)
        return SimpleNamespace(manipulation_cmd_id=1)

    gate = gate or Gate(Limits())
    manipulation = SimpleNamespace(manipulation_api_command=grasp)
    gate.session = SimpleNamespace(  # type: ignore[assignment]
        command=wire, time=Clock(), patience=1.0, manipulation=manipulation, graph_nav=Map(wire.sent)
    )
    outcome = gate.send(command, SEEN)
    assert outcome, outcome
    return wire.sent


def ends(message: Message) -> Iterator[Message]:
    """Yield every set part of a message that has a place for an end."""
    if "end_time" in message.DESCRIPTOR.fields_by_name:
        yield message
    for field, value in message.ListFields():
        if field.message_type is not None and not field.is_repeated:
            yield from ends(value)


class Late(Wire):
    """A link over which the first so many commands come after their end."""

    def __init__(self, late: int) -> None:
        super().__init__()
        self._late = late

    def call(self, method: Any, request: Any, *rest: Any, **named: Any) -> int:
        super().call(method, request, *rest, **named)
        if len(self.sent) <= self._late:
            raise ExpiredError(None, "late")
        return 1


def test_what_came_too_late_is_sent_twice_more_with_a_new_end():
    gate = Gate(Limits())
    for late in (1, 2, 3):
        wire = Late(late)
        gate.session = SimpleNamespace(command=wire, time=Clock(), patience=1.0)  # type: ignore[assignment]
        if late == 3:
            with pytest.raises(ExpiredError):
                gate.send(COMMANDS["pull door"], SEEN)
        else:
            assert gate.send(COMMANDS["pull door"], SEEN)
        told = [next(ends(command)).end_time.ToNanoseconds() for command in wire.sent]
        assert len(told) == min(late + 1, 3) and told == sorted(set(told))


def test_every_kind_of_command_is_tried_here():
    assert {type(c) for c in COMMANDS.values()} == set(get_args(Command))


@pytest.mark.parametrize("name", COMMANDS)
def test_what_can_have_an_end_has_it_on_the_wire(name):
    before = time.time()
    (sent,) = deliver(COMMANDS[name])
    after = time.time()
    found = list(ends(sent))
    assert bool(found) == (name in LASTING)
    for part in found:
        assert before - 1e-3 <= part.end_time.ToNanoseconds() / 1e9 - SKEW - SECONDS <= after + 1e-3


@pytest.mark.parametrize(("person", "slow"), [(None, False), ((9.0, 0.0), False), ((1.5, 0.0), False), (None, True)])
def test_the_robot_is_told_how_fast_the_hand_may_get_on_its_way(person, slow):
    gate = Gate(Limits(hand_speed=0.4, person_speed=0.2))
    gate.person = person
    (sent,) = deliver(MoveHand([(2.0, hand(0.65))], slow), gate)
    arm = sent.synchronized_command.arm_command.arm_cartesian_command
    told = arm.max_linear_velocity.value, arm.max_angular_velocity.value
    near = slow or person == (1.5, 0.0)
    assert told == gate.limits.hand_pace(near=near)
    assert told[0] + FINGERS * told[1] == pytest.approx(0.2) if near else told[0] == 0.4


def test_a_pull_that_is_sent_again_ends_later():
    command = pull(slides=True, opens=True)
    first, second = (next(ends(deliver(command)[0])).end_time.ToNanoseconds() for _ in range(2))
    assert second > first


def test_a_command_without_an_end_is_not_blamed_on_the_network():
    from bosdyn.client.robot_command import ExpiredError

    assert "network" not in outcome_of(ExpiredError(None)).message
