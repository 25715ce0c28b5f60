"""A behaviour tree as it was at one moment: what the executive publishes and records, and tools read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

TREE = "behaviour_tree.jsonl"
"""The file of a run folder: the tree at the end of each subgoal, a line each, with ``step`` and ``tree``."""
KINDS = ("sequence", "selector", "decorator", "behaviour")
STATUSES = ("SUCCESS", "FAILURE", "RUNNING", "INVALID")
"""As py_trees names them; INVALID is what was not visited in this round."""


class TreeError(ValueError):
    """A text that is no tree; it says what is wrong."""


@dataclass(frozen=True)
class TreeNode:
    """A node with what is below it. ``succeeded`` and ``failed`` count how it ended since the task began."""

    name: str
    kind: str
    status: str
    message: str = ""
    succeeded: int = 0
    failed: int = 0
    children: tuple[TreeNode, ...] = ()

    def nodes(self) -> Iterator[TreeNode]:
        """Yield the node and all below it, in the order in which they are drawn."""
        yield self
        for child in self.children:
            yield from child.nodes()

    def as_dict(self) -> dict[str, Any]:
        """Return it as what JSON can hold."""
        return asdict(self)


def tree_from(entry: Mapping[str, Any]) -> TreeNode:
    """Return the tree that :meth:`TreeNode.as_dict` wrote.

    :raises TreeError: when it is none
    """
    try:
        node = TreeNode(
            str(entry["name"]),
            str(entry["kind"]),
            str(entry["status"]),
            str(entry["message"]),
            int(entry["succeeded"]),
            int(entry["failed"]),
            tuple(tree_from(child) for child in entry["children"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise TreeError(f"not a node of a behaviour tree: {error}") from error
    if node.kind not in KINDS or node.status not in STATUSES:
        raise TreeError(f"not a node of a behaviour tree: {node.kind} with status {node.status}")
    return node
