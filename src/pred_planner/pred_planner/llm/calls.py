"""Questions to a model, its answers, and their record on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pred_core.outcome import Code, Outcome


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
    """One attempt to have a question answered, as it is recorded. Holds no key."""

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

    @property
    def outcome(self) -> Outcome:
        """How the attempt ended."""
        return Outcome(Code(self.code), self.message)


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
    """Read a record of calls.

    :raises RecordError: when the file is missing or a line is not a call
    """
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
