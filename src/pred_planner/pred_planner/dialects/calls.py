"""Calls such as ``Place(Mug_1, CounterTop_1)`` in a JSON answer, or in what is left of one."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pred_planner.dialects import records
from pred_planner.dialects.names import normalise
from pred_planner.plan.parsed import Rejected, RejectionCode, Repairs

KEYS = ("subgoals", "solution", "actions", "steps", "plan")
"""Under which a plan is listed, also as the end of a longer key ("search_steps"); the first that is there counts."""

MOST_BRACKETS = 1_000
"""At how many brackets JSON is looked for: no plan needs more, and every failed try costs time."""

IsAction = Callable[[str], bool]

_INNER = r"((?:[^()\n]|\([^()\n]*\))*)"
_CALL = re.compile(rf"(?<![A-Za-z_])((?:[A-Za-z_]+ ){{0,3}}[A-Za-z][A-Za-z_]*)(\s?)\({_INNER}(\)|\n|\Z)")
_LINE_CALL = re.compile(
    rf"^\W*(?:(?:step\s*)?\d+\s*[.):]\s*)?[\"'`]?(?=[A-Za-z_]+\({_INNER}\))", re.IGNORECASE
)
_JOINED = re.compile(r"(?:[\s,;&.]|and|then|->)*")
_QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
_LIST = re.compile(r"\[([^\[\]]*)(\]|\Z)")
_KEY = re.compile(rf"(?:{'|'.join(KEYS)})[\"']?\s*:", re.IGNORECASE)
_PREPOSITION = re.compile(r"\s+(?:on|in|into|onto|inside|to|at|from|under)\s+(?:the\s+)?", re.IGNORECASE)
_KEYWORD = re.compile(r"^[A-Za-z_]+\s*=\s*")
_ARGUMENTS = frozenset({"args", "arguments", "params", "parameters"})
_ENDS = frozenset({"stop", "end", "done", "finish", "finished", "none"})


@dataclass(frozen=True)
class Call:
    """A name and its arguments, as written."""

    name: str
    arguments: tuple[str, ...]


def find(text: str, is_action: IsAction, repairs: Repairs) -> list[Call]:
    """Return the calls of the plan in an answer.

    :param is_action: tells which names are actions; prose around calls is told from calls by it
    :raises Rejected: TRUNCATED, or UNKNOWN_ACTION for an entry of the plan that is no call
    """
    reader = _Reader(is_action, repairs)
    has_key = _KEY.search(text) is not None
    values = [value for value in _values(text) if isinstance(value, dict) or not has_key]
    lists = [found for value in values if (found := reader.listed(value)) is not None]
    if len(lists) > 1:
        repairs.add(f"took the last of {len(lists)} lists")
    if lists:
        return [call for entry in lists[-1] for call in reader.entry(entry)]
    repairs.add("JSON could not be read; took the calls in the text")
    return reader.broken(text)


def _values(text: str) -> Iterable[Any]:
    """Decode every JSON object and list in a text that is not inside another one."""
    decoder = json.JSONDecoder()
    past = 0
    for match in itertools.islice(re.finditer(r"[\[{]", text), MOST_BRACKETS):
        if match.start() < past:
            continue
        try:
            value, past = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            continue
        yield value


class _Reader:
    def __init__(self, is_action: IsAction, repairs: Repairs) -> None:
        self._is_action = is_action
        self._repairs = repairs

    def listed(self, value: Any) -> list[Any] | None:
        """Return the plan in a JSON value, or None where it holds none."""
        if isinstance(value, list):
            return value if any(map(self._holds_call, value)) else None
        if not isinstance(value, dict):
            return None
        for name in KEYS:
            keys = [key for key in value if normalise(key).endswith(name)]
            for key in sorted(keys, key=len):
                inner = value[key]
                if isinstance(inner, list):
                    return inner
                if isinstance(inner, str) and self._calls(inner):
                    return [inner]
                if isinstance(inner, dict):
                    return self.listed(inner) or list(inner.values())
        return None

    def _holds_call(self, item: Any) -> bool:
        """Tell whether an entry of a list is a step: a string with a call, [action, object], or a record."""
        if isinstance(item, str):
            return any(self._is_action(self._name(m.group(1), m.group(2))) for m in _CALL.finditer(item))
        if isinstance(item, list):
            return any(
                (isinstance(part, str) and self._is_action(part)) or self._holds_call(part) for part in item
            )
        return isinstance(item, dict) and any(map(self._holds_call, [list(item.values())]))

    def entry(self, value: Any) -> list[Call]:
        """Return the calls of one entry of a plan.

        :raises Rejected: when it is none
        """
        match value:
            case str():
                return self._spoken(value)
            case [str(first), *others] if self._is_action(first) and "(" not in first:
                return [Call(first, _arguments(*(str(o) for o in others if o is not None)))]
            case list():
                return [call for item in value for call in self.entry(item)]
            case dict():
                return self._record(value)
            case _:
                self._repairs.add(f"left out {value!r}, which is no step")
                return []

    def _record(self, record: dict[str, Any]) -> list[Call]:
        row = records.row_of({key: str(value) for key, value in record.items() if value is not None})
        for key in _ARGUMENTS & record.keys():
            given = record[key]
            inner = (
                given.values() if isinstance(given, dict) else given if isinstance(given, list) else [given]
            )
            row.extend(str(value) for value in inner if value is not None)
        if row and "(" not in row[0]:
            return [Call(row[0], _arguments(*row[1:]))]
        if len(record) == 1:
            ((key, value),) = record.items()
            return [Call(key, _arguments(str(value)))] if self._is_action(key) else self.entry(value)
        texts = [value for value in record.values() if isinstance(value, str)]
        return next((found for text in [*row[:1], *texts] if (found := self._calls(text))), [])

    def _spoken(self, text: str) -> list[Call]:
        found = self._calls(text)
        if found:
            return found
        if normalise(text) in _ENDS or not normalise(text):
            self._repairs.add(f"left out {text!r}, which is no step")
            return []
        words = text.split()
        for end in range(min(3, len(words) - 1), 0, -1):
            if self._is_action(" ".join(words[:end])):
                return [Call(" ".join(words[:end]), _arguments(" ".join(words[end:])))]
        raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{text[:60]!r} is not one of the subgoals allowed.")

    def _calls(self, text: str) -> list[Call]:
        """Return the call in a text, and those that follow it with no more than "and" between; the rest is prose."""
        found: list[Call] = []
        past = 0
        for match in _CALL.finditer(text):
            words, gap, inner, end = match.groups()
            name = self._name(words, gap)
            between = text[past : match.start()] + words.removesuffix(name)
            if not name or (found and not _JOINED.fullmatch(between)):
                if found:
                    break
                continue
            if end != ")":
                raise Rejected(
                    RejectionCode.TRUNCATED, f"The answer is cut off at {match.group().strip()!r}."
                )
            found.append(Call(name, _arguments(inner)))
            past = match.end()
        return found

    def _name(self, words: str, gap: str) -> str:
        """Return the end of some words before a bracket that is an action, or would be one, or '' for prose."""
        parts = words.split(" ")
        for start in range(max(0, len(parts) - 4), len(parts)):
            name = " ".join(parts[start:])
            if self._is_action(name):
                return name
        return parts[-1] if not gap else ""

    def broken(self, text: str) -> list[Call]:
        """Return the calls in a text that is no JSON."""
        keys = list(_KEY.finditer(text))
        body = text[keys[-1].end() :] if keys else text
        lists = [match.groups() for match in _LIST.finditer(body) if "(" in match.group()]
        if lists:
            inner, end = lists[0 if keys else -1]
            if not end:
                raise Rejected(RejectionCode.TRUNCATED, f"The list is cut off at {inner.strip()[-60:]!r}.")
            quoted = [one or other for one, other in _QUOTED.findall(inner)]
            return [call for entry in quoted or inner.split("\n") for call in self._spoken(entry)]
        if "{" in text and "}" not in body:
            raise Rejected(RejectionCode.TRUNCATED, f"The answer is cut off at {text.strip()[-60:]!r}.")
        return self._in_lines(body)

    def _in_lines(self, text: str) -> list[Call]:
        """Return the calls that begin lines; where none does, those in the sentences."""
        lines = text.splitlines()
        begun = [self._calls(line[match.end() :]) for line in lines if (match := _LINE_CALL.match(line))]
        if any(begun):
            last = lines[-1].strip()
            if re.fullmatch(r"\W*\w+", last) and normalise(last) not in _ENDS:
                raise Rejected(RejectionCode.TRUNCATED, f"The answer is cut off at {last[:60]!r}.")
            return [call for found in begun for call in found]
        said = [_CALL.finditer(line) for line in lines]
        names = [(self._name(m.group(1), m.group(2)), m) for matches in said for m in matches]
        return [Call(name, _arguments(m.group(3))) for name, m in names if name and self._is_action(name)]


def _arguments(*written: str) -> tuple[str, ...]:
    """Return arguments without quotes, inner brackets and keywords; one that says where, in two."""
    parts = [part for argument in written for part in argument.split(",")]
    if len(parts) == 1:
        parts = _PREPOSITION.split(parts[0].strip(), maxsplit=1)
    named = (_KEYWORD.sub("", part.strip(" \"'()[]")).strip(" \"'()") for part in parts)
    return tuple(name for name in named if name)
