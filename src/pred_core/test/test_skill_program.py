"""Spot's skills: each of CAPE's checks is named, in its order; moot steps are skipped; figures of a program."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.action_model.skill_program import ProblemError, judge, main, read_problem
from pred_core.action_model.skills import Verdict, common, skills
from pred_core.action_model.stepping import Step

THINGS = {
    "phone": ["holdable"], "table": ["container"], "nightstand": ["container"], "cabinet": ["container", "openable"],
    "mail": ["holdable"], "door": ["openable"], "lamp": ["switchable"], "wall": [],
    "iron": ["holdable", "switchable", "rubs"], "shirt": [],
}  # fmt: skip
ALWAYS = [["leads-through", "nightstand", "door"]]
UP = [["standing"], ["localized"], ["in", "phone", "table"], ["in", "mail", "cabinet"]]


def _problem(program: list[list[str]], facts: list[list[str]] = UP, **more: Any) -> str:
    return json.dumps({"objects": THINGS, "always": ALWAYS, "facts": facts, "program": program, **more})


def _said(step: list[str], facts: list[list[str]]) -> tuple[Verdict, str]:
    verdict = judge(read_problem(_problem([step], facts)))[0][0]
    return verdict.verdict, verdict.sentence


AT = {name: [*UP, ["at", name]] for name in THINGS}
SITTING = [fact for fact in UP if fact != ["standing"]]
LOST = [fact for fact in UP if fact != ["localized"]]


@pytest.mark.parametrize(
    ("step", "facts", "verdict", "words"),
    [
        (["sit_down"], SITTING, Verdict.SKIP, "the robot does not stand"),
        (["stand_up"], UP, Verdict.SKIP, "the robot stands"),
        (["open", "wall"], AT["wall"], Verdict.REFUSE, "wall cannot be opened"),
        (["close", "wall"], AT["wall"], Verdict.REFUSE, "wall cannot be opened"),
        (["pick_up", "wall"], AT["wall"], Verdict.REFUSE, "wall cannot be held"),
        (["put_down", "phone", "wall"], [*AT["wall"], ["holding", "phone"]], Verdict.REFUSE, "wall holds nothing"),
        (["walk_to", "phone"], [*SITTING, ["holding", "phone"]], Verdict.SKIP, "the hand holds phone"),
        (["walk_to", "table"], SITTING, Verdict.REFUSE, "does not stand"),
        (["pick_up", "phone"], [*SITTING, ["at", "table"]], Verdict.REFUSE, "does not stand"),
        (["pick_up", "phone"], [*LOST, ["at", "table"]], Verdict.REFUSE, "does not know where it is"),
        (["walk_to", "table"], AT["table"], Verdict.SKIP, "the robot is at table"),
        (["walk_to", "nightstand"], UP, Verdict.REFUSE, "leads through door and door is closed"),
        (["pick_up", "phone"], [*AT["table"], ["holding", "iron"]], Verdict.REFUSE, "iron"),
        (["pick_up", "mail"], AT["cabinet"], Verdict.REFUSE, "cabinet is closed"),
        (["put_down", "phone", "table"], AT["table"], Verdict.REFUSE, "hand does not hold phone"),
        (["pick_up", "phone"], UP, Verdict.REFUSE, "not at phone"),
        (["open", "cabinet"], UP, Verdict.REFUSE, "not at cabinet"),
        (["put_down", "phone", "table"], [*UP, ["holding", "phone"]], Verdict.REFUSE, "not at table"),
        (["open", "cabinet"], [*AT["cabinet"], ["holding", "phone"]], Verdict.REFUSE, "phone"),
        (["open", "cabinet"], [*AT["cabinet"], ["opened", "cabinet"]], Verdict.SKIP, "cabinet is open"),
        (["close", "cabinet"], AT["cabinet"], Verdict.SKIP, "cabinet is closed"),
        (["switch_on", "lamp"], [*AT["lamp"], ["running", "lamp"]], Verdict.SKIP, "lamp is on"),
        (["rub", "shirt", "iron"], [*AT["shirt"], ["holding", "iron"]], Verdict.REFUSE, "iron is off"),
    ],
)  # fmt: skip
def test_the_first_check_that_fails_is_named(
    step: list[str], facts: list[list[str]], verdict: Verdict, words: str
) -> None:
    found, sentence = _said(step, facts)
    assert found is verdict and words in sentence, sentence


def test_there_are_fourteen_skills_with_words() -> None:
    domain = skills()
    assert len(domain.actions) == 14
    assert all(action.words for action in domain.actions.values())
    assert all(p.holds and p.fails for p in domain.predicates.values())


def test_the_mail_goes_into_storage_and_back_is_not_asked() -> None:
    program = [
        ["walk_to", "cabinet"], ["open", "cabinet"], ["pick_up", "mail"], ["walk_to", "table"], ["walk_to", "mail"],
        ["put_down", "mail", "table"], ["close", "cabinet"],
    ]  # fmt: skip
    reference = [step for step in program if step not in (["walk_to", "mail"], ["close", "cabinet"])]
    wished = [["in", "mail", "table"], ["not", "in", "mail", "cabinet"], ["not", "opened", "cabinet"]]
    verdicts, found = judge(
        read_problem(_problem(program, wished=wished, reference=reference, corrections=2))
    )
    assert [v.verdict for v in verdicts] == [Verdict.DO] * 4 + [Verdict.SKIP, Verdict.DO, Verdict.REFUSE]
    assert not found.executable and found.afforded == pytest.approx(6 / 7)
    assert found.scene_graph == pytest.approx(2 / 3) and found.lcs == pytest.approx(5 / 7)
    assert (found.steps, found.corrections) == (7, 2)


steps = st.lists(st.sampled_from([Step(a, ()) for a in "abcd"]), max_size=8)


@given(steps, steps)
def test_what_is_common_is_the_same_both_ways_and_all_of_oneself(one: list[Step], other: list[Step]) -> None:
    assert common(one, other) == common(other, one)
    assert common(one, one) == 1.0
    assert 0.0 <= common(one, other) <= 1.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", "a problem is"),
        (_problem([["fly"]]), "no skill 'fly'"),
        (_problem([["walk_to"]]), "takes 1 objects"),
        (_problem([["walk_to", "moon"]]), "no object 'moon'"),
        (_problem([], facts=[["hand-full"]]), "no fact 'hand-full'"),
        (_problem([], corrections=-1), "corrections"),
        (_problem("walk"), "no list"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_problem_is_refused(text: str, words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        read_problem(text)


def test_the_command_tells_steps_and_figures(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "problem.json"
    file.write_text(
        _problem([["stand_up"], ["walk_to", "table"], ["pick_up", "phone"]], wished=[["holding", "phone"]])
    )
    assert main([str(file)]) == 0
    told = capsys.readouterr().out
    assert "skip   stand_up" in told and "scene graph 100%" in told
    assert main([str(tmp_path / "none.json")]) == 2
