"""What sentences are read as: one sentence for each construction, and no sentence at all breaks the reader."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kitchen import KITCHEN

from pred_language.meaning import encoder
from pred_language.meaning.context import Refusal, TaskContext, TaskType
from pred_language.meaning.grounding import Grounder
from pred_language.reader import Texts, read, understand

LIVING = frozenset(
    [
        "ArmChair",
        "Box",
        "CoffeeTable",
        "CreditCard",
        "FloorLamp",
        "GarbageCan",
        "KeyChain",
        "Laptop",
        "Newspaper",
        "Pillow",
        "RemoteControl",
        "SideTable",
        "Sofa",
        "Statue",
        "Television",
        "TVStand",
        "Watch",
    ]
)
BEDROOM = frozenset(
    [
        "AlarmClock",
        "Bed",
        "Book",
        "CD",
        "CellPhone",
        "Desk",
        "DeskLamp",
        "Drawer",
        "Dresser",
        "Laptop",
        "Mug",
        "Pen",
        "Pencil",
        "Pillow",
        "Shelf",
        "SideTable",
    ]
)
BATHROOM = frozenset(
    [
        "BathtubBasin",
        "Cabinet",
        "Candle",
        "Cloth",
        "CounterTop",
        "Faucet",
        "GarbageCan",
        "HandTowel",
        "SinkBasin",
        "SoapBar",
        "SprayBottle",
        "Toilet",
        "ToiletPaper",
        "ToiletPaperHanger",
        "Towel",
    ]
)


def context_of(sentence: str, known: frozenset[str] = KITCHEN) -> TaskContext:
    context = read(sentence, Grounder(known, encoder.nearest))
    assert isinstance(context, TaskContext), context
    return context


def gist(sentence: str, known: frozenset[str] = KITCHEN) -> str:
    c = context_of(sentence, known)
    place = c.toggle.best if c.task_type is TaskType.LOOK_AT else c.destination.best
    states = "+".join(sorted(c.states))
    return (
        f"{c.task_type.name} {c.target.best} {c.movable.best or '-'} {place or '-'} {c.count} {states or '-'}"
    )


@pytest.mark.parametrize(
    ("sentence", "known", "expected"),
    [
        # moving, and what is around it
        ("put a mug on the coffee machine", KITCHEN, "PLACE Mug - CoffeeMachine 1 -"),
        ("Move the apple from the counter to the fridge.", KITCHEN, "PLACE Apple - Fridge 1 -"),
        ("Pick up the egg and place it in the sink", KITCHEN, "PLACE Egg - SinkBasin 1 -"),
        ("throw away the apple", KITCHEN, "PLACE Apple - GarbageCan 1 -"),
        ("throw the potato in the bin", KITCHEN, "PLACE Potato - GarbageCan 1 -"),
        ("Put the remote by the TV", LIVING, "PLACE RemoteControl - TVStand 1 -"),
        ("place a bar of soap on the back of the toilet", BATHROOM, "PLACE SoapBar - Toilet 1 -"),
        ("Put a roll of toilet paper on the holder", BATHROOM, "PLACE ToiletPaper - ToiletPaperHanger 1 -"),
        ("put the book on the small table to the left of the lamp", BEDROOM, "PLACE Book - SideTable 1 -"),
        # two, both, plurals
        ("put two pillows on the sofa", LIVING, "PLACE_TWO Pillow - Sofa 2 -"),
        ("Put both credit cards on the arm chair", LIVING, "PLACE_TWO CreditCard - ArmChair 2 -"),
        ("move the newspapers to the couch", LIVING, "PLACE_TWO Newspaper - Sofa 2 -"),
        ("move the keys from the couch to the chair", LIVING, "PLACE KeyChain - ArmChair 1 -"),
        ("put the keys in a clear box on the couch", LIVING, "MOVABLE_PLACE KeyChain Box Sofa 1 -"),
        ("Put a pen and another pen in the drawer", BEDROOM, "PLACE_TWO Pen - Drawer 2 -"),
        ("Place a new and an empty toilet paper roll on the toilet", BATHROOM, "PLACE_TWO ToiletPaper - Toilet 2 -"),
        ("put a set of keys on the sofa", LIVING, "PLACE KeyChain - Sofa 1 -"),
        ("put two sets of keys on the sofa", LIVING, "PLACE_TWO KeyChain - Sofa 2 -"),
        ("put a pen in the drawer, then put another pen in it", BEDROOM, "PLACE_TWO Pen - Drawer 2 -"),
        # states, as adjectives, verbs and stops on the way
        ("put a clean mug in the coffee maker", KITCHEN, "CLEAN_PLACE Mug - CoffeeMachine 1 clean"),
        ("Rinse a fork and put it in a drawer", KITCHEN, "CLEAN_PLACE Fork - Drawer 1 clean"),
        ("wash off the plate, then put it on the counter", KITCHEN, "CLEAN_PLACE Plate - CounterTop 1 clean"),
        ("Place a chilled tomato in the microwave", KITCHEN, "COOL_PLACE Tomato - Microwave 1 cold"),
        ("put a pan in the fridge, then put it on the stove", KITCHEN, "COOL_PLACE Pan - StoveBurner 1 cold"),
        ("heat up the potato and put it in the trash", KITCHEN, "HEAT_PLACE Potato - GarbageCan 1 hot"),
        ("Cook an egg in the microwave and put it on the table", KITCHEN, "HEAT_PLACE Egg - DiningTable 1 hot"),
        ("put the lettuce in the fridge after it is washed", KITCHEN, "CLEAN_PLACE Lettuce - Fridge 1 clean"),
        ("put a pot with water on the stove", KITCHEN, "PLACE Pot - StoveBurner 1 filled"),
        ("place a glass of water on the table", KITCHEN, "PLACE Cup - DiningTable 1 filled"),
        # slices
        ("put a slice of apple in the sink", KITCHEN, "PLACE Apple - SinkBasin 1 sliced"),
        ("Put a heated tomato slice on the counter", KITCHEN, "HEAT_PLACE Tomato - CounterTop 1 hot+sliced"),
        ("Cut a potato, cook a slice, put it in the fridge", KITCHEN, "HEAT_PLACE Potato - Fridge 1 hot+sliced"),
        ("slice, chill and put the bread on the counter", KITCHEN, "COOL_PLACE Bread - CounterTop 1 cold+sliced"),
        ("use the knife to cut the lettuce and put a piece in the fridge", KITCHEN, "PLACE Lettuce - Fridge 1 sliced"),
        # things in things that are carried
        ("put a bowl with a spoon in it on the counter", KITCHEN, "MOVABLE_PLACE Spoon Bowl CounterTop 1 -"),
        ("Put a fork in a cup and put the cup in the sink", KITCHEN, "MOVABLE_PLACE Fork Cup SinkBasin 1 -"),
        ("place an apple on a plate in the microwave", KITCHEN, "MOVABLE_PLACE Apple Plate Microwave 1 -"),
        ("Put the apple on a plate and put it in the fridge", KITCHEN, "MOVABLE_PLACE Apple Plate Fridge 1 -"),
        ("put a box containing a watch on the coffee table", LIVING, "MOVABLE_PLACE Watch Box CoffeeTable 1 -"),
        # light
        ("Examine the statue under the lamp", LIVING, "LOOK_AT Statue - FloorLamp 1 -"),
        ("pick up the alarm clock and turn the lamp on", BEDROOM, "LOOK_AT AlarmClock - DeskLamp 1 -"),
        ("Turn on the lamp while holding a cd", BEDROOM, "LOOK_AT CD - DeskLamp 1 -"),
        ("look at a book by the light of the desk lamp", BEDROOM, "LOOK_AT Book - DeskLamp 1 -"),
        ("take the pen to the lamp and switch it on", BEDROOM, "LOOK_AT Pen - DeskLamp 1 -"),
        # all
        ("put all the forks in the sink", KITCHEN, "PUT_ALL_ON Fork - SinkBasin 0 -"),
        ("put all remotes on one side table", LIVING, "PUT_ALL_IN_ONE RemoteControl - SideTable 0 -"),
        ("clean all the plates", KITCHEN, "CLEAN_ALL Plate - - 0 clean"),
        # single actions
        ("turn on the microwave", KITCHEN, "DO Microwave - - 1 on"),
        ("open the fridge", KITCHEN, "DO Fridge - - 1 open"),
        ("wash a mug", KITCHEN, "CLEAN_PLACE Mug - CounterTop 1 clean"),
        ("cool the pot on the stove", KITCHEN, "COOL_PLACE Pot - StoveBurner 1 cold"),
        ("chill an apple and microwave it", KITCHEN, "COOL_PLACE Apple - Microwave 1 cold+hot"),
        ("cook and chill a potato", KITCHEN, "HEAT_PLACE Potato - Fridge 1 cold+hot"),
        ("rinse a tomato for cooking", KITCHEN, "CLEAN_PLACE Tomato - CounterTop 1 clean"),
        ("put a pan with a tomato and a knife in the fridge", KITCHEN, "MOVABLE_PLACE Tomato Pan Fridge 1 -"),
        # dishes
        ("make a cup of coffee", KITCHEN, "COFFEE Mug - - 1 -"),
        ("boil the potato", KITCHEN, "BOIL Potato - - 1 -"),
        ("boil an egg", KITCHEN, "BOIL Egg - - 1 -"),
        ("give the house plant some water with a cup", KITCHEN, "WATER_PLANT HousePlant - - 1 -"),
        ("water the plant", KITCHEN, "WATER_PLANT HousePlant - - 1 -"),
        ("make a plate of toast", KITCHEN, "TOAST Bread - Plate 1 -"),
        ("please prepare a salad", KITCHEN, "SALAD Lettuce - Plate 1 -"),
        ("make a sandwich", KITCHEN, "SANDWICH Bread - Plate 1 -"),
        ("put 2 slices of tomato on a plate", KITCHEN, "SLICES Tomato - Plate 2 sliced"),
        ("serve one cooked slice of potato in a bowl", KITCHEN, "COOKED_SLICES Potato - Bowl 1 hot+sliced"),
        # typing errors
        ("put the aple in the refridgerator", KITCHEN, "PLACE Apple - Fridge 1 -"),
    ],
)  # fmt: skip
def test_constructions(sentence, known, expected):
    assert gist(sentence, known) == expected


def test_several_things_are_moved_one_after_the_other():
    context = context_of("put the apple in the fridge, the fork in a drawer and a clean mug in the sink")
    assert [(p.thing.best, p.destination.best) for p in context.also] == [
        ("Apple", "Fridge"),
        ("Fork", "Drawer"),
    ]
    assert (context.target.best, context.destination.best, context.states) == ("Mug", "SinkBasin", {"clean"})
    together = context_of("put the fork and the spoon in the drawer")
    assert [p.thing.best for p in together.also] == ["Fork"] and together.target.best == "Spoon"


def test_what_was_seen_decides_what_words_mean():
    assert context_of("put the book on the table", LIVING | {"Book"}).destination.best == "CoffeeTable"
    assert (
        context_of("put the book on the table", frozenset({"Book", "Desk", "Bed"})).destination.best == "Desk"
    )
    assert context_of("put the mug on the stand", BEDROOM).destination.best == "SideTable"


def test_other_meanings_are_kept_best_first():
    destination = context_of("put the book on the table", LIVING | {"Book"}).destination
    assert "SideTable" in destination.others and destination.weights == tuple(
        sorted(destination.weights, reverse=True)
    )


def test_what_fits_decides_between_meanings():
    assert context_of("put the cup on the coffee machine").target.best == "Mug"


def test_words_outside_the_lexicon_go_through_the_encoder():
    assert context_of("put the gazette on the sofa", LIVING).target.best == "Newspaper"


def test_where_the_text_says_it_is():
    assert context_of("take the apple out of the fridge and put it on the table").source.best == "Fridge"


@pytest.mark.parametrize(
    "sentence",
    ["", "   ", "blargh wumpus", "dance with me", "boil some water", "put", "???", "move the pillow"],
)
def test_refusals_say_what_was_understood(sentence):
    refusal = read(sentence, Grounder(KITCHEN, encoder.nearest))
    assert isinstance(refusal, Refusal)
    assert refusal.message.endswith(".")


def test_a_refusal_names_the_things_it_knew():
    refusal = read("juggle the apple over the fridge while singing", Grounder(KITCHEN, encoder.nearest))
    assert not isinstance(refusal, Refusal) or "apple" in refusal.message


def test_a_missing_place_is_asked_for():
    refusal = read("move the pillow", Grounder(LIVING))
    assert isinstance(refusal, Refusal) and "where to put 'pillow'" in refusal.message


def test_steps_tell_what_the_goal_leaves_out():
    steps = (
        "Turn left and walk to the counter.",
        "Pick up the tomato on the counter.",
        "Open the fridge, put the tomato in, close the door, wait, open it again and take the tomato out.",
        "Turn around and go to the table.",
        "Put the tomato on the table.",
    )
    context = understand(Texts("put the tomato on the table", steps), Grounder(KITCHEN, encoder.nearest))
    assert isinstance(context, TaskContext)
    assert (context.task_type, context.destination.best) == (TaskType.COOL_PLACE, "DiningTable")


def test_dialogue_tells_the_task_and_where_things_are():
    dialogue = (
        "Driver: what should I do today?",
        "Commander: please make a cup of coffee",
        "Driver: where is the mug?",
        "Commander: the mug is in the cabinet next to the sink",
    )
    context = understand(Texts("", dialogue=dialogue), Grounder(KITCHEN, encoder.nearest))
    assert isinstance(context, TaskContext)
    assert (context.task_type, context.source.best) == (TaskType.COFFEE, "Cabinet")


WORDS = (
    *(
        "put",
        "a",
        "the",
        "two",
        "clean",
        "slice",
        "of",
        "apple",
        "mug",
        "with",
        "in",
        "it",
        "on",
        "fridge",
        "and",
    ),
    *("then", "turn", "light", "lamp", ",", ".", "all", "knife", "to", "from", "back"),
)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
@example("of of of @on @ . . and")
@example("slice slice slice it it it")
@example("put in it in the it")
def test_no_text_breaks_the_reader(text):
    assert isinstance(read(text, Grounder(KITCHEN)), TaskContext | Refusal)


def test_a_piece_of_what_cannot_be_cut_is_just_one_of_it() -> None:
    context = read("Put two pieces of purple fabric on top of the toilet tank.", Grounder())
    assert isinstance(context, TaskContext)
    assert (context.task_type, context.count, context.states) == (TaskType.PLACE_TWO, 2, frozenset())
