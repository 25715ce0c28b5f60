"""What the behaviour tree shows of a task."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fake_house import House, do, plan_of, thing

from pred_core.outcome import Code
from pred_core.plan_language import Discrepancy, Kind, Primitive
from pred_recovery.mission.requests import Reply
from pred_recovery.tree import build

P = Primitive
PICK = plan_of(("Mug", P.PICKUP))


def node(tree, *way):
    """Return the node at the end of a way of names; each need not be right below the one before it."""
    for name in way:
        tree = next(n for n in tree.nodes() if n.name == name)
    return tree


def test_navigation_and_skills_are_nodes_below_what_asked_for_them():
    house = House(PICK, thing("Mug_1", (4, 0)))
    _, log = do(house)
    achieve = node(log.trees[-1], "achieve")
    assert node(achieve, "navigate").message == "object Mug_1"
    assert (node(achieve, "skill").status, node(achieve, "skill").message) == (
        "SUCCESS",
        "PickupObject Mug_1",
    )
    assert node(log.trees[-1], "look around", "navigate").succeeded == 1


def test_the_four_modules_are_there_before_they_are_asked_and_only_those_switched_on():
    _, log = do(House(PICK, thing("Mug_1")))
    assert [n.name for n in node(log.trees[0], "expectations").children] == ["OHV", "ASR", "DTA", "APM"]
    assert {n.status for n in node(log.trees[0], "expectations").children} == {"INVALID"}
    _, log = do(House(PICK, thing("Mug_1")), modules="apm")
    assert [n.name for n in node(log.trees[0], "expectations").children] == ["APM"]


def test_a_module_that_finds_the_plan_contradicted_has_failed():
    house = House(PICK, thing("Mug_1"))
    seen = Discrepancy(Kind.OHV, "s1", "Mug", "Mug_1", "Mug", "Cup", 0.9)
    house.findings = [Reply(certain=(seen,))]
    _, log = do(house, modules="ohv")
    asked = [node(t, "last expectations", "OHV") for t in log.trees]
    failed = next(n for n in asked if n.failed)
    assert (failed.status, failed.message) == ("FAILURE", "Mug_1: expected Mug, observed Cup")


def test_the_strategy_and_its_attempts_are_nodes_and_what_they_ask_is_below_them():
    house = House(PICK, thing("Mug_1", (1, 0)), thing("Mug_2", (5, 0)))
    house.refusals = [("navigate", "Mug_1", Code.UNREACHABLE)]
    _, log = do(house)
    rules = node(log.trees[-1], "recover", "rules")
    assert (rules.status, [c.name for c in rules.children]) == ("SUCCESS", ["other_instance"])
    assert node(rules, "other_instance", "skill").message == "PickupObject Mug_2"


def test_a_node_counts_how_it_ended_and_is_forgotten_when_the_next_subgoal_begins():
    house = House(plan_of(("Mug", P.PICKUP), ("Desk", P.PUT)), thing("Mug_1"), thing("Desk_1", (3, 0)))
    _, log = do(house)
    assert node(log.trees[-1], "achieve").succeeded == 2
    second = [
        t for t in log.trees if node(t, "achieve").succeeded == 1 and node(t, "achieve").status == "RUNNING"
    ]
    assert node(second[0], "achieve", "skill").status == "INVALID"


def test_one_node_runs_on_every_level_while_something_is_being_done():
    _, log = do(House(PICK, unseen=(thing("Mug_1", (4, 0)),)))
    exploring = next(
        t for t in log.trees if any(n.name == "explore" and n.status == "RUNNING" for n in t.nodes())
    )
    assert [n.name for n in exploring.nodes() if n.status == "RUNNING"][-4:] == [
        "achieve",
        "find",
        "explore",
        "navigate",
    ]


@pytest.mark.parametrize("waits", [1, 3])
def test_nothing_runs_below_what_was_cancelled(waits):
    result, log = do(House(PICK, thing("Mug_1", (4, 0))), cancel_after=waits)
    assert result.outcome.code is Code.CANCELED
    assert log.trees[-1].status == "INVALID"
    assert all(n.status != "RUNNING" for n in log.trees[-1].nodes())


def drawn(text: str) -> list[str]:
    """Return the names of a drawn tree, down to the stages of a subgoal."""
    tree = re.search(r"within limits.*?(?=\n\n|\n```|\n\"\"\")", text, re.DOTALL)
    assert tree is not None
    return [re.split(r"\s{2,}", line.lstrip(" |`-"))[0] for line in tree[0].splitlines()]


def test_the_page_and_the_module_draw_the_tree_as_it_is():
    _, log = do(House(PICK, thing("Mug_1")))
    hidden = {"achieve", "recover", "plan by rules"}  # what "achieve or recover" chooses from
    stages = [n for n in drawn_nodes(log.trees[0]) if n not in hidden]
    page = Path(__file__).parents[3] / "docs" / "executive.md"
    for text in (page.read_text("utf-8"), build.__doc__ or ""):
        assert drawn(text) == stages


def drawn_nodes(tree) -> list[str]:
    """Return the names of the tree's own nodes: stages of procedures are below these."""
    below = {"task", "until plan done", "subgoal", "achieve or recover"}
    names = [tree.name]
    for child in tree.children:
        names += drawn_nodes(child) if child.name in below or tree.name in below else []
    return names
