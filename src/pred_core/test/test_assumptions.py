"""What primitives take for granted of their object, read off the domain's preconditions."""

import pytest

from pred_core.action_model.assumptions import assumed_of
from pred_core.plan_language import Primitive
from pred_core.vocabulary import within_domain


@pytest.mark.parametrize(
    ("primitive", "name", "assumed"),
    [
        (Primitive.OPEN, "Fridge", {"open": False}),
        (Primitive.OPEN, "Laptop", {"open": False}),  # runs open as well
        (Primitive.OPEN, "Microwave", {"open": False, "on": False}),
        (Primitive.TOGGLE_ON, "Microwave", {"on": False, "open": False}),
        (Primitive.TOGGLE_ON, "Faucet", {"on": False}),
        (Primitive.TOGGLE_OFF, "Microwave", {"on": True}),
        (Primitive.CLOSE, "Drawer", {"open": True}),
        (Primitive.PUT, "Drawer", {"open": True}),
        (Primitive.PUT, "CounterTop", {}),
        (Primitive.SLICE, "Apple", {"sliced": False}),
        (Primitive.PICKUP, "Apple", {}),
    ],
)
def test_what_a_primitive_assumes(primitive: Primitive, name: str, assumed: dict[str, bool]) -> None:
    assert assumed_of(primitive, name) == assumed


def test_a_domain_without_doors_assumes_none() -> None:
    with within_domain("table"):
        assert not assumed_of(Primitive.OPEN, "YellowCupboard")
        assert not assumed_of(Primitive.PUT, "YellowCupboard")
