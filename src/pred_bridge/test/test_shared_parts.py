"""What bridges share besides goals: counting observations, and who has to be asked."""

from __future__ import annotations

import threading

import pytest

from pred_bridge.asking import Asking, must_ask
from pred_bridge.count import ObservationCount
from pred_core.outcome import Code, Outcome

BLOCKED = Outcome(Code.BLOCKED, "A chair is in the way.")
LOST = Outcome(Code.ROBOT_LOST, "The robot does not answer.")


@pytest.mark.parametrize(
    ("approval", "host", "asks"),
    [
        ("auto", "127.0.0.1", False),
        ("auto", "::1", False),
        ("auto", "localhost", False),
        ("auto", "192.168.1.20", True),
        ("auto", "spot.lab", True),
        ("true", "127.0.0.1", True),
        ("false", "192.168.1.20", False),
    ],
)
def test_a_person_is_asked_for_what_is_not_surely_an_emulator(approval: str, host: str, asks: bool) -> None:
    assert must_ask(approval, host) is asks


def test_observations_are_numbered_and_motions_counted() -> None:
    count = ObservationCount(lambda _: None)
    count.begin("", Outcome.success(), counted=False)
    assert (count.advance(), count.actions, count.failures) == (1, 0, 0)
    count.begin("forward", BLOCKED)
    assert (count.advance(), count.actions, count.failures) == (2, 1, 1)
    assert count.action == ("forward", BLOCKED)
    count.new_episode()
    assert (count.step, count.episode, count.actions, count.failures) == (2, 2, 0, 0)
    count.new_episode(7)
    assert count.episode == 7


def test_pictures_that_do_not_come_are_told_once() -> None:
    said: list[str] = []
    count = ObservationCount(said.append)
    for trouble in ("", "dark", "darker", ""):
        count.tell(trouble)
    assert said == ["dark", "The camera's pictures come again."]


class Person:
    """Says yes, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, _step: str, reason: str, _picture: object, _cancel: threading.Event) -> Outcome:
        self.asked.append(reason)
        return Outcome.success()

    def ask_to_look(self, _step: str, reason: str, _picture: object, _cancel: threading.Event) -> Outcome:
        self.asked.append(f"look: {reason}")
        return Outcome.success()

    def end_looks(self) -> None:
        self.asked.append("end")


class Body(Asking):
    """A robot that may be lost."""

    def __init__(self, person, lost: bool) -> None:
        super().__init__(person)
        self.lost = lost

    def available(self) -> Outcome:
        return LOST if self.lost else Outcome.success()

    def _seen(self) -> None:
        return None

    def _in_hand(self) -> str:
        return "It holds a cup."


def test_nobody_is_asked_for_what_cannot_be_done_and_what_needs_no_robot_is_asked_all_the_same() -> None:
    person, event = Person(), threading.Event()
    assert Body(person, lost=True).allowed("walk", "It walks.", event) == LOST
    assert not person.asked
    assert Body(person, lost=True).allowed("recover", "It recovers.", event, stopped=True)
    assert Body(person, lost=False).allowed("look", "It looks.", event, looks=True)
    assert person.asked == ["It recovers. It holds a cup.", "look: It looks. It holds a cup."]


def test_where_nobody_approves_all_is_allowed() -> None:
    body = Body(None, lost=True)
    body.end_looks()
    assert body.allowed("walk", "It walks.", threading.Event())
