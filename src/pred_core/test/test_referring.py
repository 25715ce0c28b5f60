"""Which of the remembered instances a description means."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.referring.choosing import meant, not_told_apart
from pred_core.referring.description import Description, Test, TestKind, description_of, descriptions_of
from pred_core.referring.qualities import COLOUR

HERE = (0.0, 0.0, 0.0)


def thing(name: str, x: float, y: float, *, on: str = "", colour: str = "", size: float = 0.1) -> ObjectState:
    shown = {f"{COLOUR}{colour}": Attribute(f"{COLOUR}{colour}", Truth.TRUE, 0.9)} if colour else {}
    kind = name.rpartition("_")[0]
    return ObjectState(name, kind, (x, y, 1.0), (size, size, size), parent_id=on, attributes=shown)


ROOM = ObjectMemory(
    objects=(
        thing("Mug_1", 3.0, 1.0, colour="green", on="CounterTop_1"),
        thing("Mug_2", 3.0, -1.0, colour="red", on="CounterTop_2", size=0.2),
        thing("Mug_3", -1.0, 2.0, on="CounterTop_2"),
        thing("StoveBurner_1", 3.0, 0.0),
        thing("CounterTop_1", 3.0, 1.5, size=1.0),
        thing("CounterTop_2", 3.0, -1.5, size=1.0),
    )
)


def mug(*tests: Test) -> list[str]:
    return [o.id for o in meant(Description("mug", ("Mug",), (1.0,), tests), ROOM, HERE)]


RED_ONE = Description("one", ("Mug",), (1.0,), (Test(TestKind.COLOUR, "red"),))
COUNTER = Description("counter", ("CounterTop",), (1.0,))
STOVE = Description("stove", ("StoveBurner",), (1.0,))


@pytest.mark.parametrize(
    ("test", "found"),
    [
        (Test(TestKind.COLOUR, "green"), ["Mug_1"]),
        (Test(TestKind.COLOUR, "red"), ["Mug_2"]),
        (Test(TestKind.SIZE, "large"), ["Mug_2"]),
        (Test(TestKind.RELATION, "left", (STOVE,)), ["Mug_1"]),
        (Test(TestKind.RELATION, "right", (STOVE,)), ["Mug_2"]),
        (Test(TestKind.RELATION, "on", (COUNTER,)), ["Mug_1", "Mug_2", "Mug_3"]),
        (Test(TestKind.ORDER, "nearest"), ["Mug_3"]),
        (Test(TestKind.ORDER, "nearest", rank=4), []),
        (Test(TestKind.NOT, "", (RED_ONE,)), ["Mug_1", "Mug_3"]),
    ],
)  # fmt: skip
def test_one_test_tells_things_apart(test: Test, found: list[str]) -> None:
    assert mug(test) == found


def test_a_colour_never_seen_leaves_a_thing_possible_and_another_colour_does_not() -> None:
    assert mug(Test(TestKind.COLOUR, "blue")) == ["Mug_3"]


def test_several_tests_hold_together() -> None:
    assert mug(Test(TestKind.COLOUR, "green"), Test(TestKind.RELATION, "right", (STOVE,))) == []


def test_a_description_survives_json() -> None:
    description = Description(
        "mug", ("Mug",), (1.0,), (Test(TestKind.RELATION, "left", (STOVE,), words="left"),)
    )
    assert descriptions_of({"refers": {"x1": description.as_mapping()}}) == {"x1": description}


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["tests", "kind", "landmarks", "classes"]), inner)
    ),
)


@given(anything)
@example({"tests": [{"kind": []}]})
def test_any_context_is_read_without_an_error(value: object) -> None:
    assert isinstance(description_of(value), Description)
    assert isinstance(dict(descriptions_of({"refers": value})), dict)


@given(st.sampled_from(list(TestKind)), st.text(max_size=5), st.integers(-2, 5))
def test_any_test_is_judged(kind: TestKind, value: str, rank: int) -> None:
    assert set(mug(Test(kind, value, (STOVE,), rank))) <= {"Mug_1", "Mug_2", "Mug_3"}


def test_what_something_stands_on_is_under_it_and_its_like_beside_that_is_not():
    burners = [thing(f"StoveBurner_{n}", 3.0, 0.25 * n) for n in (1, 2)]
    kettle = ObjectState("Kettle_1", "Kettle", (3.0, 0.5, 1.2), (0.2, 0.2, 0.2), parent_id="StoveBurner_2")
    under = Test(TestKind.RELATION, "under", (Description("kettle", ("Kettle",), (1.0,)),))
    room = ObjectMemory(objects=(*burners, kettle))
    found = meant(Description("burner", ("StoveBurner",), (1.0,), (under,)), room, HERE)
    assert [o.id for o in found] == ["StoveBurner_2"]


def test_what_lies_on_the_floor_is_known_without_a_floor() -> None:
    floor = Description("floor", ("Floor",), (1.0,))
    low = ObjectState("Mug_4", "Mug", (1.0, 1.0, 0.05), (0.1, 0.1, 0.1))
    room = ObjectMemory(objects=(*ROOM.objects, low))
    wanted = Description("mug", ("Mug",), (1.0,), (Test(TestKind.RELATION, "on", (floor,)),))
    assert [o.id for o in meant(wanted, room, HERE)] == ["Mug_4"]


def test_what_lies_in_what_is_spared_stays_with_it() -> None:
    table, bowl = thing("DiningTable_1", 2.0, 0.0, size=1.0), thing("Bowl_1", 2.0, 0.0, on="DiningTable_1")
    things = (thing("Egg_1", 2.0, 0.0, on="Bowl_1"), thing("Egg_2", 2.0, 0.3, on="DiningTable_1"))
    room = ObjectMemory(objects=(table, bowl, *things))
    no_bowl = Test(TestKind.NOT, "", (Description("bowl", ("Bowl",), (1.0,)),))
    found = meant(Description("eggs", ("Egg",), (1.0,), (no_bowl,)), room, HERE)
    assert [o.id for o in found] == ["Egg_2"], "of everything but the bowl what is in the bowl stays, too"


def counter(*tests: Test, on: str = "") -> list[str]:
    room = ObjectMemory(objects=(*ROOM.objects, thing("CounterTop_3", 1.0, 0.0, on=on)))
    return [o.id for o in meant(Description("counter", ("CounterTop",), (1.0,), tests), room, HERE)]


def test_what_nothing_is_seen_on_is_empty() -> None:
    assert counter(Test(TestKind.EMPTY, "empty")) == ["CounterTop_3"]
    assert counter(Test(TestKind.EMPTY, "full")) == ["CounterTop_1", "CounterTop_2"]


def dirty(*known: tuple[str, Truth]) -> list[str]:
    size, told = (0.1, 0.1, 0.1), [(name, {"clean": Attribute("clean", truth)}) for name, truth in known]
    seen = tuple(ObjectState(name, "Mug", (0.0, 0.0, 1.0), size, attributes=states) for name, states in told)
    test = Test(TestKind.STATE, "not clean", words="dirty")
    mug = Description("mug", ("Mug",), (1.0,), (test,))
    return [o.id for o in meant(mug, ObjectMemory(step=1, objects=seen), HERE)]


def test_what_was_seen_to_be_dirty_is_the_dirty_one() -> None:
    assert dirty(("Mug_1", Truth.TRUE), ("Mug_2", Truth.FALSE), ("Mug_3", Truth.UNKNOWN)) == ["Mug_2"]


def test_where_nothing_was_seen_to_be_dirty_any_may_be_meant() -> None:
    assert dirty(("Mug_1", Truth.TRUE), ("Mug_2", Truth.UNKNOWN)) == ["Mug_1", "Mug_2"]


def beside(mark: str, on: str) -> list[str]:
    things = (
        ObjectState("Floor_1", "Floor", (0.0, 0.0, 0.0), (9.0, 9.0, 0.1)),
        ObjectState("CounterTop_1", "CounterTop", (2.0, 0.0, 0.9), (1.0, 1.0, 0.1)),
        ObjectState(f"{mark}_1", mark, (2.0, 1.0, 0.9), (0.4, 0.4, 0.4), parent_id=on),
    )
    near = Test(TestKind.RELATION, "near", (Description(mark.lower(), (mark,), (1.0,)),))
    place = Description("", ("Floor", "CounterTop"), (1.0, 1.0), (near,))
    return [o.id for o in meant(place, ObjectMemory(step=1, objects=things), HERE)]


def test_the_floor_is_beside_what_lies_loose_on_it_alone() -> None:
    assert beside("Sink", on="Floor_1") == ["CounterTop_1"]
    assert beside("BasketBall", on="Floor_1") == ["Floor_1"]


def rotten(*refs: str, noun: str = "mug", kind: str = "Mug") -> list[tuple[str, str, list[str]]]:
    told = Description(noun, (kind,), (1.0,), (Test(TestKind.UNSEEN, "rotten", words="rotten"),))
    context = {"refers": {ref: told.as_mapping() for ref in refs}}
    assert descriptions_of(context) == {}  # it chooses nothing
    found = not_told_apart(context, ROOM, HERE)
    return [(unseen, name, [o.id for o in known]) for unseen, name, known in found]


def test_what_nothing_sees_tells_no_two_apart() -> None:
    assert rotten("x1") == [("rotten", "mug", ["Mug_1", "Mug_2", "Mug_3"])]
    assert rotten("x1", "x2", "x3") == []  # all of them are meant
    assert rotten("x1", noun="stove", kind="StoveBurner") == []  # there is no other


def test_the_sizes_of_flat_things_are_those_of_their_faces() -> None:
    """Their thickness is the sensor's noise: a card measured at 1 mm is not larger than a CD at 0.1 mm."""
    card = ObjectState("CreditCard_1", "CreditCard", (0.0, 0.0, 1.0), (0.09, 0.05, 0.001))
    disc = ObjectState("CD_1", "CD", (0.2, 0.0, 1.0), (0.1, 0.1, 0.0001))
    small = Description("item", ("CD", "CreditCard"), (1.0, 1.0), (Test(TestKind.SIZE, "small"),))
    assert [o.id for o in meant(small, ObjectMemory(objects=(card, disc)), HERE)] == ["CreditCard_1"]


def test_of_what_only_one_side_was_seen_the_usual_size_counts() -> None:
    """An apple of which a strip was seen is not smaller than a whole sponge (FloorPlan29's sink)."""
    apple = ObjectState("Apple_1", "Apple", (0.0, 0.0, 1.0), (0.05, 0.08, 0.05))
    sponge = ObjectState("DishSponge_1", "DishSponge", (0.2, 0.0, 1.0), (0.14, 0.08, 0.03))
    small = Description("thing", ("Apple", "DishSponge"), (1.0, 1.0), (Test(TestKind.SIZE, "small"),))
    assert [o.id for o in meant(small, ObjectMemory(objects=(apple, sponge)), HERE)] == ["DishSponge_1"]


def test_what_a_phrase_says_itself_is_not_said_of_it_again() -> None:
    black, small = Test(TestKind.COLOUR, "black", words="black"), Test(TestKind.SIZE, "small", words="small")
    assert Description("black table", tests=(black, small)).sentence() == "the black table (small)"
    assert Description("table", tests=(black,)).sentence() == "the table (black)"
    assert Description("black table", tests=(black,)).sentence() == "the black table"
