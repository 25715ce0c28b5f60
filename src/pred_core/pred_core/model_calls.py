"""Questions to a model, its answers, and their record on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pred_core.outcome import Code, Outcome

CALLS = "llm_calls.jsonl"
"""The file of calls in the folder of a run or of a benchmark, which ``replay:=FILE`` reads."""


@dataclass(frozen=True)
class Question:
    """One question. ``schema`` is the JSON schema of the answer where it must be JSON, else None."""

    purpose: str
    system: str
    user: str
    schema: Mapping[str, Any] | None = None

    def key(self, model: str) -> str:
        """Return what the cache and a replay know the question by: model, texts and schema."""
        parts = json.dumps([model, self.system, self.user, self.schema], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(parts.encode()).hexdigest()


@dataclass(frozen=True)
class Call:
    """One attempt to have a question answered, as it is recorded. Holds no key.

    ``task`` says for which task of a benchmark it was made; '' elsewhere, where a record is of one task.
    """

    key: str
    purpose: str
    model: str
    endpoint: str
    system: str
    user: str
    response: str
    code: str
    message: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    attempt: int = 1
    cached: bool = False
    cost: float | None = None
    task: str = ""

    @property
    def outcome(self) -> Outcome:
        """How the attempt ended."""
        return Outcome(Code(self.code), self.message)


@dataclass(frozen=True)
class Spent:
    """What some calls cost: attempts at a server, how many of them failed, answers that were there already."""

    calls: int = 0
    failed: int = 0
    cached: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None

    @classmethod
    def on(cls, calls: Iterable[Call]) -> Spent:
        """Add up calls; the cost is known when that of any is."""
        listed = tuple(calls)
        asked = [call for call in listed if not call.cached]
        costs = [call.cost for call in asked if call.cost is not None]
        return cls(
            calls=len(asked),
            failed=sum(not call.outcome for call in asked),
            cached=len(listed) - len(asked),
            prompt_tokens=sum(call.prompt_tokens for call in asked),
            completion_tokens=sum(call.completion_tokens for call in asked),
            seconds=round(sum(call.seconds for call in asked), 3),
            cost=round(sum(costs), 6) if costs else None,
        )

    def report(self) -> str:
        """Return one line for people."""
        failed = f" ({self.failed} failed)" if self.failed else ""
        cached = f", {self.cached} answers from the record" if self.cached else ""
        tokens = f"{self.prompt_tokens} + {self.completion_tokens} tokens in {self.seconds:.1f} s"
        cost = "" if self.cost is None else f", cost {self.cost:.4f}"
        return f"{self.calls} call{'' if self.calls == 1 else 's'}{failed}{cached}, {tokens}{cost}"


class RecordError(ValueError):
    """A record file that cannot be read, with the line and the reason."""


@dataclass
class CallLog:
    """Appends calls to a JSON-lines file, if there is one, and counts them."""

    path: Path | None = None
    calls: list[Call] = field(default_factory=list)

    def add(self, call: Call) -> None:
        """Record one call."""
        self.calls.append(call)
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(call), ensure_ascii=False) + "\n")


def read_calls(path: Path) -> Iterator[Call]:
    """Read a record of calls: a file, or all files of the name :data:`CALLS` in a folder and those below it.

    The folder of a benchmark has one per shard and arm.

    :raises RecordError: when there is none, it cannot be read, or a line is not a call
    """
    files = sorted(path.rglob(CALLS)) if path.is_dir() else [path]
    if not files:
        raise RecordError(f"There are no recorded answers ({CALLS}) in {path}.")
    for file in files:
        yield from _read(file)


def _read(path: Path) -> Iterator[Call]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"Cannot read the recorded answers {path}: {error}") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield Call(**json.loads(line))
        except (TypeError, ValueError) as error:
            raise RecordError(f"{path}, line {number}: not a recorded call ({error})") from error
