"""What was learned about people's words: the meanings of a reading, ranked together; and how it is learned."""

from __future__ import annotations

import numpy as np
import pytest

from pred_language.choice.usage import choices, features, learned, prefer, score
from pred_language.meaning.context import Ranked, TaskContext, TaskType
from pred_language.meaning.grounding import Grounder, shares
from pred_language.reader import read
from pred_learning.reading.learn_usage import HELD, fold_of, learn
from pred_learning.reading.loglinear import SentenceExample


def ranked(words: str, **weights: float) -> Ranked:
    return Ranked(words, tuple(weights), tuple(weights.values()))


def put(target: Ranked, destination: Ranked, **values) -> TaskContext:
    return TaskContext("x", TaskType.PLACE, target, destination=destination, **values)


KNIFE = ranked("knife", Knife=1.0, ButterKnife=0.9)
TABLE = ranked("table", DiningTable=1.0, SideTable=0.6)
SEEN = ["Knife", "ButterKnife", "Book", "Cloth", "HandTowel", "SinkBasin", "DiningTable", "SideTable", "CoffeeTable"]


def test_every_joint_choice_is_weighed_the_first_reading_first():
    found = choices(put(KNIFE, TABLE))
    assert len(found) == 4
    assert (found[0]["target"], found[0]["destination"], found[0]["movable"]) == ("Knife", "DiningTable", "")


def test_without_weights_the_reading_stays():
    context = put(KNIFE, TABLE)
    assert prefer(context, Grounder(SEEN), {}) is context


def test_where_nothing_was_seen_words_mean_what_they_mean_first():
    context = put(KNIFE, TABLE)
    weights = {"ButterKnife > SideTable": 9.0}
    assert prefer(context, Grounder(), weights) is context
    assert prefer(context, Grounder(SEEN), weights).target.best == "ButterKnife"


def test_a_learned_pair_wins_and_the_others_stay_as_alternatives():
    after = prefer(put(KNIFE, TABLE), Grounder(SEEN), {"log target": 1.0, "ButterKnife > SideTable": 3.0})
    assert after.target.classes == ("ButterKnife", "Knife")
    assert after.destination.classes == ("SideTable", "DiningTable")
    assert after.target.weights[0] == 1.0 and 0.0 < after.target.weights[1] < 0.2
    assert after.evidence == (("knife", "ButterKnife"), ("table", "SideTable"))


def test_where_words_leave_it_open_nobody_asks_for_what_is_so_already():
    book, where = ranked("book", Book=1.0), ranked("table", SideTable=1.0, CoffeeTable=0.6)
    weights = {name: learned()[name] for name in ("log destination", "moved, some there")}
    on = shares([("Book", "SideTable")])
    assert prefer(put(book, where), Grounder(SEEN), weights).destination.best == "SideTable"
    assert prefer(put(book, where), Grounder(SEEN, parents=on), weights).destination.best == "CoffeeTable"
    told = ranked("side table", SideTable=1.0, CoffeeTable=0.2)
    assert prefer(put(book, told), Grounder(SEEN, parents=on), weights).destination.best == "SideTable"


def test_two_of_a_kind_are_of_a_kind_of_which_there_are_two():
    towels = ranked("towels", Cloth=1.0, HandTowel=0.9)
    context = put(towels, ranked("sink", SinkBasin=1.0), count=2)
    context = TaskContext(**{**vars(context), "task_type": TaskType.PLACE_TWO})
    grounder = Grounder(SEEN, counts={"Cloth": 1, "HandTowel": 2})
    few = [features(context, choice, grounder).get("too few", 0.0) for choice in choices(context)]
    assert few == [1.0, 0.0]
    assert prefer(context, grounder).target.best == "HandTowel"


def test_what_goes_along_to_the_same_place_follows_it():
    sentence = "put the fork and the spoon on the table"
    context = read(sentence, Grounder(["Fork", "Spoon", "DiningTable", "SideTable", "Fridge"]))
    assert isinstance(context, TaskContext)
    assert context.also and context.also[0].destination == context.destination


def test_reading_is_deterministic():
    known = ["Knife", "ButterKnife", "DiningTable", "SideTable", "CounterTop", "Fridge"]
    first, second = (read("put a knife on the table", Grounder(known)) for _ in range(2))
    assert first == second


def test_only_dishes_and_actions_are_left_alone():
    context = TaskContext("x", TaskType.COFFEE, ranked("cup", Cup=1.0, Mug=0.9))
    assert prefer(context, Grounder()) is context


def test_the_shipped_weights_say_what_an_instruction_takes_for_granted():
    weights = learned()
    assert (
        weights["moved, some there"] == HELD["moved, some there"]
        and weights["too few"] < -1.0
        and weights["fits"] > 1.0
    )


def test_learning_finds_what_tells_right_from_wrong_and_repeats_itself():
    sentence = SentenceExample(
        ({"log target": 0.0, "a": 1.0}, {"log target": -1.0, "b": 1.0}), np.array([False, True])
    )
    weights = learn([sentence] * 200)
    assert weights["b"] > 0.0 > weights["a"]
    assert score(sentence.found[1], weights) > score(sentence.found[0], weights)
    assert score({"b": 2.0, "unheard of": 9.0}, weights) == pytest.approx(2.0 * weights["b"])
    assert learn([sentence] * 200) == weights


def test_the_lamp_that_burns_is_not_the_one_to_turn_on():
    known = ["FloorLamp", "DeskLamp", "Book", "Sofa"]
    lamps = [
        read("look at the book under the lamp", Grounder(known, burning={burning: 1.0})).toggle.best
        for burning in ("FloorLamp", "DeskLamp")
    ]
    assert lamps == ["DeskLamp", "FloorLamp"]


def test_a_thing_is_of_the_kind_that_lies_where_it_is_taken_from():
    lying = shares([("Knife", "CounterTop"), ("ButterKnife", "DiningTable")])
    grounder = Grounder(["Knife", "ButterKnife", "CounterTop", "DiningTable", "SinkBasin"], parents=lying)
    weights = {"log target": 1.0, "target where it is taken": 4.0}
    for place, kind in (("counter", "Knife"), ("dining table", "ButterKnife")):
        context = read(f"move the knife from the {place} to the sink", grounder, usage=weights)
        assert isinstance(context, TaskContext) and context.target.best == kind


def test_a_name_beside_the_type_of_that_name_is_told_from_one_where_there_is_none():
    cup = ranked("cup", Cup=1.0, Mug=0.9)
    context = TaskContext("x", TaskType.PLACE, cup, destination=TABLE)
    both, mugs = Grounder(["Cup", "Mug", "DiningTable"]), Grounder(["Mug", "DiningTable"])
    own, other = (features(context, choice, both) for choice in choices(context)[::2])
    assert own["own name target"] == 1.0 and "not its name target" not in own
    assert other["not its name target"] == 1.0 and other["target 'cup' = Mug beside Cup"] == 1.0
    assert "not its name target" not in features(context, choices(context)[2], mugs)
    assert features(context, choices(context)[0], mugs)["unseen target thing"] == 1.0


def test_learned_names_decide_by_what_is_there():
    cup = ranked("cup", Cup=1.0, Mug=0.9)
    context = TaskContext("x", TaskType.PLACE, cup, destination=TABLE)
    weights = {"log target": 1.0, "target 'cup' = Mug": 0.5, "target 'cup' = Mug beside Cup": -1.0}
    best = [
        prefer(context, Grounder([*known, "DiningTable"]), weights).target.best
        for known in (("Cup", "Mug"), ("Mug",))
    ]
    assert best == ["Cup", "Mug"]


def test_all_tasks_of_a_room_are_in_one_fold():
    rooms = [f"FloorPlan{number}" for number in range(1, 31)]
    assert {fold_of(room, 5) for room in rooms} == set(range(5))
    assert [fold_of(room, 5) for room in rooms] == [fold_of(room, 5) for room in rooms]
