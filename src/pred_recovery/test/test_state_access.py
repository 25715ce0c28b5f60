"""The mission's state is read and changed by the wings that its table names, and by no others."""

from __future__ import annotations

import pytest
from state_access import FIELDS, used, uses

from pred_recovery.mission.access import ACCESS


def test_no_field_of_the_state_is_left_out():
    assert set(ACCESS) == {f"{part}.{name}" for part, names in FIELDS.items() for name in names}


@pytest.mark.parametrize("name", ACCESS)
def test_a_field_is_read_and_changed_by_whom_the_table_names(name):
    readers, writers = used().get(name, (set(), set()))
    assert (readers, writers) == (set(ACCESS[name].readers.split()), set(ACCESS[name].writers.split()))


def test_no_decision_reads_the_trace():
    assert all(set(a.readers.split()) <= {"tree"} for k, a in ACCESS.items() if k.startswith("trace."))


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("mission.search.explored = True", True),
        ("mission.progress.fetches += 1", True),
        ("mission.bindings.variables[ref] = name", True),
        ("del mission.bindings.variables[ref]", True),
        ("self._mission.trace.swayed_by.add(kind)", True),
        ("mission.beliefs.in_hand.setdefault(held, {})", True),
        ("name = mission.bindings.variables[ref]", False),
        ("name = mission.bindings.variables.get(ref)", False),
        ("if mission.search.explored: pass", False),
        ("step = mission.plan.current", False),
    ],
)
def test_a_change_is_told_from_a_look(line, changes):
    assert [changed for _, changed in uses(line)] == [changes]
