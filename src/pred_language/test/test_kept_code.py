"""A pattern that was compiled by another program is the same pattern; a broken file costs time and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pred_language.lexicon import kept_code
from pred_language.lexicon.kept_code import CodeStore

PATTERNS = (r"\b(?P<on>turn|switch) (?P<how>on|off)\b", r"(a|the) ([a-z]+)s?\2", "caf\u00e9 [^x]*?(?<!b)(?=\\d)", "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made" / "code"


def asked(path: Path) -> list[re.Pattern[str]]:
    store = CodeStore(path)
    found = [store.compiled(pattern) for pattern in PATTERNS]
    store.keep()
    return found


def same(found: list[re.Pattern[str]]) -> bool:
    """Tell whether these are the patterns that Python makes itself: by their code, flags, groups and names."""
    right = [re.compile(pattern, re.IGNORECASE) for pattern in PATTERNS]
    groups = [(pattern.groups, dict(pattern.groupindex), pattern.flags, pattern.pattern) for pattern in right]
    return found == right and groups == [(p.groups, dict(p.groupindex), p.flags, p.pattern) for p in found]


def test_what_one_program_compiled_another_has(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert same(asked(path))
    monkeypatch.setattr(kept_code, "_code_of", lambda _: pytest.fail("compiled again"))
    found = asked(path)
    assert same(found)
    match = found[0].search("please SWITCH off")
    assert match is not None and match["how"] == "off" and match.lastgroup == "how"


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 40, bytes(8) + b"N", (4).to_bytes(8) + b"[]{}x"])
def test_a_broken_file_is_made_anew(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert same(asked(path))
    assert len(kept_code._opened(path)[0]) == len(PATTERNS)


def test_code_that_is_none_is_compiled_anew(path: Path) -> None:
    asked(path)
    whole = path.read_bytes()
    begin = 8 + int.from_bytes(whole[:8])
    path.write_bytes(whole[:begin] + bytes(len(whole) - begin))
    assert same(asked(path)) and same(asked(path))


def test_what_two_programs_add_is_kept_of_both(path: Path) -> None:
    one, other = CodeStore(path), CodeStore(path)
    one.compiled(PATTERNS[0])
    other.compiled(PATTERNS[1])
    one.keep()
    other.keep()
    assert len(kept_code._opened(path)[0]) == 2


def test_too_much_is_what_was_used_last(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(path)
    monkeypatch.setattr(kept_code, "MOST_BYTES", 10)
    store = CodeStore(path)
    store.compiled("another")
    store.keep()
    assert len(kept_code._opened(path)[0]) == 1


def test_what_is_no_pattern_is_told_as_python_tells_it(path: Path) -> None:
    with pytest.raises(re.error):
        CodeStore(path).compiled("(")


def test_a_python_that_compiles_otherwise_does_it_itself(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(kept_code.compiler, "_code")
    monkeypatch.setattr(re, "compile", lambda pattern, _: pattern)
    assert [CodeStore(path).compiled(pattern) for pattern in PATTERNS] == list(PATTERNS)
