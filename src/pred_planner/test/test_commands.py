"""The two small commands: lines in, lines out, nothing lost."""

from __future__ import annotations

import io
import json

import pytest

from pred_planner import parse_command, revise_command
from pred_planner.language import Kind, Level
from pred_planner.row_revision import attribute

FRIDGE_PLAN = [
    ["Recep", "OpenObject"],
    ["Target", "PickupObject"],
    ["Recep", "CloseObject"],
    ["Apple", "SliceObject"],
    ["CounterTop", "PutObject"],
]
SINK = [["SinkBasin", "PutObject"], ["Faucet", "ToggleObjectOn"], ["Faucet", "ToggleObjectOff"]]
LISTINGS = [
    ("dta", "tuple", FRIDGE_PLAN, "Target", "Recep", "CounterTop", [FRIDGE_PLAN[1], *FRIDGE_PLAN[3:]]),
    (
        "ohv",
        "tuple",
        [["Target", "PickupObject"], ["Bed", "PutObject"]],
        "Target",
        "Target",
        "Pillow",
        [
            ["Target", "PickupObject"],
            ["Parent", "PutObject"],
            ["Target", "PickupObject"],
            ["Bed", "PutObject"],
        ],
    ),
    (
        "apm",
        "tuple",
        [["Microwave", "OpenObject"], ["Mug", "PickupObject"], ["Microwave", "CloseObject"], *SINK],
        "Microwave",
        "off",
        "ToggleOn",
        [
            ["Microwave", "ToggleObjectOff"],
            ["Microwave", "OpenObject"],
            ["Mug", "PickupObject"],
            ["Microwave", "CloseObject"],
            *SINK,
        ],
    ),
    (
        "apm",
        "triplet",
        [["Clean", "Target", "None"], ["Move", "Bread", "Toaster"], ["ToggleOn", "Toaster", "None"]],
        "Target",
        "dirty",
        "clean",
        [["Move", "Bread", "Toaster"], ["ToggleOn", "Toaster", "None"]],
    ),
    (
        "asr",
        "triplet",
        [["Move", "Target", "Parent"]],
        "Target",
        "not on Parent",
        "on Parent",
        [["Pass", "None", "None"], ["Move", "Target", "Parent"]],
    ),
]


@pytest.mark.parametrize(("kind", "level", "plan", "subject", "expected", "observed", "after"), LISTINGS)
def test_the_listings(
    kind: str, level: str, plan: list, subject: str, expected: str, observed: str, after: list
) -> None:
    line = json.dumps(
        {
            "kind": kind,
            "level": level,
            "plan": plan,
            "subject": subject,
            "expected": expected,
            "observed": observed,
        }
    )
    result = revise_command.revise_line(line, revise_command.by_rules)
    assert result["ok"] and result["changed"] and result["source"] == "rules"
    assert result["plan"] == after
    assert subject in result["sentence"] and result["sentence"].endswith(".")


def revised(kind: Kind, level: Level, plan: list, subject: str, observed: str) -> list:
    line = json.dumps({"kind": kind, "level": level, "plan": plan, "subject": subject, "observed": observed})
    return revise_command.revise_line(line, revise_command.by_rules)["plan"]


def test_what_is_clean_does_not_go_into_the_sink() -> None:
    plan = [*SINK, ["Mug", "PickupObject"], ["CoffeeMachine", "PutObject"]]
    assert revised(Kind.APM, Level.TUPLE, plan, "Mug", "clean") == [["CoffeeMachine", "PutObject"]]
    assert revised(Kind.APM, Level.TUPLE, plan, "Mug", "not clean") == plan


def test_a_running_sink_and_closed_doors_come_first() -> None:
    assert revised(Kind.APM, Level.TUPLE, SINK, "SinkBasin", "full")[0] == ["Faucet", "ToggleObjectOff"]
    put = [["Fridge", "PutObject"]]
    assert revised(Kind.APM, Level.TUPLE, put, "Fridge", "closed") == [["Fridge", "OpenObject"], *put]
    heat = [["Microwave", "ToggleObjectOn"]]
    assert revised(Kind.APM, Level.TUPLE, heat, "Microwave", "open") == [["Microwave", "CloseObject"], *heat]
    assert revised(Kind.APM, Level.TUPLE, heat, "Microwave", "on") == []


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("clean", ("clean", True)),
        ("not clean", ("clean", False)),
        ("dirty", ("clean", False)),
        ("not dirty", ("clean", True)),
        ("ToggleOn", ("on", True)),
        ("", ("", True)),
    ],
)
def test_attributes_in_words(text: str, meaning: tuple[str, bool]) -> None:
    assert attribute(text) == meaning


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"kind": "xyz", "level": "tuple", "plan": []}',
        '{"kind":"dta","level":"tuple","plan":[["a"]]}',
    ],
)
def test_bad_lines_are_answered_with_an_error(line: str) -> None:
    result = revise_command.revise_line(line, revise_command.by_rules)
    assert not result["ok"] and result["error"]


def test_an_empty_plan_stays_empty() -> None:
    for kind in Kind:
        assert revised(kind, Level.TUPLE, [], "Mug", "clean") == []


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


def test_revise_command_reports_a_missing_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert revise_command.main(["--reasoner", "replay"]) == 2
    assert "--replay" in capsys.readouterr().err
