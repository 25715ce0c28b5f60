"""A plan as a picture: what is done, what the robot is at, what is to come, and what it said last."""

from __future__ import annotations

from PIL import Image, ImageDraw

from pred_core.people import name_of_recipient
from pred_core.plan_language import Plan
from pred_tools.phrases import what_to_do
from pred_tools.typeface import Style, fitting, write

WIDTH, EDGE = 560, 12
PAPER = (24, 26, 30)
TITLE, DONE = Style(18, (245, 245, 245), bold=True), Style(15, (110, 170, 120))
NOW, NEXT, SAID = Style(15, (20, 20, 20), bold=True), Style(15, (205, 208, 214)), Style(14, (240, 190, 90))
CURSOR = (250, 200, 70)
MOST = 16
"""Steps that are shown at once, around the one the robot is at."""


def draw_plan(plan: Plan, doing: str = "") -> Image.Image:
    """Return the picture of a plan at its cursor; ``doing`` is the last line."""
    first = max(0, min(plan.cursor - MOST // 3, len(plan.subgoals) - MOST))
    shown = plan.subgoals[first : first + MOST]
    height = 2 * EDGE + TITLE.line + 8 + len(shown) * NEXT.line + 8 + SAID.line
    picture = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(picture)
    recipient = name_of_recipient(plan.context)
    within = WIDTH - 2 * EDGE
    write(draw, (EDGE, EDGE), fitting(plan.instruction or "A task without words", TITLE, within), TITLE)
    y = EDGE + TITLE.line + 8
    for number, subgoal in enumerate(shown, first):
        style = DONE if number < plan.cursor else NOW if number == plan.cursor else NEXT
        if style is NOW:
            draw.rectangle((EDGE - 6, y - 1, WIDTH - EDGE + 6, y + style.line - 2), fill=CURSOR)
        write(draw, (EDGE, y), fitting(f"{number + 1}. {what_to_do(subgoal, recipient)}", style, within), style)
        y += NEXT.line
    ended = plan.cursor >= len(plan.subgoals)
    write(draw, (EDGE, y + 8), fitting(doing or ("the plan is done" if ended else ""), SAID, within), SAID)
    return picture
