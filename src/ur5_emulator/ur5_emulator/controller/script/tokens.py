"""Split URScript into tokens, and find where a program in a stream of script text ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class ScriptError(ValueError):
    """A script that this controller cannot compile; the message names the line."""


class Token(NamedTuple):
    """A token: its kind (name, number, string, operator, newline), text, and line."""

    kind: str
    text: str
    line: int


PATTERN = re.compile(
    r"""(?P<skip>[ \t\r]+|\#[^\n]*)
    |(?P<newline>\n|;)
    |(?P<number>0x[0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<string>"[^"\n]*")
    |(?P<name>[A-Za-z_]\w*)
    |(?P<operator>==|!=|<=|>=|[-+*/%<>=()\[\],.:])""",
    re.VERBOSE,
)


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a script; raise ScriptError at what is none."""
    at, line = 0, 1
    while at < len(text):
        match = PATTERN.match(text, at)
        if match is None:
            raise ScriptError(f"line {line}: unexpected {text[at]!r}")
        kind = match.lastgroup or ""
        if kind != "skip":
            yield Token(kind, match.group(), line)
        line += match.group().count("\n")
        at = match.end()
    yield Token("newline", "\n", line)


def programs(buffer: bytearray) -> Iterator[str]:
    """Take complete programs off the front of a buffer of received script text.

    A program is `def` or `sec` up to the `end` that stands at the margin; any other line at the margin is a program of
    its own, which runs at once.
    """
    while (cut := _complete(buffer)) is not None:
        text = bytes(buffer[:cut]).decode("utf-8", "replace")
        del buffer[:cut]
        if text.strip() and not text.strip().startswith("#"):
            yield text


HEAD = re.compile(rb"[ \t\r\n]*(?:def|sec)[ \t]")
MARGIN_END = re.compile(rb"\nend[ \t\r]*(?:\n|$)")


def _complete(buffer: bytearray) -> int | None:
    if HEAD.match(buffer):
        match = MARGIN_END.search(buffer)
        return match.end() if match else None
    newline = buffer.find(b"\n")
    return newline + 1 if newline >= 0 else None
