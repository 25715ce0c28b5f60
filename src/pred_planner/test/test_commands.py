"""The commands parse and revise: lines in, lines out, nothing lost."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from pred_planner.commands import parse as parse_command
from pred_planner.commands import revise as revise_command
from pred_planner.llm.scripted_server import Reply, ScriptedServer


def test_parse_answers_every_line_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = json.dumps("PickupObject, Night Stand, 0")
    lines = [
        "\ufeff" + plan,
        "not json",
        "",
        "3",
        json.dumps(""),
        "[" * 100_000,
        '"Mug\\ud83d, 0, \\u0000"',
        plan,
    ]
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


REQUEST = {"kind": "apm", "level": "triplet", "plan": [["Clean", "Mug", "None"], ["Move", "Mug", "Desk"]]}


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (["parse", "--dialect", "flare"], json.dumps("PickupObject, Mug, 0")),
        (["revise"], json.dumps({**REQUEST, "subject": "Mug", "observed": "clean"})),
    ],
)
def test_a_reader_that_has_enough_ends_the_command_quietly(command: list[str], line: str) -> None:
    module, *options = command
    running = subprocess.Popen(
        [sys.executable, "-m", f"pred_planner.commands.{module}", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdin and running.stdout and running.stderr
    running.stdin.write(f"{line}\n".encode())
    running.stdin.flush()
    assert json.loads(running.stdout.readline())["ok"]
    running.stdout.close()
    running.stdin.write(f"{line}\n{line}\n".encode())
    running.stdin.close()
    assert running.stderr.read() == b"" and running.wait(60) == 0


@pytest.mark.parametrize(("status", "calls"), [(401, 1), (500, 6)])
def test_each_line_is_a_task_of_its_own_but_a_refused_key_is_not_tried_again(
    status: int, calls: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps({**REQUEST, "subject": "Mug", "observed": "clean"})
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([line, "{", line, line]) + "\n"))
    monkeypatch.setattr("time.sleep", lambda _: None)
    with ScriptedServer([Reply("no", status=status)]) as server:
        assert revise_command.main(["--reasoner", "llm", "--base-url", server.base_url]) == 0
        assert len(server.requests) == calls
    said = capsys.readouterr()
    answers = [json.loads(answer) for answer in said.out.splitlines()]
    assert [answer.get("source", "error") for answer in answers] == ["rules", "error", "rules", "rules"]
    assert said.err.count(f"HTTP {status}") == calls


def test_an_address_that_is_none_ends_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert revise_command.main(["--reasoner", "llm", "--base-url", "nowhere"]) == 2
    assert "must be like http://" in capsys.readouterr().err
