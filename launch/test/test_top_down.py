from __future__ import annotations

import numpy as np

from pred_bringup.top_down import COLOURS, END, START, MapPicture, draw_map
from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState

RESOLUTION = 0.05


def picture(**fields):
    cells = np.full((100, 100), -1, dtype=np.int8)
    cells[40:60, 30:70] = 0
    cells[40, 30:70] = 100
    return draw_map(MapPicture(cells, RESOLUTION, (-2.5, -2.5), **fields))


def test_it_is_cut_to_what_is_known_with_a_margin():
    assert picture().size == ((40 + 16) * 5, (20 + 16) * 5)


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
    assert draw_map(MapPicture(np.full((10, 20), -1, dtype=np.int8), RESOLUTION, (0, 0))).size == (100, 50)
