"""Where to set down, in pictures made of known scenes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from known_pictures import CAMERA, DOWN, seen_from_above

from pred_core.pictures import Picture, seen_earlier
from pred_core.targets import Target, TargetKind
from spot_driver.driver.rests import rests

EMPTY = seen_from_above(np.full((240, 320), np.nan))
"""A picture that shows nothing."""


def seen_behind(start: float, height: float) -> np.ndarray:
    """Return the points of a strip 0.2 m deep and 0.3 m wide that begins so far ahead, at one height, m."""
    ahead, aside = np.arange(start, start + (0.2 if height < 0.5 else 0.02), 0.01), np.arange(-0.15, 0.15, 0.01)
    return np.stack(np.meshgrid(ahead, aside, [height]), -1).reshape(-1, 3)


def test_a_thing_is_set_down_where_it_is_level_and_away_from_the_edge():
    heights = np.full((240, 320), 0.5)
    heights[:, 200:] = 0.0  # the table ends
    heights[90:150, 20:80] += 0.2  # something stands on it
    mask = np.zeros((240, 320), bool)
    mask[60:200, 10:200] = True
    place = rests(seen_from_above(heights), mask, inside=False).places[0]
    assert place[2] == pytest.approx(0.5, abs=0.02)
    column = 160 + 276 * -place[1] / 1.0
    row = 120 - 276 * place[0] / 1.0
    assert 100 < column < 185 and 60 < row < 200


def test_into_a_sink_it_goes_to_the_bottom():
    heights = np.full((240, 320), 0.9)
    heights[80:160, 110:210] = 0.7
    mask = np.zeros((240, 320), bool)
    mask[60:180, 90:230] = True
    assert rests(seen_from_above(heights), mask, inside=True).places[0][2] == pytest.approx(0.7, abs=0.02)


@pytest.mark.parametrize("opened", [0.13, 0.35])
def test_under_the_table_s_top_nothing_is_let_go_into_its_open_drawer(opened: float) -> None:
    """Of the drawer's bottom the camera sees what is far behind its front: under the top, and little before that."""
    inside, front = (seen_behind(0.7, 0.46), seen_behind(0.7 - opened, 0.63))
    handle = np.concatenate([seen_behind(0.7 - opened - 0.06, height) for height in (0.53, 0.54, 0.55, 0.56)])
    face = [seen_behind(0.7 - opened, height) for height in np.arange(0.5, 0.63, 0.01)]
    corner = seen_behind(0.7 - opened, 0.63)[:1]
    sides = [np.add(corner, (0.01 * n, y, 0.0)) for n in range(13) for y in (0.0, 0.29)]
    cloud = np.concatenate([inside[inside[:, 0] > 0.75 - opened / 2.0], front, handle, *face, *sides])
    table = np.stack(np.meshgrid(np.arange(0.7, 1.1, 0.01), np.arange(-0.2, 0.2, 0.01), [0.67]), -1).reshape(-1, 3)
    nothing = np.zeros((240, 320), bool)
    found = rests(EMPTY, nothing, inside=True, earlier=cloud, beside=table).places
    assert len(found) and np.all(found[:, 0] < 0.69), found[0]
    assert 0.7 - opened <= found[0][0]
    alone = rests(EMPTY, nothing, inside=True, earlier=cloud).places
    assert alone[0][0] > 0.7, "where nobody knows of the top it is let go there"


def test_what_the_hand_hides_is_known_from_the_pictures_before():
    heights = np.full((240, 320), 0.5)
    heights[:, 260:] = 0.0
    table = np.zeros((240, 320), bool)
    table[20:220, 20:260] = True
    before = replace(seen_from_above(heights), step=3)
    full = np.full((240, 320), 0.95)  # a book in the hand, all over the picture but its first columns
    full[:, :23] = 0.5
    now = replace(seen_from_above(full), step=9)
    left = table.copy()
    left[:, 23:] = False
    target = Target(TargetKind.MASK, 9, left.astype(np.uint8), earlier=((3, table.astype(np.uint8)), (4, table)))
    at_the_edge = rests(now, left, inside=False).places[0]
    assert 160 + 276 * -at_the_edge[1] / 1.0 < 25, "the only columns that are seen of it"
    known = seen_earlier(target, [before, now])
    assert len(known) == np.count_nonzero(table), "of a picture that is not kept nothing is known"
    place = rests(now, left, inside=False, earlier=known).places[0]
    assert 60 < 160 + 276 * -place[1] / 1.0 < 230 and place[2] == pytest.approx(0.5, abs=0.02)


def test_a_few_pixels_are_no_place():
    mask = np.zeros((240, 320), bool)
    mask[0, :5] = True
    assert len(rests(seen_from_above(np.full((240, 320), 0.5)), mask, inside=False).places) == 0


def open_cupboard(shelf: float, ceiling: float, back: float) -> Picture:
    """Return what a level camera sees, 1.2 m up and 1 m before an open cupboard: a shelf, a ceiling, a back wall."""
    forward = np.array(
        [[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 1.2], [0.0, 0.0, 0.0, 1.0]]
    )
    below = (np.arange(240) + 0.5 - 120.0) / 276.0
    to_shelf = np.where(below > 0.0, (1.2 - shelf) / np.maximum(below, 1e-6), np.inf)
    to_ceiling = np.where(below < 0.0, (ceiling - 1.2) / np.maximum(-below, 1e-6), np.inf)
    rows = np.minimum(np.minimum(to_shelf, to_ceiling), back)
    rows[rows < 1.0] = np.nan  # before the cupboard
    depth = np.repeat(rows[:, None], 320, axis=1).astype(np.float32)
    return Picture(
        1, 0.0, np.zeros((240, 320, 3), np.uint8), depth, CAMERA, np.eye(4), forward, span=(0.1, 6.0)
    )


@pytest.mark.parametrize("inside", [True, False])
def test_into_a_cupboard_it_goes_onto_the_shelf_and_not_to_the_ceiling(inside: bool):
    seen = open_cupboard(shelf=0.9, ceiling=1.5, back=1.5)
    found = rests(seen, np.isfinite(seen.depth), inside=inside)
    spots = found.places
    assert len(spots) and np.allclose(spots[:, 2], 0.9, atol=0.02), "nothing else can be stood on"
    assert 1.0 < spots[0][0] < 1.5
    assert found.from_ahead(spots[0]) == (found.top > 0.9 + 0.27)


def test_onto_the_wires_of_a_shelf_it_goes_and_not_to_the_ground_between_them():
    wires = np.full((240, 320), 0.1)
    wires[40:200, 60:260] = np.where(np.arange(60, 260) % 24 < 3, 0.6, 0.1)  # one each 7 cm
    wires[:, :20] = 1.2  # the side of what they are in
    mask = np.ones((240, 320), bool)
    places = rests(seen_from_above(wires), mask, inside=True).places
    assert np.allclose(places[:20, 2], 0.6, atol=0.02)


def test_what_is_shut_or_seen_from_above_alone_has_no_inside():
    heights = np.full((240, 320), 0.9)
    heights[200:] = np.linspace(0.9, 0.0, 40)[:, None]  # its front
    found = rests(seen_from_above(heights), np.ones((240, 320), bool), inside=True)
    assert not len(found.places) or found.places[0][2] < 0.8


def test_before_an_open_cabinet_that_shows_no_board_nothing_is_let_go():
    """Its front and its open leaf, seen edge on from above: their middle is over the floor before it."""
    front = np.stack(np.meshgrid([1.0], np.arange(-0.25, 0.25, 0.01), np.arange(0.1, 0.7, 0.01)), -1).reshape(-1, 3)
    leaf = np.stack(np.meshgrid(np.arange(0.6, 1.0, 0.01), [0.25], np.arange(0.1, 0.7, 0.01)), -1).reshape(-1, 3)
    cloud, nothing = np.concatenate([front, leaf]), np.zeros((240, 320), bool)
    assert len(rests(EMPTY, nothing, inside=True, earlier=cloud).places), "a bin of that shape is let go into"
    assert not len(rests(EMPTY, nothing, inside=True, ahead=True, earlier=cloud).places)


def test_into_a_bin_whose_ground_is_out_of_sight_it_goes_over_the_middle_of_its_rim():
    heights = np.full((240, 320), np.nan)
    heights[60:180, 100] = heights[60:180, 220] = 0.5
    heights[60, 100:221] = heights[180, 100:221] = 0.5
    heights[181, 100:221] = 0.1  # the outside of its front
    place = rests(seen_from_above(heights), np.isfinite(heights), inside=True).places[0]
    middle = DOWN[:3, :3] @ np.array([0.0, 0.0, 1.0]) + DOWN[:3, 3]
    assert np.allclose(place[:2], middle[:2], atol=0.05) and abs(place[2] - 0.5) < 0.02


def test_into_a_deep_bin_whose_ground_is_seen_the_hand_comes_from_above_and_not_through_its_side():
    heights = np.full((240, 320), 0.02)
    heights[40:60, 80:240] = heights[180:200, 80:240] = heights[40:200, 80:100] = heights[40:200, 220:240] = 0.5
    found = rests(seen_from_above(heights), heights > 0.0, inside=True)
    assert found.from_ahead(found.places[0]), "as into a shelf"
    over = found.over_rim()
    assert not over.from_ahead(over.places[0]) and over.hides(over.places[0])
    assert np.allclose(over.places[:, :2], found.places[:, :2]) and 0.2 < over.places[0][2] < 0.3


def test_on_a_sofa_it_goes_onto_the_seat_and_neither_arm_nor_back():
    heights = np.full((240, 320), 0.45)
    heights[:, :45] = heights[:, -45:] = 0.6  # arms, 16 cm wide
    heights[:50] = 0.95
    places = rests(seen_from_above(heights), np.ones((240, 320), bool), inside=False).places
    seat = np.abs(places[:, 2] - 0.45) < 0.02
    assert seat[:200].all(), "and to the others only where it does not reach the seat"


def test_on_a_narrow_shelf_it_goes_though_it_is_narrow():
    heights = np.full((240, 320), np.nan)
    heights[100:130] = 1.0
    places = rests(seen_from_above(heights), np.isfinite(heights), inside=False).places
    assert len(places) and np.allclose(places[:, 2], 1.0, atol=0.02)


def test_nothing_is_set_down_on_the_very_edge_but_of_what_is_all_edge():
    heights = np.zeros((240, 320))
    heights[60:180, 100:220] = 0.5
    places = rests(seen_from_above(heights), heights > 0.0, inside=False).places
    columns = 160 + 276 * -places[:, 1] / 1.0
    assert (columns > 119).all() and (columns < 201).all(), "7 cm from its edges"
    heights[:, 110:] = 0.0
    assert len(rests(seen_from_above(heights), heights > 0.0, inside=False).places)


@pytest.mark.parametrize(("rises", "hidden"), [(0.02, False), (0.18, True)])
def test_behind_a_footboard_a_thing_may_be_hidden(rises, hidden):
    heights = np.full((240, 320), 0.5)
    heights[200:, :] += rises
    found = rests(seen_from_above(heights), np.ones((240, 320), bool), inside=False)
    on_the_bed = next(p for p in found.places if p[2] < 0.5 + rises / 2.0 + 0.011)
    assert found.hides(on_the_bed) is hidden and not found.from_ahead(on_the_bed)
