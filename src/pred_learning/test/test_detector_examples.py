"""Which true thing a proposal shows."""

import numpy as np
import pytest

from pred_learning.detector.merger_file import load_merger, save_merger
from pred_learning.detector.truth import shares
from pred_perception.rgbd.atoms import MEASURES, Atoms
from pred_perception.rgbd.proposals import Nodes, Proposals
from pred_perception.rgbd.tree import SUMS, Merger, Tree


def test_shares_are_of_the_union_and_the_building_is_no_thing():
    labels = np.repeat(np.arange(3, dtype=np.int32), 10)[None].repeat(10, 0)
    ids = np.zeros((10, 30), np.uint8)
    ids[:, 5:20] = 7
    pieces = Atoms(labels, 3, np.empty((0, 2), np.int32), np.empty((0, MEASURES), np.float32))
    tree = Tree(np.array([3, 3, 4, 4, -1], np.int32), np.ones(5, np.float32), np.zeros(5, np.float32))
    nodes = Nodes(np.zeros((5, SUMS), np.float32), np.zeros((5, 6), np.float32))
    share = shares(Proposals(pieces, tree, nodes, np.arange(5, dtype=np.int32)), ids)
    assert share[:, 7] == pytest.approx([50 / 200, 100 / 150, 0.0, 150 / 200, 150 / 300])
    assert not np.delete(share, 7, 1).any()


def test_a_merger_survives_being_written(tmp_path):
    merger = Merger(*(np.full(k + 1, k, np.float32) for k in range(len(Merger._fields))))
    save_merger(merger, tmp_path / "new" / "merger.npz")
    again = load_merger(tmp_path / "new" / "merger.npz")
    assert all(np.array_equal(one, other) for one, other in zip(merger, again, strict=True))
