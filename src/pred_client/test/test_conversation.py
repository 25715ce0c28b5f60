"""What words are taken for, and what a person hears."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from pred_client.conversation import Conversation, in_short
from pred_client.task import Ended, Feedback
from pred_core.asking import Asked, Question
from pred_core.outcome import Code, Outcome


@dataclass
class Doer:
    """Takes every task but "dance"."""

    running: bool = False
    tasks: list[str] = field(default_factory=list)
    stops: int = 0

    def start(self, task, on_feedback=None):
        if task.instruction == "dance":
            return Outcome(Code.BUSY, "The robot refused the task")
        self.tasks.append(task.instruction)
        self.running = True
        for _ in range(2):
            on_feedback(Feedback("Going to the table", 1, 2, 3))
        return Outcome.success()

    def stop(self):
        self.stops += 1


@pytest.fixture
def talk():
    said, answers = [], []
    made = Conversation(Doer(), said.append, lambda name, text: answers.append((name, text)))
    made.said, made.answers = said, answers
    return made


WHICH = Question(Asked.CHOICE, "Which mug do you mean?", candidates=("the red mug", "the blue mug"))


def test_a_sentence_is_a_task_and_nothing_is_said_twice_in_a_row(talk):
    talk.hear("  bring me\na mug ")
    assert talk.robot.tasks == ["bring me a mug"]
    assert talk.said == ["Going to the table."]


def test_a_task_that_was_not_taken_is_told(talk):
    talk.hear("dance")
    assert talk.said == ["The robot refused the task."] and not talk.robot.running


def test_while_one_task_is_under_way_no_other_is_given(talk):
    talk.hear("bring me a mug")
    talk.hear("open the fridge")
    assert talk.robot.tasks == ["bring me a mug"] and "Say stop" in talk.said[-1]


@pytest.mark.parametrize("words", ["stop", "Stop!", "never mind"])
def test_stop_ends_the_task_even_while_a_question_is_open(talk, words):
    talk.hear("bring me a mug")
    talk.ask("q1", WHICH)
    talk.hear(words)
    assert talk.robot.stops == 1 and talk.answers == [] and talk.said[-1] == "I stop."


def test_stop_within_a_sentence_is_a_task(talk):
    talk.hear("stop the coffee machine")
    assert talk.robot.tasks == ["stop the coffee machine"]


def test_the_next_words_answer_a_question(talk):
    talk.ask("q1", WHICH)
    assert talk.said == ["Which mug do you mean? the red mug or the blue mug, or none of them?"]
    talk.hear("hm?")
    assert talk.answers == [] and talk.said[-1].startswith("I did not understand 'hm?'")
    talk.hear("The blue one, please.")
    assert talk.answers == [("q1", "The blue one, please")] and talk.robot.tasks == []


def test_a_question_that_is_over_takes_no_answer(talk):
    talk.ask("q1", WHICH)
    talk.settle("q0")
    talk.settle("q1")
    talk.hear("bring me the blue mug")
    assert talk.answers == [] and talk.robot.tasks == ["bring me the blue mug"]


def test_an_approval_says_how_to_answer(talk):
    talk.ask("q1", Question(Asked.APPROVAL, "pick up the can"))
    assert talk.said == ["pick up the can. May I? Say yes or no."]
    talk.hear("Yes.")
    assert talk.answers == [("q1", "Yes")]


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        (Ended(Outcome.success(), actions=12), "Done."),
        (Ended(Outcome.success("Two mugs are on the table."), actions=3), "Two mugs are on the table."),
        (Ended(Outcome.success(), not_verified=("took a cup",)), "Done, but: took a cup."),
        (Ended(Outcome(Code.NOT_FOUND, "No mug was found"), actions=40), "Not done: No mug was found."),
    ],
)
def test_the_end_is_told_without_counts(ended, told):
    assert in_short(ended) == told
