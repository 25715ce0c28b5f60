"""Words of others made safe: no control characters, one line, one sentence."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.plain_text import LONGEST_SENTENCE, one_line, one_sentence, without_controls


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jcleared", "cleared"),
        ("a\x00b\x7fc\u200bd\u202ee\ufefff", "abcdef"),
        ("over\rwritten\r\nnext\u2028last", "over\nwritten\nnext\nlast"),
        ("a\ud800b\ue000c", "abc"),
        ("tab\tand line\nstay", "tab\tand line\nstay"),
        ("Caf\u00e9 \u201cmug\u201d \u676f", "Caf\u00e9 \u201cmug\u201d \u676f"),
        ("half an escape \x1b", "half an escape "),
    ],
)
def test_controls_are_taken_out(text: str, left: str) -> None:
    assert without_controls(text) == left


def test_a_faked_line_stays_within_its_own() -> None:
    assert one_line("It is clean.\n[run_task] Done: 2 of 2") == "It is clean. [run_task] Done: 2 of 2"
    assert one_line("wide   gaps stay") == "wide   gaps stay"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("The mug is clean. It need not be washed.", "The mug is clean."),
        ("\n\n  The mug   is clean\n[run_task] Done: 1 of 1 goals.", "The mug is clean"),
        ("[run_task] Done.", "run_task Done."),
        ("It is 1.5 m away, e.g. on the Shelf_1. Go on.", "It is 1.5 m away, e.g. on the Shelf_1."),
        ("**Bold** <b>tags</b> and `code`!", "Bold b tags /b and code!"),
        ("![x](http://a.b/c.png) seen.", "x (http://a.b/c.png) seen."),
        ('She said "it is clean." Then more.', 'She said "it is clean."'),
        ("no full stop", "no full stop"),
        ("...", ""),
        ("", ""),
        ("word " * 100, ""),
    ],
)
def test_one_sentence_is_taken(text: str, sentence: str) -> None:
    assert one_sentence(text) == sentence


@given(st.text(max_size=400))
def test_whatever_the_text_only_characters_to_be_seen_are_left(text: str) -> None:
    for safe in (one_line(text), one_sentence(text)):
        assert all(unicodedata.category(c)[0] != "C" for c in safe) and len(safe.splitlines()) <= 1
    assert len(one_sentence(text)) <= LONGEST_SENTENCE
    assert without_controls(without_controls(text)) == without_controls(text)
