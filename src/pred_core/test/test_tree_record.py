"""Behaviour trees written and read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.tree_record import KINDS, STATUSES, TreeError, TreeNode, tree_from

LEAVES = st.builds(
    TreeNode,
    st.text(),
    st.sampled_from(KINDS),
    st.sampled_from(STATUSES),
    st.text(),
    st.integers(0, 9),
    st.integers(0, 9),
)


def above(below):
    children = st.lists(below, max_size=3).map(tuple)
    return st.builds(TreeNode, st.text(), st.just("sequence"), st.just("RUNNING"), children=children)


@given(st.recursive(LEAVES, above, max_leaves=6))
def test_a_tree_comes_back_as_it_was_written(tree):
    assert tree_from(json.loads(json.dumps(tree.as_dict()))) == tree


@pytest.mark.parametrize(
    "entry",
    [
        {},
        "text",
        TreeNode("a", "sequence", "DONE").as_dict(),
        TreeNode("a", "cage", "SUCCESS").as_dict(),
        {**TreeNode("a", "sequence", "SUCCESS").as_dict(), "children": [1]},
    ],
)
def test_what_is_no_tree_is_refused(entry):
    with pytest.raises(TreeError, match="not a node"):
        tree_from(entry)


def test_nodes_come_in_the_order_in_which_they_are_drawn():
    low = TreeNode("c", "behaviour", "INVALID")
    tree = TreeNode("b", "selector", "INVALID", children=(low,))
    top = TreeNode("a", "sequence", "RUNNING", children=(tree, TreeNode("d", "behaviour", "INVALID")))
    assert [n.name for n in top.nodes()] == ["a", "b", "c", "d"]
