"""Questions and answers as messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builtin_interfaces.msg import Duration

from pred_core.asking import NONE_OF_THEM, Answer, Asked, Question
from pred_msgs.action import ApproveAction, AskPerson
from pred_msgs.msg import PersonQuestion


def seconds_of(duration: Duration) -> float:
    """Return a duration in seconds."""
    return float(duration.sec) + float(duration.nanosec) * 1e-9


def duration_of(seconds: float) -> Duration:
    """Return seconds as a message."""
    return Duration(sec=int(seconds), nanosec=int(seconds % 1.0 * 1e9))


def question_from_msg(goal: AskPerson.Goal | PersonQuestion) -> Question:
    """Return the question of a goal or a topic; a kind that there is not is answered in words."""
    kind = Asked(goal.kind) if goal.kind in set(Asked) else Asked.TEXT
    ids = tuple(goal.candidate_ids) if len(goal.candidate_ids) == len(goal.candidates) else ()
    return Question(
        kind=kind,
        text=goal.question,
        reason=goal.reason,
        candidates=tuple(goal.candidates),
        ids=ids,
        default=goal.default_answer,
        timeout=seconds_of(goal.timeout),
    )


def approval_question(goal: ApproveAction.Goal) -> Question:
    """Return a driver's request to do a step as a question."""
    return Question(Asked.APPROVAL, goal.step, goal.reason, default="no", timeout=seconds_of(goal.timeout))


def goal_of(question: Question, pictures: Sequence[Any] = ()) -> AskPerson.Goal:
    """Return the goal that asks a question.

    :param pictures: image messages
    """
    return AskPerson.Goal(**_fields(question, pictures))


def question_to_msg(question: Question, name: str, pictures: Sequence[Any] = ()) -> PersonQuestion:
    """Return a question as it is told to pages and programs, under an id."""
    return PersonQuestion(id=name, **_fields(question, pictures))


def _fields(question: Question, pictures: Sequence[Any]) -> dict[str, Any]:
    """Return the fields that the goal and the message of a question have in common."""
    return {
        "kind": str(question.kind),
        "question": question.text,
        "reason": question.reason,
        "candidates": list(question.candidates),
        "candidate_ids": list(question.ids),
        "pictures": list(pictures),
        "default_answer": question.default,
        "timeout": duration_of(question.timeout),
    }


def answer_to_msg(answer: Answer) -> AskPerson.Result:
    """Return an answer as the action's result."""
    return AskPerson.Result(
        answered=answer.answered, answer=answer.text, index=answer.index, message=answer.message
    )


def answer_from_msg(result: AskPerson.Result) -> Answer:
    """Return the answer of a result; an index outside is none of them."""
    return Answer(result.answered, result.answer, max(result.index, NONE_OF_THEM), result.message)
