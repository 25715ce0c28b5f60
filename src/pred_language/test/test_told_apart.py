"""Things that words tell apart, places that they only point to, and what is said not to be meant or done."""

from __future__ import annotations

import pytest
from kitchen import KITCHEN

from pred_core.referring.description import TestKind
from pred_language.lexicon.selectors import cannot_keep_to, carries_people
from pred_language.meaning.context import Refusal, TaskContext
from pred_language.meaning.grounding import Grounder
from pred_language.meaning.parts import in_order
from pred_language.reader import Texts, read, understand

ROOM = Grounder(KITCHEN)
BATH = Grounder(["Towel", "HandTowel", "Cloth", "BathtubBasin", "Toilet", "SinkBasin"], literal=True)
BEDROOM = Grounder(["Desk", "Laptop", "Bed", "SideTable", "Book", "Pillow", "DeskLamp", "Dresser"])


def context(text: str, grounder: Grounder = ROOM) -> TaskContext:
    found = understand(Texts(text), grounder)
    assert isinstance(found, TaskContext), found
    return found


def ends(text: str, grounder: Grounder = ROOM) -> set[str]:
    """Return what goes where, as "Thing > Place"."""
    found: set[str] = set()
    for task in in_order(context(text, grounder)):
        found |= {f"{part.thing.best} > {part.destination.best}" for part in task.also}
        found.add(f"{task.target.best} > {task.destination.best}")
    return found


def test_things_of_one_word_that_other_words_tell_apart_are_two():
    found = context("put the blue bowl in the sink and the red bowl in the fridge")
    assert ends("put the blue bowl in the sink and the red bowl in the fridge") == {
        "Bowl > SinkBasin",
        "Bowl > Fridge",
    }
    assert found.states == frozenset(), "the red bowl was in no sink"
    told = {slot: [test.value for test in tests] for slot, tests in found.said.items() if tests}
    assert sorted(told.values()) == [["blue"], ["red"]]


def test_things_that_are_named_side_by_side_by_other_words_are_two():
    assert ends("put a towel and two cloths in the bathtub", BATH) == {
        "Towel > BathtubBasin",
        "Cloth > BathtubBasin",
    }


@pytest.mark.parametrize(
    "text",
    ["put a knife in the drawer and a warm slice of bread on the counter",
     "put a knife in the drawer and two slices of bread on the counter"],
)  # fmt: skip
def test_a_verb_is_left_out_before_a_piece_of_something_too(text: str):
    found = ends(text)
    assert "Bread > CounterTop" in found and found & {"Knife > Drawer", "ButterKnife > Drawer"}


@pytest.mark.parametrize(
    ("text", "relation", "mark"),
    [("move the book that isn't in the drawer to the bed", "in", "drawer"),
     ("put the laptop that is not on the bed on the desk", "on", "bed"),
     ("put the book which isn't next to the lamp on the bed", "near", "lamp")],
)  # fmt: skip
def test_where_a_thing_is_not_tells_which_one_is_meant(text: str, relation: str, mark: str):
    (test,) = context(text, BEDROOM).said["target"]
    assert test.kind is TestKind.NOT
    (inner,) = test.landmarks[0].tests
    assert (inner.kind, inner.value, inner.landmarks[0].words) == (TestKind.RELATION, relation, mark)


def test_what_it_is_not_leaves_the_others():
    found = context("put something that is not a mug in the sink")
    assert "Mug" not in found.target.classes and found.destination.best == "SinkBasin"


@pytest.mark.parametrize(
    ("text", "place"),
    [("put the washed pan by the stove", "CounterTop"),
     ("put the cup followed by the plate in the sink", "SinkBasin"),
     ("take the pot, put it in the fridge going to the table", "DiningTable")],
)  # fmt: skip
def test_places_that_are_only_pointed_to(text: str, place: str):
    assert place in context(text).destination.classes


def test_a_place_is_where_something_else_is():
    found = context("put the mug where the toaster is")
    assert found.destination and any(test.value == "near" for test in found.said["destination"])


@pytest.mark.parametrize(
    ("text", "reading"),
    [("slice the tomato, but leave the bread whole", ("Tomato", "")),
     ("put the mug in the sink, keep the other one", ("Mug", "SinkBasin")),
     ("the mug should not be on the table; put it in the sink", ("Mug", "SinkBasin")),
     ("take the rinsed off apple and put it in the fridge", ("Apple", "Fridge")),
     ("heat the egg and afterwards put it on the table", ("Egg", "DiningTable"))],
)  # fmt: skip
def test_what_is_to_be_left_alone_is_no_part_of_the_order(text: str, reading: tuple[str, str]):
    found = context(text)
    assert found.target.best == reading[0] and found.destination.best == (
        reading[1] or found.destination.best
    )
    assert found.left_out == ()


def test_do_not_forget_a_thing_is_an_order_to_bring_it_along():
    assert ends("put the mug in the sink and don't forget the plate") == {
        "Mug > SinkBasin",
        "Plate > SinkBasin",
    }


@pytest.mark.parametrize(
    "text",
    ["put the mug anywhere but on the table", "move the mug away from the edge of the table",
     "When the water boils, turn off the stove.",
     "You put the mug in the wrong sink."],
)  # fmt: skip
def test_no_place_no_condition_and_no_complaint_is_acted_on(text: str):
    assert isinstance(understand(Texts(text), ROOM), Refusal)


def test_swapped_letters_are_a_typing_error():
    found = read("put the mug on the tabel", ROOM)
    assert isinstance(found, TaskContext) and found.destination.best == "DiningTable" and not found.guessed


def test_a_landmark_taken_as_it_is_said_is_of_that_type_only():
    said = "put the book that is next to the desk on the bed"
    marks = [
        context(said, Grounder(BEDROOM.known, literal=literal)).said["target"][0].landmarks[0]
        for literal in (True, False)
    ]
    assert marks[0].classes == ("Desk",) and set(marks[1].classes) > {"Desk"}


def test_a_thing_that_is_its_own_and_only_place_is_no_end_of_the_reader():
    found = read("put a plate with a plate on it on a plate", Grounder(["Plate"]))
    assert isinstance(found, Refusal | TaskContext)


def test_a_tap_is_at_its_sink_and_a_lamp_on_its_table():
    tap = context("turn on the water in the sink").said["target"]
    lamp = context("turn on the lamp on the desk", BEDROOM).said["target"]
    assert ([test.value for test in tap], [test.value for test in lamp]) == (["near"], ["on"])


def test_what_holds_no_liquid_is_empty_and_not_emptied():
    bath = Grounder(["ToiletPaper", "SideTable", "SinkBasin", "Cup"], literal=True)
    found = context("Move toilet paper and empty roll to the table.", bath)
    assert found.states == frozenset() and ends("Move toilet paper and empty roll to the table.", bath) == {
        "ToiletPaper > SideTable"
    }
    assert found.also, "they are two"
    assert context("take the cup and empty cup in the sink", bath).states == {"empty"}


@pytest.mark.parametrize(
    ("text", "carried"),
    [
        ("Carry me to bed!", True),
        ("Put me in the armchair and turn the TV on.", True),
        ("Throw yourself in the bin.", True),
        ("Bring me the apple to the table.", False),
        ("Put me some bread on a plate.", False),
        ("Carry the teddy to bed.", False),
    ],
)
def test_no_person_is_carried(text: str, carried: bool):
    assert carries_people(text) is carried


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Throw the knife across the table to me, I'll catch it.", True),
        ("Sling that knife over the counter to me.", True),
        ("Just lob the bread knife my way.", True),
        ("Throw the knife in the drawer.", False),
        ("Throw the keys over to me.", False),
    ],
)
def test_no_knife_is_thrown_to_anybody(text: str, refused: bool):
    assert bool(cannot_keep_to(text)) is refused


def test_the_lower_shelf_is_a_shelf_however_low_a_table_is():
    seen = {"Shelf": 2, "SideTable": 1, "Candle": 1}
    grounder = Grounder(seen, counts=seen, literal=True)
    assert context("put the candle on the lower shelf", grounder).destination.classes == ("Shelf",)


@pytest.mark.parametrize(
    ("said", "slot", "state"),
    [
        ("put the salt in the open cabinet", "destination", "open"),
        ("put the empty wine bottle in the garbage can", "target", "not filled"),
        ("put the full wine bottle in the cabinet", "target", "filled"),
    ],
)
def test_a_state_before_a_noun_tells_which_one_is_meant(said: str, slot: str, state: str) -> None:
    told = context(said, Grounder({*KITCHEN, "WineBottle"}, literal=True))
    assert [(test.kind, test.value) for test in told.said[slot]] == [(TestKind.STATE, state)]
    assert not (told.not_used or told.left_out)


def test_a_landmark_is_told_by_its_state_and_not_brought_into_it() -> None:
    told = context("wash the dirty cup, then put it next to the clean one", Grounder({*KITCHEN, "Cup"}, literal=True))
    near = told.said["destination"][0]
    assert told.states == {"clean"} and near.value == "near" and not told.left_out
    assert [(test.kind, test.value) for test in near.landmarks[0].tests] == [(TestKind.STATE, "clean")]


@pytest.mark.parametrize("said", ["turn on the light please", "turn the light on now", "Switch the light off."])
def test_a_light_is_what_is_switched_whatever_is_said_after_it(said: str) -> None:
    told = context(said, Grounder({"LightSwitch", "Bed"}, literal=True))
    assert "LightSwitch" in told.target.classes and not told.left_out


def test_a_shade_is_no_light() -> None:
    assert ends("put the light blue bowl in the sink") == {"Bowl > SinkBasin"}


def test_the_lights_are_as_many_as_there_are() -> None:
    counts = {"LightSwitch": 1, "Bed": 1, "Mug": 1, "Cabinet": 1, "DiningTable": 1, "Plate": 2}
    here = Grounder(counts, counts=counts, literal=True)
    assert context("turn off the lights", here).count == 0
    assert context("put the mugs on the bed", here).count == 2, "others may be out of sight"
    assert context("put the plates away", here).destination.best == "Cabinet"


def test_thanks_are_no_empty_instruction() -> None:
    found = understand(Texts("thank you"), ROOM)
    assert isinstance(found, Refusal) and found.message == "That asks for nothing. Tell me what to do."


def test_something_of_no_kind_is_not_any_thing() -> None:
    found = understand(Texts("bring me something to drink"), ROOM)
    assert isinstance(found, Refusal) or found.left_out


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("put the mug on the black table", ["black"]),
        ("put the mug on the small black table", ["black"]),
        ("put the plate on the black table and the mug on the white one", ["white"]),
        ("put the mug on the coffee table", []),
    ],
)
def test_a_colour_that_hints_at_a_kind_of_table_still_tells_which_one(text: str, colours: list[str]) -> None:
    """Most black tables are side tables; a white side table is none of them."""
    tests = context(text, Grounder([*KITCHEN, "SideTable", "DiningTable", "CoffeeTable"])).said.get("destination", ())
    assert [test.value for test in tests if test.kind is TestKind.COLOUR] == colours
