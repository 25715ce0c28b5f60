"""What is told of how things are, taken into the order that it is told for."""

from __future__ import annotations

import pytest

from pred_language.discourse.spoken import as_plain_order


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("The mug on the desk is dirty, could you wash it?", "wash The mug that is on the desk?"),
        (
            "There is a red pen under the bed; please pick it up.",
            "pick the red pen that is under the bed up.",
        ),
        ("The bowl should be somewhere in a cabinet, find it.", "find The bowl that is in a cabinet."),
        ("Someone left the radio running, so turn it off.", "turn the radio off."),
        ("Bring me the cup. It's on the shelf.", "Bring me the cup that is on the shelf."),
        ("The pen and the book, can you put them in the box?", "put The pen and the book in the box?"),
        ("I'm thirsty, bring me some water in a mug.", "bring me a mug of water."),
        ("Fetch my watch.", "bring me my watch."),
        ("Put the vase on the shelf, and be careful, it's old.", "Put the vase on the shelf."),
        ("I think the radio would be safer on the shelf.", "put the radio on the shelf."),
        ("Clear the desk: put everything on it in the box.", "put everything on the desk in the box."),
        ("Bring me the pen that lies beside the book.", "Bring me the pen that is beside the book."),
        (
            "Open the box and put the pen in, then close that.",
            "Open the box and put the pen in, then close it.",
        ),
        ("The pan on the stove needs a wash.", "wash The pan that is on the stove."),
        (
            "I'd rather have the vase on the shelf than on the desk.",
            "put the vase that is on the desk on the shelf.",
        ),
        ("Clear the desk: put everything in the box.", "put everything from the desk in the box."),
        ("Tidy the pens: both go in the box.", "put both the pens in the box."),
        ("Close the box, but before that put the pen in.", "put the pen in the box, then Close the box."),
        ("Put neither the pen nor the book in the box.", "do not Put the pen or the book in the box."),
        (
            "Neither the pen nor the book belongs there, put them in the box.",
            "put the pen and the book in the box.",
        ),
        ("Bring the red cup.", "bring me the red cup."),
        ("Bring me whatever is on the stove.", "Bring me everything that is on the stove."),
        ("Pass the salt, please.", "bring me the salt."),
        ("I can't reach the pen on the shelf, could you hand it to me?", "bring me the pen that is on the shelf?"),
        ("Before you close the drawer, put the pen in it.", "put the pen in the drawer, then close the drawer."),
        ("bring me my watch I'm late!!", "bring me my watch."),
        ("Grandma is coming at five and you know how she is, so please take the pen.", "take the pen."),
        ("I just stepped in something wet. Throw the soap away.", "Throw the soap away."),
        ("Please give some water to the plant who is dry.", "water the plant."),
    ],
)
def test_what_is_told_goes_into_the_order(said: str, meant: str) -> None:
    assert as_plain_order(said) == meant


@pytest.mark.parametrize(
    "said", ["The mug is dirty.", "Wash the mug and put it on the desk.", "Take the cup. Put it on the desk."]
)
def test_what_tells_nothing_of_a_thing_stays(said: str) -> None:
    assert as_plain_order(said) == said
