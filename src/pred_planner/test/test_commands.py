"""The command parse: lines in, lines out, nothing lost."""

from __future__ import annotations

import io
import json

import pytest

from pred_planner import parse_command


def test_parse_answers_every_line_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = json.dumps("PickupObject, Night Stand, 0")
    lines = ["\ufeff" + plan, "not json", "", "3", json.dumps(""), "[" * 100_000, '"Mug\\ud83d, 0, \\u0000"', plan]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert parse_command.main(["--dialect", "flare"]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [r["ok"] for r in results] == [True, *[False] * 6, True]
    assert results[0]["plan"] == results[-1]["plan"] == [["Pickup", "SideTable", "None"]]
    codes = [r["rejection"]["code"] for r in results[1:-1]]
    assert codes == ["SYNTAX", "EMPTY", "SYNTAX", "EMPTY", "SYNTAX", "EMPTY"]


def test_parse_reads_bytes_that_are_no_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = io.BytesIO(b'\xef\xbb\xbf"PickupObject, Mug, 0"\n"\xff\xfe"\n')
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(given, encoding="ascii"))
    assert parse_command.main(["--dialect", "flare"]) == 0
    assert [json.loads(line)["ok"] for line in capsys.readouterr().out.splitlines()] == [True, False]
