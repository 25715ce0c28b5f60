"""A model's own words as skills: the verb decides the action, what can be done a place that is not named."""

from __future__ import annotations

import pytest
from recovering_desk import kitchen, planned, situation

from pred_core.outcome import Code
from pred_planner.model.skill_words import action_said, ranked, skills, where_it_can
from pred_planner.recovering.situation import Stage


def best(words: str, held: str = "Mug_1") -> str:
    here = situation(Stage.PRECONDITIONS, planned(), 1, kitchen(held=held), Code.HAND_FULL).here
    found = where_it_can(ranked([words], skills(here, here.state), narrowly=True), [words])
    return found[0].skill.words if found else ""


@pytest.mark.parametrize("words", ["set the mug aside", "put the mug down", "lay the mug somewhere"])
def test_to_put_a_thing_down_is_not_to_pick_it_up(words: str) -> None:
    assert best(words).startswith("put the mug in or on")


def test_what_is_like_nothing_here_is_no_skill() -> None:
    assert best("open the airlock") == ""


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("Turn the lamp off", "toggle_off"),
        ("get the cabinet open", "open"),
        ("push the drawer shut", "close"),
        ("let go of the mug", "put"),
        ("grab the mug", "pickup"),
        ("a mug would be good", ""),
    ],
)
def test_the_verb_tells_the_action(words: str, action: str) -> None:
    assert action_said(words) == action
