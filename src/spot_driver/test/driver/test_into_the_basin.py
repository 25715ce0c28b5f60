"""A mug in a basin whose rim hides it from where the robot looks: from above the hand's camera sees it."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from test_spot_own_skills import Body

from pred_core.geometry import Pose2D

SPEED = 2
SCENE, START = "FloorPlan4", "1.40,1.38,3.14"
AHEAD, BOTTOM = 0.85, 0.92
"""Where in the near half of the basin the mug stands: so far ahead of the robot's middle, and so high, m."""
FAR, ASIDE, SEEN = 1.2, -0.25, 1.1
"""Where it was let go: so far ahead, m, and to the right, rad; and the middle of what is seen of the basin, m ahead."""
LEAST = 400
"""So many pixels of it, in a picture of 320 x 240, are more than a corner of it."""


def turned(pose: Pose2D, by: float) -> Pose2D:
    return Pose2D(pose.x, pose.y, pose.yaw + by)


@pytest.mark.slow
def test_what_stands_in_a_high_basin_is_seen_over_its_rim(emulator, ready_robot):
    from pred_core.ros.conversions import image_from_msg
    from spot_driver.driver.looking_in import behind_rim, look_in

    link, hands = ready_robot
    body, heights = Body(emulator, link, hands), []

    def look() -> int:
        """Take a picture; return how many of its pixels show the mug."""
        body.look()
        heights.append(float(link.fresh.map_body[2, 3]))
        labels = [d.label for d in body._truth.detections if d.class_name == "Mug"]
        return int(np.isin(image_from_msg(body._truth.labels), labels).sum())

    true, told = Pose2D(*emulator.state["pose"]), link.fresh.pose
    mug = next(o["id"] for o in emulator.sim.ask({"objects": True})["objects"] if o["type"] == "Mug")
    there, let_go, middle = true.ahead(AHEAD), turned(told, ASIDE).ahead(FAR), told.ahead(SEEN)
    emulator.sim.ask({"set": {"id": mug, "position": [there.x, there.y, BOTTOM + 0.05]}})
    assert look() == 0, "from where it looks nothing of it shows"
    pixels = []
    places = (np.array([let_go.x, let_go.y, BOTTOM]), behind_rim(np.array([middle.x, middle.y, BOTTOM]), told))
    outcome = look_in(link, hands, places, threading.Event(), lambda: pixels.append(look()))
    assert outcome and len(pixels) == len(places) and pixels[1] > LEAST, (outcome, pixels)
    assert heights[1] > heights[0] + 0.1
    assert link.fresh.map_body[2, 3] == pytest.approx(heights[0], abs=0.04)
