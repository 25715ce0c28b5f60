"""Scores: the formulas, by hand and by property."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_bench.scoring.claims import TUNED_ON, ground_truth
from pred_bench.scoring.report import write_summary
from pred_bench.scoring.scores import Episode, by_type, score
from pred_tasks.alfred.recorded import part_of


def episode(
    success: bool, opened: int, left: int, actions: int, expert: int | None, **more: object
) -> Episode:
    return Episode(
        "simple", success, opened, left, actions, 0, expert, "SUCCESS" if success else "NOT_FOUND", **more
    )


def test_the_formulas_by_hand() -> None:
    scores = score([episode(True, 3, 0, 40, 20), episode(False, 1, 1, 10, 60)])
    assert scores.success_rate == 0.5
    assert scores.goal_conditions == 3 / 4
    # weights 20 and 60: the success needed twice the expert's actions
    assert scores.weighted_success_rate == pytest.approx((0.5 * 20) / 80)
    assert scores.weighted_goal_conditions == pytest.approx((0.5 * 20) / 80)
    assert scores.codes == {"NOT_FOUND": 1}


def test_of_what_is_falsely_done_the_robot_names_its_reservations() -> None:
    silent, named = (episode(False, 1, 1, 5, None, believed=True, reserved=r) for r in (False, True))
    rest = [episode(True, 1, 0, 5, None, believed=True, reserved=True), episode(False, 1, 1, 5, None, reserved=True)]
    scores = score([silent, named, *rest])
    assert (scores.false_success, scores.false_reserved) == (0.5, 0.25)


def test_nobody_is_rewarded_for_being_quicker_than_the_expert() -> None:
    assert score([episode(True, 1, 0, 5, 20)]).weighted_success_rate == 1.0


def test_without_an_expert_there_is_no_weighted_score() -> None:
    scores = score([episode(True, 1, 0, 5, None)])
    assert scores.weighted_success_rate is None and scores.steps_per_second is None


def test_steps_per_second_over_all() -> None:
    scores = score([episode(True, 1, 0, 30, 5, seconds=2.0), episode(True, 1, 0, 10, 5, seconds=2.0)])
    assert scores.steps_per_second == 10.0


def test_a_goal_that_was_met_before_and_is_broken_after_counts_nothing() -> None:
    assert episode(False, 0, 1, 5, 5).goal_conditions == 0.0
    assert episode(True, 0, 0, 5, 5).goal_conditions == 1.0


episodes = st.lists(
    st.builds(
        lambda left, opened, actions, expert: episode(left == 0, opened, min(left, opened), actions, expert),
        st.integers(0, 4),
        st.integers(1, 4),
        st.integers(0, 1000),
        st.integers(1, 200),
    ),
    min_size=1,
)


@given(episodes)
def test_shares_are_shares_and_weighting_never_helps(given_episodes: list[Episode]) -> None:
    scores = score(given_episodes)
    for share in (scores.success_rate, scores.goal_conditions, scores.weighted_success_rate):
        assert share is not None and 0.0 <= share <= 1.0 + 1e-9
    best = sum(e.success * (e.expert_actions or 0) for e in given_episodes)
    total = sum(e.expert_actions or 0 for e in given_episodes)
    assert scores.weighted_success_rate is not None and scores.weighted_success_rate <= best / total + 1e-9


def test_the_summary_has_a_row_for_each_type_and_for_all(tmp_path) -> None:
    found = [episode(True, 1, 0, 5, None), Episode("two", False, 2, 1, 8, 1, 4, "BLOCKED", 1.0)]
    text = write_summary(tmp_path, found, {"seed": 0})
    rows = [line for line in text.splitlines() if line.startswith(("| simple |", "| two |", "| all |"))]
    assert len(rows) == 3 + 2  # and both rows of the failure table
    assert (tmp_path / "summary.csv").read_text().count("\n") == 4
    assert set(by_type(found)) == {"simple", "two"}
    assert write_summary(tmp_path, [], {}) == ""


SAMPLE = {"detector": "oracle", "attributes": "gallery", "tasks_sha256": TUNED_ON}


def test_the_summary_says_what_is_ground_truth_and_what_the_modules_did(tmp_path: Path) -> None:
    found = [
        episode(True, 1, 0, 5, None, swayed=True, revisions=("dta", "apm")),
        episode(True, 1, 0, 5, None, swayed=True),
        episode(False, 1, 1, 5, None),
    ]
    text = write_summary(tmp_path, found, {"detector": "oracle", "attributes": "gallery"})
    assert "Ground truth: classes, masks, depth, pose, skill success." in text
    assert "A module had a say in 2 of 3 episodes; revisions of plans: apm 1, dta 1." in text
    assert "no rule was tuned" not in text
    data = json.loads((tmp_path / "summary.json").read_text("utf-8"))
    assert data["modules"] == {"episodes": 2, "revisions": {"dta": 1, "apm": 1}}


@pytest.mark.parametrize(
    ("settings", "given"),
    [
        (
            {"detector": "oracle", "attributes": "oracle"},
            "classes, masks, attributes, depth, pose, skill success",
        ),
        ({"detector": "learned", "attributes": "gallery"}, "depth, pose, skill success"),
        ({"detector": "rgbd", "set": ["sensing=realistic"]}, "skill success"),
        ({"detector": "rgbd", "set": ["sensing=realistic", "success=visual"]}, "nothing"),
        (
            {"detector": "oracle", "noise": "miss=0.1"},
            "classes, masks, depth, pose, skill success (classes and masks with the noise above)",
        ),
        ({}, ""),
    ],
)
def test_what_is_ground_truth_depends_on_the_settings(settings: dict[str, str], given: str) -> None:
    assert ground_truth(settings) == given


def test_the_quarter_kept_apart_is_told_only_of_the_file_that_rules_were_tuned_on(
    tmp_path: Path,
) -> None:
    names = [f"trial_{n}" for n in range(40)]
    apart = [n for n in names if part_of({"task_id": n}) == "held-out"]
    assert 0 < len(apart) < len(names)
    found = [episode(n not in apart, 1, int(n in apart), 5, None, task_id=n) for n in names]
    text = write_summary(tmp_path, found, SAMPLE)
    assert f"Texts no rule was tuned on ({len(apart)} of 40 tasks): SR 0.0, GC 0.0." in text
    assert "no rule" not in write_summary(tmp_path, found, {**SAMPLE, "tasks_sha256": "another"})
