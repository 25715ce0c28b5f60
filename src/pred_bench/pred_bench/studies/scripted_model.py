"""A script that stands for a language model which is asked how to correct a failed step (CAPE III-A).

It is no language model: it shows what the questions carry and whether the robot does what is answered, not how well any
real model would answer. That an error's cause tells it more than its step, and that more than nothing, is built into
it; what each is worth to the robot is not. It reads nothing but the question, as a model would, and the same seed and
question give the same answer:

- told only that the task failed, or of no error, it draws some household step with the things that the question names;
- told what cannot be done, it draws one of the usual reasons for which such a step fails, and mends that;
- told why, it mends that, in words of its own;
- shown demonstrations, it copies the words of one with the same error, where there is one.

All other questions it declines, so that the rules plan.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

TRIES = 8
"""How often something else is drawn for what was answered in vain."""
DECLINED = "I'm sorry, but I cannot help with that."
_QUESTION = "A correct step would be to"
_THING = re.compile(r"\bthe ([A-Z]\w+)")
_CAUSES = (
    (re.compile(r"the hand holds the (\w+) already"), "set down"),
    (re.compile(r"the (\w+) is (?:closed|shut)\b"), "open"),
    (re.compile(r"the (\w+) is open\b"), "close"),
    (re.compile(r"the (\w+) is on\b"), "switch off"),
    (re.compile(r"the (\w+) is off\b"), "switch on"),
    (re.compile(r"there is something in the (\w+)"), "empty"),
    (re.compile(r"the hand does not hold the (\w+)"), "take"),
    (re.compile(r"the hand is empty()"), "take"),
)
"""What a cause is called in words, with the thing that it is about, and what mends it. Of several the first is mended
first: a thing is fetched when its place is ready."""
_OWN_WORDS: Mapping[str, Sequence[str]] = {
    "set down": ("put the {} down", "set the {} aside", "lay the {} somewhere"),
    "take": ("pick up the {}", "grab the {}", "take the {} in the hand"),
    "open": ("open the {}", "get the {} open", "open the door of the {}"),
    "close": ("close the {}", "shut the {}", "push the {} shut"),
    "switch off": ("switch off the {}", "turn the {} off"),
    "switch on": ("switch on the {}", "turn the {} on"),
    "empty": ("take out what is in the {}", "empty the {}"),
    "go": ("go to the {}", "walk up to the {}"),
}
"""How a model that was shown no words says what it means."""
_USUAL: Mapping[str, Sequence[tuple[str, str]]] = {
    "put": (("open", "place"), ("take", "thing"), ("go", "place"), ("empty", "place")),
    "pick up": (("set down", "held"), ("open", "place"), ("go", "thing")),
    "open": (("set down", "held"), ("switch off", "place"), ("go", "place")),
    "close": (("set down", "held"), ("go", "place")),
    "switch on": (("close", "place"), ("go", "place")),
}
"""For which reasons steps of a kind usually fail: what mends each, and of what."""


@dataclass(frozen=True)
class _Asked:
    """What a question says: the words of the task, the steps so far, the error, and demonstrations with answers.

    ``vain``: errors since the last step with what was answered to each, to no avail.
    """

    task: str
    steps: Sequence[str]
    error: str
    vain: Sequence[tuple[str, str]]
    shown: Sequence[tuple[str, str]]

    @property
    def things(self) -> list[str]:
        """Everything that is named, what was named last first."""
        named = _THING.findall(" ".join((*self.steps, self.error)))
        return [*dict.fromkeys(reversed(named)), *_nouns(self.task)]

    @property
    def held(self) -> str:
        """What the steps so far leave in the hand; '' for nothing."""
        held = ""
        for step in self.steps:
            found = _THING.findall(step)
            held = found[0] if step.startswith("pick up") and found else "" if step.startswith("put") else held
        return held


class ScriptedModel:
    """Answers questions as said above."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def answer(self, request: Mapping[str, Any]) -> str:
        """Return the answer to a request of a chat: the next step in a few words, or that it declines."""
        text = str(request["messages"][-1]["content"]).strip()
        if not text.endswith(_QUESTION):
            return DECLINED
        asked, random = _read(text), Random(f"{self._seed}|{text}")
        if not asked.error.startswith("I cannot "):
            return _guessed(asked, random)
        what, told, why = asked.error.removeprefix("I cannot ").partition(": ")
        mend = _mend_of(why) if told else None
        if mend is None:
            return _inferred(asked, random)
        return _copied(asked) or _said(mend[0], mend[1] or _meant(what, asked), random)


def _read(text: str) -> _Asked:
    *shown, question = text.split("\n\n")
    lines = question.splitlines()
    error = _error_of(lines[-1])
    steps = [line.removeprefix("Step: ") for line in lines if line.startswith("Step: ")]
    last = max((n for n, line in enumerate(lines) if line.startswith("Step: ")), default=0)
    tried = [line.partition(_QUESTION) for line in lines[last:-1] if _QUESTION in line]
    vain = [(_error_of(f"{told}{_QUESTION}"), answer.strip()) for told, _, answer in tried]
    demonstrations = [one.splitlines()[-1].partition(_QUESTION) for one in shown if _QUESTION in one]
    answers = [(_error_of(f"{told}{_QUESTION}"), answer.strip()) for told, _, answer in demonstrations]
    return _Asked(lines[0].removeprefix("Task: "), steps, error, vain, answers)


def _error_of(line: str) -> str:
    return line.removesuffix(_QUESTION).strip().removeprefix("Error: ").removesuffix(".")


def _nouns(task: str) -> list[str]:
    return [word.strip(".,") for word in re.findall(r"\b(?:the|a) (\w+)", task)]


def _guessed(asked: _Asked, random: Random) -> str:
    things = asked.things or ["table"]
    return _new(lambda: _said(random.choice([*_OWN_WORDS]), random.choice(things), random), asked)


def _inferred(asked: _Asked, random: Random) -> str:
    """Return what mends one of the usual reasons for which the step that failed first fails."""
    first = asked.vain[0][0] if asked.vain else asked.error
    what = first.removeprefix("I cannot ")
    kind = next((kind for kind in _USUAL if what.startswith(kind)), "")
    if not kind:
        return _guessed(asked, random)
    named = _THING.findall(what) or asked.things or ["table"]
    about = {"place": named[-1], "thing": _meant(what, asked), "held": asked.held or named[0]}

    def drawn() -> str:
        mend, of = random.choice(_USUAL[kind])
        return _said(mend, about[of], random)

    return _new(drawn, asked)


def _new(draw: Callable[[], str], asked: _Asked) -> str:
    """Draw until it is no answer that was given in vain, some times."""
    vain = {answer.lower() for _, answer in asked.vain}
    drawn = [draw() for _ in range(TRIES)]
    return next((answer for answer in drawn if answer.lower() not in vain), drawn[0])


def _meant(what: str, asked: _Asked) -> str:
    """Return the thing that a step is about, as far as the question tells."""
    named = _THING.findall(what)
    place = named[-1] if named else ""
    if what.startswith("put") and len(named) < 2:
        others = [name for name in (*asked.things, *_nouns(asked.task)) if name != place]
        return next(iter(_nouns(asked.task) or others), place)
    return named[0] if named else next(iter(asked.things), "thing")


def _mend_of(why: str) -> tuple[str, str] | None:
    """Return what mends a cause and of what; None where the words say no cause that is known."""
    for pattern, mend in _CAUSES:
        found = pattern.search(why)
        if found:
            return mend, found.group(1)
    return None


def _copied(asked: _Asked) -> str:
    """Return the answer of a demonstration with the same error but for its things, with those of this one."""
    like = _THING.sub("the _", asked.error)
    error, answer = next((one for one in asked.shown if _THING.sub("the _", one[0]) == like), ("", ""))
    own = dict(zip(_THING.findall(error), _THING.findall(asked.error), strict=False))
    return _THING.sub(lambda found: f"the {own.get(found.group(1), found.group(1))}", answer)


def _said(mend: str, thing: str, random: Random) -> str:
    return random.choice(_OWN_WORDS[mend]).format(thing)
