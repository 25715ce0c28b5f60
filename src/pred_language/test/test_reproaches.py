"""What is to be so, told by reproaches, complaints and what was meant to be done."""

import pytest

from pred_language.discourse import reproaches
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("who turned the lamp off? Turn it back on.", "turn on the lamp."),
        ("who left the box open? Close it.", "close the box."),
        ("somebody turned the lamp off. Back on please.", "turn on the lamp."),
        ("must the lamp be on? Turn it off.", "turn off the lamp."),
        ("is the lamp on? Switch it off if it is.", "switch off the lamp."),
        ("the lamp has been on long enough.", "turn off the lamp."),
        ("I can't stand the box being open.", "close the box."),
        ("it bothers me that the lamp is on.", "turn off the lamp."),
        ("the mug is filthy. You know what to do.", "wash the mug."),
        ("I'd feel better with the box shut.", "close the box."),
        ("what is the book doing on the bed? It should be on the shelf.", "put the book on the shelf."),
        ("I usually keep the book on the shelf, so put it there.", "put the book on the shelf."),
        ("the right place for the cup is the shelf.", "move the cup to the shelf."),
        ("I've been meaning to wash the mug, can you do it?", "please wash the mug"),
        ("has the plate been washed? If not, wash it.", "wash the plate."),
        ("did you wash the plate? If not, do it.", "please wash the plate."),
        ("the lamp is off, isn't it? Turn it on then.", "the lamp is off. Turn it on then."),
        ("put the potato in the microwave until it's hot.", "heat the potato."),
        ("nip over to the bed for the phone.", "bring me the phone from the bed."),
        ("nobody has brought me the mug yet.", "bring me the mug."),
        ("the phone would come in handy right now.", "bring me the phone."),
        ("see that phone on the bed? That's what I need.", "bring me that phone that is on the bed."),
        ("need: mug. Location: the shelf.", "bring me the mug from the shelf"),
        ("get the box open for me", "make sure the box is open"),
        ("open the box and put the book in it, leave it open", ("open the box and put the book in it and leave the box "
                                                               "open")),
        ("make sure nobody finds the box open.", "close the box."),
        ("I left the mug in the cabinet, didn't I?", "is the mug in the cabinet?"),
        ("I've lost the mug, have you seen it?", "where is the mug?"),
    ],
)
def test_what_is_to_be_done_is_told(said: str, told: str) -> None:
    assert retold(said, reproaches.RULES) == told


@pytest.mark.parametrize(
    "said",
    [
        "you left the fridge open.",  # a report
        "I can't stand the heat.",
        "who left?",
        "the lamp has been on for a minute.",
        "put the potato in the microwave.",
        "I forgot where the mug is, can you tell me?",
    ],
)
def test_other_words_stay(said: str) -> None:
    assert retold(said, reproaches.RULES) == said
