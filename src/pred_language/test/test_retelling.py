"""What people say, told again in plain orders."""

from __future__ import annotations

import pytest

from pred_language.retelling.acts import Act, plain_orders
from pred_language.retelling.chunks import ChunkKind, chunks, words_said
from pred_language.retelling.objections import objections
from pred_language.retelling.retold import retell
from pred_language.retelling.search import Telling, certainty, parts_of, tellings, ways
from pred_language.retelling.weighing import SHARED, ActWeights, TakenClause, learned


def clause(text: str) -> list[TakenClause]:
    """Return all ways to take a text of one part."""
    ((said, _),) = parts_of(text)
    return list(ways(said))


def plainly(text: str, act: Act) -> list[str]:
    return [told.order.text for told in clause(text) if told.act is act]


def test_short_forms_are_written_out() -> None:
    assert words_said("That's the mug, isn't it?") == ("that", "is", "the", "mug", ",", "is", "not", "it", "?")


def test_a_noun_phrase_has_its_adjectives_its_determiner_and_its_number() -> None:
    assert [one.text for one in chunks(words_said("kindly scrub the two dirty mugs"))] == ["the two dirty mugs"]


@pytest.mark.parametrize("words", ["light the candle", "could you open the fridge", "watch the pot"])
def test_a_verb_is_no_noun(words: str) -> None:
    assert len(chunks(words_said(words))) == 1


def test_a_place_is_tied_to_the_thing_that_it_tells_of_but_not_where_something_moves() -> None:
    _, desk, shelf = chunks(words_said("the pen that is lying on the desk to the shelf"))
    assert (desk.before, desk.tied) == ("on", True)
    assert (shelf.before, shelf.tied) == ("to", False)


def test_pronouns_and_everything_stand_for_things() -> None:
    kinds = [one.kind for one in chunks(words_said("everything in the sink, the red one and it"))]
    assert kinds == [ChunkKind.EVERYTHING, ChunkKind.NAME, ChunkKind.ONE, ChunkKind.PRONOUN]


@pytest.mark.parametrize(
    ("text", "act", "plain"),
    [
        ("the mug belongs in the sink", Act.PUT, "put the mug in the sink"),
        ("all the mugs on the desk could do with a rinse", Act.WASH, "wash all the mugs on the desk"),
        ("the dishes on the desk could all go into the sink", Act.PUT, "put all the dishes on the desk in the sink"),
        ("on the desk there is a pen I need", Act.BRING, "bring me a pen on the desk"),
        ("lamp off", Act.OFF, "turn off the lamp"),
        ("the plate, washed, to the table", Act.NONE, ""),
        ("how much potatoes you see", Act.HOW_MANY, "how many potatoes are there?"),
        ("anything in the sink", Act.WHAT, "what is in the sink?"),
    ],
)  # fmt: skip
def test_a_clause_is_told_in_plain_words(text: str, act: Act, plain: str) -> None:
    said = tuple(word for word in words_said(text) if word.isalnum())
    assert plain in [order.text for order in plain_orders(act, said, chunks(said))]


def test_what_cannot_be_done_to_a_thing_is_no_way_to_take_it() -> None:
    assert not plainly("the bread", Act.OPEN)
    assert not plainly("the fridge", Act.BRING)


def test_not_is_never_told_as_an_order() -> None:
    assert {told.act for told in clause("the mug does not go in the sink")} <= {Act.NONE, Act.KEEP}


def test_sentences_end_clauses_and_joints_may() -> None:
    assert parts_of("Take the pen and go. Now!") == [
        (("take", "the", "pen"), False),
        (("go",), True),
        (("now",), True),
    ]


WEIGHTS: ActWeights = {
    Act.NONE: {"phrases 1": -3.0, "phrases 2": -6.0, "rolling": 5.0},
    Act.PUT: {"wants": 4.0, "goes": 4.0},
    Act.BRING: {"fancy": 4.0},
    Act.OFF: {"off": 4.0},
    SHARED: {},
}


def best(text: str) -> Telling:
    found = certainty(tellings(text, WEIGHTS))
    assert found is not None
    return found[0]


def test_it_is_what_was_told_of_before() -> None:
    assert best("An egg is rolling about. It wants to be in the fridge.").text == "put the egg in the fridge"


def test_each_clause_is_weighed_by_itself() -> None:
    assert best("Lamp off, and the mug goes in the sink.").text == "turn off the lamp. put the mug in the sink"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("the mug or the cup goes in the sink", "or"),
        ("the guitar and the mug goes in the sink", "guitar"),
        ("the washed mug goes in the sink and is rinsed", "rinsed"),
        ("once the lamp is off, the mug goes in the sink", "once"),
        ("the mug goes in the sink, turn the water on", "turn"),
        ("the mug goes in the sink and is washed", "washed"),
    ],
)
def test_words_that_the_plain_ones_do_not_answer_speak_against_them(text: str, word: str) -> None:
    assert word in list(objections(text, best(text), WEIGHTS))
    assert retell(text, WEIGHTS) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Get the hand towel from the hand towel holder and give it to Anna.",
        "Find a pencil in the office and deliver it to me.",
        "sit on the sofa",
    ],
)
def test_nobody_and_no_room_is_dropped_and_no_order_becomes_a_question(text: str) -> None:
    assert retell(text) == ""


def test_what_is_not_likely_enough_is_not_told() -> None:
    assert retell("the mug, the sink", {}) == ""


def test_a_report_is_no_order() -> None:
    assert retell("I put the mug in the sink.") == ""


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I could do with the remote.", "bring me the remote"),
        ("Get rid of the newspaper on the desk.", "throw away the newspaper on the desk"),
        ("Off with the lamp.", "turn off the lamp"),
        ("Sling the racket on the bed.", "put the racket on the bed"),
    ],
)
def test_what_was_learned(text: str, plain: str) -> None:
    assert retell(text) == plain


def test_weights_are_of_acts_that_there_are() -> None:
    assert set(learned()) <= {*Act, SHARED}
