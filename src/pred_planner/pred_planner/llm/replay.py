"""Recorded answers in place of a model: the same questions get the same answers, offline."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pred_core.outcome import Code, Outcome
from pred_planner.llm.calls import Call, Question, read_calls
from pred_planner.llm.client import Answer


class ReplayClient:
    """Answers from a record of calls, in the recorded order for a question asked several times."""

    def __init__(self, path: Path, record: Callable[[Call], None]) -> None:
        """Read the record.

        :raises pred_planner.llm.calls.RecordError: when it cannot be read
        """
        self._record = record
        self._answers: dict[tuple[str, str, str], deque[Call]] = defaultdict(deque)
        for call in read_calls(path):
            if call.code == Code.SUCCESS:
                self._answers[(call.purpose, call.system, call.user)].append(call)
        self._path = path

    def start_task(self) -> None:
        """Do nothing: recorded answers cost nothing."""

    def close(self) -> None:
        """Do nothing: there is no connection."""

    def ask(self, question: Question) -> Answer:
        """Return the recorded answer, or say that there is none."""
        queue = self._answers.get((question.purpose, question.system, question.user))
        if not queue:
            return Answer(
                Outcome(Code.UNAVAILABLE, f"{self._path} has no recorded answer to this {question.purpose}.")
            )
        call = queue[0] if len(queue) == 1 else queue.popleft()
        self._record(replace(call, cached=True))
        return Answer(Outcome.success(), call.response)
