from __future__ import annotations

from pred_client.nobody import nobody_there
from pred_core.stack_owner import Owner, Stack

THOR = Stack(3, "lab", Owner("a stack of thor in FloorPlan1", 1, "me", "/home", 0.0))


def test_where_no_stack_is_one_is_offered() -> None:
    said = nobody_there(0, "/pred", [])
    assert said.endswith("'./pred launch thor' starts one") and "under /pred in ROS domain 0" in said


def test_a_stack_in_another_domain_or_namespace_is_named() -> None:
    for domain, namespace in ((0, "/lab"), (3, "/pred")):
        said = nobody_there(domain, namespace, [THOR])
        assert "there is a stack of thor in FloorPlan1 under /lab in domain 3" in said
        assert "--namespace" in said and "ROS_DOMAIN_ID" in said


def test_not_all_of_many_stacks_are_named() -> None:
    said = nobody_there(0, "/pred", [Stack(domain, "lab", THOR.owner) for domain in range(1, 10)])
    assert said.count("under /lab") == 3 and "6 more" in said


def test_a_stack_that_is_still_starting_is_no_reason_to_start_another() -> None:
    assert nobody_there(3, "/lab", [THOR]) == (
        "no robot takes tasks under /lab yet: a stack of thor in FloorPlan1 may still be starting"
    )
