"""Scenarios of the object memory, each a few looks at a small room."""

from __future__ import annotations

from typing import Any

import pytest

from pred_core.objects import Truth


def counter(make: Any) -> Any:
    return make("CounterTop", (1.0, -1.2, 0.85), (1.6, 1.2, 0.9))


def mug(make: Any, x: float, y: float, z: float = 0.9) -> Any:
    return make("Mug", (x - 0.05, y - 0.05, z), (x + 0.05, y + 0.05, z + 0.1), {"clean": True})


def slice_of_bread(make: Any, y: float, x: float = 1.2, z: float = 0.9) -> Any:
    return make("BreadSliced", (x - 0.06, y, z), (x + 0.06, y + 0.03, z + 0.12))


def take_from_counter(studio: Any, make: Any, y: float) -> None:
    """Look at a mug on the counter, then have it in the hand; that is not looked at yet."""
    studio.things = {"c": counter(make), "m": mug(make, 1.2, y)}
    studio.look(0, 0, 0)
    studio.held = "m"
    studio.things["m"] = mug(make, *studio.in_hand())


def ids(memory: Any, name: str) -> list[str]:
    return [o.id for o in memory.of_class(name)]


def test_an_object_is_remembered_where_it_is_with_its_size_and_attributes(studio, make_thing):
    studio.things = {"c": counter(make_thing), "m": mug(make_thing, 1.2, 0.1)}
    seen = studio.look(0, 0, 0).get("Mug_1")
    # only the sides that face the camera are seen
    assert seen.center == pytest.approx((1.2, 0.1, 0.95), abs=0.03)
    assert seen.size == pytest.approx((0.1, 0.1, 0.1), abs=0.03)
    assert seen.visible and seen.pixels > 30 and seen.detection_id == "m"
    assert seen.truth("clean") is Truth.TRUE
    assert 1.1 < seen.distance < 1.5


def test_two_of_a_kind_side_by_side_stay_two_from_every_side(studio, make_thing):
    studio.things = {
        "c": counter(make_thing),
        "a": mug(make_thing, 1.2, 0.0),
        "b": mug(make_thing, 1.2, 0.13),
    }
    for x, y, degrees in ((0, 0, 0), (0.25, 0.5, 0), (0, -0.5, 0), (0.5, 0.75, -45), (0, 0, 0)):
        memory = studio.look(x, y, degrees)
    assert ids(memory, "Mug") == ["Mug_1", "Mug_2"]


def test_names_of_the_detector_do_not_matter(studio, make_thing):
    studio.things = {"c": counter(make_thing), "a": mug(make_thing, 1.2, 0.0)}
    studio.look(0, 0, 0)
    studio.things = {"c": counter(make_thing), "other name": mug(make_thing, 1.2, 0.0)}
    memory = studio.look(0, 0.25, 0)
    assert ids(memory, "Mug") == ["Mug_1"]
    assert memory.get("Mug_1").detection_id == "other name"


def test_partial_views_grow_into_one_object(studio, make_thing):
    studio.things = {"s": make_thing("Sofa", (1.5, -1.5, 0.0), (2.2, 1.5, 0.8))}
    first = studio.look(0, -2.0, 0).get("Sofa_1").size[1]
    for y in (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5):
        memory = studio.look(0, y, 0)
    assert ids(memory, "Sofa") == ["Sofa_1"]
    assert first < 2.5 < memory.get("Sofa_1").size[1]


def test_pieces_seen_apart_become_one_when_a_view_joins_them(studio, make_thing):
    studio.things = {"c": make_thing("CounterTop", (1.0, -2.5, 0.85), (1.6, 2.5, 0.9))}
    studio.look(0.5, -2.0, -45)
    apart = studio.look(0.5, 2.0, 45)
    assert len(ids(apart, "CounterTop")) == 2
    joined = studio.look(-2.5, 0, 0)
    assert ids(joined, "CounterTop") == ["CounterTop_1"]
    assert joined.get("CounterTop_1").size[1] > 4.5


def seen_as_two_then_as_one(studio: Any, make: Any, name: str, times: int) -> list[str]:
    """Look once at what the detector takes for two things, then from several places at what it takes for one."""
    studio.things = {
        "left": make(name, (1.5, -1.4, 0.0), (2.2, 0.0, 0.8)),
        "right": make(name, (1.5, 0.0, 0.0), (2.2, 1.4, 0.8)),
    }
    assert len(ids(studio.look(0, 0, 0), name)) == 2
    studio.things = {"whole": make(name, (1.5, -1.4, 0.0), (2.2, 1.4, 0.8))}
    for look in range(times):
        memory = studio.look(-0.25 * look, 0.25 * look, 0)
    return ids(memory, name)


def test_what_an_erring_detector_saw_as_two_becomes_one_when_more_views_say_so(erring, make_thing):
    assert seen_as_two_then_as_one(erring, make_thing, "Sofa", times=2) == ["Sofa_1"]


def test_one_view_against_one_leaves_two(erring, make_thing):
    assert len(seen_as_two_then_as_one(erring, make_thing, "Sofa", times=1)) == 2


def test_two_pieces_that_need_the_room_of_one_are_one(erring, studio, make_thing):
    seat = make_thing("Chair", (1.5, -0.2, 0.0), (1.9, 0.2, 0.45))
    back = make_thing("Chair", (1.85, -0.2, 0.47), (1.9, 0.2, 0.9))
    other = make_thing("Chair", (1.5, 0.3, 0.0), (1.9, 0.7, 0.9))
    for looks, number in ((erring, 2), (studio, 3)):
        looks.things = {"seat": seat, "back": back, "other": other}
        assert len(ids(looks.look(0, 0, 0), "Chair")) == number
        assert len(ids(looks.look(-0.5, 0, 0), "Chair")) == number


def test_two_doors_in_a_row_stay_two_though_an_erring_detector_sees_one(erring, make_thing):
    assert len(seen_as_two_then_as_one(erring, make_thing, "Cabinet", times=3)) == 2


def test_what_the_simulator_calls_two_stays_two(studio, make_thing):
    assert len(seen_as_two_then_as_one(studio, make_thing, "Sofa", times=3)) == 2


def test_drawers_side_by_side_stay_themselves(studio, make_thing):
    studio.things = {
        f"d{column}{row}": make_thing(
            "Drawer",
            (1.0, -0.6 + 0.4 * column, 0.2 + 0.17 * row),
            (1.02, -0.205 + 0.4 * column, 0.365 + 0.17 * row),
        )
        for column in range(3)
        for row in range(4)
    }
    for x, y, degrees in (
        (-0.5, 0, 0),
        (0, 0.5, 0),
        (0, -0.75, 0),
        (-0.25, 0.25, 0),
        (0, 0, 0),
        (0, 1.0, -45),
    ):
        memory = studio.look(x, y, degrees)
    assert len(ids(memory, "Drawer")) == 12
    assert all(o.size[1] < 0.45 and o.size[2] < 0.2 for o in memory.of_class("Drawer"))


def test_what_was_taken_away_is_forgotten_after_two_looks(studio, make_thing):
    studio.things = {"c": counter(make_thing), "m": mug(make_thing, 1.2, 0.1)}
    studio.look(0, 0, 0)
    del studio.things["m"]
    assert ids(studio.look(0, 0.25, 0), "Mug") == ["Mug_1"]
    assert ids(studio.look(0, 0, 0), "Mug") == []


def test_what_is_hidden_or_out_of_view_is_not_forgotten(studio, make_thing):
    studio.things = {"c": counter(make_thing), "m": mug(make_thing, 1.2, 0.1)}
    studio.look(0, 0, 0)
    studio.things["screen"] = make_thing("Box", (0.6, -0.6, 0.0), (0.65, 0.8, 1.5))
    for _ in range(4):
        memory = studio.look(0, 0, 0)
    assert ids(memory, "Mug") == ["Mug_1"] and not memory.get("Mug_1").visible
    assert ids(studio.look(0, 0, 180), "Mug") == ["Mug_1"]


def test_a_held_object_moves_with_the_robot_and_is_itself_again_when_put_down(studio, make_thing):
    studio.things = {
        "c": counter(make_thing),
        "m": mug(make_thing, 1.2, 0.1),
        "n": mug(make_thing, 1.2, -0.3),
    }
    studio.look(0, 0, 0)
    studio.held = "m"
    studio.things["m"] = mug(make_thing, *studio.in_hand())
    memory = studio.look()
    assert memory.held_id == "Mug_1" and memory.get("Mug_1").held
    for x, y, degrees in ((0, 0.25, 0), (0, 0.25, 90), (0, 0.5, 0)):
        studio.look(x, y, degrees)
        studio.things["m"] = mug(make_thing, *studio.in_hand())
        memory = studio.look()
    assert memory.get("Mug_1").center == pytest.approx(
        (studio.in_hand()[0], studio.in_hand()[1], studio.in_hand()[2] + 0.05), abs=0.05
    )
    studio.held = ""
    studio.things["m"] = mug(make_thing, 1.2, 0.6)
    memory = studio.look()
    assert memory.held_id == "" and ids(memory, "Mug") == ["Mug_1", "Mug_2"]
    assert memory.get("Mug_1").center[1] == pytest.approx(0.6, abs=0.03)
    assert memory.get("Mug_1").parent_id == "CounterTop_1"


def test_what_the_hand_hid_is_not_taken_for_what_was_put_down(studio, make_thing):
    """Putting a mug far away shows another one, that the hand was before, nearer to where it was held."""
    take_from_counter(studio, make_thing, 0.4)
    studio.look()
    studio.things["n"] = mug(make_thing, 1.05, 0.0)
    memory = studio.look()
    assert ids(memory, "Mug") == ["Mug_1"] and memory.held_id == "Mug_1", "the other one is hidden"
    studio.held = ""
    studio.things["m"] = mug(make_thing, 1.5, -0.9)
    memory = studio.look()
    assert memory.get("Mug_1").center[:2] == pytest.approx((1.5, -0.9), abs=0.05)
    assert memory.get("Mug_2").center[:2] == pytest.approx((1.05, 0.0), abs=0.05)


def test_what_comes_before_a_resting_camera_was_put_there_however_far_from_the_hand(studio, make_thing):
    take_from_counter(studio, make_thing, 0.1)
    studio.look()
    studio.held = ""
    studio.things["m"] = mug(make_thing, 2.3, -1.4)
    memory = studio.look()
    assert ids(memory, "Mug") == ["Mug_1"]
    assert memory.get("Mug_1").center[:2] == pytest.approx((2.3, -1.4), abs=0.06)


def test_one_of_its_kind_behind_the_robot_is_not_what_was_put_out_of_sight(studio, make_thing):
    """What was put into a cupboard is seen no more; another mug, within reach of it but behind, is another one."""
    take_from_counter(studio, make_thing, 0.1)
    studio.look()
    studio.held = ""
    del studio.things["m"]  # it is in the cupboard, hidden
    studio.look()
    studio.things["n"] = mug(make_thing, -0.9, 0.1)
    memory = studio.look(0, 0, 180)
    assert ids(memory, "Mug") == ["Mug_1", "Mug_2"]
    assert memory.get("Mug_2").center[:2] == pytest.approx((-0.9, 0.1), abs=0.06)


def test_a_slice_beside_the_loaf_is_not_the_one_that_was_put_out_of_sight(studio, make_thing):
    """From the next view two slices of a row show as one, so that a third is left over: it was there before."""
    row = {f"s{k}": slice_of_bread(make_thing, 0.04 * k, 1.1) for k in range(4)}
    studio.things = {"c": counter(make_thing), "s": slice_of_bread(make_thing, -0.3), **row}
    studio.look(0, 0, 0)
    studio.held = "s"
    studio.things["s"] = slice_of_bread(make_thing, studio.in_hand()[1], studio.in_hand()[0], studio.in_hand()[2])
    held = studio.look().held_id
    studio.held = ""
    del studio.things["s"]  # it is in the sink, hidden
    studio.look()
    memory = studio.look(0.25, 0.75, 0)
    left = next(o for o in memory.objects if o.id == held)
    assert not left.visible, "none of the row is it"
    assert len([o for o in memory.of_class("BreadSliced") if o.visible]) >= 3


def test_of_two_of_a_kind_the_one_that_vanished_is_the_one_in_the_hand(studio, make_thing):
    studio.things = {
        "c": counter(make_thing),
        "a": mug(make_thing, 1.2, 0.3),
        "b": mug(make_thing, 1.2, -0.3),
    }
    before = studio.look(0, 0, 0)
    right = next(o.id for o in before.of_class("Mug") if o.center[1] < 0)
    studio.held = "some name"
    studio.things["some name"] = mug(make_thing, *studio.in_hand())
    del studio.things["b"]
    assert studio.look().held_id == right


def test_what_an_erring_detector_calls_something_else_in_the_hand_is_still_what_was_taken(erring, make_thing):
    erring.things = {
        "c": counter(make_thing),
        "a": mug(make_thing, 1.2, 0.3),
        "b": mug(make_thing, 1.2, -0.3),
    }
    for look in range(2):
        before = erring.look(-0.25 * look, 0, 0)
    right = next(o.id for o in before.of_class("Mug") if o.center[1] < 0)
    erring.held = "some name"
    x, y, z = erring.in_hand()
    erring.things["some name"] = make_thing("Bowl", (x - 0.04, y - 0.04, z), (x + 0.04, y + 0.04, z + 0.1))
    del erring.things["b"]
    assert erring.look().held_id == right
    assert ids(erring.look(), "Bowl") + ids(erring.look(), "Mug") == ["Mug_1", "Mug_2"]


def test_what_lies_on_a_held_plate_travels_with_it(studio, make_thing):
    studio.things = {
        "c": counter(make_thing),
        "p": make_thing("Plate", (1.1, -0.1, 0.9), (1.3, 0.1, 0.92)),
        "a": make_thing("Apple", (1.17, -0.03, 0.92), (1.23, 0.03, 0.98)),
    }
    assert studio.look(0, 0, 0).get("Apple_1").parent_id == "Plate_1"
    studio.held = "p"

    def carry() -> None:
        x, y, z = studio.in_hand()
        studio.things["p"] = make_thing("Plate", (x - 0.1, y - 0.1, z), (x + 0.1, y + 0.1, z + 0.02))
        studio.things["a"] = make_thing(
            "Apple", (x - 0.03, y - 0.03, z + 0.02), (x + 0.03, y + 0.03, z + 0.08)
        )

    carry()
    studio.look()
    studio.pose = type(studio.pose)(0.0, 0.5, 0.0)
    carry()
    memory = studio.look()
    assert ids(memory, "Apple") == ["Apple_1"]
    assert memory.get("Apple_1").center[:2] == pytest.approx((0.5, 0.5), abs=0.05)


def test_what_comes_up_with_a_held_box_is_its_load_though_nobody_saw_it_inside(studio, make_thing):
    """Else every turn would leave one more card, and an obstacle, where the robot was looking."""
    studio.things = {"c": counter(make_thing), "b": make_thing("Box", (1.0, -0.2, 0.9), (1.3, 0.2, 1.0))}
    studio.look(0, 0, 0)
    studio.held = "b"

    def carry() -> None:
        x, y, z = studio.in_hand()
        studio.things["b"] = make_thing("Box", (x - 0.1, y - 0.1, z - 0.1), (x + 0.1, y + 0.1, z))
        studio.things["k"] = make_thing("CreditCard", (x - 0.08, y - 0.08, z), (x - 0.01, y - 0.02, z + 0.01))

    carry()
    assert studio.look().get("CreditCard_1").parent_id == "Box_1"
    for yaw in (1.57, 3.14):
        studio.pose = type(studio.pose)(0.0, 0.0, yaw)
        carry()
        memory = studio.look()
        assert ids(memory, "CreditCard") == ["CreditCard_1"]
        assert memory.get("CreditCard_1").parent_id == "Box_1"


def test_an_opened_drawer_is_the_same_drawer_and_shrinks_again(studio, make_thing):
    shut = make_thing("Drawer", (1.0, -0.2, 0.6), (1.02, 0.2, 0.8), {"open": False})
    out = make_thing("Drawer", (0.65, -0.2, 0.6), (1.02, 0.2, 0.8), {"open": True})
    studio.things = {"d": shut}
    studio.look(-0.25, 0, 0)
    studio.things = {"d": out}
    memory = studio.look()
    assert ids(memory, "Drawer") == ["Drawer_1"]
    assert memory.get("Drawer_1").truth("open") is Truth.TRUE
    assert memory.get("Drawer_1").size[0] > 0.25
    studio.things = {"d": shut}
    memory = studio.look()
    assert ids(memory, "Drawer") == ["Drawer_1"] and memory.get("Drawer_1").size[0] < 0.1


def test_a_drawer_pulled_out_over_another_is_not_the_other(studio, make_thing):
    """In FloorPlan410 the lower drawer's rim lies just under the bottom of the upper one that is pulled out."""
    lower = make_thing("Drawer", (1.0, -0.42, 0.3), (1.02, 0.42, 0.58), {"open": False})
    upper = make_thing("Drawer", (1.0, -0.42, 0.6), (1.02, 0.42, 0.85), {"open": False})
    studio.things = {"up": upper, "low": lower}
    before = studio.look(0.3, 0, 0)
    low, up = (o.id for o in sorted(before.of_class("Drawer"), key=lambda o: o.center[2]))
    # The tray: its bottom, and its front, which moved towards the robot; where the front was one sees through.
    studio.things = {
        "low": lower,
        "up": make_thing("Drawer", (0.75, -0.42, 0.6), (1.25, 0.42, 0.62), {"open": True}),
    }
    studio.last_action = "OpenObject"
    after = studio.look()
    assert after.get(up).truth("open") is Truth.TRUE and after.get(low).truth("open") is Truth.FALSE
    assert len(ids(after, "Drawer")) == 2


def test_what_a_thing_was_called_besides_is_remembered(studio, make_thing):
    box = (1.16, -0.04, 0.9), (1.24, 0.04, 1.0)
    seen = []
    for name, x in (("Mug", 0.0), ("Mug", -0.25), ("Cup", -0.5)):
        studio.things = {"c": counter(make_thing), "m": make_thing(name, *box)}
        seen.append(studio.look(x, 0, 0).get("Mug_1"))
    assert [o.rival_class for o in seen] == ["", "", "Cup"]
    assert seen[-1].class_name == "Mug"


def test_a_new_episode_forgets_everything(studio, make_thing):
    studio.things = {"c": counter(make_thing), "m": mug(make_thing, 1.2, 0.1)}
    studio.look(0, 0, 0)
    studio.episode = 2
    studio.things = {"m": mug(make_thing, 1.5, 0.5)}
    memory = studio.look(0, 0, 0)
    assert [o.id for o in memory.objects] == ["Mug_1"] and memory.episode == 2


def test_the_same_observations_give_the_same_memory(studio, make_thing):
    def run() -> list[Any]:
        again = type(studio)()
        again.things = {
            "c": counter(make_thing),
            "a": mug(make_thing, 1.2, 0.0),
            "b": mug(make_thing, 1.2, 0.2),
        }
        return [again.look(x, 0.1 * x, 5.0 * x) for x in range(-2, 1)]

    assert run() == run()
