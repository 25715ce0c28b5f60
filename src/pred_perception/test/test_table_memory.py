"""The object memory at the scale of a table: cans a hand's breadth apart, look-alikes, a hand that knows no ids."""

from __future__ import annotations

from typing import Any

import pytest

ABOVE = (0.45, 0.0, 0.6)
LEFT, RIGHT = (0.25, 0.35, 0.35), (0.25, -0.35, 0.35)


def can(make: Any, name: str, x: float, y: float, z: float = 0.0) -> Any:
    return make(name, (x - 0.027, y - 0.027, z), (x + 0.027, y + 0.027, z + 0.105))


def ids(memory: Any, *names: str) -> list[str]:
    return [o.id for o in memory.of_class(names)]


def test_neighbouring_cans_stay_apart_from_every_side(bench, make_thing):
    bench.things = {f"c{k}": can(make_thing, "FantaCan", 0.5, 0.066 * k) for k in (-1, 0, 1)}
    for eye in (ABOVE, LEFT, RIGHT, (0.5, 0.0, 0.4), ABOVE):
        memory = bench.look(eye)
    assert ids(memory, "FantaCan") == ["FantaCan_1", "FantaCan_2", "FantaCan_3"]
    for state in memory.of_class("FantaCan"):
        assert state.size == pytest.approx((0.054, 0.054, 0.105), abs=0.012)


def test_what_is_on_what(bench, make_thing):
    bench.things = {
        "shelf": make_thing("YellowCupboard", (0.6, 0.1, 0.0), (0.76, 0.3, 0.15)),
        "mat": make_thing("Corner", (0.35, -0.35, 0.0), (0.5, -0.2, 0.002)),
        "on the shelf": can(make_thing, "BlueCan", 0.68, 0.2, 0.15),
        "beside it": can(make_thing, "PepsiCan", 0.55, 0.2),
        "lemon": make_thing("Lemon", (0.4, -0.3, 0.002), (0.45, -0.25, 0.05)),
        "beside the mat": make_thing("Apple", (0.36, -0.16, 0.0), (0.42, -0.1, 0.07)),
    }
    for eye in (ABOVE, LEFT, RIGHT):
        memory = bench.look(eye)
    parents = {o.class_name: memory.get(o.parent_id).class_name for o in memory.objects if o.parent_id}
    assert parents == {
        "BlueCan": "YellowCupboard",
        "PepsiCan": "Table",
        "Lemon": "Corner",
        "Apple": "Table",
    }


def test_what_is_held_is_found_by_where_the_fingers_are(bench, make_thing):
    bench.things = {"a": can(make_thing, "FantaCan", 0.5, 0.0), "b": can(make_thing, "FantaCan", 0.5, 0.1)}
    bench.look(ABOVE)
    bench.things["b"] = can(make_thing, "FantaCan", 0.5, 0.1, 0.2)
    bench.tool = (0.5, 0.1, 0.28)
    memory = bench.look((0.4, 0.1, 0.7), (0.5, 0.1, 0.2))
    assert memory.held_id == "FantaCan_2" and memory.get("FantaCan_2").detection_id == "b"
    assert not memory.get("FantaCan_1").held


def test_of_what_is_held_a_mere_corner_tells_what_it_is(bench, make_thing):
    """Off the fingers a corner of the can shows; the apple, that left the picture too, was nearer to the hand."""
    bench.things = {
        "can": can(make_thing, "FantaCan", 0.7, 0.3),
        "apple": make_thing("Apple", (0.42, -0.04, 0.0), (0.48, 0.02, 0.07)),
    }
    bench.look(ABOVE)
    bench.things["can"] = make_thing("FantaCan", (0.4, 0.09, 0.4), (0.42, 0.11, 0.42))
    del bench.things["apple"]
    bench.tool = (0.4, 0.0, 0.4)
    memory = bench.look((0.4, 0.05, 0.7), (0.4, 0.1, 0.4))
    assert memory.held_id == "FantaCan_1"


def test_what_is_seen_falling_out_of_the_hand_is_the_same_thing_where_it_comes_to_rest(bench, make_thing):
    def orange(x: float, z: float) -> Any:
        return make_thing("Orange", (x - 0.035, -0.035, z), (x + 0.035, 0.035, z + 0.07))

    bench.things = {"o": orange(0.5, 0.0)}
    bench.look(ABOVE)
    bench.things["o"] = orange(0.5, 0.2)
    bench.tool = (0.5, 0.0, 0.24)
    assert bench.look((0.5, 0.0, 0.7), (0.5, 0.0, 0.2)).held_id == "Orange_1"
    bench.tool = None
    bench.things["o"] = orange(0.42, 0.15)
    assert bench.look((0.42, 0.0, 0.7), (0.42, 0.0, 0.2)).get("Orange_1").parent_id == ""
    bench.things["o"] = orange(0.40, 0.0)
    memory = bench.look((0.42, 0.0, 0.6), (0.42, 0.0, 0.0))
    assert ids(memory, "Orange") == ["Orange_1"]
    assert memory.get("Orange_1").center[0] == pytest.approx(0.4, abs=0.01)


def test_nothing_between_the_fingers_is_nothing_held(bench, make_thing):
    bench.things = {"a": can(make_thing, "FantaCan", 0.5, 0.0)}
    bench.look(ABOVE)
    bench.tool = (0.5, 0.3, 0.3)
    assert bench.look(ABOVE).held_id == ""


def test_a_look_alike_is_known_in_the_hand_and_stays_known_when_put_back(bench, make_thing):
    bench.things = {"a": can(make_thing, "PepsiCan", 0.5, 0.0), "b": can(make_thing, "FantaCan", 0.5, 0.1)}
    bench.called = {"a": "FantaCan"}  # from above both lids look alike
    assert ids(bench.look(ABOVE), "FantaCan") == ["FantaCan_1", "FantaCan_2"]
    bench.things["a"] = can(make_thing, "PepsiCan", 0.5, 0.0, 0.2)
    bench.tool, bench.called = (0.5, 0.0, 0.28), {}
    memory = bench.look((0.3, 0.0, 0.5), (0.5, 0.0, 0.2))
    assert memory.held_id == "FantaCan_1" and memory.held.class_name == "PepsiCan"
    bench.things["a"] = can(make_thing, "PepsiCan", 0.5, -0.15)
    bench.tool, bench.called = None, {"a": "FantaCan"}
    for _ in range(4):
        memory = bench.look(ABOVE)
    assert {o.id: o.class_name for o in memory.objects if o.class_name.endswith("Can")} == {
        "FantaCan_1": "PepsiCan",
        "FantaCan_2": "FantaCan",
    }


def test_one_view_of_what_is_held_does_not_outdo_the_others(bench, make_thing):
    """However long the robot stands as it does: of three views in the hand, two say what it is."""
    bench.things = {"a": can(make_thing, "PepsiCan", 0.5, 0.0)}
    bench.look(ABOVE)
    bench.things["a"] = can(make_thing, "PepsiCan", 0.5, 0.0, 0.2)
    bench.tool = (0.5, 0.0, 0.28)
    for height, name in ((0.2, "PepsiCan"), (0.6, "PepsiCan"), (1.1, "FantaCan"), (1.1, "FantaCan")):
        bench.called = {"a": name}
        memory = bench.look((0.0, 0.0, height), (0.5, 0.0, 0.2))
        assert memory.held.class_name == "PepsiCan"
    bench.called = {"a": "FantaCan"}
    assert bench.look((0.0, 0.0, 0.6), (0.5, 0.0, 0.2)).held.class_name == "FantaCan"


def test_a_can_is_what_most_views_call_it(bench, make_thing):
    bench.things = {"a": can(make_thing, "PepsiCan", 0.5, 0.0)}
    bench.called = {"a": "FantaCan"}
    bench.look(ABOVE)
    bench.called = {}
    bench.look(LEFT)
    memory = bench.look(RIGHT)
    assert {o.id: o.class_name for o in memory.objects if o.class_name != "Table"} == {
        "FantaCan_1": "PepsiCan"
    }


def test_what_is_no_look_alike_is_another_object(bench, make_thing):
    bench.things = {"a": can(make_thing, "Apple", 0.5, 0.0)}
    bench.look(ABOVE)
    bench.called = {"a": "Orange"}
    memory = bench.look(ABOVE)
    assert ids(memory, "Orange") == ["Orange_1"] and memory.get("Apple_1").class_name == "Apple"
