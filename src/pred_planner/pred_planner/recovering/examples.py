"""Demonstrations for recovery's questions: 24 of our own, of which the most similar are shown (CMFR appendix B)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pred_language.meaning import encoder
from pred_planner.recovering.situation import Stage

SHOWN = 3
"""How many demonstrations a question shows."""


@dataclass(frozen=True)
class Example:
    """A failure and what was right to answer, in the form of one stage."""

    stage: Stage
    task: str
    step: str
    failure: str
    answer: str

    @property
    def text(self) -> str:
        """The demonstration as a prompt shows it."""
        failed = (
            f"Step that failed: {self.step}\nWhy: {self.failure}\n"
            if self.step
            else f"Scene: {self.failure}\n"
        )
        return f"Task: {self.task}\n{failed}Answer: {self.answer}"

    @property
    def key(self) -> str:
        """What is compared: the failed step and its reason say more than the task."""
        return f"{self.step} {self.failure} {self.task}".strip().lower()


@cache
def demonstrations() -> tuple[Example, ...]:
    """Return all demonstrations."""
    text = resources.files("pred_planner").joinpath("data/recovery_examples.json").read_text("utf-8")
    return tuple(Example(**{**entry, "stage": Stage(entry["stage"])}) for entry in json.loads(text))


def nearest(stage: Stage, task: str, step: str, failure: str, count: int = SHOWN) -> Sequence[Example]:
    """Return the demonstrations of a stage that are most like a failure, by the text encoder."""
    words = f"{step} {failure} {task}".strip().lower()
    own = [example for example in demonstrations() if example.stage is stage]
    return sorted(own, key=lambda e: -float(encoder.embed(words) @ encoder.embed(e.key)))[:count]
