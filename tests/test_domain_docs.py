"""The pages on domains and on the action model say what is so: their examples work, and their tables are made again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pred_core.action_model.pddl import read_domain as read_pddl
from pred_core.action_model.table import table
from pred_core.appliances import KEYS
from pred_core.domain_file import GROUPS, TOP_KEYS, TYPE_KEYS, DomainError, read_domain
from pred_core.objects import ObjectMemory
from pred_core.vocabulary import within_domain
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner

ROOT = Path(__file__).parents[1]
DOMAINS = (ROOT / "docs/domains.md").read_text("utf-8")
ACTIONS = (ROOT / "docs/action_model.md").read_text("utf-8")
LAB = ROOT / "src/pred_recovery/test/data/lab.json"


def examples() -> list[str]:
    return re.findall(r"```json\n(.*?)```", DOMAINS, re.DOTALL)


def plan_of(domain: Path, instruction: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    with within_domain(str(domain)):
        plan = RulesReasoner().make_plan(Texts(instruction), ObjectMemory()).plan
        assert plan is not None
        return [t.as_triplet() for t in plan.triplets], [t.as_tuple() for t in plan.subgoals]


def told(after: str, level: str) -> list[tuple[str, ...]]:
    """Return the triplets or tuples that the page lists behind some words."""
    text = " ".join(DOMAINS[DOMAINS.index(after) :].split())
    listed = re.search(rf"{level} ((?:\([\w, ]+\)(?:, )?)+)", text)
    return [tuple(part.split(", ")) for part in re.findall(r"\(([^()]+)\)", listed[1])] if listed else []


def test_the_example_with_vials_makes_the_plan_that_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lab.json"
    path.write_text(examples()[0])
    _, tuples = plan_of(path, "put a vial, possibly under the beaker, in the rack")
    assert tuples == told("possibly under the beaker", "makes the plan")


def test_the_lab_is_the_one_that_is_run_and_makes_the_plan_that_is_told() -> None:
    assert examples()[1] == LAB.read_text("utf-8")
    triplets, tuples = plan_of(LAB, "put a sterile flask on the shelf")
    assert triplets == told('"put a sterile flask on the shelf"', "makes the triplets")
    assert tuples == told('"put a sterile flask on the shelf"', "these the tuples")


def test_the_refusal_that_is_told_is_the_one_that_is_given(tmp_path: Path) -> None:
    path = tmp_path / "lab.json"
    path.write_text(LAB.read_text("utf-8").replace('"gives": ["sterile"]', '"gives": ["sterlie"]'))
    with pytest.raises(DomainError) as raised:
        read_domain(str(path))
    said = re.search(r"line \d+: (appliances Autoclave.*)", DOMAINS)
    assert said is not None and str(raised.value).endswith(said[1])


@pytest.mark.parametrize(
    "key", sorted({*TOP_KEYS, *TYPE_KEYS, *(k for keys in KEYS.values() for k in keys), *GROUPS})
)
def test_every_key_is_told(key: str) -> None:
    own = {"on_top_four_corners", "placed_upright", "id_from_parent"}  # AI2-THOR's, which no decision reads
    assert f"`{key}`" in DOMAINS or key in own


@pytest.mark.parametrize("name", ["household", "table"])
def test_the_table_of_primitives_is_that_of_the_pddl_file(name: str) -> None:
    text = (ROOT / f"src/pred_core/pred_core/data/{name}.pddl").read_text("utf-8")
    shown = ACTIONS.split(f"<!-- {name} -->\n")[1].split("\n<!-- end -->")[0]
    assert shown == table(read_pddl(text)), f"python -m pred_core.action_model.table {name}"


def test_the_words_that_are_shown_stand_in_the_file() -> None:
    shown = re.search(r"```\n(.*?)```", ACTIONS, re.DOTALL)
    text = (ROOT / "src/pred_core/pred_core/data/household.pddl").read_text("utf-8")
    assert shown is not None and all(line in text for line in shown[1].splitlines())


def test_the_examples_are_json() -> None:
    assert len([json.loads(example) for example in examples()]) == 2
