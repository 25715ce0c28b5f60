"""The asking side against servers that say yes, no, nothing, or break off; and what is asked."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from rclpy.action import ActionServer, CancelResponse, GoalResponse  # noqa: E402
from rclpy.callback_groups import ReentrantCallbackGroup  # noqa: E402
from rclpy.executors import MultiThreadedExecutor  # noqa: E402

from pred_bridge import approval  # noqa: E402
from pred_bridge.approval import Approval, marked  # noqa: E402
from pred_core.geometry import Intrinsics  # noqa: E402
from pred_core.outcome import Code, Outcome  # noqa: E402
from pred_core.pictures import Picture  # noqa: E402
from pred_core.ros.conversions import image_from_msg  # noqa: E402
from pred_core.targets import Target, TargetKind  # noqa: E402
from pred_msgs.action import ApproveAction  # noqa: E402
from ur5_driver.bridge.asking import in_hand, skill_question  # noqa: E402
from ur5_driver.driver.gripper import Contact, Fingers  # noqa: E402

DOMAIN = "38"
PATIENCE = 20.0
STEP = 7
MAGENTA = (255, 0, 255)
MASK = np.zeros((48, 64), dtype=np.uint8)
MASK[20:30, 10:25] = 255
SEEN = Picture(
    step=STEP,
    stamp=0.0,
    rgb=np.full((48, 64, 3), 90, dtype=np.uint8),
    depth=np.full((48, 64), 0.5, dtype=np.float32),
    camera=Intrinsics(50.0, 50.0, 32.0, 24.0, 64, 48),
    tool=np.eye(4),
    optical=np.eye(4),
)
EMPTY = Fingers(0.085, Contact.ARRIVED, 0.0)
FULL = Fingers(0.054, Contact.CLOSING_STOPPED, 0.0)


class Scripted:
    """Serves approve_action as a test tells it to."""

    def __init__(self, node):
        self.says = "yes"
        self.takes = GoalResponse.ACCEPT
        self.goals: list[ApproveAction.Goal] = []
        self.offered, self.asked, self.taken_back = (threading.Event() for _ in range(3))
        self.hears, self.answers = threading.Event(), threading.Event()
        self.hears.set()
        self.server = ActionServer(
            node,
            ApproveAction,
            "approve_action",
            self.decide,
            goal_callback=self.take,
            cancel_callback=self.cancel,
            callback_group=ReentrantCallbackGroup(),
        )

    def take(self, _):
        self.offered.set()
        assert self.hears.wait(PATIENCE)
        return self.takes

    def cancel(self, _):
        self.taken_back.set()
        return CancelResponse.ACCEPT

    def decide(self, handle):
        self.goals.append(handle.request)
        self.asked.set()
        if self.says == "nothing":
            assert self.answers.wait(PATIENCE)
            handle.canceled() if handle.is_cancel_requested else handle.succeed()
            return ApproveAction.Result(approved=True, message="too late")
        if self.says == "broken":
            handle.abort()
            return ApproveAction.Result(approved=True)
        handle.succeed()
        return ApproveAction.Result(approved=self.says == "yes", message=f"Ada said {self.says}")


class Stage:
    """An asker, and whoever answers."""

    def __init__(self) -> None:
        rclpy.init()
        self.node = rclpy.create_node("asker")
        self.group = ReentrantCallbackGroup()
        self.executor = MultiThreadedExecutor(num_threads=4)
        self.executor.add_node(self.node)
        self.thread = threading.Thread(target=self.executor.spin)
        self.thread.start()
        self.cancel = threading.Event()
        self.script: Scripted | None = None

    def serve(self) -> Scripted:
        self.script = Scripted(self.node)
        return self.script

    def ask(self, timeout: float = PATIENCE, picture: np.ndarray | None = None) -> Outcome:
        approval = Approval(self.node, timeout, self.group)
        return approval.ask("PickupObject FantaCan", "Because.", picture, self.cancel)

    def ask_aside(self, timeout: float = PATIENCE) -> tuple[threading.Thread, list[Outcome]]:
        """Ask in a thread of its own; give it, and the list into which the outcome comes."""
        outcomes = list[Outcome]()
        thread = threading.Thread(target=lambda: outcomes.append(self.ask(timeout)))
        thread.start()
        return thread, outcomes

    def close(self) -> None:
        if self.script is not None:
            self.script.hears.set()
            self.script.answers.set()
            self.script.server.destroy()
        self.executor.shutdown()
        self.thread.join(PATIENCE)
        self.node.destroy_node()
        rclpy.shutdown()


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setitem(os.environ, "ROS_DOMAIN_ID", DOMAIN)
    monkeypatch.setattr(approval, "SERVER_WITHIN", PATIENCE)  # a busy machine finds it late
    made = Stage()
    yield made
    made.close()


def test_a_yes_is_a_success_with_who_said_it(stage: Stage) -> None:
    script = stage.serve()
    assert stage.ask().message == "Ada said yes"
    goal = script.goals[-1]
    assert (goal.step, goal.reason, goal.timeout.sec) == ("PickupObject FantaCan", "Because.", int(PATIENCE))
    assert not goal.picture.data


@pytest.mark.parametrize(
    ("says", "words"), [("no", "Ada said no"), ("broken", "broken off"), ("refuse", "not taken")]
)
def test_whatever_is_no_yes_is_a_no(stage: Stage, says: str, words: str) -> None:
    script = stage.serve()
    script.says = says
    if says == "refuse":
        script.takes = GoalResponse.REJECT
    outcome = stage.ask()
    assert outcome.code is Code.UNAVAILABLE
    assert outcome.message.startswith("Not approved: ")
    assert words in outcome.message


def test_without_a_server_the_answer_is_no_and_says_what_to_start(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(approval, "SERVER_WITHIN", 0.2)
    outcome = stage.ask()
    assert outcome.code is Code.UNAVAILABLE
    assert "start `ask_person`" in outcome.message


def test_silence_is_a_no_and_the_question_is_taken_back(stage: Stage) -> None:
    script = stage.serve()
    script.says = "nothing"
    outcome = stage.ask(1.0)
    assert outcome.code is Code.UNAVAILABLE
    assert "no answer came in time" in outcome.message
    assert script.asked.wait(PATIENCE)
    assert script.taken_back.wait(PATIENCE)


def test_a_cancel_while_waiting_ends_it_and_takes_the_question_back(stage: Stage) -> None:
    script = stage.serve()
    script.says = "nothing"
    thread, outcomes = stage.ask_aside()
    assert script.asked.wait(PATIENCE)
    stage.cancel.set()
    thread.join(PATIENCE)
    assert [outcome.code for outcome in outcomes] == [Code.CANCELED]
    assert script.taken_back.wait(PATIENCE)


def test_a_question_that_is_taken_late_is_taken_back(stage: Stage) -> None:
    script = stage.serve()
    script.says = "nothing"
    script.hears.clear()
    thread, outcomes = stage.ask_aside()
    assert script.offered.wait(PATIENCE)
    stage.cancel.set()
    thread.join(PATIENCE)
    assert [outcome.code for outcome in outcomes] == [Code.CANCELED]
    assert not script.taken_back.is_set()
    script.hears.set()
    assert script.taken_back.wait(PATIENCE)


def test_the_picture_comes_with_the_question(stage: Stage) -> None:
    script = stage.serve()
    question = skill_question("PickupObject", target(), SEEN, EMPTY, "")
    assert stage.ask(PATIENCE, question.picture)
    image = script.goals[-1].picture
    assert (image.encoding, image.header.frame_id) == ("rgb8", "camera_color_optical_frame")
    assert np.array_equal(image_from_msg(image), question.picture)


def target(step: int = STEP, relation: str = "", name: str = "FantaCan") -> Target:
    return Target(TargetKind.MASK, step, MASK, class_name=name, relation=relation)


def outlined(picture: np.ndarray | None) -> np.ndarray:
    assert picture is not None
    return np.all(picture == MAGENTA, axis=2)


def test_the_target_is_outlined_and_stays_visible() -> None:
    question = skill_question("PickupObject", target(), SEEN, EMPTY, "")
    line = outlined(question.picture)
    rows, columns = np.flatnonzero(line.any(axis=1)), np.flatnonzero(line.any(axis=0))
    assert (rows[0], rows[-1], columns[0], columns[-1]) == (18, 31, 8, 26)
    assert not line[MASK > 0].any()
    assert question.picture is not None
    assert np.all(question.picture[~line] == 90)
    assert np.all(SEEN.rgb == 90), "what the driver plans with is not drawn on"


def test_a_pixel_marks_what_is_around_it() -> None:
    at = Target(TargetKind.PIXEL, STEP, u=30, v=20, class_name="Lemon")
    assert outlined(skill_question("PickupObject", at, SEEN, EMPTY, "").picture).any()


@pytest.mark.parametrize("wrong", [target(step=STEP - 1), Target(TargetKind.NONE, class_name="FantaCan")])
def test_what_is_not_in_the_picture_is_not_outlined_and_that_is_said(wrong: Target) -> None:
    question = skill_question("PickupObject", wrong, SEEN, EMPTY, "")
    assert not outlined(question.picture).any()
    assert "nothing is outlined" in question.reason


def test_without_a_picture_there_is_none() -> None:
    question = skill_question("PickupObject", target(), None, EMPTY, "")
    assert question.picture is None
    assert "nothing is outlined" in question.reason


def test_a_mask_at_the_picture_s_edge_is_outlined() -> None:
    mask = np.zeros((48, 64), dtype=bool)
    mask[:, 60:] = True
    assert outlined(marked(SEEN.rgb, mask)).sum() == 2 * 48
    assert not outlined(marked(SEEN.rgb, None)).any()


ASKED = [
    ("PickupObject", "", EMPTY, "", "PickupObject FantaCan", "picks up the FantaCan that is outlined"),
    ("PickupObject", "", EMPTY, "Mug", "PickupObject FantaCan", "The gripper is empty."),
    ("PutObject", "in", FULL, "Mug", "PutObject Mug in FantaCan", "puts what it holds in the FantaCan"),
    ("PutObject", "in", FULL, "Mug", "PutObject Mug in FantaCan", "set it down on the table first"),
    ("PutObject", "on", FULL, "Mug", "PutObject Mug on FantaCan", "54 mm wide, picked up as Mug."),
    ("PutObject", "", FULL, "", "PutObject at FantaCan", "on or in the FantaCan"),
    ("PutObject", "", EMPTY, "Mug", "PutObject at FantaCan", "The gripper is empty."),
    ("DropObject", "", FULL, "Mug", "DropObject Mug", "free spot of the table"),
    ("DropObject", "", None, "", "DropObject", "not known"),
    ("OpenObject", "", EMPTY, "", "OpenObject FantaCan", "does OpenObject with the FantaCan"),
]


@pytest.mark.parametrize(("skill", "relation", "fingers", "picked", "step", "words"), ASKED)
def test_the_question_says_what_is_done_with_what(
    skill: str, relation: str, fingers: Fingers | None, picked: str, step: str, words: str
) -> None:
    question = skill_question(skill, target(relation=relation), SEEN, fingers, picked)
    assert question.step == step
    assert words in question.reason


def test_a_thing_without_a_name_is_a_thing() -> None:
    question = skill_question("PickupObject", target(name=""), SEEN, EMPTY, "")
    assert question.step == "PickupObject thing"


def test_what_closed_fingers_hold_is_nothing() -> None:
    assert in_hand(Fingers(0.001, Contact.CLOSING_STOPPED, 0.0), "Mug") == "The gripper is empty."


def test_one_yes_to_looking_holds_until_something_else_is_asked(stage: Stage) -> None:
    script = stage.serve()
    approval = Approval(stage.node, PATIENCE, stage.group, 1e6)

    def look() -> Outcome:
        return approval.ask_to_look("look_from home", "It looks.", None, stage.cancel)

    script.says = "no"
    assert not look()
    script.says = "yes"
    assert look() and look() and look()
    assert len(script.goals) == 2
    assert "A yes holds for further looks" in script.goals[-1].reason
    assert approval.ask("PickupObject Mug", "", None, stage.cancel)
    assert look()
    assert len(script.goals) == 4
    approval.end_looks()
    assert look()
    assert len(script.goals) == 5


def test_without_a_time_to_hold_each_look_is_asked(stage: Stage) -> None:
    script = stage.serve()
    approval = Approval(stage.node, PATIENCE, stage.group)
    for _ in range(2):
        assert approval.ask_to_look("look_from home", "It looks.", None, stage.cancel)
    assert [goal.reason for goal in script.goals] == ["It looks."] * 2
