"""One way to ask a person: approvals, choices among candidates, answers in words; and what holds without an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

NONE_OF_THEM = -1
YES = ("y", "yes")
_ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")
_WORD = re.compile(r"[a-z0-9]+")
_FILLERS = frozenset({"the", "a", "an", "one", "this", "that", "please", "it", "is", "its", "take"})
"""What people say around the words that tell one candidate from another: "the blue one, please"."""
_NONE = ("0", "none", "none of them", "neither", "no")


class Asked(StrEnum):
    """What is asked for; the values are those of pred_msgs/AskPerson."""

    APPROVAL = "approval"
    CHOICE = "choice"
    TEXT = "text"


@dataclass(frozen=True)
class Question:
    """A question to a person.

    ``candidates`` in words, the likeliest first; ``ids`` theirs in the object memory, empty or as many. ``default`` is
    the answer when nobody gives one in ``timeout`` seconds, '' for none: then whoever asked stops.
    """

    kind: Asked
    text: str
    reason: str = ""
    candidates: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    default: str = ""
    timeout: float = 30.0


@dataclass(frozen=True)
class Answer:
    """What came of a question: ``index`` of the candidate, NONE_OF_THEM for none; not ``answered``: the default."""

    answered: bool
    text: str = ""
    index: int = NONE_OF_THEM
    message: str = ""


def understood(question: Question, line: str, who: str) -> Answer | None:
    """Return what a person's line means as an answer; None when it is none, so that one asks again.

    An approval takes any line: only a yes is one. A choice takes a number from 1, 0 for none of them, or words that
    are in just one candidate; an empty line is the default.
    """
    said = line.strip()
    message = f"{who} answered {said!r}"
    if question.kind is Asked.APPROVAL:
        return Answer(True, "yes" if said.lower() in YES else "no", message=message)
    if question.kind is Asked.TEXT:
        return Answer(True, said, message=message) if said else None
    if not said:
        return _chosen(question, question.default, message) if question.default else None
    if said.lower() in _NONE:
        return Answer(True, "none of them", message=message)
    if said.isdecimal():
        index = int(said) - 1
        return (
            Answer(True, question.candidates[index], index, message)
            if index < len(question.candidates)
            else None
        )
    return _chosen(question, said, message)


def _chosen(question: Question, said: str, message: str) -> Answer | None:
    """Return the one candidate that was said: by its id, as it is written, by words that only it has, or by its place.

    "The blue one, please" is the one whose words have "blue", "the second" the one that was named second.
    """
    plain = said.lower()
    if said in question.ids:
        index = question.ids.index(said)
        return Answer(True, question.candidates[index], index, message)
    names = [name.lower() for name in question.candidates]
    wanted = set(_WORD.findall(plain)) - _FILLERS
    fitting = (
        [i for i, name in enumerate(names) if name == plain]
        or [i for i, name in enumerate(names) if plain in name]
        or [i for i, name in enumerate(names) if wanted and wanted <= set(_WORD.findall(name))]
        or [i for i, word in enumerate(_ORDER[: len(names)]) if wanted == {word}]
    )
    if len(fitting) != 1:
        return None
    return Answer(True, question.candidates[fitting[0]], fitting[0], message)


def unanswered(question: Question, why: str) -> Answer:
    """Return the answer that holds when nobody gives one."""
    if question.kind is Asked.APPROVAL:
        return Answer(False, "no", message=why)
    chosen = _chosen(question, question.default, why) if question.default else None
    return Answer(False, question.default, chosen.index if chosen else NONE_OF_THEM, why)


def as_asked(question: Question) -> str:
    """Return the lines that show the candidates and say how to answer."""
    if question.kind is Asked.APPROVAL:
        return f"May the robot do it? [y/N] ({question.timeout:.0f} s) "
    if question.kind is Asked.TEXT:
        return f"Your answer ({question.timeout:.0f} s): "
    lines = [f"  {number}) {name}" for number, name in enumerate(question.candidates, 1)]
    empty = f", Enter: {question.default}" if question.default else ""
    lines.append(f"Which? [1-{len(question.candidates)}, 0: none of them{empty}] ({question.timeout:.0f} s) ")
    return "\n".join(lines)


class RecordError(ValueError):
    """A file of recorded answers that cannot be used."""


@dataclass(frozen=True)
class RecordedAnswers:
    """Answers given beforehand, for benchmarks: to a question that has certain words, the answer."""

    answers: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, path: Path) -> RecordedAnswers:
        """Return the answers of a file: JSON lines with ``asked``, words of the question, and ``answer``.

        :raises RecordError: naming the file and the line that is none
        """
        try:
            lines = path.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"{path}: cannot be read: {error}") from error
        return cls(
            tuple(_recorded(path, number, line) for number, line in enumerate(lines, 1) if line.strip())
        )

    def answer(self, question: Question) -> Answer:
        """Return the first recorded answer that fits a question, else its default."""
        said = f"{question.text} {question.reason}".lower()
        for words, line in self.answers:
            if words.lower() in said:
                answer = understood(question, line, "the record")
                if answer is not None:
                    return answer
        return unanswered(question, "no recorded answer fits")


def _recorded(path: Path, number: int, line: str) -> tuple[str, str]:
    try:
        entry = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(f"{path}, line {number}: no JSON: {error}") from error
    if not isinstance(entry, Mapping) or not all(isinstance(entry.get(k), str) for k in ("asked", "answer")):
        raise RecordError(f"{path}, line {number}: needs the texts asked and answer")
    return entry["asked"], entry["answer"]
