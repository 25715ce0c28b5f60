"""The behaviour tree of a run: read back from its folder, and written with py_trees' own renderer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from py_trees.behaviour import Behaviour
from py_trees.behaviours import Dummy
from py_trees.common import Status
from py_trees.composites import Selector, Sequence
from py_trees.decorators import PassThrough
from py_trees.display import unicode_tree

from pred_core.tree_record import TREE, TreeError, TreeNode, tree_from
from pred_tools.run_files import RunError


@dataclass(frozen=True)
class TreeAt:
    """The tree and the robot's step at which it was so."""

    step: int
    root: TreeNode


def tree_at(text: str) -> TreeAt:
    """Return the tree that the topic ``behaviour_tree``, or a line of the record, tells.

    :raises TreeError: when it tells none
    """
    try:
        entry = json.loads(text)
        return TreeAt(int(entry["step"]), tree_from(entry["tree"]))
    except (ValueError, KeyError, TypeError) as error:
        raise TreeError(str(error)) from error


def read_trees(folder: Path) -> list[TreeAt]:
    """Return the trees of a run, one at the end of each subgoal and of the task.

    :raises RunError: when the folder holds none, or a broken one
    """
    path = folder / TREE
    if not path.is_file():
        raise RunError(f"{folder} holds no {TREE}: its run is of an earlier version, or no run at all.")
    trees = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            trees.append(tree_at(line))
        except TreeError as error:
            raise RunError(f"{path}, line {number}: {error}") from error
    if not trees:
        raise RunError(f"{path} is empty: the run was cut off before its first subgoal ended.")
    return trees


def last_until(trees: list[TreeAt], step: int | None) -> TreeAt:
    """Return the last of a run's trees, or the last up to a step.

    :raises RunError: when there was none yet
    """
    known = [tree for tree in trees if step is None or tree.step <= step]
    if not known:
        raise RunError(f"no subgoal had ended by step {step}; the first ended at step {trees[0].step}.")
    return known[-1]


def as_text(tree: TreeAt) -> str:
    """Return a tree as py_trees writes it, with how often each node succeeded and failed."""
    return f"Step {tree.step}\n{unicode_tree(_made(tree.root), show_status=True)}"


def _made(node: TreeNode) -> Behaviour:
    """Return a node of py_trees that looks like a recorded one."""
    children = [_made(child) for child in node.children]
    made: Behaviour
    if node.kind == "decorator" and len(children) == 1:
        made = PassThrough(node.name, children[0])
    elif node.kind in COMPOSITES:
        made = COMPOSITES[node.kind](node.name, memory=True, children=children)
    else:
        made = Dummy(node.name)
        made.children = children
    made.status = Status[node.status]
    made.feedback_message = in_words(node)
    return made


COMPOSITES: Mapping[str, type[Sequence | Selector]] = {"sequence": Sequence, "selector": Selector}


def in_words(node: TreeNode) -> str:
    """Return what is told of a node beside its name: its message, and how it ended before."""
    ended = ", ".join(
        f"{count} {how}" for count, how in ((node.succeeded, "succeeded"), (node.failed, "failed")) if count
    )
    return "; ".join(part for part in (node.message, ended) if part)
