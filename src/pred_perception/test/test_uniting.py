"""What cannot all be there: a sliver of a front, seen beside it in few views, is no door of its own."""

from __future__ import annotations

import numpy as np
import pytest

from pred_perception.tracks import Track
from pred_perception.uniting import weigh

Box = tuple[float, float, float]


def front(name: str, low: Box, high: Box, seen: int) -> Track:
    """Return a track that was seen so often; its points are the corners of a box."""
    corners = np.array([low, high], np.float32)
    grid = np.array([[corners[i, 0], corners[j, 1], corners[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    track = Track(name, name.split("_", maxsplit=1)[0], grid.astype(np.float32), 0.05)
    track.renameable, track.observations = True, seen
    return track


WHOLE = (0.0, 0.0, 1.2), (0.4, 0.5, 2.0)
SLIVER = (0.0, 0.1, 1.4), (0.05, 0.3, 1.7)


@pytest.mark.parametrize(
    ("kind", "seen", "box", "stays"),
    [
        ("Cabinet", 3, SLIVER, False),
        ("Drawer", 3, SLIVER, False),
        ("Cabinet", 9, SLIVER, True),  # seen as a door nearly as often
        ("Cabinet", 3, ((0.0, 0.0, 1.2), (0.4, 0.5, 1.8)), True),  # about as large: the other may be two
        ("Cabinet", 3, ((0.0, 0.6, 1.4), (0.05, 0.8, 1.7)), True),  # beside it
        ("Shelf", 3, SLIVER, True),
    ],
)
def test_a_sliver_that_few_views_saw_beside_a_whole_front_is_no_door(
    kind: str, seen: int, box: tuple[Box, Box], stays: bool
):
    whole, other = front(f"{kind}_1", *WHOLE, 20), front(f"{kind}_2", *box, seen)
    weigh([whole, other])
    assert whole.standing == 1.0 and (other.standing == 1.0) == stays


def test_what_the_robot_opened_is_a_door_however_small():
    whole, other = front("Cabinet_1", *WHOLE, 20), front("Cabinet_2", *SLIVER, 3)
    other.belief.confirm()
    weigh([whole, other])
    assert other.standing == 1.0
