"""What lies on or in what."""

from __future__ import annotations

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from pred_perception.parents import assign_parents
from pred_perception.tracks import Track


@pytest.mark.parametrize(
    ("low", "high", "parent"),
    [
        ((1.2, -0.05, 0.9), (1.3, 0.05, 1.0), "CounterTop_1"),
        ((1.25, 0.45, 0.8), (1.3, 0.5, 0.9), "SinkBasin_1"),
        ((0.5, -0.05, 0.0), (0.6, 0.05, 0.1), ""),  # on the floor, which nobody detects here
    ],
)
def test_the_smallest_receptacle_under_or_around_an_object_is_its_parent(
    studio, make_thing, low, high, parent
):
    studio.things = {
        "front": make_thing("CounterTop", (1.0, -1.2, 0.85), (1.6, 0.2, 0.9)),
        "basin": make_thing("SinkBasin", (1.0, 0.2, 0.75), (1.6, 0.7, 0.8)),
        "m": make_thing("Mug", low, high),
    }
    studio.look(0, 0, 0)
    assert studio.look(0.25, 0.25, 0).get("Mug_1").parent_id == parent


def _below_the_tap(low: float, high: float) -> tuple[str, str]:
    """Return what a mug lies in at a height in a basin whose bottom a tap hides there, and the basin's id."""
    counter = np.array([[x, y, 0.9] for x in (1.0, 1.3, 1.6) for y in (-0.4, 0.0, 0.28, 0.4)], np.float32)
    basin = np.array([[1.1, -0.2, 0.77], [1.1, 0.2, 0.88], [1.5, -0.2, 0.77], [1.5, 0.2, 0.88]], np.float32)
    mug = np.array([[1.27, 0.15, low], [1.33, 0.19, high]], np.float32)
    tracks = (
        Track("CounterTop_1", "CounterTop", counter, 0.02),
        Track("SinkBasin_1", "SinkBasin", basin, 0.02),
    )
    put = Track("Mug_1", "Mug", mug, 0.02)
    assign_parents([put], tracks)
    return put.parent_id, tracks[1].id


def test_what_is_lower_than_a_basins_rim_lies_in_it_though_its_bottom_is_hidden_there():
    """Of a mug behind the tap only the rim shows, at 5 cm below the counter around."""
    parent, basin = _below_the_tap(0.852, 0.862)
    assert parent == basin


def test_what_stands_higher_than_a_basins_rim_does_not_lie_in_it():
    parent, basin = _below_the_tap(0.9, 0.99)
    assert parent != basin


@pytest.mark.parametrize(
    ("bottom", "parent"),
    [
        (1.05, "CounterTop_1"),  # 15 cm over the counter: the rim of a sink before it hides the rest
        (1.15, ""),  # on something that was not seen
    ],
)
def test_nothing_floats(bottom: float, parent: str):
    counter = np.array([[x, y, 0.9] for x in (1.0, 1.3, 1.6) for y in (-0.4, 0.0, 0.4)], np.float32)
    under = np.array([[1.0, -0.4, 0.1], [1.6, 0.4, 0.12]], np.float32)
    bottle = np.array([[1.27, -0.02, bottom], [1.33, 0.02, bottom + 0.13]], np.float32)
    tracks = (
        Track("CounterTop_1", "CounterTop", counter, 0.02),
        Track("Shelf_1", "Shelf", under, 0.02),
    )
    put = Track("SprayBottle_1", "SprayBottle", bottle, 0.02)
    assign_parents([put], tracks)
    assert put.parent_id == parent


def test_what_hides_a_things_lower_end_hides_the_surface_round_it_too():
    counter = np.array([[x, y, 0.8] for x in (0.8, 1.05, 1.55, 1.8) for y in (-0.4, 0.4)], np.float32)
    bottle = np.array([[1.27, 0.2, 0.91], [1.33, 0.24, 1.03]], np.float32)
    put = Track("SoapBottle_1", "SoapBottle", bottle, 0.02)
    assign_parents([put], [Track("CounterTop_1", "CounterTop", counter, 0.02)])
    assert put.parent_id == "CounterTop_1"


@pytest.mark.parametrize(("away", "parent"), [(0.0, "StoveBurner_1"), (0.25, "")])
def test_a_pot_stands_on_the_burner_that_it_covers_though_its_handle_moves_its_middle(away: float, parent: str):
    """The pot of FloorPlan14: of the burner only a strip before it is seen."""
    burner = np.array([[-0.04 - away, y, 0.91] for y in (-0.1, 0.0, 0.1)] + [[0.03 - away, 0.0, 0.91]], np.float32)
    pot = np.array([[x, y, z] for x in (-0.08, 0.4) for y in (-0.16, 0.16) for z in (0.9, 1.05)], np.float32)
    tracks = (Track("StoveBurner_1", "StoveBurner", burner, 0.02),)
    put = Track("Pot_1", "Pot", pot, 0.02)
    assign_parents([put], tracks)
    assert put.parent_id == parent


def test_an_object_between_the_boards_of_a_shelf_lies_on_the_board_below_it(studio, make_thing):
    studio.things = {
        "low": make_thing("Shelf", (1.2, -0.5, 0.5), (1.6, 0.5, 0.52)),
        "high": make_thing("Shelf", (1.2, -0.5, 1.0), (1.6, 0.5, 1.02)),
        "b": make_thing("Book", (1.25, -0.1, 0.52), (1.4, 0.1, 0.6)),
    }
    for x in (-0.5, 0.0, 0.25):
        memory = studio.look(x, 0, 0)
    below = min(memory.of_class("Shelf"), key=lambda o: o.center[2])
    assert memory.get("Book_1").parent_id == below.id


def test_a_receptacle_that_cannot_take_an_object_is_not_its_parent(studio, make_thing):
    studio.things = {
        "table": make_thing("DiningTable", (1.0, -0.6, 0.7), (1.8, 0.6, 0.75)),
        "toaster": make_thing("Toaster", (1.1, -0.2, 0.75), (1.3, 0.1, 0.95)),
        "mug": make_thing("Mug", (1.15, -0.1, 0.95), (1.25, 0.0, 1.05)),
    }
    assert studio.look(0, 0, 0).get("Mug_1").parent_id != "Toaster_1"


def _fridge(first: float, last: float) -> Track:
    """Return a fridge that reaches from one x to the other."""
    corners = np.array([[first, -0.4, 0.0], [last, 0.4, 1.6]], np.float32)
    return Track("Fridge_1", "Fridge", corners, 0.05)


@pytest.mark.parametrize("depth", [0.02, 0.6])
def test_nothing_lies_inside_an_open_door(depth):
    """Shut, one may have seen its front alone or its side, too."""
    fridge, before = _fridge(0.5, 1.8), _fridge(1.2, 1.2 + depth)
    fridge.note_door(before.low, before.high, Pose2D(0.0, 0.0, 0.0))
    low, high = fridge.inside
    assert (low[0], high[0]) == pytest.approx((1.2, 1.8))


def test_what_did_not_grow_was_not_opened():
    fridge, before = _fridge(1.15, 1.8), _fridge(1.2, 1.8)
    fridge.note_door(before.low, before.high, Pose2D(0.0, 0.0, 0.0))
    assert fridge.body is None and fridge.inside == (fridge.low, fridge.high)


def _low_cabinet() -> Track:
    """Return a cabinet on the floor whose two leaves were seen to open: they stand out to its sides."""
    shut = np.array([[2.0, -0.4, 0.0], [2.5, 0.4, 0.8]], np.float32)
    cabinet = Track("Cabinet_1", "Cabinet", shut, 0.02)
    leaves = np.array([[1.6, -0.5, 0.01], [1.6, 0.5, 0.8], [2.2, -0.5, 0.01], [2.2, 0.5, 0.01]], np.float32)
    before = (cabinet.low, cabinet.high)
    cabinet.place(np.concatenate([shut, leaves]))
    cabinet.note_door(*before, Pose2D(0.5, 0.0, 0.0))
    return cabinet


@pytest.mark.parametrize(
    ("at", "parent"),
    [
        ((2.3, 0.1), "Cabinet_1"),  # its board is as low as the floor
        ((1.8, 0.1), "Floor_1"),  # before it, between its leaves
        ((2.2, 0.48), "Floor_1"),  # beside it, where a leaf's foot is seen
    ],
)
def test_what_lies_low_in_a_cabinet_is_told_from_what_lies_on_the_floor_at_its_leaves(at, parent):
    floor = np.array([[x, y, 0.0] for x in np.arange(1.0, 3.0, 0.1) for y in np.arange(-1, 1, 0.1)], np.float32)
    lies = np.array([[at[0] - 0.1, at[1] - 0.1, 0.01], [at[0] + 0.1, at[1] + 0.1, 0.04]], np.float32)
    paper = Track("Newspaper_1", "Newspaper", lies, 0.02)
    assign_parents([paper], (Track("Floor_1", "Floor", floor, 0.02), _low_cabinet()))
    assert paper.parent_id == parent


@pytest.mark.parametrize(("bottom", "parent"), [(1.015, "CounterTop_1"), (0.85, "Drawer_1")])
def test_what_lies_on_the_counter_over_a_drawer_is_not_in_it(bottom: float, parent: str):
    drawer = np.array([[x, y, z] for x in (1.0, 1.5) for y in (-0.3, 0.0, 0.3) for z in (0.77, 0.95)], np.float32)
    counter = np.array([[x, y, 1.0] for x in (0.9, 1.25, 1.7) for y in (-1.0, 0.0, 1.0)], np.float32)
    spoon = np.array([[1.2, -0.08, bottom], [1.3, 0.08, bottom + 0.02]], np.float32)
    tracks = (Track("CounterTop_1", "CounterTop", counter, 0.02), Track("Drawer_1", "Drawer", drawer, 0.02))
    put = Track("Spoon_1", "Spoon", spoon, 0.02)
    assign_parents([put], tracks)
    assert put.parent_id == parent


@pytest.mark.parametrize(
    ("kind", "board_at", "foot_at", "parent"),
    [
        ("DiningTable", 0.7, (0.0, 0.03), ""),  # its foot is on one side of it
        ("Shelf", 0.02, (-0.4, 0.4), "Shelf_1"),  # a board that goes on on both sides
    ],
)
def test_what_lies_at_the_foot_of_a_tables_leg_does_not_lie_on_the_table(
    kind, board_at, foot_at, parent
):
    top = [[x, y, 0.7] for x in (0.9, 1.3, 1.7) for y in (-0.5, 0.0, 0.5)]
    foot = [[1.25, y, z] for y in foot_at for z in (0.01, 0.1, 0.3)]
    board = [[x, y, board_at] for x in (1.0, 1.3, 1.6) for y in (-0.4, -0.14, 0.02, 0.4)]
    furniture = Track(f"{kind}_1", kind, np.array([*top, *foot, *board], np.float32), 0.02)
    points = np.array([[1.2, -0.1, 0.01], [1.26, -0.02, 0.03]], np.float32)
    remote = Track("RemoteControl_1", "RemoteControl", points, 0.02)
    assign_parents([remote], [furniture])
    assert remote.parent_id == parent


@pytest.mark.parametrize(("at", "parent"), [((1.0, 0.0), "GarbageCan_1"), ((0.6, 0.0), "")])
def test_a_bin_holds_whatever_is_thrown_into_it(at, parent):
    corners = np.array([[0.8, -0.2, 0.0], [1.2, 0.2, 0.5], [0.8, 0.2, 0.5], [1.2, -0.2, 0.0]], np.float32)
    card = np.array([[at[0] - 0.04, -0.03, 0.03], [at[0] + 0.04, 0.03, 0.035]], np.float32)
    thrown = Track("CreditCard_1", "CreditCard", card, 0.02)
    assign_parents([thrown], [Track("GarbageCan_1", "GarbageCan", corners, 0.02)])
    assert thrown.parent_id == parent, "no task of the simulator puts a card there"
