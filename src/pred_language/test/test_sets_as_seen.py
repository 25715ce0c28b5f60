"""What a set of things comes to by what was seen here: groups, states that tell, and everything that is on."""

from __future__ import annotations

import pytest

from pred_language.meaning.context import TaskContext
from pred_language.meaning.grounding import Grounder
from pred_language.meaning.parts import in_order
from pred_language.reader import Texts, understand

COUNTS = {"Apple": 2, "Bread": 1, "Plate": 3, "Fridge": 1, "Sink": 1, "CounterTop": 1, "SideTable": 1, "Bed": 1}
COUNTS |= {"FloorLamp": 1, "Television": 1, "Cabinet": 2}
STATES = {
    "Plate": {"clean": 1, "not clean": 2},
    "FloorLamp": {"on": 1},
    "Television": {"on": 1},
    "Cabinet": {"open": 1, "not open": 1},
}
HOME = Grounder(COUNTS, counts=COUNTS, states=STATES, literal=True)


def _tasks(said: str) -> list[TaskContext]:
    found = understand(Texts(said), HOME)
    assert isinstance(found, TaskContext), found
    assert not found.left_out
    return list(in_order(found))


@pytest.mark.parametrize(
    ("said", "types"),
    [
        ("put the food in the fridge", ["Apple", "Bread"]),
        ("put the vegetables in the fridge", []),
        ("turn everything off", ["FloorLamp", "Television"]),
        ("close everything", ["Cabinet"]),
    ],
)
def test_a_group_is_of_the_types_that_were_seen(said: str, types: list[str]) -> None:
    tasks = _tasks(said)
    assert all(task.count == 0 for task in tasks)
    if types:
        assert [task.target.best for task in tasks] == types


@pytest.mark.parametrize(
    "said",
    [
        "wash the plate on the side table and wash the plate in the cabinet",
        "bring me the plate on the side table and the one in the cabinet",
    ],
)
def test_what_lies_in_two_places_is_two_things(said: str) -> None:
    tasks = _tasks(said)
    places = {task.source.best for task in tasks} | {part.source.best for task in tasks for part in task.also}
    assert places == {"SideTable", "Cabinet"}


def test_something_to_eat_is_what_is_here() -> None:
    (task,) = _tasks("get me something to eat")
    assert task.target.best in COUNTS


@pytest.mark.parametrize("said", ["put the clean plates in the cabinet", "put all the clean plates in the cabinet"])
def test_the_clean_plates_are_those_that_are_clean(said: str) -> None:
    (task,) = _tasks(said)
    assert "clean" not in task.states
    assert [test.value for test in task.said["target"]] == ["clean"]


def test_the_dirty_plate_and_the_clean_plate_are_two() -> None:
    tasks = _tasks("put the dirty plate in the sink and the clean plate in the cabinet")
    places = [place.best for task in tasks for place in (task.destination, *(part.destination for part in task.also))]
    assert {"SinkBasin", "Cabinet"} <= set(places)


def test_a_clean_plate_is_one_that_is_clean_or_else_is_made_so() -> None:
    (task,) = _tasks("put a clean plate in the cabinet")
    assert "clean" not in task.states
    assert [test.value for test in task.said["target"]] == ["clean"]
    all_dirty = Grounder(COUNTS, counts=COUNTS, states={"Plate": {"not clean": 3}}, literal=True)
    washed = understand(Texts("put a clean plate in the cabinet"), all_dirty)
    assert isinstance(washed, TaskContext)
    assert "clean" in washed.states


def test_two_slices_of_bread_are_of_one() -> None:
    found = understand(Texts("cut two slices of bread"), HOME)
    assert isinstance(found, TaskContext)
    assert (found.target.best, found.count, found.states) == ("Bread", 1, {"sliced"})


def test_a_counter_is_a_counter_top_in_a_room_with_a_bed() -> None:
    (task,) = _tasks("put the bread on the counter")
    assert task.destination.best == "CounterTop"
