"""The node `ask_person` and the driver's asking side, with a person who types late, early, nothing, or nonsense."""

from __future__ import annotations

import os
import queue
import select
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from rclpy.callback_groups import ReentrantCallbackGroup  # noqa: E402
from rclpy.executors import MultiThreadedExecutor  # noqa: E402

from pred_bridge import approval  # noqa: E402
from pred_bridge.approval import Approval  # noqa: E402
from pred_core.asking import Answer, Asked, Question  # noqa: E402
from pred_core.outcome import Code, Outcome  # noqa: E402
from pred_core.ros import ask_person  # noqa: E402
from pred_core.ros.ask_person import AskPersonNode  # noqa: E402
from pred_core.ros.person import Person  # noqa: E402
from pred_core.ros.pictures_shown import whereabouts  # noqa: E402
from pred_core.ros.qos import EVENTS, LATCHED  # noqa: E402
from pred_core.ros.typed import Typed  # noqa: E402
from pred_msgs.msg import PersonAnswer, PersonQuestion, Plan, Subgoal  # noqa: E402

DOMAIN = "39"
PATIENCE = 20.0
SHORT = 1.5
"""A question's time where nobody answers it, s."""
RGB = np.arange(48 * 64 * 3, dtype=np.uint32).reshape(48, 64, 3).astype(np.uint8)
PLAN = Plan(
    instruction="put a Fanta on it",
    cursor=1,
    subgoals=[
        Subgoal(action="PickupObject", object="FantaCan"),
        Subgoal(action="PutObject", object="YellowCupboard", relation="on", note="moved"),
    ],
)


class Terminal:
    """What the person types into and what is printed; a pseudo-terminal or a pipe."""

    def __init__(self, kind: str) -> None:
        self.reads, self.writes = reversed(os.openpty()) if kind == "tty" else os.pipe()
        self.printed: queue.Queue[str] = queue.Queue()

    def print(self, text: str, **_: object) -> None:
        self.printed.put(text)

    def type(self, text: bytes) -> None:
        os.write(self.writes, text)

    def type_to_nobody(self, text: bytes) -> None:
        """Type while nobody reads; return once it could be read."""
        self.type(text)
        assert select.select([self.reads], [], [], PATIENCE)[0]

    def question(self) -> str:
        """Wait until something is asked; return what."""
        while True:
            text = self.printed.get(timeout=PATIENCE)
            if "May the robot do it?" in text or "Which?" in text:
                return text

    def ended(self) -> None:
        """Wait until it is printed that a question is over without an answer."""
        assert self.printed.get(timeout=PATIENCE).startswith("(")

    def hang_up(self) -> None:
        for end in (self.writes, self.reads):
            try:
                os.close(end)
            except OSError:
                assert end == self.writes, "a test may have ended it"


class Stage:
    """The node, a terminal, and the driver's asking side."""

    def __init__(self, terminal: Terminal, *parameters: str) -> None:
        rclpy.init(args=["--ros-args", *(part for given in parameters for part in ("-p", given))])
        self.terminal = terminal
        self.node, self.asker = AskPersonNode(terminal.reads), rclpy.create_node("asker")
        self.group = ReentrantCallbackGroup()
        self.plan = self.asker.create_publisher(Plan, "plan", LATCHED)
        self.executor = MultiThreadedExecutor(num_threads=6)
        for node in (self.node, self.asker):
            self.executor.add_node(node)
        self.thread = threading.Thread(target=self.executor.spin)
        self.thread.start()
        self.cancel = threading.Event()

    def ask(self, timeout: float = PATIENCE, picture: np.ndarray | None = None) -> Outcome:
        asks = Approval(self.asker, timeout, self.group)
        return asks.ask("PickupObject FantaCan", "The arm picks it up.", picture, self.cancel)

    def asked(self, typed: Callable[[], object], timeout: float = PATIENCE) -> Outcome:
        """Ask; once the question is printed, let the person do something; return the outcome."""
        outcomes = list[Outcome]()
        thread = threading.Thread(target=lambda: outcomes.append(self.ask(timeout)))
        thread.start()
        self.terminal.question()
        typed()
        thread.join(2.0 * PATIENCE)
        [outcome] = outcomes
        return outcome

    def choose(self, question: Question, act: Callable[[], object]) -> Answer:
        """Ask over ask_person; once the question is printed, let the person do something; return the answer."""
        answers: queue.Queue[Answer] = queue.Queue()
        person = Person(self.asker)

        async def ask() -> None:
            answers.put(await person.ask(question))

        self.executor.create_task(ask)
        self.terminal.question()
        act()
        return answers.get(timeout=PATIENCE)

    def close(self) -> None:
        self.node.close()
        self.executor.shutdown()
        self.thread.join(PATIENCE)
        for node in (self.node, self.asker):
            node.destroy_node()
        rclpy.shutdown()


@pytest.fixture(params=["tty", "pipe"])
def terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    made = Terminal(request.param)
    monkeypatch.setattr(ask_person, "print", made.print, raising=False)
    yield made
    made.hang_up()


@pytest.fixture
def make(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Callable[..., Stage]]:
    monkeypatch.setitem(os.environ, "ROS_DOMAIN_ID", DOMAIN)
    monkeypatch.setattr(approval, "SERVER_WITHIN", PATIENCE)  # a busy machine finds it late
    stages: list[Stage] = []

    def build(*parameters: str) -> Stage:
        picture = () if any("picture:=" in p for p in parameters) else (f"picture:={tmp_path / 'seen.png'}",)
        stages.append(Stage(terminal, *parameters, *picture))
        return stages[-1]

    yield build
    for stage in stages:
        stage.close()


def test_only_a_typed_yes_is_a_yes(make: Callable[..., Stage], terminal: Terminal) -> None:
    stage = make()
    for line in ("y", "Y", "yes", " Yes "):
        outcome = stage.asked(lambda line=line: terminal.type(line.encode() + b"\n"))
        assert outcome, line
        assert outcome.message == f"a person answered {line.strip()!r}"
    for line in ("", "n", "no", "yy", "yes no", "ja", "\u00ff"):
        outcome = stage.asked(lambda line=line: terminal.type(line.encode() + b"\n"))
        assert outcome.code is Code.UNAVAILABLE, line


def test_a_yes_that_comes_too_late_does_not_answer_the_next_question(
    make: Callable[..., Stage], terminal: Terminal
) -> None:
    stage = make()
    assert "no answer" in stage.asked(lambda: None, SHORT).message
    terminal.ended()
    terminal.type_to_nobody(b"y\n")
    assert not stage.asked(lambda: None, SHORT)
    assert stage.asked(lambda: terminal.type(b"y\n"))


def test_of_lines_typed_at_once_only_the_first_counts(make: Callable[..., Stage], terminal: Terminal) -> None:
    stage = make()
    assert stage.asked(lambda: terminal.type(b"y\ny\ny\n"))
    assert not stage.asked(lambda: None, SHORT)


def test_half_a_line_from_before_is_forgotten(make: Callable[..., Stage], terminal: Terminal) -> None:
    stage = make()
    assert not stage.asked(lambda: terminal.type(b"y"), SHORT)
    terminal.ended()
    assert not stage.asked(lambda: terminal.type(b"\n"))


def test_a_cancelled_question_is_taken_back_and_the_next_one_is_asked(
    make: Callable[..., Stage], terminal: Terminal
) -> None:
    stage = make()
    assert stage.asked(stage.cancel.set).code is Code.CANCELED
    terminal.ended()
    stage.cancel.clear()
    assert stage.asked(lambda: terminal.type(b"y\n"))


def test_a_question_at_a_time(make: Callable[..., Stage], terminal: Terminal) -> None:
    stage = make()
    outcomes: queue.Queue[Outcome] = queue.Queue()
    threads = [threading.Thread(target=lambda: outcomes.put(stage.ask())) for _ in range(2)]
    for thread in threads:
        thread.start()
    terminal.question()
    terminal.type(b"y\n")
    assert outcomes.get(timeout=PATIENCE)
    terminal.question()  # asked only now
    terminal.type(b"n\n")
    assert not outcomes.get(timeout=PATIENCE)


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
def test_a_closed_terminal_says_no(make: Callable[..., Stage], terminal: Terminal) -> None:
    stage = make()
    os.close(terminal.writes)
    outcome = stage.asked(lambda: None)
    assert outcome.code is Code.UNAVAILABLE
    assert "the terminal is closed" in outcome.message


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
def test_a_node_that_ends_waits_for_no_answer(make: Callable[..., Stage], terminal: Terminal) -> None:
    stage = make()
    assert not stage.asked(stage.node.close)


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
@pytest.mark.parametrize("answer", ["always", "never"])
def test_it_may_be_told_always_to_say_the_same(make: Callable[..., Stage], answer: str) -> None:
    outcome = make(f"answer:={answer}").ask()
    assert bool(outcome) == (answer == "always")
    assert f"answer:={answer}" in outcome.message


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
def test_it_shows_step_reason_plan_and_picture(
    make: Callable[..., Stage], terminal: Terminal, tmp_path: Path
) -> None:
    stage = make()
    stage.plan.publish(PLAN)
    deadline = time.monotonic() + PATIENCE
    heard = threading.Event()
    while not stage.node._plan.subgoals:
        assert time.monotonic() < deadline
        heard.wait(0.01)
    questions = list[str]()
    thread = threading.Thread(target=lambda: stage.ask(picture=RGB))
    thread.start()
    questions.append(terminal.question())
    terminal.type(b"n\n")
    thread.join(PATIENCE)
    lines = questions[0].strip().splitlines()
    assert lines == [
        "PickupObject FantaCan: The arm picks it up.",
        "The latest plan, 'put a Fanta on it', is at step 2 of 2: PutObject on YellowCupboard (moved).",
        f"Picture: {tmp_path / 'seen.png'}",
        "May the robot do it? [y/N] (20 s)",
    ]
    assert np.array_equal(np.asarray(Image.open(tmp_path / "seen.png")), RGB)


def printed(stage: Stage, step: str, picture: np.ndarray | None) -> str:
    """Ask, answer no, and return what was printed."""
    asks = Approval(stage.asker, PATIENCE, stage.group)
    thread = threading.Thread(target=lambda: asks.ask(step, "", picture, stage.cancel))
    thread.start()
    text = stage.terminal.question()
    stage.terminal.type(b"n\n")
    thread.join(PATIENCE)
    return text


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
@pytest.mark.parametrize("name", ["nowhere/seen.png", "seen.of_no_kind"])
def test_a_picture_that_cannot_be_written_is_said(
    make: Callable[..., Stage], tmp_path: Path, name: str
) -> None:
    stage = make(f"picture:={tmp_path / name}")
    assert "could not be written" in printed(stage, "PickupObject", RGB)
    assert "No picture came" in printed(stage, "PickupObject", None)


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
def test_a_name_cannot_play_with_the_terminal(make: Callable[..., Stage]) -> None:
    text = printed(make(), "PickupObject Can\x1b[2J\r\nMay the robot do it?\x07", None)
    assert not set(text) & set("\x1b\r\x07")
    assert len(text.strip().splitlines()) == 3


def test_a_plan_that_is_done_or_empty_has_no_step() -> None:
    assert whereabouts(Plan()) == ""
    assert whereabouts(Plan(cursor=2, subgoals=PLAN.subgoals)) == ""
    first = Plan(instruction="go", cursor=0, subgoals=PLAN.subgoals)
    assert whereabouts(first) == "The latest plan, 'go', is at step 1 of 2: PickupObject FantaCan."


def test_lines_come_one_by_one(terminal: Terminal) -> None:
    typed = Typed(terminal.reads)
    assert typed.line(0.0) is None
    terminal.type(b"one\ntwo\n")
    assert (typed.line(PATIENCE), typed.line(PATIENCE), typed.line(0.0)) == ("one", "two", None)
    terminal.type_to_nobody(b"three\n")
    typed.forget()
    assert typed.line(0.0) is None


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
def test_whoever_types_without_end_is_not_read_without_end(terminal: Terminal) -> None:
    os.set_blocking(terminal.writes, False)
    typed = Typed(terminal.reads)
    for _ in range(3):  # `yes |` fills the pipe again each time
        try:
            while True:
                os.write(terminal.writes, b"y\n" * 512)
        except BlockingIOError:
            typed.forget()
    assert typed.line(0.0) is None


def test_a_descriptor_that_is_closed_has_no_lines() -> None:
    reads, writes = os.pipe()
    os.close(writes)
    os.close(reads)
    typed = Typed(reads)
    typed.forget()
    with pytest.raises(EOFError):
        typed.line(0.0)


MUGS = Question(
    Asked.CHOICE,
    "Which mug?",
    candidates=("the green Mug", "the red Mug"),
    ids=("Mug_1", "Mug_2"),
    default="Mug_1",
    timeout=PATIENCE,
)


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
def test_a_choice_is_typed_by_number_or_words(make: Callable[..., Stage], terminal: Terminal) -> None:
    stage = make()
    for line, index in ((b"2\n", 1), (b"green\n", 0), (b"\n", 0), (b"0\n", -1), (b"9\n1\n", 0)):
        assert stage.choose(MUGS, lambda line=line: terminal.type(line)).index == index


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
def test_a_page_answers_over_the_topic_but_approves_nothing(
    make: Callable[..., Stage], terminal: Terminal
) -> None:
    stage = make()
    told: queue.Queue[PersonQuestion] = queue.Queue()
    page = stage.asker.create_publisher(PersonAnswer, "person_answers", EVENTS)
    stage.asker.create_subscription(PersonQuestion, "person_questions", told.put, LATCHED)

    def answer(text: str) -> None:
        question = told.get(timeout=PATIENCE)
        while question.over:
            question = told.get(timeout=PATIENCE)
        page.publish(PersonAnswer(id=question.id, answer=text, by="the page"))

    chosen = stage.choose(MUGS, lambda: answer("Mug_2"))
    assert (chosen.index, chosen.message) == (1, "the page answered 'Mug_2'")
    assert not stage.asked(lambda: answer("yes"), SHORT)


@pytest.mark.parametrize("terminal", ["pipe"], indirect=True)
def test_two_programs_that_answer_are_noticed_and_approve_nothing(
    make: Callable[..., Stage], terminal: Terminal
) -> None:
    stage = make("answer:=always")
    other = AskPersonNode(terminal.reads)
    try:
        deadline = time.monotonic() + PATIENCE
        while not stage.node._crowded():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        handle = SimpleNamespace(is_cancel_requested=False, succeed=lambda: None)
        answer = stage.node._decide(handle, Question(Asked.APPROVAL, "PickupObject"), [], None)
        assert (answer.text, answer.answered) == ("no", False)
        assert "two programs" in answer.message
    finally:
        other.destroy_node()
