"""Orders and questions in frames of other languages, of notes and of forms."""

import pytest

from pred_language.discourse import stiffly
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("open please the microwave", "please open the microwave"),
        ("first open the safe, after put the watch in it", "first open the safe, then put the watch in it"),
        ("open the safe, put inside the watch", "open the safe, put the watch inside it"),
        ("spray bottle on the counter. Correction: in the cabinet", "spray bottle on the counter. No, in the cabinet"),
        ("phone location?", "where is the phone?"),
        ("safe already closed?", "is the safe closed?"),
        ("has anyone closed the fridge already, dear?", "is the fridge closed?"),
        ("something for scrubbing dishes", "something to scrub dishes with"),
        ("no need for the lamp to be on", "the lamp does not need to be on"),
        ("put the cup from the shelf to the others", "put the cup from the shelf with the other cups"),
        ("cabinets closed, both of them", "both cabinets closed"),
        ("you see the lamp on the desk? Turn just that one off", "Turn off the lamp on the desk"),
        ("bring me the book and nothing but the book", "bring me only the book"),
        ("if the tap is on, turn it off, and if it isn't then just open the box",
         "if the tap is on, turn it off; otherwise open the box"),
        ("close the box with the book in it", "close the box where the book is"),
        ("a clean fork, there must be one in the drawer", "a clean fork that is in the drawer"),
        ("put the candle from the shelf next to the lamp", ("take the candle from the shelf and put it next to the "
                                                           "lamp")),
    ],
)  # fmt: skip
def test_a_stiff_frame_is_told_plainly(said: str, told: str) -> None:
    assert retold(said, stiffly.RULES) == told


@pytest.mark.parametrize(
    "said", ["bring me the box with the book in it", "has anyone seen the fridge?", "idea location?"]
)
def test_other_frames_stay(said: str) -> None:
    assert retold(said, stiffly.RULES) == said
