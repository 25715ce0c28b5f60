"""Two clauses that belong together are told as orders."""

from __future__ import annotations

import pytest

from pred_language.discourse.plainly import as_asked


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Which cup is dirty? Wash it.", "Wash the dirty cup."),
        ("Put the bowl on the table once it's clean.", "wash the bowl and Put it on the table."),
        ("Neither the laptop nor the lamp needs to be on.", "turn off the laptop; turn off the lamp."),
        ("Both the lamp and the laptop can be switched off.", "turn off the lamp; turn off the laptop."),
        ("Wash the spoon in the bowl, then the bowl.", "Wash the spoon in the bowl, then Wash the bowl."),
        ("Bring me the remote, the black one.", "Bring me the black remote."),
        ("Knife back in the drawer please, and close it.", "put the Knife in the drawer and close it."),
        ("Lock the watch in the safe.", "put the watch in the safe and close the safe."),
        ("Lock my watch away.", "put my watch in the safe and close the safe."),
        ("Put the keys in the safe and lock it.", "Put the keys in the safe and close the safe."),
        ("Light one candle.", "turn on one candle."),
        ("Fill the white cup after washing it.", "wash the white cup, then Fill it."),
        ("Heat the potato and the tomato, the tomato first.", "Heat the tomato, then Heat the potato."),
        ("The tap is still running, could you sort that out?", "turn off The tap"),
        ("A cold apple would be lovely.", "bring me A cold apple."),
    ],
)
def test_two_clauses_are_told_as_orders(said: str, told: str) -> None:
    assert as_asked(said).rstrip(".") == told.rstrip(".")


@pytest.mark.parametrize(
    "said",
    ["Which cup is dirty?", "The tap is still running.", "The laptop and the lamp are on."],
)
def test_what_is_no_pair_stays_no_order(said: str) -> None:
    assert not as_asked(said).lower().startswith(("turn", "wash", "bring"))
