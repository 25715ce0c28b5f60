"""What a person who talks to the robot hears, and what their words are taken for: a task, an answer, or a stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pred_client.task import Ended, Feedback, Task
from pred_core.asking import Asked, Question, understood
from pred_core.outcome import Outcome
from pred_core.plain_text import ended_well, one_line

STOP = frozenset({"stop", "halt", "cancel", "abort", "stop it", "stop that", "never mind"})
"""All that is said to end a task: within other words they belong to a task."""
STOPPING = "I stop."
SPEAKER = "speech"


class Worker(Protocol):
    """What does tasks; :class:`pred_client.robot.Robot` is one."""

    @property
    def running(self) -> bool:
        """Whether a task is under way."""
        ...

    def start(self, task: Task, on_feedback: Callable[[Feedback], None] | None = None) -> Outcome:
        """Give a task and return whether it was taken."""
        ...

    def stop(self) -> None:
        """Ask for its end."""
        ...


@dataclass
class Conversation:
    """One person and one robot. ``say`` speaks a sentence, ``answer`` takes a question's id and the answer to it."""

    robot: Worker
    say: Callable[[str], None]
    answer: Callable[[str, str], None]
    _open: tuple[str, Question] | None = None
    _last: str = field(default="", init=False)

    def ask(self, name: str, question: Question) -> None:
        """Let the robot put a question; the next words are its answer.

        :param name: the question's id
        """
        self._open = (name, question)
        self._tell(in_speech(question))

    def settle(self, name: str) -> None:
        """Note that a question needs no answer any more: others answered it, or its time is up."""
        if self._open is not None and self._open[0] == name:
            self._open = None

    def hear(self, words: str) -> None:
        """Take what a person said.

        :raises NoAnswer: when nobody does tasks
        """
        said = one_line(words)
        if not said:
            return
        if said.lower().rstrip(".!") in STOP:
            self._stop()
        elif self._open is not None:
            self._take_answer(said, *self._open)
        elif self.robot.running:
            self._tell("I am still at the last task. Say stop to end it.")
        else:
            self._last = ""
            taken = self.robot.start(Task(said), on_feedback=self._hear_feedback)
            if not taken:
                self._tell(ended_well(taken.message))

    def end(self, ended: Ended) -> None:
        """Tell how a task ended."""
        self._open = None
        self._tell(in_short(ended))

    def _stop(self) -> None:
        if self.robot.running:
            self.robot.stop()
            self._tell(STOPPING)
        else:
            self._tell("I am not doing anything.")

    def _take_answer(self, said: str, name: str, question: Question) -> None:
        words = said.rstrip(".")
        if understood(question, words, SPEAKER) is None:
            self._tell(f"I did not understand {said!r}. {in_speech(question)}")
            return
        self._open = None
        self.answer(name, words)

    def _hear_feedback(self, told: Feedback) -> None:
        self._tell(ended_well(told.reason))

    def _tell(self, sentence: str) -> None:
        """Say a sentence, but not the same one twice in a row."""
        if sentence and sentence != self._last:
            self._last = sentence
            self.say(sentence)


def in_speech(question: Question) -> str:
    """Return a question as it is spoken, with what can be answered."""
    if question.kind is Asked.APPROVAL:
        return f"{ended_well(question.text)} May I? Say yes or no."
    named = one_of(question.candidates)
    return f"{ended_well(question.text)} {named}".strip()


def one_of(candidates: Sequence[str]) -> str:
    """Return the choices of a question in a sentence."""
    if not candidates:
        return ""
    *first, last = candidates
    return f"{', '.join(first)} or {last}, or none of them?" if first else f"{last}, or none of them?"


def in_short(ended: Ended) -> str:
    """Return how a task ended without its counts, which nobody wants to hear."""
    if not ended:
        return f"Not done: {ended_well(ended.outcome.message or str(ended.outcome.code))}"
    if ended.not_verified:
        return f"Done, but: {ended_well('; '.join(ended.not_verified))}"
    return ended.outcome.message or "Done."
