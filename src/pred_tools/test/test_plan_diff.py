"""What a revision changed, on plans the planner makes and rules that change them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Discrepancy, High, Kind, Level, Plan, Primitive, Subgoal
from pred_planner.plan.expansion import expand
from pred_planner.rules.revision import revise
from pred_tools.plan_diff import Mark, Row, diff, shortened

REMOVED, ADDED, KEPT = Mark.REMOVED, Mark.ADDED, Mark.KEPT


def plan(*triplets):
    made = tuple(
        Subgoal(f"t{n}", Level.TRIPLET, action, thing, place, object_ref=f"x{n}", inside=inside)
        for n, (action, thing, place, inside) in enumerate(triplets, 1)
    )
    return Plan("p", "test", "do", "rules", made, expand(made))


def revised(before, kind, observed="", subject_id="", subject="Mug"):
    found = Discrepancy(kind, before.current.id, subject, subject_id, observed=observed)
    return revise(before, (found,), ObjectMemory())


def test_what_is_left_out_of_the_triplets_is_shown_in_triplets():
    revision = revised(plan((High.CLEAN, "Mug", "", ()), (High.MOVE, "Mug", "Shelf", ())), Kind.APM, "clean")
    found = diff(revision)
    assert found.level is Level.TRIPLET and found.changed
    assert [(r.mark, r.text) for r in found.rows] == [
        (REMOVED, "(Clean, Mug, None)"),
        (KEPT, "(Move, Mug, Shelf)"),
    ]


def test_a_place_that_is_not_opened_is_shown_in_tuples_with_the_new_instance():
    revision = revised(plan((High.PICKUP, "Mug", "", ("Cabinet",))), Kind.DTA, subject_id="Mug_2")
    found = diff(revision)
    assert found.level is Level.TUPLE
    assert [(r.mark, r.text, r.note) for r in found.rows] == [
        (REMOVED, "(Cabinet, OpenObject)", ""),
        (KEPT, "(Mug, PickupObject)", "now Mug_2"),
        (REMOVED, "(Cabinet, CloseObject)", ""),
    ]


def test_what_was_done_is_not_added_again():
    revision = revised(plan((High.MOVE, "Mug", "Shelf", ())), Kind.OHV, "Cup", "Mug_1")
    rows = diff(revision).rows
    assert rows[0] == Row(KEPT, "(Mug, PickupObject)", done=True)
    assert [r.mark for r in rows] == [KEPT, ADDED, ADDED, KEPT]


def test_a_refused_revision_changes_nothing():
    before = plan((High.MOVE, "Mug", "Shelf", ()))
    refused = replace(revised(before, Kind.APM, "broken"), after=before)
    assert not diff(refused).changed


@pytest.mark.parametrize(("count", "shown"), [(2, 2), (4, 3)])
def test_steps_far_from_a_change_are_counted(count, shown):
    rows = [Row(REMOVED, "gone"), *(Row(KEPT, f"step {n}") for n in range(count))]
    short = shortened(rows)
    assert len(short) == 1 + shown
    assert (short[-1].mark is Mark.LEFT_OUT) == (count > shown)
    if count > shown:
        assert short[-1].text == "2 more steps"


def test_a_row_is_as_the_paper_writes_it():
    put = Subgoal("t1.2", Level.TUPLE, Primitive.PUT, "Shelf")
    before = Plan("p", "", "", "rules", (), (put,))
    revision = replace(revised(plan((High.PICKUP, "Mug", "", ())), Kind.ASR), before=before, after=before)
    assert [r.text for r in diff(revision).rows] == ["(Shelf, PutObject)"]
