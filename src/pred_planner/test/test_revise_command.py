"""The command revise: an answer for every line, read as it was meant, by rules and by a model."""

from __future__ import annotations

import io
import json
import random
import sys

import pytest

from pred_core.model_calls import Question
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Kind, Level
from pred_planner.commands import revise as revise_command
from pred_planner.commands.revise import OTHERS, by_model, by_rules, revise_line
from pred_planner.llm.client import ModelAnswer

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
    result = revise_line(line, by_rules)
    assert result["ok"] and result["changed"] and result["source"] == "rules"
    assert result["plan"] == after
    assert subject in result["sentence"] and result["sentence"].endswith(".")


def answered(line: object, others: tuple[str, ...] = OTHERS) -> dict:
    text = line if isinstance(line, str) else json.dumps(line)
    return revise_line(text, by_rules, others)


MUG = {"kind": "apm", "level": "triplet", "plan": [["Clean", "Mug", "None"], ["Move", "Mug", "Desk"]]} | {
    "subject": "Mug", "expected": "dirty", "observed": "clean"
}  # fmt: skip
DONE = [["Move", "Mug", "Desk"]]


@pytest.mark.parametrize(
    "changed",
    [
        {"subject": "mug"},
        {"subject": "Mug_1"},
        {"subject": "the mug"},
        {"subject": "Mug|-01.2|+00.9|+00.4"},
        {"subject": "Target"},
        {"subject": "the target object"},
        {"subject": None},
        {"observed": "washed"},
        {"observed": "already cleaned"},
        {"observed": "isDirty=False"},
        {"observed": "not dirty"},
        {"kind": "APM", "level": "Triplet"},
        {"plan": [["clean", "mug"], ["Move", "Mug_2", "the desk"]]},
        {"plan": [["CleanObject", "Mug", None], ["Move", "Mug", "desk"]]},
    ],
)
def test_what_is_meant_is_read(changed: dict) -> None:
    result = answered(MUG | changed)
    assert result["ok"] and result["plan"] == DONE and "clean" in result["sentence"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "JSON"),
        ("[" * 100_000, "JSON"),
        ("", "empty"),
        (" \n", "empty"),
        ("[]", "object"),
        ("3", "object"),
        ({}, "kind"),
        (MUG | {"kind": "xyz"}, "kind"),
        (MUG | {"level": ["tuple"]}, "level"),
        (MUG | {"level": "tuple"}, "Step 1"),
        (MUG | {"plan": None}, "plan"),
        (MUG | {"plan": {"a": 1}}, "plan"),
        (MUG | {"plan": ["Clean Mug"]}, "Step 1"),
        (MUG | {"plan": [{"Clean": 1, "Mug": 2, "None": 3}]}, "Step 1"),
        (MUG | {"plan": [["Clean", "Mug", 3]]}, "Step 1"),
        (MUG | {"plan": [["Clean", None, None]]}, "needs an object"),
        (MUG | {"plan": [*MUG["plan"], ["Dance", "Mug", "None"]]}, "Step 3: 'Dance'"),
        (MUG | {"plan": [["Clean", "Zorblax", "None"]]}, "Zorblax"),
        (MUG | {"plan": MUG["plan"] * 101}, "202"),
        (MUG | {"subject": "Zorblax"}, "Zorblax"),
        (MUG | {"subject": ["Mug"]}, "subject"),
        (MUG | {"subject": "\ud800"}, "printable"),
        (MUG | {"observed": {"clean": True}}, "observed"),
        (MUG | {"observed": "clean " * 200}, "1000"),
    ],
)
def test_bad_lines_are_answered_with_an_error(line: object, why: str) -> None:
    result = answered(line)
    assert not result["ok"] and why in result["error"]


def test_repairs_are_told() -> None:
    line = MUG | {"kind": "ohv", "level": "tuple", "plan": [["mug", "Pickup"], ["PutObject", "Shelf"]]}
    result = answered(line | {"expected": "mug", "observed": "a cup"})
    assert result["plan"] == [
        ["Mug", "PickupObject"],
        ["Parent", "PutObject"],
        ["Mug", "PickupObject"],
        ["Shelf", "PutObject"],
    ]
    assert result["repairs"] == ["Pickup -> PickupObject", "mug -> Mug", "swapped PutObject and Shelf"]
    assert "looks like a Cup" in result["sentence"]


@pytest.mark.parametrize(
    ("observed", "passed"),
    [
        ("on the coffee table", True),
        ("CoffeeTable_2", True),
        ("the pillow lies on the CoffeeTable", True),
        ("in its desired location", True),
        ("(pillow, coffee table)", True),
        ("After a look, the pillow turns out to be in place, so no move is needed.", True),
        ("The pillow lies on the side table, so it is not on the coffee table.", False),
        ("not on the coffee table", False),
        ("on the side table", False),
        ("next to the coffee table", False),
        ("in front of the CoffeeTable", False),
        ("on top of the CoffeeTable", True),
    ],
)
def test_places_are_read_out_of_phrases(observed: str, passed: bool) -> None:
    line = {
        "kind": "asr",
        "level": "triplet",
        "plan": [["Move", "Pillow", "CoffeeTable"]],
        "observed": observed,
    }
    assert answered(line)["changed"] is passed


@pytest.mark.parametrize(
    ("observed", "taken_again"),
    [
        ("a mug", False),
        ("The picked object is indeed a mug.", False),
        ("The object in hand looks like a Cup from three of four sides.", True),
        ("It doesn't look like a mug", True),
        ("the same object", False),
        ("not the same object", True),
        ("class changed", True),
        ("not the mug, but a cup", True),
    ],
)
def test_what_a_thing_looks_like_is_read_out_of_sentences(observed: str, taken_again: bool) -> None:
    line = {"kind": "ohv", "level": "tuple", "plan": [["Mug", "PickupObject"], ["Desk", "PutObject"]]}
    result = answered(line | {"subject": "Mug", "expected": "Mug", "observed": observed})
    assert result["changed"] is taken_again


def test_what_lies_beside_a_closed_place_is_not_in_it() -> None:
    line = {
        "kind": "dta",
        "level": "tuple",
        "plan": PLANS[Level.TUPLE],
        "subject": "Apple",
        "expected": "in the Fridge",
    }
    result = answered(line | {"observed": "next to the fridge"})
    assert (
        result["plan"] == [["Apple", "PickupObject"]]
        and "near the Fridge, not in the Fridge" in result["sentence"]
    )


def test_the_lab_table_is_known_where_no_domain_is_given() -> None:
    plan = [["RedCup", "PickupObject"], ["Table", "PutObject"], ["Pepsi", "PickupObject"]]
    line = {"kind": "dta", "level": "tuple", "plan": plan, "subject": "Pepsi"}
    line |= {"expected": "under the red cup", "observed": "on the table"}
    result = answered(line)
    assert result["plan"] == [["PepsiCan", "PickupObject"]]
    assert "it is on the Table, not under the RedCup" in result["sentence"]
    assert not answered(line, ())["ok"]


PLANS = {
    Level.TUPLE: [["Fridge", "OpenObject"], ["Apple", "PickupObject"], ["Fridge", "CloseObject"]],
    Level.TRIPLET: [["Open", "Fridge", "None"], ["Pickup", "Apple", "None"], ["Close", "Fridge", "None"]],
}


class Always:
    """A model that says the same to every question of one purpose."""

    def __init__(self, plan: str, *, up: bool = True) -> None:
        self.plan, self.up = plan, up

    def start_task(self) -> None:
        """There is nothing to begin."""

    def ask(self, question: Question) -> ModelAnswer:
        text = "It is\nso." if question.purpose == "describe" else self.plan
        return ModelAnswer(Outcome.success() if self.up else Outcome(Code.EXECUTION_FAILURE, "down"), text)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("answer", ["nonsense", "[]", "none", "first left out", "as it was"])
def test_a_model_is_asked_within_the_guides_and_the_rules_stand_behind_it(
    kind: Kind, level: Level, answer: str
) -> None:
    plan = PLANS[level]
    texts = {"first left out": json.dumps(plan[1:]), "as it was": json.dumps(plan)}
    line = {
        "kind": kind,
        "level": level,
        "plan": plan,
        "subject": "Apple",
        "expected": "Fridge",
        "observed": "Desk",
    }
    reviser = by_model(Always(texts.get(answer, answer), up=answer != "none"), "llm")
    result = revise_line(json.dumps(line), reviser)
    ruled = answered(line)
    assert result["ok"] and result["sentence"]
    assert result["source"] == "llm" or result["plan"] == ruled["plan"]
    assert result["plan"] in (plan, ruled["plan"])


def test_a_model_may_say_that_nothing_is_left_to_do() -> None:
    line = {
        "kind": "apm",
        "level": "tuple",
        "plan": [["FloorLamp", "ToggleObjectOn"]],
        "subject": "FloorLamp",
    }
    result = revise_line(json.dumps(line | {"observed": "on"}), by_model(Always("[]"), "llm"))
    assert result["plan"] == [] and result["source"] == "llm"


WORDS = [
    "Mug",
    "mug_1",
    "Target",
    "None",
    "",
    "Fridge",
    "on",
    "not clean",
    "PickupObject",
    "Move",
    "\ud83d",
    "\x00",
]
"""What a fuzzed line is made of, with what it may not be made of."""


def _fuzzed(chance: random.Random) -> object:
    def anything(depth: int = 0) -> object:
        kinds = [lambda: chance.choice(WORDS), lambda: chance.choice([None, 1, 2.5, True, -(10**30)])]
        if depth < 3:
            kinds.append(lambda: [anything(depth + 1) for _ in range(chance.randrange(4))])
            kinds.append(lambda: {chance.choice(WORDS): anything(depth + 1)})
        return chance.choice(kinds)()

    width = chance.choice([2, 3])
    rows = [[chance.choice(WORDS) for _ in range(width)] for _ in range(chance.randrange(5))]
    line = {
        "kind": chance.choice(list(Kind)),
        "level": Level.TUPLE if width == 2 else Level.TRIPLET,
        "plan": rows,
        "subject": chance.choice(WORDS),
        "expected": chance.choice(WORDS),
        "observed": chance.choice(WORDS),
    }
    if chance.random() < 0.5:
        line[chance.choice(list(line))] = anything()
    return line


def test_whatever_a_line_holds_it_is_answered() -> None:
    chance = random.Random(7)
    for _ in range(2000):
        text = json.dumps(_fuzzed(chance))
        if chance.random() < 0.2:
            text = text[: chance.randrange(len(text))]
        result = answered(text, ())
        assert json.dumps(result).isascii()
        assert result["ok"] or result["error"]


def test_every_line_gets_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["\ufeff" + json.dumps(MUG), "", json.dumps(MUG | {"subject": "\udc00"}), "{", json.dumps(MUG)]
    data = "\n".join(lines).encode() + b"\n\xff\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))
    assert revise_command.main([]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [r["ok"] for r in results] == [True, False, False, False, True, False]


def test_revise_command_reports_a_missing_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert revise_command.main(["--reasoner", "replay"]) == 2
    assert "--replay" in capsys.readouterr().err
