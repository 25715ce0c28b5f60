"""Rules are applied in order, each to what those before it made, though only those that may match are tried."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pred_language.discourse import (
    contrasts,
    desired,
    end_states,
    idle_words,
    named_ahead,
    offhand,
    set_aside,
    told_of,
)
from pred_language.discourse.rewriting import Rule, retold, rules

TABLES = tuple(m.RULES for m in (idle_words, set_aside, told_of, desired, end_states, contrasts, named_ahead, offhand))
SAID = (
    "Put the mug in the sink.",
    "I was hoping to see the mug in the cupboard, not on the table",
    "honestly, the cup: I would like it to be washed and put back, so bring me THE ONE on the desk",
    "the lamp had better be off when I am back",
    "my feet ache, so get me the slippers that are under the bed, please",
    "On the table I want the book and not the pen",
    "the caf\u00e9 mug \u2013 no, \u0130 mean the cup \u2013 goes in the \u212aitchen sink",
    "ok",
    "",
)
CHAIN = rules(((r"\bone\b", "two"), (r"\bthree\b", "four"), (r"\btwo\b", "three"), (r"\b[a-z]\b", "x")))


def one_by_one(text: str, *tables: Sequence[Rule]) -> str:
    """Return the same by trying every rule."""
    for table in tables:
        for pattern, change in table:
            text = pattern.compiled.sub(change, text)
    return text


@pytest.mark.parametrize("text", SAID)
def test_it_is_as_if_every_rule_were_tried(text: str) -> None:
    assert retold(text, *TABLES) == one_by_one(text, *TABLES)
    for table in TABLES:
        assert retold(text, table) == one_by_one(text, table)


def test_a_rule_is_applied_to_what_those_before_it_made_and_to_nothing_after_it() -> None:
    assert retold("one a", CHAIN) == "three x"
    assert retold("two three", CHAIN) == "three four"


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [
        (r"\bthe (?:mug|pot)\b", {"mug", "pot"}),  # most orders have "the"
        (r"wipe|wash", {"ash", "ipe"}),
        (r"them", {"hem"}),
        (r"\ba?b?\b|in", set()),
    ],
)
def test_a_rule_is_told_by_three_letters_that_few_texts_have(pattern: str, letters: set[str]) -> None:
    ((rule, _),) = rules(((pattern, ""),))
    assert set(rule.told_by()) == letters
