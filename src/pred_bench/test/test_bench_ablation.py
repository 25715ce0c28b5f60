"""Confidence intervals by hand and by property, and the table of an ablation."""

from __future__ import annotations

import csv
import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_bench.scoring.intervals import METRICS, compare
from pred_bench.scoring.results import TaskResult
from pred_bench.scoring.scores import Episode, score
from pred_bench.scoring.shards import Gathered
from pred_bench.studies.ablation import ARMS, FULL, ArmsError, carried_over, parse_arms, write_table


def episode(success: bool, actions: int = 10, opened: int = 2, expert: int | None = 10) -> Episode:
    return Episode("simple", success, opened, 0 if success else 1, actions, 0, expert, "SUCCESS")


def result(number: int, success: bool, actions: int, kind: str = "moved") -> TaskResult:
    return TaskResult(
        task_id=f"t{number}",
        annotation=0,
        task_type="simple",
        scene="FloorPlan1",
        instruction="",
        success=success,
        open_at_start=1,
        open_at_end=int(not success),
        conditions={},
        actions=actions,
        failures=0,
        expert_actions=10,
        code="SUCCESS",
        message="",
        injected=({"kind": kind},),
    )


def gathered(*results: TaskResult) -> Gathered:
    return Gathered({r.key: r for r in results}, {})


episodes = st.lists(
    st.builds(episode, st.booleans(), st.integers(1, 500), st.integers(1, 4), st.none() | st.integers(1, 99)),
    min_size=1,
    max_size=30,
)


@settings(deadline=None)
@given(episodes)
def test_values_are_the_scores_and_lie_between_their_bounds(given_episodes: list[Episode]) -> None:
    row = compare({FULL: given_episodes}, FULL, seed=0, draws=200)[FULL]
    expected = score(given_episodes)
    pairs = {
        "SR": expected.success_rate,
        "GC": expected.goal_conditions,
        "PLW SR": expected.weighted_success_rate,
        "PLW GC": expected.weighted_goal_conditions,
        "actions": expected.actions,
    }
    for metric in METRICS:
        found, wanted = row[metric].score, pairs[metric]
        if wanted is None:
            assert math.isnan(found.value) and math.isnan(found.low)
        else:
            assert found.value == pytest.approx(wanted) and found.low <= found.high
        if wanted is not None:
            assert (row[metric].difference.low, row[metric].difference.high) == (0.0, 0.0)


def test_the_bounds_are_those_of_a_binomial() -> None:
    rows = [episode(i < 240) for i in range(300)]
    found = compare({FULL: rows}, FULL, seed=1)[FULL]["SR"].score
    half = 1.96 * math.sqrt(0.8 * 0.2 / 300)
    assert found.low == pytest.approx(0.8 - half, abs=0.008)
    assert found.high == pytest.approx(0.8 + half, abs=0.008)


def test_pairing_finds_a_difference_that_separate_intervals_hide() -> None:
    full = [episode(i % 2 == 0, actions=100 * i) for i in range(100)]
    worse = [episode(i % 2 == 0, actions=100 * i + 5) for i in range(100)]
    steps = compare({FULL: full, "worse": worse}, FULL, seed=0)["worse"]["actions"]
    assert steps.difference.low == pytest.approx(5.0) and steps.difference.excludes_zero
    assert steps.score.low < compare({FULL: full}, FULL, seed=0)[FULL]["actions"].score.value


def test_the_same_seed_gives_the_same_bounds_and_unequal_arms_are_refused() -> None:
    rows = [episode(i % 3 == 0, actions=i) for i in range(20)]
    assert compare({FULL: rows}, FULL, seed=4) == compare({FULL: rows}, FULL, seed=4)
    assert compare({FULL: rows}, FULL, seed=4) != compare({FULL: rows}, FULL, seed=5)
    with pytest.raises(ValueError, match="same episodes"):
        compare({FULL: rows, "none": rows[1:]}, FULL, seed=0)


def test_there_are_six_arms() -> None:
    assert list(ARMS) == ["full", "without_dta", "without_ohv", "without_apm", "without_asr", "none"]
    assert ARMS["full"] == "dta,ohv,apm,asr" and ARMS["without_ohv"] == "dta,apm,asr"


def test_some_arms_are_run_beside_all_modules() -> None:
    assert parse_arms("none") == ("full", "none")
    assert parse_arms("none, without_dta,full") == ("full", "without_dta", "none")
    for text in ("dta", ""):
        with pytest.raises(ArmsError, match="without_asr, none"):
            parse_arms(text)


def test_the_table_pairs_the_episodes_that_every_arm_has(tmp_path: Path) -> None:
    full = gathered(*(result(i, True, 20, "states" if i % 2 else "moved") for i in range(40)))
    none = gathered(*(result(i, i >= 10, 50) for i in range(36)))
    arms = {FULL: full, "none": none, "without_dta": gathered()}
    text = write_table(tmp_path, arms, {"seed": 0, "modules": "dta"}, seed=0)
    assert "36 episodes" in text and "without_dta" not in text and "modules" not in text
    assert "| full | 100.0 [100.0, 100.0] |" in text
    (difference,) = [line for line in text.splitlines() if line.startswith("| none | **-")]
    assert "+30.0 [+30.0, +30.0]" in difference
    for metric, cells in (
        ("SR", "100.0 [100.0, 100.0] | -27.8 ["),
        ("actions", "20.0 [20.0, 20.0] | +30.0 ["),
    ):
        table = text.split(f"### {metric}\n")[1]
        assert f"| moved | 18 | {cells}" in table.split("### ")[0]
    assert all(f"### {metric}\n" in text for metric in METRICS)
    rows = list(csv.DictReader((tmp_path / "ablation.csv").open()))
    assert rows[0]["arm"] == "full" and float(rows[0]["value"]) == 1.0
    assert [row["injected"] for row in rows[:: 2 * len(METRICS)]] == ["", "moved", "states"]
    assert len(rows) == 3 * 2 * len(METRICS) and [row["metric"] for row in rows[: len(METRICS)]] == list(
        METRICS
    )


def test_few_episodes_prove_nothing(tmp_path: Path) -> None:
    arms = {FULL: gathered(result(1, True, 10)), "none": gathered(result(1, False, 20))}
    text = write_table(tmp_path, arms, {}, 0)
    assert "too few" in text and "**" not in text


def test_there_is_no_table_without_common_episodes(tmp_path: Path) -> None:
    assert write_table(tmp_path, {FULL: gathered(), "none": gathered(result(1, True, 1))}, {}, 0) == ""
    apart = {FULL: gathered(result(1, True, 1)), "none": gathered(result(2, True, 1))}
    assert write_table(tmp_path, apart, {}, 0) == "" and list(tmp_path.iterdir()) == []


def test_only_episodes_in_which_a_missing_module_had_a_say_are_run_again() -> None:
    silent, asr, unknown = (
        replace(result(i, True, 5), swayed_by=said) for i, said in enumerate(((), ("asr",), None))
    )
    full = {r.key: r for r in (silent, asr, unknown)}
    assert set(carried_over(full, "without_dta")) == {silent.key, asr.key}
    assert set(carried_over(full, "without_asr")) == set(carried_over(full, "none")) == {silent.key}
    assert carried_over(full, FULL) == {}
    assert carried_over(full, "none")[silent.key] == replace(silent, carried=True)


def test_the_table_says_how_many_were_run(tmp_path: Path) -> None:
    full = [replace(result(i, True, 5), swayed_by=()) for i in range(3)]
    none = [replace(full[0], carried=True), *full[1:]]
    text = write_table(tmp_path, {FULL: gathered(*full), "none": gathered(*none)}, {}, seed=0)
    assert "Run were: full 3, none 2." in text
