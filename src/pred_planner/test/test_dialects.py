"""The dialects' worked examples, the dirt real models produce, and fuzz."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest
from answers import code_of, parsed, plan_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_core.observed import PROMPT_PLACEHOLDERS
from pred_core.plan_language import High, Primitive
from pred_core.vocabulary import object_types
from pred_planner.commands.parse import parse_line
from pred_planner.dialects.registry import DIALECTS
from pred_planner.plan.parsed import RejectionCode

LISTING_1_OUTPUT = """[
  [ "Target", "PickupObject" ],
  [ "Apple", "SliceObject" ],
  [ "CounterTop", "PutObject" ]
]"""

LISTING_4_OUTPUT = """    [
      "Move",
      "Bread",
      "Toaster"
    ],
    [ "Move", "Bread", "Toaster" ],
    [ "ToggleOn", "Toaster", "None" ],
    [ "Move", "Bread", "Plate" ]
  ]"""

SCRIPT = """
target_knife = InteractionObject("Knife")  # need a knife
target_knife.go_to()
target_knife.pickup()
target_apple = InteractionObject("Apple", landmark = "CounterTop")
target_apple.go_to()
target_apple.slice()
target_knife.put_down()
target_slice = InteractionObject("AppleSliced", attributes = ["cooked"])
target_plate = InteractionObject("Plate", landmark="Sink")
target_plate.clean()
target_slice.pickup_and_place(target_plate)
"""


def test_pred_listing_1() -> None:
    assert plan_of("pred", LISTING_1_OUTPUT) == [
        ["Target", "PickupObject"],
        ["Apple", "SliceObject"],
        ["CounterTop", "PutObject"],
    ]


def test_pred_listing_4_without_its_outer_bracket() -> None:
    assert plan_of("pred", LISTING_4_OUTPUT) == [
        ["Move", "Bread", "Toaster"],
        ["Move", "Bread", "Toaster"],
        ["ToggleOn", "Toaster", "None"],
        ["Move", "Bread", "Plate"],
    ]


def test_pred_listing_5_pass() -> None:
    assert plan_of("pred", '["Pass", "None", "None"], ["Move", "Target", "Parent"]') == [
        ["Pass", "None", "None"],
        ["Move", "Target", "Parent"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[('Mug', 'PickupObject'), ('Fridge', 'OpenObject')]",
        "('Mug', 'PickupObject'),\n('Fridge', 'OpenObject')",
        'Sure (as you asked)! Here it is:\n```json\n[["Mug","PickupObject"],["Fridge","OpenObject"]]\n```',
        "1. Mug, PickupObject\n2. Fridge, OpenObject",
        "(Mug, PickupObject), (Fridge, OpenObject)",
        "[[mug, pickup object], [Refrigerators... , OpenObject]]".replace("Refrigerators...", "fridge"),
        "[[PickupObject, Mug], [OpenObject, Fridge]]",
        "[“Mug”, “PickupObject”], [“Fridge”, “OpenObject”]",
    ],
)
def test_pred_tuples_however_they_are_written(text: str) -> None:
    assert plan_of("pred", text) == [["Mug", "PickupObject"], ["Fridge", "OpenObject"]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", RejectionCode.EMPTY),
        ("   \n", RejectionCode.EMPTY),
        ("No changes are needed.", RejectionCode.EMPTY),
        ("I'm sorry, but I cannot help with that.", RejectionCode.REFUSAL),
        ('[["Mug","PickupObject"],["Fri', RejectionCode.TRUNCATED),
        ('[["Mug","PickupObject"],["Zorblax","OpenObject"]]', RejectionCode.UNKNOWN_OBJECT),
        ('[["Mug","PickupObject"],["Mug","DanceObject"]]', RejectionCode.UNKNOWN_ACTION),
        ('[["Mug","PickupObject"],["Move","Mug","Fridge"]]', RejectionCode.MIXED_LEVELS),
        ('[["Move","Mug","None"]]', RejectionCode.MISSING_RECEPTACLE),
        ('["Mug","PickupObject"],' * 201, RejectionCode.TOO_LONG),
        ("x" * 60_000, RejectionCode.TOO_LONG),
    ],
)
def test_pred_rejections_are_typed(text: str, code: RejectionCode) -> None:
    assert code_of("pred", text) is code


def test_flare_example() -> None:
    assert plan_of("flare", "PickupObject, Pencil, 0, ToggleObject, DeskLamp, 0") == [
        ["Pickup", "Pencil", "None"],
        ["ToggleOn", "DeskLamp", "None"],
    ]


def test_flare_dirt_is_repaired_and_said() -> None:
    result = parsed("flare", "Next plan: 1. PickupObject, trash can, 0\n2. PutObject, Mug, NightStand")
    assert result.as_lists() == [["Pickup", "GarbageCan", "None"], ["Put", "Mug", "SideTable"]]
    assert "trash can -> GarbageCan" in result.repairs


def test_flare_name_cut_short_is_completed_within_a_plan_and_rejected_at_its_end() -> None:
    assert plan_of("flare", "PickupObject, Knife, 0, SliceObject, Lettuce, 0, PickupObject, LettuceS, 0") == [
        ["Pickup", "Knife", "None"],
        ["Slice", "Lettuce", "None"],
        ["Pickup", "LettuceSliced", "None"],
    ]
    assert code_of("flare", "SliceObject, Lettuce, 0, PickupObject, LettuceS") is RejectionCode.TRUNCATED
    assert code_of("flare", "PickupObject, Knife, 0, PutObject, Knife") is RejectionCode.TRUNCATED
    assert code_of("flare", "PickupObject, Knife, 0, PutObject") is RejectionCode.TRUNCATED


def test_flare_unlisted_action_is_no_plan() -> None:
    assert code_of("flare", "JuggleThing, Knife, 0") is RejectionCode.UNKNOWN_ACTION
    assert code_of("flare", "PickupObject, Knife, 0, JuggleThing, Knife, 0") is RejectionCode.UNKNOWN_ACTION


CMFR_ANSWER = """Output:
{
  "task": "N slices of Object in Receptacle",
  "object locations": ["(Bowl_1, on, Shelf_1)"],
  "subgoals": ["Find(Bowl_1)", "Pick_up(Bowl_1)", "Place(Bowl_1, CounterTop_1)", "Find(Knife_1)",
     "Pick_up(Knife_1)", "Slice(Lettuce_1)", "Put_away(Knife_1)", "Pick_up(LettuceSliced_1)",
     "Place(LettuceSliced_1,Bowl_1)"]
}"""


def test_cmfr_example_also_with_its_json_broken() -> None:
    expected = [
        ["Goto", "Bowl", "None"],
        ["Pickup", "Bowl", "None"],
        ["Put", "Bowl", "CounterTop"],
        ["Goto", "Knife", "None"],
        ["Pickup", "Knife", "None"],
        ["Slice", "Lettuce", "None"],
        ["Put", "Knife", "CounterTop"],
        ["Pickup", "LettuceSliced", "None"],
        ["Put", "LettuceSliced", "Bowl"],
    ]
    assert plan_of("cmfr", CMFR_ANSWER) == expected
    assert plan_of("cmfr", CMFR_ANSWER.replace('"Pick_up(Bowl_1)",', '"Pick_up(Bowl_1)"')) == expected


def test_cmfr_keeps_instances_apart() -> None:
    result = parsed("cmfr", '{"subgoals": ["Clean(Mug_1)", "Clean(Mug_2)"]}')
    assert [s.object_ref for s in result.steps] == ["Mug_1", "Mug_2"]


def test_cmfr_place_without_a_receptacle() -> None:
    assert plan_of("cmfr", '{"solution": ["Find(Plate_1)", "Place(BreadSliced_1)"]}')[1] == [
        "Put",
        "BreadSliced",
        "Plate",
    ]
    assert code_of("cmfr", '{"solution": ["Place(BreadSliced_1)"]}') is RejectionCode.MISSING_RECEPTACLE
    assert code_of("cmfr", '{"subgoals": ["Find(Plate_1)", "Pick_up(Pla') is RejectionCode.TRUNCATED


def test_helper_script() -> None:
    assert plan_of("helper", SCRIPT) == [
        ["Goto", "Knife", "None"],
        ["Pickup", "Knife", "None"],
        ["Goto", "Apple", "None"],
        ["Slice", "Apple", "None"],
        ["Put", "Knife", "CounterTop"],
        ["Clean", "Plate", "None"],
        ["Move", "AppleSliced", "Plate"],
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("import os\nos.system('rm -rf /')", RejectionCode.NOT_ALLOWED),
        ("__import__('os').system('x')", RejectionCode.NOT_ALLOWED),
        ("x = InteractionObject('Mug')\nx.__class__.__bases__()", RejectionCode.NOT_ALLOWED),
        ("x = InteractionObject('Mug')\nwhile True:\n    x.pickup()", RejectionCode.NOT_ALLOWED),
        ("x = InteractionObject(open('/etc/passwd').read())", RejectionCode.NOT_ALLOWED),
        ("x = InteractionObject('Mug')\nx.explode()", RejectionCode.UNKNOWN_ACTION),
        ("x.pickup()", RejectionCode.UNKNOWN_OBJECT),
        ("x = InteractionObject('Mug')\nx.place(y)", RejectionCode.UNKNOWN_OBJECT),
        ("x = InteractionObject('Mug')\nx.place()", RejectionCode.MISSING_RECEPTACLE),
        ("x = InteractionObject('Mug')\nx.pickup(", RejectionCode.TRUNCATED),
        ("# nothing to do", RejectionCode.EMPTY),
    ],
)
def test_helper_scripts_are_read_never_run(text: str, code: RejectionCode) -> None:
    assert code_of("helper", text) is code


def test_helper_prose_around_the_script_is_left_out() -> None:
    text = "Here is the script you wanted\n" + SCRIPT + "\nHope it helps, good luck"
    assert plan_of("helper", text) == plan_of("helper", SCRIPT)


def assert_sound(result: dict[str, Any]) -> None:
    """What the command prints for an answer holds known actions and objects only, or says why there is no plan."""
    json.dumps(result).encode("ascii")
    if not result["ok"]:
        assert RejectionCode(result["rejection"]["code"])
        assert result["rejection"]["message"]
        return
    known = {*object_types(), *PROMPT_PLACEHOLDERS}
    for step in result["plan"]:
        if result["level"] == "tuple":
            thing, action = step
            assert action in Primitive and thing in known
        else:
            action, *things = step
            assert action in High and known.union({"None"}).issuperset(things) and len(things) == 2


SEEDS = {
    "pred": [
        LISTING_1_OUTPUT,
        LISTING_4_OUTPUT,
        "[('Mug', 'PickupObject'), ('Fridge', 'OpenObject')]",
        'Original plan: [["Clean","Mug","None"]] Revised plan:\n[["Move","Mug","Desk"],["Pass"]] I removed (Clean).',
        '```json\n{"steps": [{"action": "Move", "object": "Mug", "receptacle": "Shelf"}]}\n```',
        "Step 1: Mug, PickupObject\nCoffee Machine PutObject; | Sink | PutObject |",
    ],
    "flare": [
        "PickupObject, Pencil, 0, ToggleObject, DeskLamp, 0, PutObject, Mug, NightStand",
        "Sure! Next plan: 1. PickupObject Knife\n2. SliceObject: Lettuce, Microwave # cut\nStop",
    ],
    "cmfr": [
        CMFR_ANSWER,
        '{"solution": [{"action": "Place", "object": "Mug_1"}, ["Find", "Cup_1"], "Empty(Sink_1) - then rest"]}',
        "First:\n1. Find(Mug_1)\n2. Place(Mug_1 on (CounterTop_1)) and Close(Fridge_1)",
    ],
    "helper": [
        SCRIPT,
        "Explain: far.\nPlan (Python script):\n```\nfor i in range(3):\n    InteractionObject('Cup').open()\n```",
        "def f():\n    x = y = InteractionObject('Mug', landmark='Kitchen')\n    x.empty()\nf()\ndo_nothing()",
    ],
}
NOISE = "\ud83d[](){},'\"\n 0:=.#`\\_%éx\x00😀aZ|"


def mutate(rng: random.Random, text: str) -> str:
    characters = list(text)
    for _ in range(rng.randint(1, 12)):
        if not characters:
            break
        at = rng.randrange(len(characters))
        kind = rng.randrange(5)
        if kind == 0:
            del characters[at]
        elif kind == 1:
            characters.insert(at, rng.choice(NOISE))
        elif kind == 2:
            characters[at] = rng.choice(NOISE)
        elif kind == 3:
            del characters[at : at + rng.randint(1, 30)]
        else:
            characters[at:at] = characters[at : at + rng.randint(1, 30)]
    return "".join(characters)[: rng.randint(1, len(text) * 2)]


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_thousands_of_mutated_answers_never_break_a_parser(dialect: str) -> None:
    rng = random.Random(7)
    for _ in range(1_000):
        assert_sound(parse_line(dialect, json.dumps(mutate(rng, rng.choice(SEEDS[dialect])))))


AT_ONCE = 0.6
"""Seconds of processor time; it is a quarter of that, and grows with the length and not with its square."""

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=300)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(DIALECTS)), st.one_of(ANY_TEXT, ANY_TEXT.map(json.dumps)))
def test_any_line_is_a_plan_or_a_rejection(dialect: str, line: str) -> None:
    assert_sound(parse_line(dialect, line))


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize(
    "unit", ["[", "(", "{", '{"a":', "a ", "1", "\n", "Mug(", "x = (", "not ", "drop [", "a_", "0, "]
)
def test_fifty_thousand_characters_of_one_kind_are_answered_at_once(dialect: str, unit: str) -> None:
    line = json.dumps((unit * 50_000)[:50_000])
    took = []
    for _ in range(2):  # the quicker one counts: beside other programs a core gives half of what it can
        begun = time.thread_time()
        answer = parse_line(dialect, line)
        took.append(time.thread_time() - begun)
        assert_sound(answer)
        if took[-1] < AT_ONCE:
            break
    assert min(took) < AT_ONCE
