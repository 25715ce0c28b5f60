"""What several views of one thing say together of what it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_perception.naming import FLOOR, Naming


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
