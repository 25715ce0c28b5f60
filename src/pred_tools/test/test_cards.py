"""Cards: what is drawn where. Colours tell what was drawn; the words themselves are in the story's tests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, High, Kind, Level, Plan, Subgoal
from pred_planner.plan.expansion import expand
from pred_planner.rules.revision import revise
from pred_tools.cards import (
    GREEN_PANEL,
    LOOKS,
    OUTLINE,
    PICTURE,
    RED_PANEL,
    WIDTH,
    Evidence,
    draw_card,
    look_of,
    subject_picture,
)
from pred_tools.typeface import GLYPHS, Style, drawable, fitting, wrapped

MOVE = Subgoal("t1", Level.TRIPLET, High.MOVE, "Mug", "Shelf", object_ref="x1")
BEFORE = Plan("p", "put a mug on the shelf", "place", "rules", (MOVE,), expand((MOVE,)))
FOUND = Discrepancy(Kind.ASR, "t1.1", "Mug", "Mug_1", "not on Shelf", "on Shelf", 0.8)
REVISION = revise(BEFORE, (FOUND,), ObjectMemory())


def has(card, colour):
    return bool((np.asarray(card) == colour).all(axis=2).any())


def evidence(height=120, width=160, box=(40, 70, 60, 90)):
    picture = np.full((height, width, 3), 90, np.uint8)
    mask = np.zeros((height, width), bool)
    mask[box[0] : box[1], box[2] : box[3]] = True
    picture[mask] = (10, 200, 250)
    return Evidence(picture, mask)


def test_a_card_shows_kind_change_and_subject():
    card = draw_card(7, REVISION, evidence())
    assert card.width == WIDTH
    for colour in (LOOKS["asr"].colour, RED_PANEL, GREEN_PANEL, OUTLINE):
        assert has(card, colour)


def test_without_a_picture_there_is_no_hole():
    assert draw_card(7, REVISION).height < PICTURE + 300
    assert not has(draw_card(7, REVISION), OUTLINE)


def test_the_subject_is_in_the_middle_and_whole():
    shown = np.asarray(subject_picture(evidence(), 200))
    rows, columns = np.nonzero((shown == (10, 200, 250)).all(axis=2))
    assert abs(rows.mean() - 100) < 8 and abs(columns.mean() - 100) < 8
    outline = (shown == OUTLINE).all(axis=2)
    assert np.nonzero(outline)[0].min() < rows.min() and np.nonzero(outline)[1].max() > columns.max()


@pytest.mark.parametrize("box", [(0, 20, 0, 20), (100, 120, 130, 160), (0, 120, 0, 160), (5, 9, 5, 9)])
def test_a_subject_at_the_edge_is_shown_too(box):
    shown = subject_picture(evidence(box=box), 200)
    assert shown.size == (200, 200) and has(shown, (10, 200, 250))
    assert has(shown, OUTLINE) or box == (0, 120, 0, 160)


def test_an_empty_mask_shows_the_whole_picture():
    whole = subject_picture(replace(evidence(), mask=np.zeros((120, 160), bool)), 160)
    assert not has(whole, OUTLINE) and has(whole, (10, 200, 250))


def test_a_refused_change_is_neither_red_nor_green():
    refused = replace(REVISION, after=BEFORE, outcome=Outcome(Code.PLAN_REJECTED, "The hand is full."))
    assert not has(draw_card(7, refused), RED_PANEL) and not has(draw_card(7, refused), GREEN_PANEL)


def test_several_discrepancies_are_all_on_it():
    second = Discrepancy(Kind.APM, "t1.1", "Mug", "Mug_1", "not clean", "clean", 0.6)
    both = replace(REVISION, discrepancies=(FOUND, second))
    assert has(draw_card(7, both), LOOKS["apm"].colour)
    assert draw_card(7, both).height > draw_card(7, REVISION).height


def test_a_trigger_of_a_later_version_has_a_look():
    assert look_of("gravity").badge == "GRAVITY"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400), st.integers(60, 600))
def test_any_text_fits_its_width(text, width):
    style = Style(20, (0, 0, 0), bold=True)
    lines = wrapped(text, style, width, most=4)
    assert 1 <= len(lines) <= 4
    assert all(style.width(line) <= width for line in (*lines, fitting(text, style, width)))


@given(st.text(max_size=60))
def test_only_what_the_typeface_has_is_drawn(text):
    assert set(drawable(text)) <= GLYPHS


def test_accents_fall_off():
    assert drawable("crème – brûlée →") == "creme - brulee >"
