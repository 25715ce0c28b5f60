"""Rules that need a word which is not there are not tried, and would not have matched."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from pred_language.discourse.plainly import as_asked
from pred_language.discourse.spoken import as_plain_order
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.needed_words import needed

SAID = (
    "Could you please put the mug that is on the desk in the sink, and then wash it?",
    "no wait, not the red one - the BLUE one; it's too hot in here",
    "I'd rather have two forks and a knife brought to me before you close the fridge.",
    "um, turn off the light when you're done unless somebody is reading",
    "if there are no eggs, bring the bread instead; otherwise leave everything as it is!",
    "where did I leave my keys? the pan with the lid on it, the plates but not the one with the tomato",
    "",
)


def rules(value: object) -> Iterator[LatePattern]:
    """Yield the rules in a value or in what it holds."""
    if isinstance(value, LatePattern):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from rules(one)


@pytest.mark.parametrize(
    ("pattern", "parts"),
    [
        (r"\b(?:turn|switch) (?:up|down)\b", (("switch", "turn"), ("down", "up"))),
        (r"\b(?:turn|switch) (?:on|off)\b", (("switch", "turn"), (" o",))),
        (r"^Put (?P<it>it|them)? back$", ((" back",), ("put ",))),
        (r"(?:a|the) [a-z]+s?", ()),
        (r"(?:please )*now(?= then)", ((" then",), ("now",))),
        (r"(?:please )+", (("please ",),)),
        (r"(?!never)[a-z]+", ()),
        (r"don'?t", (("don",),)),
        (r"(?:make sure|see) \w+ is \w+ or \w+ at all", ((" at all",), (" or ",), (" is ",))),
    ],
)
def test_of_a_pattern_the_longest_parts_are_needed(pattern: str, parts: tuple[tuple[str, ...], ...]) -> None:
    assert needed(pattern) == parts


def test_case_and_letters_of_other_alphabets_are_minded() -> None:
    rule = LatePattern("kiss")
    assert rule.sub("hug", "KISS") == rule.sub("hug", "\u212ai\u017fs") == "hug"
    assert rule.sub("hug", "miss") == "miss" and rule.search("miss") is rule.match("miss") is None


def test_one_part_of_each_choice_is_needed() -> None:
    rule = LatePattern(r"\b(?:turn|switch) (?:up|down)\b")
    assert rule.may_match("Turn up") and rule.may_match("down it turns")
    assert not rule.may_match("turn it") and not rule.may_match("up it")


def test_no_rule_of_the_grammar_matches_what_lacks_its_words() -> None:
    told = {text for said in SAID for text in (said, as_asked(said), as_plain_order(said))}
    grammar = [module for name, module in sys.modules.items() if name.startswith("pred_language.")]
    tried = {rule for module in grammar for value in vars(module).values() for rule in rules(value)}
    left_out = [(rule, text) for rule in tried for text in told if not rule.may_match(text)]
    assert len(tried) > 400 and len(left_out) > 0.7 * len(tried) * len(told)
    assert not [(rule._pattern, text) for rule, text in left_out if rule.compiled.search(text)]
