"""Recorded answers in place of a model: the same questions get the same answers, offline."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pred_core.model_calls import Call, Question, read_calls
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import without_controls
from pred_planner.llm.client import ModelAnswer
from pred_planner.llm.masking import Masking

ANSWERED = (Code.SUCCESS, Code.PLAN_REJECTED)
"""How calls end that brought words: whole, or cut off."""


class ReplayClient:
    """Answers from a record of calls, in the recorded order for a question asked several times."""

    def __init__(self, path: Path, record: Callable[[Call], None]) -> None:
        """Read the record.

        :raises pred_core.model_calls.RecordError: when it cannot be read
        """
        self._record = record
        self._masked = Masking.of_environment()
        self._answers: dict[tuple[str, str, str], deque[Call]] = defaultdict(deque)
        for call in read_calls(path):
            if call.code in ANSWERED:
                self._answers[(call.purpose, call.system, call.user)].append(
                    replace(call, response=self._safe(call.response))
                )
        self._path = path

    def start_task(self) -> None:
        """Do nothing: recorded answers cost nothing."""

    def close(self) -> None:
        """Do nothing: there is no connection."""

    def ask(self, question: Question) -> ModelAnswer:
        """Return the recorded answer, or say that there is none."""
        asked = (question.purpose, self._safe(question.system), self._safe(question.user))
        queue = self._answers.get(asked)
        if not queue:
            return ModelAnswer(
                Outcome(Code.UNAVAILABLE, f"{self._path} has no recorded answer to this {question.purpose}.")
            )
        call = queue[0] if len(queue) == 1 else queue.popleft()
        self._record(replace(call, cached=True))
        return ModelAnswer(call.outcome, call.response)

    def _safe(self, text: str) -> str:
        """Return a text as it was recorded: without control characters and keys."""
        return self._masked(without_controls(text))
