"""Old names of furniture are used only where a scene lacks the type itself."""

from __future__ import annotations

from pred_tasks.furniture import stand_ins


def test_a_type_that_is_there_stands_for_itself():
    assert stand_ins("Dresser", {"Dresser", "SideTable"}) == ("Dresser",)


def test_a_type_that_is_gone_has_its_new_name():
    assert stand_ins("Cart", {"Shelf", "SideTable"}) == ("SideTable",)
    assert stand_ins("DiningTable", {"Desk"}) == ("Desk",)


def test_a_type_that_was_never_renamed_keeps_its_name():
    assert stand_ins("Sofa", set()) == ("Sofa",)
