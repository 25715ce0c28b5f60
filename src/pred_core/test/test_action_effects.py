"""What primitives and treatments change, read off the domain's action model."""

from __future__ import annotations

from pred_core.action_model.effects import all_changes, changes, has_primitive, results, switched
from pred_core.plan_language import High, Primitive
from pred_core.vocabulary import within_domain


def test_doors_and_switches() -> None:
    assert switched() == {
        Primitive.OPEN: ("open", True),
        Primitive.CLOSE: ("open", False),
        Primitive.TOGGLE_ON: ("on", True),
        Primitive.TOGGLE_OFF: ("on", False),
    }


def test_slicing_changes_its_thing() -> None:
    assert changes()[Primitive.SLICE] == ("sliced", True) and Primitive.PICKUP not in changes()
    assert changes()[Primitive.CLEAN] == ("clean", True)


def test_what_each_treatment_is_there_for() -> None:
    assert results() == {
        "Clean": "clean",
        "Heat": "hot",
        "Cool": "cold",
        "Cook": "cooked",
        "Toast": "cooked",
        "Boil": "cooked",
        "Fill": "filled",
        "Slice": "sliced",
    }
    assert all_changes()[High.CLOSE] == ("open", False) and all_changes()[High.HEAT] == ("hot", True)


def test_an_arm_has_neither_doors_nor_treatments() -> None:
    with within_domain("table"):
        assert not switched() and not results()
        assert has_primitive(Primitive.PUT) and not has_primitive(Primitive.OPEN)
    assert has_primitive(Primitive.OPEN)
