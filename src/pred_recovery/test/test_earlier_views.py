"""Which earlier pictures go with what something is put on."""

from __future__ import annotations

import numpy as np
from rclpy.serialization import serialize_message
from std_msgs.msg import Header

from pred_core.ros.conversions import image_to_msg
from pred_msgs.msg import Detection, Detections, ObjectMemory, ObjectState
from pred_recovery.ros.earlier_views import EarlierView, EarlierViews


def view(step: int, width: int, name: str = "Bed_1") -> EarlierView:
    """Return an observation in which an object fills some columns of 10 x 10 pixels."""
    labels = np.zeros((10, 10), np.uint16)
    labels[:, :width] = 4
    seen = Detections(labels=image_to_msg(labels, "16UC1", Header()), detections=[Detection(id="it", label=4)])
    state = ObjectState(id=name, visible=width > 0, detection_id="it" if width else "")
    memory = ObjectMemory(step=step, objects=[state])
    return EarlierView(serialize_message(memory), serialize_message(seen))


def test_the_last_view_and_those_that_show_most_are_given() -> None:
    views = EarlierViews()
    for step, width in enumerate((2, 9, 3, 7, 1, 0)):
        views.add(1, view(step, width))
    found = views.of("Bed_1")
    assert [step for step, _ in found] == [4, 1, 3]
    assert [int(np.count_nonzero(mask)) for _, mask in found] == [10, 90, 70]
    assert not views.of("Sofa_1")


def test_another_episode_is_another_room() -> None:
    views = EarlierViews()
    views.add(1, view(1, 5))
    views.add(2, view(2, 4))
    assert [step for step, _ in views.of("Bed_1")] == [2]
