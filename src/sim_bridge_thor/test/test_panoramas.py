"""What is seen around when a task begins."""

from __future__ import annotations

import numpy as np

from sim_bridge_thor.panoramas import panorama
from sim_bridge_thor.worlds import parse_layout

START = '{"init_action": {"x": 0.0, "y": 0.9, "z": -1.5, "rotation": 0, "horizon": 30}}'
TURNED = START.replace('"rotation": 0', '"rotation": 90')


def test_four_views_a_quarter_turn_apart() -> None:
    views = panorama("FloorPlan1", parse_layout(START), 64)
    assert [view.shape for view in views] == [(64, 64, 3)] * 4
    turned = panorama("FloorPlan1", parse_layout(TURNED), 64)
    assert np.array_equal(turned[0], views[1])
    assert not np.array_equal(views[0], views[1])
