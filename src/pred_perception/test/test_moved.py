"""What moved is found again; what is only hidden has not moved."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("hidden", [True, False])
def test_what_a_door_hides_has_not_moved_to_where_something_looks_like_it(erring, make_thing, hidden):
    can = make_thing("GarbageCan", (1.2, -0.2, 0.0), (1.4, 0.1, 0.5))
    erring.things = {"g": can}
    for x in (-0.25, 0.0):
        before = erring.look(x, 0, 0).get("GarbageCan_1").center
    erring.things = {"elsewhere": can.shifted(0.0, 0.7)}
    if hidden:
        erring.things["door"] = make_thing("Fridge", (1.0, -0.5, 0.0), (1.05, 0.35, 1.6))
    after = erring.look().get("GarbageCan_1")
    if hidden:
        assert after.center == pytest.approx(before, abs=0.02)
    else:
        assert after.center[1] == pytest.approx(before[1] + 0.7, abs=0.05)
