"""Pieces, and the tree that merges them: what stands in a picture is among what is proposed."""

import numpy as np
import pytest

from pred_core.geometry import Intrinsics
from pred_perception.rgbd.atoms import atoms
from pred_perception.rgbd.encoder import COARSE, FINE
from pred_perception.rgbd.judge import read_merger, written
from pred_perception.rgbd.pooling import FEATURES, SHAPE, features
from pred_perception.rgbd.proposals import LEAST, SMALL, propose
from pred_perception.rgbd.surface import surface, upward
from pred_perception.rgbd.weights_file import default_weights, load

SIDE = 300
CAMERA = Intrinsics.from_fov(SIDE, SIDE, np.pi / 2)
BOX = (slice(120, 180), slice(100, 190))


@pytest.fixture(scope="module")
def merger():
    return load(default_weights()).judge.merger


@pytest.fixture(scope="module")
def scene():
    """Return a red box of two shades half a metre before a grey wall, and its surface."""
    rgb = np.full((SIDE, SIDE, 3), 120, np.uint8)
    rgb[BOX] = (200, 40, 40)
    rgb[120:135, 100:190] = (160, 30, 30)
    depth = np.full((SIDE, SIDE), 2.0, np.float32)
    depth[BOX] = 1.5
    return rgb, surface(rgb, depth, CAMERA, upward(0.0), 1.5)


def masks(found):
    order, starts, ends = found.spans()
    return [np.isin(found.pieces.labels, order[starts[k] : ends[k]]) for k in found.chosen]


def test_pieces_keep_to_edges_of_colour_and_depth(scene):
    rgb, seen = scene
    pieces = atoms(rgb, seen)
    inside = np.zeros((SIDE, SIDE), bool)
    inside[BOX] = True
    for label in range(pieces.number):
        share = inside[pieces.labels == label].mean()
        assert share in (0.0, 1.0)
    assert pieces.labels.max() + 1 == pieces.number


def test_neighbours_know_who_is_in_front(scene):
    rgb, seen = scene
    pieces = atoms(rgb, seen)
    box, wall = pieces.labels[150, 150], pieces.labels[10, 10]
    (edge,) = [e for e, ends in enumerate(pieces.pairs) if set(ends) == {box, wall}]
    behind = pieces.between[edge, 5] * (1 if pieces.pairs[edge, 0] == box else -1)
    assert behind > 0.0, "the wall is behind the box"
    assert pieces.between[edge, 0] == 90 + 2 * 45


def test_the_box_is_proposed_whole(scene, merger):
    rgb, seen = scene
    whole = np.zeros((SIDE, SIDE), bool)
    whole[BOX] = True
    shared = [
        np.count_nonzero(m & whole) / np.count_nonzero(m | whole) for m in masks(propose(rgb, seen, merger))
    ]
    assert max(shared) > 0.99


def test_a_node_is_the_sum_of_its_pieces(scene, merger):
    found = propose(*scene, merger)
    sizes = [np.count_nonzero(m) for m in masks(found)]
    assert sizes == found.nodes.sums[found.chosen, 0].tolist()
    assert min(sizes) >= LEAST
    assert found.nodes.sums[len(found.tree.parents) - 1, 0] == SIDE * SIDE


@pytest.mark.parametrize("stands_out", [True, False])
def test_something_small_is_proposed_where_it_stands_out(merger, stands_out):
    """A pen that lies on what is grey, not a stroke of paint on it."""
    pen = np.zeros((SIDE, SIDE), bool)
    pen[60:63, 40:54] = True
    rgb = np.where(pen[..., None], np.uint8((20, 20, 160)), np.uint8((120, 120, 120)))
    depth = np.where(pen & stands_out, np.float32(1.98), np.float32(2.0))
    found = propose(rgb, surface(rgb, depth, CAMERA, upward(0.0), 1.5), merger)
    assert LEAST <= pen.sum() < SMALL
    assert any(np.array_equal(m, pen) for m in masks(found)) == stands_out


def test_what_is_known_of_a_proposal_is_of_its_own_pixels(scene, merger):
    rgb, seen = scene
    found = propose(rgb, seen, merger)
    fine = np.zeros((113, 113, FINE), np.float32)
    coarse = np.zeros((57, 57, COARSE), np.float32)
    fine[48:66, 40:70] = 1.0  # well within the box
    coarse[..., 3] = 2.0
    known = features(rgb, seen, found, (fine, coarse))
    assert known.shape == (len(found.chosen), FEATURES)
    assert np.isfinite(known).all()
    size = found.nodes.sums[found.chosen, 0]
    box = int(np.flatnonzero(size == 60 * 90)[0])
    wall = int(np.flatnonzero(size == SIDE * SIDE - 60 * 90)[0])
    assert known[box, 0] > 0.7
    assert known[wall, 0] == 0.0
    assert known[box, FINE + 3] == pytest.approx(2.0)
    red, height = known[:, -SHAPE], known[:, -SHAPE + 9]
    assert red[box] == pytest.approx((45 * 200 + 15 * 160) / 60 / 255, abs=1e-3)
    assert height[box] == pytest.approx(1.5, abs=0.02)


def test_what_merges_survives_being_written(merger):
    again = read_merger(written(merger))
    for one, other in zip(merger, again, strict=True):
        assert np.allclose(one, other, atol=1e-5)


@pytest.mark.parametrize("text", ["", "{}", '{"mean": [1]}'])
def test_something_else_is_refused(text):
    with pytest.raises(ValueError, match="merges"):
        read_merger(text)
