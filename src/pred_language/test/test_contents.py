"""Whether furniture is empty is told from what was seen in it; what is shut may hold what was never seen."""

from __future__ import annotations

import pytest

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.referring.description import Description, Test, TestKind
from pred_language.questions.asks import Ask, What
from pred_language.questions.contents import by_contents, filled_vessels, whether_empty


def _thing(name: str, on: str = "", is_open: bool | None = None) -> ObjectState:
    known = {} if is_open is None else {"open": Attribute("open", Truth.of(is_open), 0.9)}
    size = (0.1, 0.1, 0.1)
    return ObjectState(name, name.rpartition("_")[0], (1.0, 1.0, 1.0), size, parent_id=on, attributes=known)


EMPTY = Ask(What.IS_SO, Description("box", ("Box",), (1.0,)), "filled", False)


@pytest.mark.parametrize(
    ("place", "inside", "value"),
    [
        (_thing("Cabinet_1", is_open=True), (), True),
        (_thing("Cabinet_1", is_open=True), (_thing("Mug_1", on="Cabinet_1"),), False),
        (_thing("Cabinet_1", is_open=False), (_thing("Mug_1", on="Cabinet_1"),), False),
        (_thing("Cabinet_1", is_open=False), (), None),
        (_thing("Sofa_1"), (), True),
    ],
)
def test_whether_a_place_is_empty(place: ObjectState, inside: tuple[ObjectState, ...], value: bool | None) -> None:
    memory = ObjectMemory(step=1, objects=(place, *inside))
    assert whether_empty(EMPTY, memory, [place])[0] is value


def test_of_shut_places_it_is_not_known_which_are_empty() -> None:
    places = [_thing("Cabinet_1", is_open=True), _thing("Cabinet_2", is_open=False)]
    memory = ObjectMemory(step=1, objects=tuple(places))
    empty, unknown = by_contents(places, EMPTY, memory)
    assert [o.id for o in empty] == ["Cabinet_1"] and [o.id for o in unknown] == ["Cabinet_2"]


def test_what_fills_a_vessel_is_something_that_nobody_saw() -> None:
    full = Attribute("filled", Truth.TRUE, 0.9)
    mug = ObjectState("Mug_1", "Mug", (1.0, 1.0, 1.0), (0.1, 0.1, 0.1), attributes={"filled": full})
    memory = ObjectMemory(step=1, objects=(mug, _thing("Box_1")))
    for kind, found in (("Mug", [mug]), ("Box", [])):
        inside = Test(TestKind.RELATION, "in", (Description(kind.lower(), (kind,), (1.0,)),))
        assert filled_vessels(Ask(What.CONTENTS, Description("thing", tests=(inside,))), memory) == found
