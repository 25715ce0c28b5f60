"""The rules on bare rows: what they leave out and put in, and what they leave alone."""

from __future__ import annotations

import pytest

from pred_core.plan_language import Discrepancy, Kind, Level
from pred_planner.rows.revision import revise_rows

OFF, ON = "ToggleObjectOff", "ToggleObjectOn"
PICK, PUT, OPEN, CLOSE = "PickupObject", "PutObject", "OpenObject", "CloseObject"
PASS = ("Pass", "None", "None")


def revised(kind: Kind, subject: str, expected: str, observed: str, rows: list[tuple[str, ...]]) -> list:
    level = Level.TUPLE if len(rows[0]) == 2 else Level.TRIPLET
    return revise_rows(Discrepancy(kind, "", subject, expected=expected, observed=observed), level, rows)


FRIDGE = [("Fridge", OPEN), ("Apple", PICK), ("Fridge", CLOSE), ("CounterTop", PUT)]
HIGH_FRIDGE = [("Open", "Fridge", "None"), ("Pickup", "Apple", "Fridge"), ("Close", "Fridge", "None")]
COVERED = [("Box", PICK), ("DiningTable", PUT), ("Apple", PICK), ("Plate", PUT)]
SLICED_INSIDE = [("Knife", PICK), ("Fridge", OPEN), ("Apple", "SliceObject"), ("Fridge", CLOSE)]
MICROWAVED = [("Microwave", OPEN), ("Microwave", PUT), ("Microwave", CLOSE)]


@pytest.mark.parametrize(
    ("subject", "expected", "observed", "rows", "left"),
    [
        ("Apple", "in Fridge", "on CounterTop", FRIDGE, [1, 3]),
        ("Target", "Recep", "", FRIDGE, [1, 3]),
        ("", "", "", FRIDGE, [1, 3]),
        ("Apple", "Fridge", "", FRIDGE[:2], [1]),
        ("Apple", "in Fridge", "Fridge", FRIDGE, [0, 1, 2, 3]),
        ("Apple", "Cabinet", "in Fridge", FRIDGE, [0, 1, 2, 3]),
        ("Mug", "Cabinet", "CounterTop", FRIDGE, [0, 1, 2, 3]),
        ("Apple", "Fridge", "CounterTop", HIGH_FRIDGE, [1]),
        ("Apple", "Fridge", "CounterTop", SLICED_INSIDE, [0, 2]),
        ("Mug", "Cabinet", "SideTable", [FRIDGE[0], ("Fridge", PUT), FRIDGE[2], ("Mug", PICK)], [0, 1, 2, 3]),
        ("Apple", "Fridge", "SideTable", [FRIDGE[0], FRIDGE[1], ("Fridge", PUT), FRIDGE[2]], [0, 1, 2, 3]),
        ("Apple", "Fridge", "SideTable", [*FRIDGE[:2], ("Egg", PICK), FRIDGE[2]], [0, 1, 2, 3]),
        ("Apple", "Fridge", "SideTable", [*FRIDGE[:2], *MICROWAVED, FRIDGE[2]], [1, 2, 3, 4]),
        ("Apple", "under Box", "Plate", COVERED, [2, 3]),
        ("Apple", "in Box", "Plate", COVERED, [0, 1, 2, 3]),
        ("Mug", "under Box", "Plate", COVERED, [0, 1, 2, 3]),
    ],
)  # fmt: skip
def test_dta_leaves_out_the_opening_that_serves_this_taking_alone(
    subject: str, expected: str, observed: str, rows: list, left: list[int]
) -> None:
    assert revised(Kind.DTA, subject, expected, observed, rows) == [rows[index] for index in left]


@pytest.mark.parametrize(
    ("subject", "expected", "observed", "first", "back"),
    [
        ("Mug", "Mug", "Cup", ("Mug", PICK), ("Parent", PUT)),
        ("Target", "Target", "not in range", ("Target", PICK), ("Parent", PUT)),
        ("", "", "", ("Mug", PICK), ("Parent", PUT)),
        ("Mug", "Mug", "Cup", ("Pickup", "Mug", "None"), ("Put", "Mug", "Parent")),
        ("Mug", "Mug", "Mug", ("Mug", PICK), None),
        ("Bowl", "Bowl", "Plate", ("Mug", PICK), None),
        ("Mug", "Mug", "Cup", ("Fridge", OPEN), None),
        ("Mug", "Mug", "Cup", ("Move", "Mug", "Shelf"), None),
    ],
)
def test_ohv_puts_the_wrong_thing_back(
    subject: str, expected: str, observed: str, first: tuple, back: tuple | None
) -> None:
    after = revised(Kind.OHV, subject, expected, observed, [first])
    assert after == ([first, back, first] if back else [first])


@pytest.mark.parametrize(
    ("subject", "observed", "first", "added"),
    [
        ("Microwave", "ToggleOn", ("Microwave", OPEN), ("Microwave", OFF)),
        ("SinkBasin", "on", ("SinkBasin", PUT), ("Faucet", OFF)),
        ("Faucet", "running", ("Sink", PUT), ("Faucet", OFF)),
        ("Sink", "full of water", ("SinkBasin", PUT), ("Faucet", OFF)),
        ("StoveKnob", "on", ("StoveBurner", PUT), ("StoveKnob", OFF)),
        ("Fridge", "closed", ("Fridge", PUT), ("Fridge", OPEN)),
        ("Fridge", "not open", ("Apple", PICK), ("Fridge", OPEN)),
        ("Recep", "closed", ("Target", PICK), ("Recep", OPEN)),
        ("Microwave", "open", ("Microwave", ON), ("Microwave", CLOSE)),
        ("CounterTop", "on", ("CounterTop", PUT), None),
        ("Mug", "on", ("Microwave", OPEN), None),
        ("Mug", "closed", ("Fridge", PUT), None),
        ("CounterTop", "closed", ("CounterTop", PUT), None),
        ("Book", "closed", ("Book", PICK), None),
        ("FloorLamp", "closed", ("Book", PICK), None),
        ("Laptop", "open", ("Laptop", ON), None),
        ("Microwave", "unknown", ("Microwave", OPEN), None),
        ("Microwave", "off", ("Microwave", OPEN), None),
    ],
)
def test_apm_prepares_what_can_be_prepared(
    subject: str, observed: str, first: tuple, added: tuple | None
) -> None:
    rows = [first, ("Desk", PUT)]
    assert revised(Kind.APM, subject, "", observed, rows) == ([added, *rows] if added else rows)


@pytest.mark.parametrize(
    ("subject", "observed", "rows", "added"),
    [
        ("Microwave", "on", [("Mug", PICK), *MICROWAVED], ("Microwave", OFF)),
        ("Faucet", "on", [("Mug", PICK), ("SinkBasin", PUT)], ("Faucet", OFF)),
        ("Fridge", "closed", [("Mug", PICK), ("Fridge", PUT)], ("Fridge", OPEN)),
        ("Fridge", "closed", [("Mug", PICK), ("Fridge", OPEN), ("Fridge", PUT)], None),
        ("Fridge", "closed", [FRIDGE[1], FRIDGE[2], FRIDGE[0], ("Fridge", PUT)], ("Fridge", OPEN)),
        ("Microwave", "on", [("Mug", PICK), ("Microwave", OFF), *MICROWAVED], None),
        ("Mug", "on", [("Mug", PICK), *MICROWAVED], None),
    ],
)
def test_apm_prepares_before_all_else_what_is_used_later(
    subject: str, observed: str, rows: list, added: tuple | None
) -> None:
    assert revised(Kind.APM, subject, "", observed, rows) == ([added, *rows] if added else rows)


WASH = [("SinkBasin", PUT), ("Faucet", ON), ("Faucet", OFF), ("Mug", PICK)]
HEATED = [("Microwave", ON), ("Microwave", OFF)]
HEAT = [*MICROWAVED, *HEATED, ("Microwave", OPEN), ("Mug", PICK), ("Microwave", CLOSE)]
COOL = [FRIDGE[0], ("Fridge", PUT), FRIDGE[2], FRIDGE[0], ("Mug", PICK), FRIDGE[2]]
SLICE = [("Knife", PICK), ("Apple", "SliceObject"), ("SideTable", PUT)]
REST = [("Desk", PUT)]


@pytest.mark.parametrize(
    ("subject", "observed", "rows", "after"),
    [
        ("Mug", "clean", [*WASH, *REST], REST),
        ("Mug", "clean", [*WASH, ("SinkBasin", "PourObject"), *REST], REST),
        ("Mug", "clean", [("Mug", PICK), *WASH, *REST], [("Mug", PICK), *REST]),
        ("Mug", "filled", [*WASH, ("HousePlant", "PourObject")], [("HousePlant", "PourObject")]),
        ("Mug", "clean", [*WASH, ("HousePlant", "PourObject")], None),
        ("Mug", "filled", [*WASH, ("SinkBasin", "PourObject")], None),
        ("Plate", "clean", [*WASH, *REST], None),
        ("Mug", "dirty", [*WASH, *REST], None),
        ("Mug", "clean", [("Mug", PICK), *WASH[:3]], [("Mug", PICK), ("SinkBasin", PUT)]),
        ("Mug", "hot", [*HEAT, *REST], REST),
        ("Mug", "hot", HEAT[1:5], []),
        ("Mug", "hot", [("Cabinet", OPEN), ("Mug", PICK), ("Cabinet", CLOSE), *HEAT],
         [("Cabinet", OPEN), ("Mug", PICK), ("Cabinet", CLOSE)]),
        ("Mug", "cold", [*COOL, *REST], REST),
        ("Mug", "cold", COOL[:3], None),
        ("Apple", "sliced", [*SLICE, *REST], REST),
        ("AppleSliced", "sliced", SLICE[1:], SLICE[2:]),
        ("Apple", "sliced", [*SLICE[:2], ("Bread", "SliceObject")], [SLICE[0], ("Bread", "SliceObject")]),
        ("Fridge", "open", FRIDGE, FRIDGE[1:]),
        ("Mug", "empty", [("SinkBasin", "PourObject"), *REST], REST),
        ("Mug", "empty", [("HousePlant", "PourObject"), *REST], None),
        ("SinkBasin", "on", WASH[1:], WASH[2:]),
    ],
)  # fmt: skip
def test_apm_leaves_out_what_is_done(subject: str, observed: str, rows: list, after: list | None) -> None:
    assert revised(Kind.APM, subject, "", observed, rows) == (rows if after is None else after)


@pytest.mark.parametrize(
    ("subject", "observed", "first", "done"),
    [
        ("Mug", "washed", ("Clean", "Mug", "None"), True),
        ("Target", "isDirty: false", ("Clean", "Target", "None"), True),
        ("Mug", "isDirty: true", ("Clean", "Mug", "None"), False),
        ("Plate", "clean", ("Clean", "Mug", "None"), False),
        ("FloorLamp", "on", ("ToggleOn", "FloorLamp", "None"), True),
        ("FloorLamp", "off", ("ToggleOff", "FloorLamp", "None"), True),
        ("Fridge", "open", ("Open", "Fridge", "None"), True),
        ("Fridge", "closed", ("Close", "Fridge", "None"), True),
        ("Fridge", "closed", ("Open", "Fridge", "None"), False),
        ("BreadSliced", "toasted", ("Toast", "BreadSliced", "None"), True),
        ("AppleSliced", "already sliced", ("Slice", "Apple", "None"), True),
        ("Cup", "filled with water", ("Fill", "Cup", "None"), True),
        ("Cup", "filled with coffee", ("Fill", "Cup", "None"), False),
        ("Mug", "filled with coffee", ("Fill", "Mug", "CoffeeMachine"), True),
        ("SinkBasin", "off", ("ToggleOff", "Faucet", "None"), True),
        ("Mug", "empty", ("Pour", "Mug", "SinkBasin"), True),
        ("Mug", "empty", ("Pour", "Mug", "HousePlant"), False),
        ("FloorLamp", "on", ("LookAt", "Book", "FloorLamp"), False),
        ("Microwave", "on", ("Move", "Mug", "Microwave"), False),
    ],
)
def test_apm_leaves_out_a_triplet_that_is_done(subject: str, observed: str, first: tuple, done: bool) -> None:
    rest = [("Move", "Mug", "Desk")]
    assert revised(Kind.APM, subject, "", observed, [first, *rest]) == ([] if done else [first]) + rest


@pytest.mark.parametrize(
    ("subject", "observed", "first", "passed"),
    [
        ("Target", "on Parent", ("Move", "Target", "Parent"), True),
        ("RemoteControl", "Sofa", ("Move", "RemoteControl", "Sofa"), True),
        ("RemoteControl", "in the desired place", ("Move", "RemoteControl", "Sofa"), True),
        ("", "", ("Move", "RemoteControl", "Sofa"), True),
        ("Plate", "Sink", ("Move", "Plate", "SinkBasin"), True),
        ("RemoteControl", "CoffeeTable", ("Move", "RemoteControl", "Sofa"), False),
        ("RemoteControl", "not on Sofa", ("Move", "RemoteControl", "Sofa"), False),
        ("RemoteControl", "elsewhere", ("Move", "RemoteControl", "Sofa"), False),
        ("Book", "on Sofa", ("Move", "RemoteControl", "Sofa"), False),
        ("Plate", "on DiningTable", ("Clean", "Plate", "None"), False),
        ("Book", "on Desk", ("ToggleOn", "FloorLamp", "None"), False),
    ],
)
def test_asr_passes_over_moving_what_is_in_place(
    subject: str, observed: str, first: tuple, passed: bool
) -> None:
    rows = [first, ("Move", "Plate", "DiningTable")]
    assert revised(Kind.ASR, subject, "", observed, rows) == ([PASS, *rows] if passed else rows)


@pytest.mark.parametrize(
    ("subject", "observed", "rows", "after"),
    [
        ("Mug", "Desk", [("Mug", PICK), ("Desk", PUT), *FRIDGE], FRIDGE),
        ("Apple", "CounterTop", [*FRIDGE, ("Mug", PICK)], [("Mug", PICK)]),
        ("Mug", "in Cabinet", [("Mug", PICK), ("Cabinet", OPEN), ("Cabinet", PUT), ("Cabinet", CLOSE)], []),
        ("Mug", "Shelf", [("Mug", PICK), ("Desk", PUT)], None),
        ("Cup", "Desk", [("Mug", PICK), ("Desk", PUT)], None),
        ("Mug", "Desk", [("Desk", PUT)], None),
        ("Mug", "Desk", [("Mug", PICK)], None),
    ],
)
def test_asr_leaves_out_the_tuples_of_a_move(
    subject: str, observed: str, rows: list, after: list | None
) -> None:
    assert revised(Kind.ASR, subject, "", observed, rows) == (rows if after is None else after)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("level", list(Level))
def test_an_empty_plan_stays_empty(kind: Kind, level: Level) -> None:
    assert revise_rows(Discrepancy(kind, "", "Mug", observed="clean"), level, []) == []
