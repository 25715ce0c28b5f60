"""A robot's file: what comes along can be read, and what is wrong is refused with a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pred_core.domain_file import DomainError
from pred_core.robots import BUILT_IN, SKILLS, domain_of, read_robot
from pred_core.vocabulary import within_domain


@pytest.mark.parametrize("name", BUILT_IN)
def test_robots_that_come_along_act_in_the_household(name: str) -> None:
    domain = domain_of("household", name)
    assert domain.robot == name and set(domain.actions.actions) <= SKILLS
    assert domain.types is domain_of("household").types


def test_every_skill_is_an_action_of_the_household() -> None:
    assert set(domain_of("household").actions.actions) == SKILLS


def test_without_a_robot_the_domain_is_as_it_was() -> None:
    with within_domain("household") as one, within_domain("household", "spot") as other:
        assert one is domain_of("household") and not one.by_hand and "slice" in one.actions.actions
        assert other.by_hand and "slice" not in other.actions.actions


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"skills": ["pickup"]}, "keys hand_opens, skills"),
        ({"skills": ["fly"], "hand_opens": True}, "no skill 'fly'"),
        ({"skills": "pickup", "hand_opens": True}, "list of names"),
        ({"skills": [], "hand_opens": "yes"}, "true or false"),
        ([], "is an object"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, data: object, words: str) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data))
    with pytest.raises(DomainError, match=words):
        read_robot(str(file))


def test_a_robot_that_is_not_there_is_named() -> None:
    with pytest.raises(DomainError, match="'sopt' is none of spot, thor, ur5"):
        read_robot("sopt")
