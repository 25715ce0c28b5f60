"""What several views of one thing say together of what it is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_perception.instances import Instance
from pred_perception.naming import FLOOR, Naming
from pred_perception.observation import Detection
from pred_perception.tracks import Track


def seen(*views, scores=None):
    naming = Naming()
    for k, view in enumerate(views):
        naming.look_from_elsewhere()
        naming.seen(view, scores[k] if scores else 0.5)
    return naming


APPLE = (
    {"Lettuce": 0.17, "Apple": 0.16, "Tomato": 0.03},
    {"Apple": 0.14, "Tomato": 0.10, "DishSponge": 0.09},
    {"Apple": 0.30, "Candle": 0.46},
)


def test_what_no_view_is_sure_of_all_views_together_are():
    naming = seen(*APPLE)
    assert naming.best("Lettuce") == "Apple"
    assert naming.share("Apple") > max(naming.share(n) for n in ("Lettuce", "Tomato", "DishSponge", "Candle"))
    assert naming.share("Fridge") == 0.0


def test_views_from_one_place_count_once_by_the_surest_of_them():
    naming = Naming()
    for _ in range(20):
        naming.seen({"Mug": 0.6, "Cup": 0.3}, 0.5)
    naming.seen({"Cup": 0.9}, 0.4)
    once = seen({"Mug": 0.6, "Cup": 0.3})
    assert naming.share("Mug") == pytest.approx(once.share("Mug"))


def test_of_equals_the_name_it_has_stays():
    naming = seen({"Mug": 0.4, "Cup": 0.4})
    assert [naming.best(now) for now in ("Mug", "Cup")] == ["Mug", "Cup"]
    assert Naming().best("Pot") == "Pot"


@given(st.lists(st.dictionaries(st.sampled_from("ABCD"), st.floats(FLOOR, 1.0), min_size=1), min_size=2, max_size=6))
def test_joining_is_having_seen_all_of_it(views):
    one, other = seen(*views[:1]), seen(*views[1:])
    one.join(other)
    whole = seen(*views)
    assert all(one.share(name) == pytest.approx(whole.share(name)) for name in "ABCD")


def held(*views, tilts, whole=True):
    """Return a held thing that was seen as a mug from afar, then as these by the tilt of the camera."""
    points = np.zeros((1, 3), np.float32)
    track = Track("Mug_1", "Mug", points, 0.02, renameable=True)

    def see(may_be, elevation, whole=True):
        found = Detection("d", max(may_be, key=may_be.get), 1, 0.8, may_be=may_be, whole=whole)
        track.see(Instance(found, points, 100, 1.0), 0.0, 1, True, elevation)

    see({"Mug": 0.6, "Cup": 0.3}, 0.0)
    track.held = track.carried = True
    for view, tilt in zip(views, tilts, strict=True):
        track.look_from_elsewhere()
        see(view, tilt, whole)
    return track


def test_one_view_in_the_hand_is_one_view_however_long_it_is_held():
    cup = {"Cup": 0.5, "Mug": 0.4}
    assert held(*[cup] * 10, tilts=[0.0] * 10).class_name == "Mug"
    assert held(*[{"Cup": 0.9, "Mug": 0.05}] * 3, tilts=[0.0, 0.5, -0.5]).class_name == "Cup"


def test_what_the_picture_cuts_off_in_the_hand_is_not_named_anew():
    box = [{"Box": 0.9, "Mug": 0.05}] * 3
    assert held(*box, tilts=[0.0, 0.5, -0.5]).class_name == "Box"
    assert held(*box, tilts=[0.0, 0.5, -0.5], whole=False).class_name == "Mug"
