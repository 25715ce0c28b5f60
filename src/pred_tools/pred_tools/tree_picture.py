"""The behaviour tree as a picture: a row for each node, coloured by how it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PIL import Image, ImageDraw

from pred_core.tree_record import TreeNode
from pred_tools.tree_text import TreeAt, in_words
from pred_tools.typeface import Colour, Style, fitting, write

WIDTH, EDGE, INDENT = 900, 12, 22
"""Pixels."""
DOT = 10
"""Side of the square that shows the status, pixels."""
PAPER, LINE = (24, 26, 30), (80, 86, 96)
TITLE = Style(18, (245, 245, 245), bold=True)
NAME, QUIET, WORDS = Style(15, (225, 228, 233)), Style(15, (120, 126, 136)), Style(13, (160, 167, 178))
COLOURS: Mapping[str, Colour] = {
    "SUCCESS": (95, 190, 120),
    "FAILURE": (235, 95, 80),
    "RUNNING": (250, 200, 70),
    "INVALID": (80, 86, 96),
}
TITLE_SPACE = 8


def draw_tree(tree: TreeAt) -> Image.Image:
    """Return the picture of a behaviour tree."""
    rows = list(_rows(tree.root, 0))
    top = EDGE + TITLE.line + TITLE_SPACE
    picture = Image.new("RGB", (WIDTH, top + len(rows) * NAME.line + EDGE), PAPER)
    draw = ImageDraw.Draw(picture)
    write(draw, (EDGE, EDGE), f"Behaviour tree at step {tree.step}", TITLE)
    above: dict[int, int] = {}
    for number, (node, depth) in enumerate(rows):
        y = top + number * NAME.line
        _draw_row(draw, node, depth, y, above)
        above[depth] = y
    return picture


def _rows(node: TreeNode, depth: int) -> Iterator[tuple[TreeNode, int]]:
    yield node, depth
    for child in node.children:
        yield from _rows(child, depth + 1)


def _draw_row(
    draw: ImageDraw.ImageDraw, node: TreeNode, depth: int, y: int, above: Mapping[int, int]
) -> None:
    """Draw a node, with the line to the one it belongs to; ``above`` says where the last node of each depth is (y)."""
    x, middle = EDGE + depth * INDENT, y + NAME.line // 2
    if depth:
        parent = x - INDENT + DOT // 2
        start = above[depth - 1] + NAME.line // 2 + DOT // 2
        draw.line((parent, start, parent, middle, x - 2, middle), fill=LINE)
    draw.rectangle((x, middle - DOT // 2, x + DOT, middle + DOT // 2), fill=COLOURS[node.status])
    style = QUIET if node.status == "INVALID" else NAME
    end = write(draw, (x + DOT + 6, y), node.name, style)
    if node.kind != "behaviour":
        end = write(draw, (end + 6, y + 1), f"({node.kind})", WORDS)
    write(draw, (end + 10, y + 1), fitting(in_words(node), WORDS, WIDTH - EDGE - end - 10), WORDS)
