"""Demonstrations of CAPE's highest grade: our own errors with the step that mended each, told as the question tells."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from pred_language.meaning import encoder
from pred_planner.recovering.examples import SHOWN

_NAMED = re.compile(r"\bthe [A-Z]\w*")


@dataclass(frozen=True)
class CapeExample:
    """What was to be done and had been done, the error, and the step that was right then."""

    task: str
    steps: Sequence[str]
    error: str
    answer: str

    @property
    def text(self) -> str:
        """The demonstration as a prompt shows it: a question with its answer."""
        done = "".join(f"Step: {step}\n" for step in self.steps)
        return f"Task: {self.task}\n{done}Error: {self.error} A correct step would be to {self.answer}"


@cache
def demonstrations() -> tuple[CapeExample, ...]:
    """Return all demonstrations."""
    text = resources.files("pred_planner").joinpath("data/cape_examples.json").read_text("utf-8")
    return tuple(CapeExample(**entry) for entry in json.loads(text))


def nearest(error: str, count: int = SHOWN) -> Sequence[CapeExample]:
    """Return the demonstrations whose errors are most like one, by the text encoder.

    What things are called is left out: a cabinet that is to be shut says nothing of one that is.

    :param error: as the question tells it
    """
    told = _bare(error.removeprefix("Error: "))
    return sorted(demonstrations(), key=lambda e: -float(told @ _bare(e.error)))[:count]


def _bare(error: str) -> NDArray[np.float32]:
    return encoder.embed(_NAMED.sub("it", error).lower())
