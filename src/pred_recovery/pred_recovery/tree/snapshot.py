"""The behaviour tree at one moment, as values."""

from __future__ import annotations

from py_trees.behaviour import Behaviour
from py_trees.composites import Selector, Sequence
from py_trees.decorators import Decorator

from pred_core.tree_record import TreeNode
from pred_recovery.tree.stages import Stage

KINDS: dict[type, str] = {Sequence: "sequence", Selector: "selector", Decorator: "decorator"}


def snapshot(node: Behaviour) -> TreeNode:
    """Return a node of the tree and all below it as they are now."""
    kind = next((name for kind, name in KINDS.items() if isinstance(node, kind)), "behaviour")
    counts = (node.succeeded, node.failed) if isinstance(node, Stage) else (0, 0)
    below = tuple(snapshot(child) for child in node.children)
    return TreeNode(node.name, kind, node.status.name, node.feedback_message, *counts, below)
