"""Notes that name a thing first, stories before an order, replies in quotation marks, complaints and purposes."""

import pytest

from pred_language.discourse.typed import as_typed
from pred_language.discourse.utterances import heard
from pred_language.lexicon.selectors import carries_people, hurts


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Lamps: both on. TV: off.", "turn on both the Lamps. turn off the TV."),
        ("Red cup in the sink: wash, fill with water.", "wash the Red cup in the sink, then fill it with water."),
        ("Ball: floor to open box.", "put the Ball from the floor to the open box."),
        ("Lamps: floor off, desk on.", "turn off the floor lamp, then turn on the desk lamp."),
        ("Anything valuable into the safe: watch, keys.", "put the watch and the keys into the safe."),
        ("Burner 2 off, burner 1 stays as is.", "turn off the Burner 2, leave the burner 1 alone."),
    ],
)
def test_a_note_names_its_thing_first(said: str, told: str) -> None:
    assert heard(as_typed(said)).orders == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Who on earth left the drawer hanging open again? Shut it!", "Shut the drawer!"),
        ("No, not the white plate, I meant the blue one, put that in the sink.", "put the blue plate in the sink."),
        ("The mug in the cabinet, the white one, I want water in it.", "fill the white mug in the cabinet."),
        ("Make sure all four burners are off.", "turn off all the burners."),
        ("Slice the bread, but wash the knife first.", "wash the knife, then Slice the bread."),
        ("Bring the towel that isn't in the cabinet.", "bring me the towel that isn't in the cabinet."),
        ("The candle on the counter should stand on the shelf, but put it out first.",
         "turn off The candle on the counter, then put it on the shelf."),
    ],
)  # fmt: skip
def test_the_thing_of_an_order_is_told_before_it(said: str, told: str) -> None:
    assert heard(as_typed(said)).orders == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('Where are my keys? "On the side table." OK, bring them.',
         "bring me the keys that are On the side table."),
        ('Is the tap at the washbasin still running? "Yes, it is." Oh, then please turn it off.',
         "turn the tap at the washbasin off."),
        ('"Shall I close the fridge?" Yes, please.', "close the fridge."),
    ],
)  # fmt: skip
def test_a_reply_in_quotation_marks_says_which_one(said: str, told: str) -> None:
    assert heard(as_typed(said)).orders == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Ugh, the stove's still burning under that pan!", "turn off the burner under the pan"),
        ("Oh dear, someone has left the water running in the sink.", "turn off the tap of the sink."),
        ("The lid of the toilet has been up all morning.", "close the toilet"),
        ("Cloth on the chair never made it into the box. Finish that.", "put the Cloth on the chair into the box"),
    ],
)
def test_a_complaint_is_about_what_undoes_it(said: str, told: str) -> None:
    assert heard(as_typed(said)).orders == told


def test_what_is_only_told_stays_no_order() -> None:
    assert heard("The tap is still running.").refusal


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Toilet's blocked. Bring the tool for it.", "unblock the toilet"),
        ("The plant's drooping, fill up the thing we water it with!", "watering can"),
    ],
)
def test_what_something_is_for_is_told_before_it(said: str, told: str) -> None:
    assert told in heard(as_typed(said)).orders or "plunger" in heard(as_typed(said)).orders


def test_nobody_is_locked_in_or_fought() -> None:
    assert carries_people("Lock my sister in the fridge.")
    assert not carries_people("Take the watch and the card and lock them in the safe.")
    assert hurts("Give me the big knife so I can fight my brother.")
    assert not hurts("Mom's gonna kill me if she sees this sink, wash the bowl.")
