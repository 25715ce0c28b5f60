"""Which proposals are taken: the best first, parts against wholes, and a floor in two pieces."""

import numpy as np
import pytest

from pred_perception.rgbd.atoms import MEASURES, Atoms
from pred_perception.rgbd.choice import choose
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.proposals import Nodes, Proposals
from pred_perception.rgbd.tree import SUMS, Tree

MUG, TABLE, FLOOR = (class_names().index(n) for n in ("Mug", "DiningTable", "Floor"))


def proposals():
    """Return four pieces of 100 pixels in a row; 4 is of the first two, 5 of the last two, 6 of all."""
    labels = np.repeat(np.arange(4, dtype=np.int32), 10)[None].repeat(10, 0)
    parents = np.array([4, 4, 5, 5, 6, 6, -1], np.int32)
    sums = np.zeros((7, SUMS), np.float32)
    sums[:, 0] = (100, 100, 100, 100, 200, 200, 400)
    pieces = Atoms(labels, 4, np.empty((0, 2), np.int32), np.empty((0, MEASURES), np.float32))
    tree = Tree(parents, np.ones(7, np.float32), np.zeros(7, np.float32))
    return Proposals(pieces, tree, Nodes(sums, np.zeros((7, 6), np.float32)), np.arange(7, dtype=np.int32))


def judged(**said):
    """Return what is said of each node: ``n4=(class, how sure, share)``; nothing of the others."""
    likely, shared = np.zeros((7, len(class_names())), np.float32), np.full(7, 0.5, np.float32)
    likely[:, 0] = 1.0
    for name, (number, sure, share) in said.items():
        k = int(name[1:])
        likely[k, 0], likely[k, number], shared[k] = 1.0 - sure, sure, share
    return likely, shared


def test_the_whole_is_taken_where_it_is_better_than_its_parts():
    labels, things = choose(proposals(), *judged(n4=(MUG, 0.9, 0.9), n0=(MUG, 0.8, 0.5)))
    assert [(t.number, t.pixels) for t in things] == [(MUG, 200)]
    assert (labels[:, :20] == things[0].label).all()
    assert not labels[:, 20:].any()


def test_parts_are_taken_where_they_are_better_than_the_whole():
    labels, things = choose(
        proposals(), *judged(n4=(TABLE, 0.9, 0.3), n0=(MUG, 0.8, 0.9), n1=(MUG, 0.8, 0.8))
    )
    assert [(t.number, t.pixels) for t in things] == [(MUG, 100), (MUG, 100)]
    assert labels[0, 0] != labels[0, 10]


def test_what_is_left_of_a_table_is_a_table():
    labels, things = choose(proposals(), *judged(n6=(TABLE, 0.8, 0.7), n0=(MUG, 0.9, 0.9)))
    assert [(t.number, t.pixels) for t in things] == [(MUG, 100), (TABLE, 300)]
    assert (labels[:, 10:] == things[1].label).all()


def test_what_stands_in_a_thing_is_cut_out_of_it():
    """A mug in a coffee machine: the machine with the mug is the surest, and the mug is sure enough."""
    labels, things = choose(proposals(), *judged(n6=(TABLE, 0.9, 0.9), n0=(MUG, 0.8, 0.8)))
    assert [(t.number, t.pixels) for t in things] == [(TABLE, 300), (MUG, 100)]
    assert (labels[:, :10] == things[1].label).all() and (labels[:, 10:] == things[0].label).all()


@pytest.mark.parametrize(
    "inner",
    [
        {"n0": (MUG, 0.5, 0.5)},  # too doubtful: a part looks a little like many things
        {"n0": (TABLE, 0.8, 0.8)},  # a part of it
    ],
)
def test_what_is_only_a_part_of_a_thing_is_not(inner):
    _, things = choose(proposals(), *judged(n6=(TABLE, 0.9, 0.9), **inner))
    assert all(t.number == TABLE for t in things)


def test_the_floor_is_one_however_it_is_divided():
    labels, things = choose(
        proposals(), *judged(n0=(FLOOR, 0.9, 0.8), n3=(FLOOR, 0.7, 0.8), n1=(MUG, 0.9, 0.9))
    )
    assert sorted(t.number for t in things) == sorted([FLOOR, MUG])
    assert labels[0, 0] == labels[0, 39] != 0


def test_what_shows_nothing_is_left_out():
    labels, things = choose(proposals(), *judged(n4=(MUG, 0.01, 0.9)))
    assert not things
    assert not labels.any()


@pytest.mark.parametrize("sure", [0.3, 0.9])
def test_what_was_said_is_reported(sure):
    _, (thing,) = choose(proposals(), *judged(n5=(MUG, sure, 0.75)))
    assert (thing.sure, thing.shared) == (pytest.approx(sure), pytest.approx(0.75))
