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


PICTURES = "pictures"
"""The folder beside a record of calls with what was shown to the model."""


@dataclass(frozen=True)
class ShownPicture:
    """A JPEG that a model is shown. ``data`` is empty where a record only names it."""

    name: str
    data: bytes = b""

    @classmethod
    def of(cls, data: bytes) -> ShownPicture:
        """Return the picture in these bytes, with a name of its own."""
        return cls(f"{hashlib.sha256(data).hexdigest()[:16]}.jpg", data)


@dataclass(frozen=True)
class Question:
    """One question. ``schema`` is the JSON schema of the answer where it must be JSON, else None."""

    purpose: str
    system: str
    user: str
    schema: Mapping[str, Any] | None = None
    pictures: tuple[ShownPicture, ...] = ()

    def key(self, model: str) -> str:
        """Return what the cache knows the question by: model, texts, schema and pictures."""
        shown = [picture.name for picture in self.pictures]
        parts = json.dumps([model, self.system, self.user, self.schema, *shown], sort_keys=True, ensure_ascii=False)
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
    pictures: tuple[ShownPicture, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """How the attempt ended."""
        return Outcome(Code(self.code), self.message)

    def record(self) -> dict[str, Any]:
        """Return the call as it stands in a record: its pictures by name."""
        return {**asdict(self), "pictures": [picture.name for picture in self.pictures]}

    @classmethod
    def recorded(cls, record: Mapping[str, Any]) -> Call:
        """Return the call of a record.

        :raises TypeError: when it is none
        """
        shown = tuple(ShownPicture(str(name)) for name in record.get("pictures", ()))
        return cls(**{**record, "pictures": shown})


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
    pictures: int = 0

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
            pictures=sum(len(call.pictures) for call in asked),
        )

    def report(self) -> str:
        """Return one line for people."""
        failed = f" ({self.failed} failed)" if self.failed else ""
        cached = f", {self.cached} answers from the record" if self.cached else ""
        tokens = f"{self.prompt_tokens} + {self.completion_tokens} tokens in {self.seconds:.1f} s"
        cost = "" if self.cost is None else f", cost {self.cost:.4f}"
        shown = f" with {self.pictures} picture{'' if self.pictures == 1 else 's'}" if self.pictures else ""
        return f"{self.calls} call{'' if self.calls == 1 else 's'}{shown}{failed}{cached}, {tokens}{cost}"


class RecordError(ValueError):
    """A record file that cannot be read, with the line and the reason."""


@dataclass
class CallLog:
    """Appends calls to a JSON-lines file, if there is one, with their pictures beside it, and counts them."""

    path: Path | None = None
    calls: list[Call] = field(default_factory=list)

    def add(self, call: Call) -> None:
        """Record one call."""
        self.calls.append(call)
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _keep(call.pictures, self.path.parent / PICTURES)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(call.record(), ensure_ascii=False) + "\n")


def _keep(pictures: Iterable[ShownPicture], folder: Path) -> None:
    """Write pictures that are not there yet."""
    for picture in pictures:
        if picture.data and not (folder / picture.name).exists():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / picture.name).write_bytes(picture.data)


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
            yield Call.recorded(json.loads(line))
        except (AttributeError, TypeError, ValueError) as error:
            raise RecordError(f"{path}, line {number}: not a recorded call ({error})") from error
