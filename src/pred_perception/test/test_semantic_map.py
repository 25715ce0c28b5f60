"""The map: obstacles appear, vanish, and the map grows."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from pred_core.geometry import Intrinsics


def at(studio: Any, x: float, y: float) -> int:
    layers = studio.percept.layers
    column = int((x - layers.origin[0]) / layers.cell)
    row = int((y - layers.origin[1]) / layers.cell)
    return int(layers.occupancy[row, column])


def test_floor_is_free_walls_are_obstacles_and_what_nobody_saw_is_unknown(studio):
    studio.look(0, 0, 0)
    assert at(studio, 1.5, 0.0) == 0
    assert at(studio, 3.02, 0.0) == 100
    assert at(studio, -1.5, 0.0) == -1
    assert at(studio, 0.0, 0.0) == 0  # under the robot, where the camera cannot look


def test_low_things_and_lamps_above_the_robot_are_no_obstacles(studio, make_thing):
    studio.things = {
        "rug": make_thing("RoomDecor", (1.0, -0.5, 0.0), (1.5, 0.5, 0.03)),
        "lamp": make_thing("Painting", (1.0, 1.0, 1.9), (1.5, 1.5, 2.2)),
        "box": make_thing("Box", (1.0, -1.5, 0.0), (1.5, -1.0, 0.3)),
    }
    studio.look(-1.5, 0, 0)
    assert at(studio, 1.2, 0.0) == 0
    assert at(studio, 1.2, 1.2) != 100
    assert at(studio, 1.02, -1.2) == 100


def test_an_obstacle_that_is_gone_is_cleared(studio, make_thing):
    studio.things = {"chair": make_thing("Chair", (1.0, -0.3, 0.0), (1.4, 0.3, 0.9))}
    studio.look(-0.5, 0, 0)
    assert at(studio, 1.02, 0.0) == 100
    del studio.things["chair"]
    for _ in range(4):
        studio.look(-0.5, 0, 0)
    assert at(studio, 1.02, 0.0) == 0


def test_what_the_robot_holds_is_no_obstacle(studio, make_thing):
    x, y, z = studio.in_hand()
    studio.things = {"m": make_thing("Mug", (x - 0.05, y - 0.05, z), (x + 0.05, y + 0.05, z + 0.1))}
    studio.held = "m"
    studio.look(0, 0, 0)
    assert at(studio, x, y) != 100


def test_the_height_of_a_column_ends_at_a_gap(studio, make_thing):
    studio.things = {
        "worktop": make_thing("CounterTop", (1.0, -1.0, 0.0), (1.6, 1.0, 0.9)),
        "cupboard": make_thing("Cabinet", (1.3, -1.0, 1.4), (1.6, 1.0, 2.0)),
    }
    studio.look(-0.5, 0, 0)
    layers = studio.percept.layers
    row, column = (int((v - o) / layers.cell) for v, o in ((0.0, layers.origin[1]), (1.32, layers.origin[0])))
    assert layers.height[row, column] * 0.02 == np.clip(layers.height[row, column] * 0.02, 0.8, 1.05)


def test_the_map_grows_and_keeps_what_it_knows(studio):
    studio.perception.map.settings = type(studio.perception.map.settings)(size=3.0, growth=1.0)
    studio.look(0, 0, 0)
    assert at(studio, 3.02, 0.0) == 100
    small = studio.percept.layers.occupancy.shape
    for degrees in (90, 180, 270):
        studio.look(0, 0, degrees)
    assert studio.percept.layers.occupancy.shape > small
    assert at(studio, 3.02, 0.0) == 100 and at(studio, -3.02, 0.0) == 100 and at(studio, 0.0, 3.02) == 100


def test_class_layers_show_where_a_class_is(studio, make_thing):
    studio.things = {"t": make_thing("DiningTable", (1.0, -0.5, 0.0), (1.8, 0.5, 0.75))}
    studio.look(0, 0, 0)
    layer = studio.perception.map.class_layer(studio.perception.tracks, "DiningTable")
    _, columns = np.nonzero(layer)
    x = studio.perception.map.origin[0] + (columns + 0.5) * 0.05
    assert x.min() > 0.9 and x.max() < 1.9 and layer.sum() > 30
    assert not studio.perception.map.class_layer(studio.perception.tracks, "Sofa").any()


def test_one_frame_of_300x300_is_answered_quickly(studio, make_thing, capsys):
    studio.camera = Intrinsics.from_fov(300, 300, np.pi / 2.0)
    studio.things = {
        f"t{i}{j}": make_thing("Mug", (1 + 0.2 * i, -1 + 0.2 * j, 0.0), (1.1 + 0.2 * i, -0.9 + 0.2 * j, 0.1))
        for i in range(5)
        for j in range(10)
    }
    observations = []
    for k in range(12):
        studio.step += 1
        studio.pose = type(studio.pose)(-0.05 * k, 0.0, 0.0)
        observations.append(studio.observation())
    studio.perception.process(observations[0])
    times = []
    for observation in observations[1:]:
        start = time.process_time()
        studio.perception.process(observation)
        times.append(1000.0 * (time.process_time() - start))
    with capsys.disabled():
        print(f"\nperception: {np.median(times):.1f} ms a frame of 300x300 with 50 objects (aim 25)")
    assert np.median(times) < 100.0
