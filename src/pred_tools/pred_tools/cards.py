"""A card for each change of a plan: what was expected, what was seen, and what that did to the plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pred_core.feedback import describe
from pred_core.plan_language import Discrepancy, Level, PlanRevision
from pred_tools.plan_diff import Mark, Row, diff, shortened
from pred_tools.typeface import Colour, Style, fitting, wrapped, write

WIDTH, MARGIN, GAP = 1080, 40, 22
PICTURE = 320
MOST_ROWS = 14
SURROUNDINGS, LEAST = 1.9, 48
"""How much more than the subject its picture shows, and the least it shows (pixels)."""
RIM = 3
"""Width of the outline of a mask (pixels)."""
WHITE: Colour = (255, 255, 255)
INK: Colour = (28, 32, 40)
SOFT: Colour = (108, 116, 130)
FAINT: Colour = (172, 178, 188)
PANEL: Colour = (245, 246, 249)
LINE: Colour = (224, 227, 233)
RED: Colour = (186, 36, 44)
RED_PANEL: Colour = (253, 236, 236)
GREEN: Colour = (22, 122, 64)
GREEN_PANEL: Colour = (230, 246, 235)
OUTLINE: Colour = (255, 214, 10)


@dataclass(frozen=True)
class CardStyle:
    """How a kind of change is called and coloured."""

    badge: str
    title: str
    colour: Colour


LOOKS: Mapping[str, CardStyle] = {
    "dta": CardStyle("DTA", "seen elsewhere than expected", (30, 96, 190)),
    "ohv": CardStyle("OHV", "not the object it looked like", (122, 60, 176)),
    "apm": CardStyle("APM", "in another state than expected", (190, 96, 8)),
    "asr": CardStyle("ASR", "already where it should go", (14, 118, 110)),
    "recovery": CardStyle("RECOVERY", "another way after a failure", (176, 40, 56)),
    "reground": CardStyle("REGROUND", "another meaning of the words", (70, 80, 104)),
    "user": CardStyle("USER", "changed by the user", (70, 80, 104)),
}


@dataclass(frozen=True)
class Evidence:
    """What the camera saw: HxWx3 picture, HxW mask of the subject where it is known, words below."""

    picture: NDArray[np.uint8]
    mask: NDArray[np.bool_] | None = None
    caption: str = ""


def look_of(trigger: str) -> CardStyle:
    """Return how a kind of change is shown."""
    return LOOKS.get(trigger, CardStyle(trigger.upper() or "?", "the plan was changed", SOFT))


def draw_card(step: int, revision: PlanRevision, evidence: Evidence | None = None) -> Image.Image:
    """Return the card of a revision made at a step of the robot; its height follows what there is to say."""
    tall = Image.new("RGB", (WIDTH, 2400), WHITE)
    draw = ImageDraw.Draw(tall)
    y = _head(draw, step, revision)
    y = _sentence(draw, y, revision)
    left = MARGIN
    bottom = y
    if evidence is not None:
        tall.paste(subject_picture(evidence, PICTURE), (MARGIN, y))
        draw.rectangle((MARGIN, y, MARGIN + PICTURE - 1, y + PICTURE - 1), outline=LINE)
        left, bottom = MARGIN + PICTURE + GAP, y + PICTURE
        if evidence.caption:
            caption = Style(17, SOFT)
            write(draw, (MARGIN, bottom + 5), fitting(evidence.caption, caption, PICTURE), caption)
            bottom += caption.line
    bottom = max(bottom, _findings(draw, left, y, revision))
    bottom = _plan(draw, bottom + GAP, revision)
    return tall.crop((0, 0, WIDTH, bottom + MARGIN))


def subject_picture(evidence: Evidence, edge: int) -> Image.Image:
    """Return a square picture of the subject and what is around it, its mask outlined."""
    height, width = evidence.picture.shape[:2]
    mask = evidence.mask if evidence.mask is not None and evidence.mask.any() else None
    if mask is None:
        square = _square((width / 2, height / 2), max(height, width), (width, height))
    else:
        rows, columns = np.nonzero(mask)
        size = max(np.ptp(rows), np.ptp(columns)) + 1
        middle = (columns.min() + columns.max() + 1) / 2, (rows.min() + rows.max() + 1) / 2
        square = _square(middle, max(SURROUNDINGS * size, LEAST), (width, height))
    picture = _cut(Image.fromarray(evidence.picture), square, edge)
    if mask is None:
        return picture
    shape = _cut(Image.fromarray(mask.astype(np.uint8) * 255), square, edge)
    smooth = shape.filter(ImageFilter.GaussianBlur(RIM)).point(lambda value: 255 * (value > 127))
    grown = smooth.filter(ImageFilter.MaxFilter(2 * RIM + 1))
    picture.paste(
        OUTLINE, mask=ImageChops.subtract(grown, smooth)
    )  # outside the mask: the subject stays whole
    return picture


def _cut(picture: Image.Image, square: tuple[int, int, int], edge: int) -> Image.Image:
    """Return a square (left, top, edge in pixels) of a picture in another size; what lies outside of it is blank."""
    left, top, side = square
    cut = Image.new(picture.mode, (side, side), PANEL if picture.mode == "RGB" else 0)
    cut.paste(picture, (-left, -top))
    return cut.resize((edge, edge), Image.Resampling.LANCZOS)


def _square(middle: tuple[float, float], edge: float, size: tuple[int, int]) -> tuple[int, int, int]:
    """Return left, top and edge of the square around a point, moved and shrunk to stay in the picture where it can."""
    edge = min(edge, max(size))
    left, top = (
        min(max(m - edge / 2, 0.0), s - edge) if edge <= s else (s - edge) / 2
        for m, s in zip(middle, size, strict=True)
    )
    return round(left), round(top), round(edge)


def _head(draw: ImageDraw.ImageDraw, step: int, revision: PlanRevision) -> int:
    """Draw the bar with badges, title, step and source; return where it ends (y)."""
    kinds = list(dict.fromkeys([revision.trigger, *(str(d.kind) for d in revision.discrepancies)]))
    look = look_of(revision.trigger)
    draw.rectangle((0, 0, WIDTH, 76), fill=look.colour)
    x = float(MARGIN)
    for kind in kinds:
        badge = Style(24, look_of(kind).colour, bold=True)
        end = x + badge.width(look_of(kind).badge) + 28
        draw.rounded_rectangle((x, 19, end, 57), radius=8, fill=WHITE)
        write(draw, (x + 14, 24), look_of(kind).badge, badge)
        x = end + 12
    said = f"step {step}  ·  by {revision.source}"
    told = Style(20, WHITE)
    right = WIDTH - MARGIN - told.width(said)
    write(draw, (right, 27), said, told)
    title = Style(24, WHITE)
    write(draw, (x + 8, 24), fitting(look.title, title, right - x - 30), title)
    return 76 + GAP


def _sentence(draw: ImageDraw.ImageDraw, y: int, revision: PlanRevision) -> int:
    style = Style(26, INK, bold=True)
    first = revision.discrepancies[0] if revision.discrepancies else None
    text = (first.sentence or describe(first)) if first else revision.reason
    return _lines(draw, (MARGIN, y), text, style, WIDTH - 2 * MARGIN, most=4) + 14


def _lines(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, style: Style, width: float, most: int = 99
) -> int:
    """Write a text in lines and return where it ends (y)."""
    x, y = at
    for line in wrapped(text, style, width, most):
        write(draw, (x, y), line, style)
        y += style.line
    return y


def _findings(draw: ImageDraw.ImageDraw, x: int, y: int, revision: PlanRevision) -> int:
    """Draw what was expected and observed, and what was decided; return where it ends (y)."""
    width = WIDTH - MARGIN - x
    for number, discrepancy in enumerate(revision.discrepancies):
        y = _finding(draw, x, y, discrepancy) + 12
        if number and discrepancy.sentence:
            y = _lines(draw, (x, y), discrepancy.sentence, Style(19, INK), width, most=3)
        y += 4
    said = [revision.reason] if revision.discrepancies else []  # without any, the reason is the headline
    if not revision.accepted:
        said += [m for m in (revision.outcome.message,) if m and m != revision.reason]
    if not said:
        return y
    write(draw, (x, y), "Decided" if revision.accepted else "Not followed", Style(17, SOFT))
    y += 25
    for text in said:
        y = _lines(draw, (x, y), text, Style(21, INK if revision.accepted else RED), width, most=5) + 4
    return y


def _finding(draw: ImageDraw.ImageDraw, x: int, y: int, found: Discrepancy) -> int:
    half = (WIDTH - MARGIN - x - 14) // 2
    who = f"{found.subject}  ·  {found.subject_id}" if found.subject_id else found.subject
    bar, sure = 96, f"{found.confidence:.0%} sure"
    small = Style(18, SOFT)
    right = WIDTH - MARGIN
    write(draw, (right - small.width(sure), y + 2), sure, small)
    end = right - round(small.width("100% sure")) - 12
    share = bar * min(max(found.confidence, 0.0), 1.0)
    draw.rounded_rectangle((end - bar, y + 9, end, y + 17), radius=4, fill=LINE)
    if share > 8:
        draw.rounded_rectangle(
            (end - bar, y + 9, end - bar + share, y + 17), radius=4, fill=look_of(found.kind).colour
        )
    name = Style(21, INK, bold=True)
    write(draw, (x, y), fitting(who, name, end - bar - x - 16), name)
    y += 38
    value = Style(22, INK)
    texts = [
        wrapped(text or "nothing in particular", value, half - 32, 3)
        for text in (found.expected, found.observed)
    ]
    height = 40 + max(map(len, texts)) * value.line + 10
    sides = (("Expected", PANEL, SOFT), ("Observed", *_tint(look_of(found.kind).colour)))
    for side, ((label, fill, colour), lines) in enumerate(zip(sides, texts, strict=True)):
        left = x + side * (half + 14)
        draw.rounded_rectangle((left, y, left + half, y + height), radius=10, fill=fill)
        write(draw, (left + 16, y + 12), label, Style(17, colour))
        for number, line in enumerate(lines):
            write(draw, (left + 16, y + 38 + number * value.line), line, value)
    return y + height


def _tint(colour: Colour) -> tuple[Colour, Colour]:
    """Return the light and the full shade of a colour."""
    r, g, b = (round(255 - (255 - channel) * 0.12) for channel in colour)
    return (r, g, b), colour


def _plan(draw: ImageDraw.ImageDraw, y: int, revision: PlanRevision) -> int:
    """Draw the plan before and after in one list; return where it ends (y)."""
    found = diff(revision)
    steps = "triplets" if found.level is Level.TRIPLET else "tuples"
    draw.line((MARGIN, y, WIDTH - MARGIN, y), fill=LINE, width=2)
    y += 14
    head = Style(17, SOFT)
    write(draw, (MARGIN, y), f"The plan, in {steps}: " + _counts(revision, found.rows), head)
    y += 32
    rows = shortened(found.rows) if found.changed else ()
    for row in rows[:MOST_ROWS]:
        y = _row(draw, y, row)
    if len(rows) > MOST_ROWS:
        y = _row(draw, y, Row(Mark.LEFT_OUT, f"{len(rows) - MOST_ROWS} more rows"))
    return y


def _counts(revision: PlanRevision, rows: tuple[Row, ...]) -> str:
    removed = sum(row.mark is Mark.REMOVED for row in rows)
    added = sum(row.mark is Mark.ADDED for row in rows)
    counts = [f"{n} {what}" for n, what in ((removed, "removed"), (added, "added")) if n]
    if counts:
        return ", ".join(counts)
    return "the same steps" if revision.accepted else "it stays as it is"


def _row(draw: ImageDraw.ImageDraw, y: int, row: Row) -> int:
    height = 32
    colour, fill, sign = {
        Mark.REMOVED: (RED, RED_PANEL, "-"),
        Mark.ADDED: (GREEN, GREEN_PANEL, "+"),
        Mark.LEFT_OUT: (SOFT, None, "…"),
        Mark.KEPT: (SOFT if row.done else INK, None, ""),
    }[row.mark]
    if fill:
        draw.rounded_rectangle((MARGIN, y, WIDTH - MARGIN, y + height - 3), radius=6, fill=fill)
    style = Style(20, colour)
    write(draw, (MARGIN + 14, y + 1), sign, Style(20, colour, bold=True))
    text = fitting(row.text, style, WIDTH - 2 * MARGIN - 320)
    end = write(draw, (MARGIN + 40, y + 1), text, style)
    if row.mark is Mark.REMOVED:
        draw.line((MARGIN + 40, y + 15, end, y + 15), fill=colour, width=2)
    aside = row.note or ("done" if row.done else "")
    if aside:
        said = Style(17, GREEN if row.note else FAINT)
        write(draw, (end + 18, y + 4), fitting(aside, said, WIDTH - MARGIN - end - 30), said)
    return y + height
