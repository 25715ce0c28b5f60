"""People who are known by name: things are brought to them, and they are introduced in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from pred_core.home import Home
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_core.people import PERSON, RECIPIENT, KnownPerson, PersonError, known_people, recipient_of
from pred_core.plan_language import High
from pred_language.meaning.introduced import for_somebody, introduction
from pred_language.reader import Texts
from pred_planner.commands import people as command
from pred_planner.people_known import PeopleKnown
from pred_planner.rules.reasoner import Planned, RulesReasoner

ROOM = ObjectMemory(
    step=1,
    objects=(
        ObjectState("Apple_1", "Apple", (1.0, 0.0, 0.9), (0.1, 0.1, 0.1), parent_id="CounterTop_1"),
        ObjectState("CounterTop_1", "CounterTop", (1.0, 0.0, 0.5), (1.0, 0.6, 0.9)),
        ObjectState("DiningTable_1", "DiningTable", (2.0, 3.0, 0.4), (1.0, 1.0, 0.8)),
    ),
)
ANNA = KnownPerson("Anna", (1.5, -0.5))


def said(people: PeopleKnown, words: str) -> Planned | None:
    return people.planned(Texts(words), ROOM, RulesReasoner())


def knowing(*people: KnownPerson, home: Home | None = None) -> PeopleKnown:
    return PeopleKnown(people, home, pytest.fail)


@pytest.mark.parametrize(
    "words",
    ["Bring Anna an apple.", "Give the apple to Anna", "fetch an apple for anna", "take the apple and give it to Anna"],
)
def test_it_is_brought_to_the_one_who_is_named(words: str) -> None:
    planned = said(knowing(ANNA), words)
    assert planned is not None and planned.plan is not None
    assert [t.as_triplet() for t in planned.plan.triplets] == [(High.HAND_OVER, "Apple", PERSON)]
    assert recipient_of(planned.plan.context) == ANNA and planned.plan.instruction == words
    assert "to Anna" in planned.understood and "you" not in planned.understood
    assert planned.plan.context["destination"]["words"] == "Anna"


@pytest.mark.parametrize(
    "words",
    ["Bring Paul an apple.", "Bring me an apple.", "Bring Anna and me an apple.", "Take Anna's apple", "Follow Anna"],
)
def test_anything_else_is_read_as_ever(words: str) -> None:
    assert said(knowing(ANNA), words) is None


def test_two_people_are_too_many() -> None:
    assert for_somebody("bring Anna and Paul an apple", (ANNA, KnownPerson("Paul", (0.0, 0.0)))) is None


def test_who_is_nowhere_is_asked_about() -> None:
    planned = said(knowing(KnownPerson("Anna")), "Bring Anna an apple.")
    assert planned is not None and planned.plan is None and planned.outcome.code is Code.NOT_UNDERSTOOD
    assert planned.outcome.message.startswith("I do not know where Anna is")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("This is Anna, she sits at the dining table.", "the dining table"),
        ("this is Anna. She is standing by the table", "the table"),
        ("Meet Anna at the dining table", "the dining table"),
        ("This is Anna.", ""),
    ],
)
def test_somebody_is_introduced(words: str, place: str) -> None:
    found = introduction(words)
    assert found is not None and (found.name, found.place) == ("Anna", place)


@pytest.mark.parametrize("words", ["This is Bread.", "This is the apple", "Anna is at the table", "Put this in Anna"])
def test_things_are_not_introduced(words: str) -> None:
    assert introduction(words) is None


def test_who_was_introduced_is_known_and_kept_in_the_home(tmp_path: Path) -> None:
    home = Home(tmp_path / "flat")
    hello = said(knowing(home=home), "This is Anna, she sits at the dining table.")
    assert hello is not None and hello.plan is not None
    assert hello.outcome.message == "Hello Anna. I will remember you at the dining table."
    later = said(knowing(home=home), "Bring Anna an apple.")
    assert later is not None and later.plan is not None
    assert later.plan.context[RECIPIENT] == {"name": "Anna", "place": [2.0, 3.0], "where": "the dining table"}


def test_a_place_that_was_not_seen_is_said() -> None:
    planned = said(knowing(), "This is Anna, she sits on the sofa.")
    assert planned is not None and planned.outcome.code is Code.NOT_FOUND and planned.plan is None


def test_a_file_that_is_broken_is_told_and_left(tmp_path: Path) -> None:
    file = tmp_path / "people.json"
    file.write_text("{", "utf-8")
    told: list[str] = []
    people = PeopleKnown((ANNA,), Home(tmp_path), told.append)
    assert len(told) == 1 and said(people, "Bring Anna an apple.") is not None
    said(people, "This is Paul.")
    assert file.read_text("utf-8") == "{"


@pytest.mark.parametrize(
    ("text", "people"),
    [("", ()), ("Anna=1.5,-0.5", (ANNA,)), ("Anna = 1.5,-0.5 ; Paul", (ANNA, KnownPerson("Paul")))],
)
def test_people_of_a_parameter(text: str, people: tuple[KnownPerson, ...]) -> None:
    assert known_people(text) == people


@pytest.mark.parametrize("text", ["Anna=", "Anna=here", "=1,2", "R2D2=1,2"])
def test_what_names_nobody_is_refused(text: str) -> None:
    with pytest.raises(PersonError, match=r"person|place"):
        known_people(text)


def test_the_command_adds_shows_and_forgets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert command.main(["add", "flat", "Anna=1.5,-0.5"]) == 0
    assert command.main(["show", "flat"]) == 0
    assert "Anna             at (1.50, -0.50)" in capsys.readouterr().out
    assert command.main(["forget", "flat", "anna"]) == 0
    assert command.main(["show", "flat"]) == 0
    assert "Nobody is known in flat." in capsys.readouterr().out
    assert command.main(["forget", "flat", "Anna"]) == 2
    assert "nobody is called 'Anna'" in capsys.readouterr().err
