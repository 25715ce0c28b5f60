"""Which places are beside things, as the robot's base sees them."""

from __future__ import annotations

import numpy as np
import pytest

from pred_core.spots import BETWEEN, IN_WORDS, SIDES, Beside, Landmark

BOX = Landmark((0.5, 0.0), (0.26, 0.18))
CAN = Landmark((0.5, 0.3), (0.054, 0.054))
HALF = 0.027


def holds(spot: Beside, *at: float) -> bool:
    return bool(spot.holds(np.array([at]), HALF)[0])


@pytest.mark.parametrize(
    ("relation", "at"),
    [
        ("left", (0.5, 0.15)),
        ("right", (0.52, -0.15)),
        ("front", (0.31, 0.03)),
        ("behind", (0.69, -0.03)),
    ],
)
def test_what_is_beside_a_box_is_in_no_other_direction(relation, at):
    assert holds(Beside(relation, (BOX,)), *at)
    assert holds(Beside("near", (BOX,)), *at)
    assert not any(holds(Beside(other, (BOX,)), *at) for other in set(SIDES) - {relation})


@pytest.mark.parametrize("relation", sorted(set(IN_WORDS) - {BETWEEN}))
def test_far_away_is_beside_nothing(relation):
    far = ((0.9, 0.0), (0.1, 0.0), (0.5, 0.4), (0.5, -0.4))
    assert not any(holds(Beside(relation, (BOX,)), *at) for at in far)


def test_between_is_about_the_middle():
    spot = Beside(BETWEEN, (BOX, CAN))
    assert holds(spot, 0.5, 0.15) and holds(spot, 0.55, 0.16)
    assert not holds(spot, 0.5, 0.24) and not holds(spot, 0.6, 0.15)


@pytest.mark.parametrize("relation", sorted(IN_WORDS))
def test_the_best_place_is_one(relation):
    spot = Beside(relation, (CAN, BOX) if relation == BETWEEN else (CAN,))
    best = spot.ideal()[None]
    if relation == "near":
        assert np.allclose(best, CAN.center)  # as near to it as there is room
    else:
        assert spot.holds(best, HALF, 0.8)[0]


def test_places_are_chosen_well_within_what_is_seen_to_hold():
    grid = np.stack(np.meshgrid(np.arange(0.1, 0.9, 0.01), np.arange(-0.4, 0.4, 0.01)), axis=-1).reshape(-1, 2)
    for relation in IN_WORDS:
        spot = Beside(relation, (BOX, CAN) if relation == BETWEEN else (BOX,))
        chosen, seen = spot.holds(grid, HALF, 0.8), spot.holds(grid, HALF)
        assert chosen.any() and not (chosen & ~seen).any() and seen.sum() > 1.1 * chosen.sum()
