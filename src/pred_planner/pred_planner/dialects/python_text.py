"""From an answer with a Python script in it to the statements of the script. Nothing is ever run."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings

from pred_planner.plan.parsed import Rejected, RejectionCode, Repairs

MOST_PROSE = 200
"""Lines of prose left out of one answer, at most."""

_CODE = re.compile(
    r"\s*(?:[A-Za-z_]\w*(?:\s*:\s*[A-Za-z_]\w*)?\s*=(?!=)|(?:[A-Za-z_]\w*(?:\(\"[^\"]*\"\))?\.)*[A-Za-z_]\w*\((?![^()]*\)\s+[a-z])|target_\w*(?:\.\w*)?\s*$"
    r"|(?:def|for|while|if|with|class)\b[^\n]*:\s*$|(?:from\s+\S+\s+)?import\s+\w)"
)
_PROMPT = re.compile(r"(?:>>>|\d+[.)]|[-*•]|(?:plan )?\(?(?:python )?script\)?:|plan:)[ \t]+", re.IGNORECASE)
_BROKEN = (SyntaxError, ValueError, RecursionError, MemoryError)


def statements(text: str, repairs: Repairs) -> list[ast.stmt]:
    """Return the statements of the script in a text, leaving out lines of prose.

    :raises Rejected: TRUNCATED or SYNTAX at the first line that is code but no Python
    """
    lines = [_unnumbered(line) for line in text.replace("\t", "    ").splitlines()]
    for _ in range(MOST_PROSE):
        source = textwrap.dedent("\n".join(lines))
        try:
            return _parsed(source)
        except IndentationError as error:
            number = _line_of(error, lines)
            if not _is_prose(lines[number]):
                return _flat(lines)
        except _BROKEN as error:
            number = _line_of(error, lines)
        if not _is_prose(lines[number]):
            raise _not_python(lines, number)
        repairs.add(f"left out {lines[number].strip()[:60]!r}")
        lines[number] = ""
    raise Rejected(RejectionCode.SYNTAX, f"More than {MOST_PROSE} lines are not Python.")


def _flat(lines: list[str]) -> list[ast.stmt]:
    """Return the statements of lines indented at random; there can be no blocks among them."""
    try:
        return _parsed("\n".join(line.strip() for line in lines))
    except _BROKEN as error:
        raise _not_python(lines, _line_of(error, lines)) from error


def _parsed(source: str) -> list[ast.stmt]:
    with warnings.catch_warnings():  # a model's odd escapes are no news to our users
        warnings.simplefilter("ignore", SyntaxWarning)
        return ast.parse(source).body


def _unnumbered(line: str) -> str:
    """Return a line of code without a number, bullet or prompt before it."""
    bare = line.strip().strip("`")
    match = _PROMPT.match(bare)
    if match and _CODE.match(bare, match.end()):
        return bare[match.end() :]
    return bare if line.strip() != bare and _CODE.match(bare) else line


def _line_of(error: BaseException, lines: list[str]) -> int:
    number = getattr(error, "lineno", None) or 1
    at = min(max(number, 1), len(lines)) - 1
    while at > 0 and not lines[at].strip():
        at -= 1
    return at


def _is_prose(line: str) -> bool:
    return bool(line.strip()) and _CODE.match(line) is None


def _not_python(lines: list[str], number: int) -> Rejected:
    is_last = not any(line.strip() for line in lines[number + 1 :])
    code = RejectionCode.TRUNCATED if is_last else RejectionCode.SYNTAX
    return Rejected(code, f"{lines[number].strip()[:80]!r} is not Python.")
