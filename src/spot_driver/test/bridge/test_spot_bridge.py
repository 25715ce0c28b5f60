"""Spot's bridge without a robot: what goals come to, who is asked, what cmd_vel may, what parameters mean."""

from __future__ import annotations

import contextlib
import math
import threading
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from geometry_msgs.msg import PoseStamped, Twist

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_core.ros.parameters import ParameterError
from pred_core.targets import Target, TargetKind
from pred_msgs.action import LookFrom
from pred_msgs.msg import BaseMotion
from spot_driver.bridge import doing as doing_module
from spot_driver.bridge.doing import Doing, Steps
from spot_driver.bridge.driving import Driving, clipped
from spot_driver.bridge.parameters import DriverParameters
from spot_driver.driver.limits import Limits

UNREADY = Outcome(Code.ROBOT_LOST, "The robot has no lease: call claim.")
EVENT = threading.Event()
STEPS = Steps(move=0.25, turn=math.pi / 4.0, look=math.radians(20.0), watchdog=0.4)


class Link:
    """A link to a robot that stands at a pose, or is not ready."""

    def __init__(self, *, ready: bool = True, sits: bool = False) -> None:
        self.ready, self.sits = ready, sits
        self.fresh = SimpleNamespace(pose=Pose2D(1.0, 2.0, math.pi / 2.0), stowed=False) if ready else None
        self.settings = SimpleNamespace(limits=Limits())
        self.guard = contextlib.nullcontext()
        self.sent: list[object] = []
        self.person: tuple[float, float] | None = None

    def available(self) -> Outcome:
        return Outcome.success() if self.ready else UNREADY

    def send(self, command: object) -> Outcome:
        self.sent.append(command)
        return Outcome.success()


class Hands:
    """Hands that do what is asked and remember it."""

    def __init__(self, *, holding: bool = False) -> None:
        self.holding, self.pitch, self.done = holding, math.radians(25.0), []

    def look(self, pitch: float, _event: object, yaw: float = 0.0) -> Outcome:
        self.done.append(("look", round(math.degrees(pitch)), round(math.degrees(yaw))))
        self.pitch = pitch
        return Outcome.success()

    def pick(self, target: Target, *_: object) -> Outcome:
        self.done.append(("pick", target.class_name))
        self.holding = True
        return Outcome.success()

    def put(self, target: Target, *told: object, rim: bool) -> Outcome:
        """Put it down on what is flat but for its rim, if it has one."""
        self.done.append(("put", target.class_name))
        glance = told[-1]
        if rim and callable(glance):
            glance()
        self.holding = False
        return Outcome.success()

    def let_go(self, _event: object) -> Outcome:
        self.done.append(("drop",))
        self.holding = False
        return Outcome.success()


class Person:
    """Gives one answer, and remembers what it was asked."""

    def __init__(self, answer: Outcome) -> None:
        self.answer, self.asked = answer, []

    def ask(self, step: str, reason: str, _picture: object, _cancel: object) -> Outcome:
        self.asked.append((step, reason))
        return self.answer

    ask_to_look = ask

    def end_looks(self) -> None:
        """Nothing holds."""


VIEW = SimpleNamespace(
    picture=SimpleNamespace(rgb=np.zeros((2, 2, 3), np.uint8), depth=np.ones((2, 2), np.float32), step=1),
    colour=None,
    body=np.eye(4),
    seen=SimpleNamespace(body_hand=None),
)
CUP = Target(TargetKind.NONE, class_name="Cup")


def made(link: Link | None = None, hands: Hands | None = None, *, person: Person | None = None, view=VIEW) -> Doing:
    views = {"front": (0.0, math.radians(25.0)), "left": (math.radians(50.0), math.radians(25.0))}
    observer = SimpleNamespace(view=view, earlier=())
    return Doing(link or Link(), hands or Hands(), observer, STEPS, views, person)


def skill(doing: Doing, name: str) -> Outcome:
    return doing.skill(name, CUP, EVENT, lambda _: None)


def test_a_thing_is_picked_up_and_put_down_and_the_robot_knows_what_it_holds() -> None:
    hands = Hands()
    doing = made(hands=hands)
    assert skill(doing, Primitive.PICKUP) and skill(doing, Primitive.PUT)
    assert hands.done == [("pick", "Cup"), ("put", "Cup")]


@pytest.mark.parametrize(
    ("place", "looks"),
    [("SinkBasin", True), ("Drawer", True), ("GarbageCan", True), ("DiningTable", False), ("Cabinet", False)],
)
def test_where_a_rim_may_hide_what_was_put_a_picture_is_taken_from_above(place: str, looks: bool) -> None:
    hands, pictures = Hands(holding=True), list[tuple[str, bool]]()
    observer = SimpleNamespace(
        view=VIEW, earlier=(), observe=lambda skill, _outcome, counted: pictures.append((skill, counted))
    )
    doing = Doing(Link(), hands, observer, STEPS, {}, None)
    assert doing.skill(Primitive.PUT, Target(TargetKind.NONE, class_name=place), EVENT, lambda _: None)
    assert pictures == ([(Primitive.PUT, False)] if looks else []), "it is no action of its own"


def test_what_cannot_be_is_told_before_anybody_is_asked() -> None:
    person = Person(Outcome.success())
    cases = [
        (made(person=person), "SliceObject", Code.NOT_AFFORDED),
        (made(Link(ready=False), person=person), Primitive.PICKUP, Code.ROBOT_LOST),
        (made(view=None, person=person), Primitive.PICKUP, Code.UNAVAILABLE),
        (made(person=person), "DropObject", Code.HAND_EMPTY),
    ]
    for doing, name, code in cases[:3]:
        assert skill(doing, name).code is code
    assert not person.asked
    doing, name, code = cases[3]
    assert skill(doing, name).code is code


def test_a_no_stops_a_skill_before_the_hand_moves() -> None:
    person, hands = Person(Outcome(Code.UNAVAILABLE, "Not approved: the answer was no.")), Hands()
    assert skill(made(hands=hands, person=person), Primitive.PICKUP).code is Code.UNAVAILABLE
    assert hands.done == []
    ((step, reason),) = person.asked
    assert step == "PickupObject Cup" and "picks up" in reason and "The gripper is empty." in reason


@pytest.mark.parametrize(
    ("motion", "poses"),
    [
        (BaseMotion(motion=BaseMotion.FORWARD), [(1.0, 2.25, 90)]),
        (BaseMotion(motion=BaseMotion.RIGHT, amount=0.5), [(1.5, 2.0, 90)]),
        (BaseMotion(motion=BaseMotion.TURN_LEFT), [(1.0, 2.0, 135)]),
        (BaseMotion(motion=BaseMotion.TURN_RIGHT, amount=math.pi), [(1.0, 2.0, a) for a in (45, 0, -45, -90)]),
    ],
)
def test_motions_are_walked_from_where_the_robot_stands(
    motion: BaseMotion, poses: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked: list[tuple[float, float, int]] = []

    def walk(_link: object, path: list[Pose2D], *_: object) -> Outcome:
        walked.extend((round(p.x, 6), round(p.y, 6), round(math.degrees(p.yaw))) for p in path)
        return Outcome.success()

    monkeypatch.setattr(doing_module, "walk", walk)
    assert made().move(motion, EVENT)
    assert walked == poses


@pytest.mark.parametrize(
    ("motion", "link", "code"),
    [
        (BaseMotion(motion="fly"), Link(), Code.BAD_INPUT),
        (BaseMotion(motion=BaseMotion.FORWARD, amount=-1.0), Link(), Code.BAD_INPUT),
        (BaseMotion(motion=BaseMotion.FORWARD, amount=math.nan), Link(), Code.BAD_INPUT),
        (BaseMotion(motion=BaseMotion.FORWARD), Link(sits=True), Code.PRECONDITION_FAILURE),
        (BaseMotion(motion=BaseMotion.FORWARD), Link(ready=False), Code.ROBOT_LOST),
        (BaseMotion(motion=BaseMotion.LOOK_DOWN, amount=math.radians(60.0)), Link(), Code.BLOCKED),
        (BaseMotion(motion=BaseMotion.WAIT), Link(ready=False), Code.SUCCESS),
    ],
)
def test_motions_that_cannot_be_made(motion: BaseMotion, link: Link, code: Code) -> None:
    assert made(link).move(motion, EVENT).code is code


def test_the_camera_tilts_and_goes_to_named_views_and_to_no_others() -> None:
    hands = Hands()
    doing = made(hands=hands)
    assert doing.move(BaseMotion(motion=BaseMotion.LOOK_DOWN), EVENT)
    assert doing.look(LookFrom.Goal(view="left"), EVENT)
    assert hands.done == [("look", 45, 0), ("look", 25, 50)]
    unknown = doing.look(LookFrom.Goal(view="back"), EVENT)
    assert unknown.code is Code.BAD_INPUT and "front, left" in unknown.message
    nowhere = doing.look(LookFrom.Goal(camera=PoseStamped()), EVENT)
    assert nowhere.code is Code.BAD_INPUT


def test_motions_are_asked_for_once_and_waiting_not_at_all() -> None:
    person = Person(Outcome.success())
    doing = made(person=person)
    assert doing.motions_allowed([BaseMotion(motion=BaseMotion.WAIT)], EVENT) and not person.asked
    moves = [BaseMotion(motion=m) for m in (BaseMotion.FORWARD, BaseMotion.WAIT, BaseMotion.TURN_LEFT)]
    assert doing.motions_allowed(moves, EVENT)
    assert [step for step, _ in person.asked] == [f"move_base {BaseMotion.FORWARD} {BaseMotion.TURN_LEFT}"]


def test_cmd_vel_is_clipped_in_its_direction() -> None:
    twist = Twist()
    twist.linear.x, twist.linear.y, twist.angular.z = 3.0, 4.0, -9.0
    forward, left, turn = clipped(twist, 0.5, 0.7)
    assert (round(forward, 6), round(left, 6), turn) == (0.3, 0.4, -0.7)


@pytest.mark.parametrize(
    ("allowed", "free", "sent", "told"),
    [(True, True, 1, ""), (False, True, 0, "person must approve"), (True, False, 0, "a goal is being done")],
)
def test_cmd_vel_is_obeyed_only_while_nobody_has_the_robot(allowed: bool, free: bool, sent: int, told: str) -> None:
    link, said = Link(), list[str]()
    driving = Driving(link, 0.1, allowed=allowed, free=lambda: free, warn=said.append)
    for _ in range(2):
        driving.take(Twist())
    assert len(link.sent) == 2 * sent
    assert len(said) == (1 if told else 0) and all(told in one for one in said), "told once"


def test_parameters_say_who_is_asked_and_refuse_what_is_beyond_the_caps() -> None:
    assert not DriverParameters().asks() and DriverParameters(hostname="192.168.80.3").asks()
    assert not DriverParameters(hostname="192.168.80.3").driven(), "cmd_vel waits for nobody's yes"
    assert DriverParameters(hostname="192.168.80.3", approval="false").driven()
    with pytest.raises(ParameterError):
        DriverParameters(walk_speed=99.0).check()
    with pytest.raises(ParameterError, match="view_angles"):
        DriverParameters(views=["front"], view_angles=[1.0]).named_views()
