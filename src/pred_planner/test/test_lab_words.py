"""A lab's own states and treatments in everything that the planner reads and writes, by its JSON file alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from llm_desk import reasoner

from pred_core.feedback import describe
from pred_core.objects import ObjectMemory
from pred_core.observed import attribute
from pred_core.plan_language import Discrepancy, Kind
from pred_core.vocabulary import within_domain
from pred_language.lexicon.qualities import own_verbs, state_words, verb_forms
from pred_language.lexicon.words import Verb
from pred_language.reader import Texts
from pred_planner.dialects import cmfr, flare, helper, pred
from pred_planner.dialects.name_repair import repairer
from pred_planner.model import prompts
from pred_planner.model.context_answer import read as read_context
from pred_planner.plan.parsed import Parsed, Rejected
from pred_planner.rules.reasoner import RulesReasoner

LAB = {
    "qualities": {
        "sterile": {"words": ["autoclaved"], "verbs": ["autoclave", "sterilise"], "lacking": "contaminated"},
        "dry": {"verbs": ["dry"]},
    },
    "appliances": {
        "Autoclave": {"switch": "Autoclave", "gives": ["sterile"], "runs_shut": True},
        "Oven": {"gives_shut": ["dry"]},
    },
    "treatments": {
        "Sterilize": {"gives": "sterile", "at": "Autoclave"},
        "DryOut": {"gives": "dry", "at": "Oven"},
    },
    "types": {
        "Flask": {"flags": ["pickupable"]},
        "Autoclave": {"flags": ["receptacle", "openable", "toggleable"]},
        "Oven": {"flags": ["receptacle", "openable"]},
        "Bench": {"flags": ["receptacle"]},
    },
    "groups": {"surfaces": ["Bench"]},
}


@pytest.fixture(autouse=True)
def lab(tmp_path: Path) -> Iterator[None]:
    path = tmp_path / "lab.json"
    path.write_text(json.dumps(LAB))
    with within_domain(str(path)):
        yield


def made(instruction: str) -> list[tuple[str, str, str]]:
    plan = RulesReasoner().make_plan(Texts(instruction), ObjectMemory()).plan
    return [t.as_triplet() for t in plan.triplets] if plan else []


def test_words_come_from_the_names_the_verbs_and_the_lists() -> None:
    assert {"sterile", "autoclaved", "sterilised", "sterilized"} <= {
        w for w, s in state_words().items() if s == "sterile"
    }
    assert {"autoclave", "autoclaves", "autoclaving", "sterilize"} <= set(own_verbs())
    assert verb_forms()["sterilizing"] is Verb.TREAT and verb_forms()["put"] is Verb.PUT
    with within_domain("household"):
        assert not own_verbs() and "sterile" not in state_words() and "sterilize" not in verb_forms()


@pytest.mark.parametrize(
    ("instruction", "first"),
    [
        ("autoclave the flask", "Sterilize"),
        ("put the autoclaved flask on the bench", "Sterilize"),
        ("dry the flask", "DryOut"),
        ("put a dry flask on the bench", "DryOut"),
        ("make a flask dry", "DryOut"),
        ("sterilise the flask in the autoclave", "Sterilize"),
        ("put the flask in the autoclave", "Move"),
        ("open the autoclave", "Open"),
    ],
)
def test_the_same_word_is_a_verb_a_state_or_a_thing_by_where_it_stands(instruction: str, first: str) -> None:
    assert made(instruction)[0][0] == first


PLAN = [("Sterilize", "Flask", "None"), ("Move", "Flask", "Bench")]


@pytest.mark.parametrize(
    ("parser", "text"),
    [
        (pred.parse, '[["Sterilize", "Flask", "None"], ["Move", "Flask", "Bench"]]'),
        (pred.parse, "Sterilize, Flask, None\nMove, Flask, Bench"),
        (pred.parse, '[["autoclave", "flask", "None"], ["Move", "Flask", "Bench"]]'),
        (flare.parse, "['SterilizeObject', 'Flask', 'None', 'MoveObject', 'Flask', 'Bench']"),
        (cmfr.parse, '{"subgoals": ["Sterilize(Flask_1)", "Move(Flask_1, Bench_1)"]}'),
        (
            helper.parse,
            """flask = InteractionObject("Flask")
flask.sterilize()
flask.pickup_and_place(InteractionObject("Bench"))""",
        ),
    ],
)
def test_every_dialect_takes_the_domains_treatments(parser: object, text: str) -> None:
    assert callable(parser)
    parsed = parser(text, repairer())
    assert isinstance(parsed, Parsed)
    assert [tuple(step.as_list()) for step in parsed.steps] == PLAN


def test_what_the_lab_does_not_have_is_refused_with_what_it_has() -> None:
    with pytest.raises(Rejected, match="Sterilize"):
        pred.parse('[["Explode", "Flask", "None"]]', repairer())


def test_a_models_context_may_want_the_labs_states() -> None:
    answer = {
        "task_type": "pick_and_place_simple",
        "target": "Flask",
        "destination": "Bench",
        "states": ["Autoclaved"],
    }
    assert read_context(json.dumps(answer), "x").states == {"sterile"}


def test_feedback_is_told_and_understood_in_the_labs_words() -> None:
    found = Discrepancy(Kind.APM, "s", "Flask", expected="not sterile", observed="sterile")
    assert describe(found) == (
        "The picture of the Flask shows that it is sterile, although it was expected to be contaminated."
    )
    assert attribute("the flask is contaminated") == ("sterile", False)
    assert attribute("it has been autoclaved") == ("sterile", True) and attribute("not dry") == ("dry", False)


def test_prompts_list_what_the_lab_can_do() -> None:
    asked = prompts.plan(Texts("x"), "x", ObjectMemory()).user
    assert "Sterilize, DryOut, Pour, ToggleOn" in asked and "Heat" not in asked and "Slice" not in asked
    assert "each of sterile, dry" in prompts.context(Texts("x"), ObjectMemory()).user.replace(", sliced", "")
    with within_domain("table"):
        bare = prompts.plan(Texts("x"), "x", ObjectMemory()).user
        assert (
            "Receptacle), Pickup, Put, HandOver (" in bare and "ToggleOn" not in bare and "include fetching" not in bare
        )


CONTEXT = {
    "task_type": "pick_and_place_simple",
    "target": "Flask",
    "quantity": 1,
    "states": ["sterile"],
    "destination": "Bench",
}


@pytest.mark.parametrize(
    ("rows", "source"),
    [
        (PLAN, "llm"),
        ([("Move", "Flask", "Bench")], "rules"),  # it is not sterile in the end
        ([("DryOut", "Flask", "None"), *PLAN], "rules"),  # nobody asked for that
    ],
)
def test_a_models_plan_is_judged_by_what_the_labs_appliances_do(
    rows: list[tuple[str, ...]], source: str
) -> None:
    answer = json.dumps(rows)
    with reasoner(json.dumps(CONTEXT), answer, answer) as (llm, _):
        plan = llm.make_plan(Texts("put a sterile flask on the bench"), ObjectMemory()).plan
    assert plan is not None and plan.source == source
    assert [t.as_triplet() for t in plan.triplets] == PLAN


@pytest.mark.parametrize(
    ("dialect", "treatment"),
    [
        ("pred", "Sterilize,"),
        ("flare", "SterilizeObject"),
        ("cmfr", "Sterilize(Object)"),
        ("helper", "sterilize()"),
    ],
)
def test_every_dialect_is_asked_for_with_the_labs_actions(dialect: str, treatment: str) -> None:
    asked = prompts.plan(Texts("x"), "x", ObjectMemory(), dialect=dialect).user
    assert asked.count(treatment) == 2 and "eat" not in asked.partition("Task:")[0].replace("treat", "")
