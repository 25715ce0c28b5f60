from __future__ import annotations

import numpy as np

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_tools.top_down import COLOURS, END, START, MapPicture, _room_for, _touch, draw_map

RESOLUTION = 0.05


def picture(**fields):
    cells = np.full((100, 100), -1, dtype=np.int8)
    cells[40:60, 30:70] = 0
    cells[40, 30:70] = 100
    return draw_map(MapPicture(cells, RESOLUTION, (-2.5, -2.5), **fields))


def test_it_is_cut_to_what_is_known_with_a_margin():
    width, height = picture().size
    assert width == (40 + 16) * 9 and (20 + 16) * 9 < height < (20 + 16) * 9 + 60


def test_up_is_left_of_the_robot_so_y_grows_upwards():
    drawn = np.asarray(picture())
    rows = np.nonzero((drawn == COLOURS["obstacle"]).all(axis=2).any(axis=1))[0]
    assert rows.min() > drawn.shape[0] / 2, "the wall at the lowest y is at the bottom"


def test_start_end_and_objects_are_on_it():
    mug = ObjectState("Mug_1", "Mug", (0.0, 0.0, 0.9), (0.1, 0.1, 0.1))
    drawn = np.asarray(picture(path=(Pose2D(-0.5, 0.0, 0.0), Pose2D(0.5, 0.2, 0.0)), objects=(mug,)))
    for colour in (START, END):
        assert (drawn == colour).all(axis=2).any()


def test_an_unexplored_map_is_drawn_whole():
    assert draw_map(MapPicture(np.full((10, 20), -1, dtype=np.int8), RESOLUTION, (0, 0))).width == 480


def test_names_never_cover_each_other_and_things_are_named_first():
    taken = []
    for at in ((100.0, 100.0), (104.0, 102.0), (98.0, 97.0), (101.0, 99.0), (103.0, 104.0), (100.0, 103.0)):
        box = _room_for("CoffeeMachine", at, taken, (300, 300))
        assert box is None or not any(_touch(box, other) for other in taken)
        taken += [box] if box is not None else []
    assert 2 <= len(taken) <= 4, "where there is no room a dot stays without its name"
    assert _room_for("CoffeeMachine", (298.0, 150.0), [], (300, 300))[2] <= 300


def test_a_small_place_is_drawn_large():
    table = np.zeros((50, 50), dtype=np.int8)
    assert draw_map(MapPicture(table, 0.02, (0, 0))).width == 500
