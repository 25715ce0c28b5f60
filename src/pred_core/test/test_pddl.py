"""PDDL is read as it is meant, and nonsense is refused with a PddlError and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_core.action_model.pddl import PddlError, parse_formula, read_domain

SMALL = """; a lamp
(define (domain lamp)
  (:requirements :strips :typing)
  (:types thing quality - object)
  (:constants warm - quality)
  (:predicates
    (lit ?s - thing) ;= "{s} is on" "{s} is off"
    (is ?o - thing ?a - quality)
  )
  (:derived (dark ?s - thing) (not (lit ?s)))
  (:action toggle ;= "switch on {s}"
    :parameters (?s - thing)
    :precondition (and (dark ?s) (not (lit ?s)))
    :effect (and (lit ?s) (forall (?o - thing) (when (lit ?o) (is ?o warm)))))
)
"""
TEXTS = [
    resources.files("pred_core").joinpath(f"data/{n}.pddl").read_text("utf-8") for n in ("household", "table")
]


def test_a_domain_is_read_with_its_words() -> None:
    domain = read_domain(SMALL)
    assert domain.name == "lamp" and domain.types == {"thing": "object", "quality": "object"}
    assert domain.constants == {"warm": "quality"} and domain.text == SMALL
    assert (domain.predicates["lit"].holds, domain.predicates["lit"].fails) == ("{s} is on", "{s} is off")
    assert domain.predicates["is"].holds == "" and list(domain.derived) == ["dark"]
    toggle = domain.actions["toggle"]
    assert toggle.words == "switch on {s}" and toggle.parameters == (("?s", "thing"),)
    assert toggle.precondition == (("dark", "?s"), ("not", ("lit", "?s")))
    plain, conditional = toggle.effects
    assert plain.fact == ("lit", "?s") and plain.value and plain.condition is None
    assert conditional.variables == (("?o", "thing"),) and conditional.condition == ("lit", "?o")
    assert conditional.fact == ("is", "?o", "warm")


def test_imply_is_or_and_the_names_of_a_goal_stay_as_they_are() -> None:
    assert parse_formula("(IMPLY (a ?X) (b Mug_1))") == ("or", ("not", ("a", "?X")), ("b", "Mug_1"))


@pytest.mark.parametrize("text", TEXTS)
def test_every_predicate_and_action_that_comes_along_has_its_words(text: str) -> None:
    domain = read_domain(text)
    for predicate in domain.predicates.values():
        assert predicate.holds and predicate.fails, predicate.name
        used = set(re.findall(r"\{(\w+)\}", predicate.holds + predicate.fails))
        assert used <= {name[1:] for name, _ in predicate.parameters}, predicate.name
    for action in domain.actions.values():
        used = set(re.findall(r"\{(\w+)\}", action.words))
        assert action.words and used <= {name[1:] for name, _ in action.parameters}, action.name


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("(:types", "(:type", 4, "no section ':type'"),
        ("warm - quality", "warm - colour", 5, "no type 'colour'"),
        ("(lit ?s - thing)", "(lit ?s - lamp)", 7, "no type 'lamp'"),
        ("(lit ?s - thing)", "lit", 6, "the predicate 'lit' is not in parentheses"),
        ("(is ?o - thing ?a - quality)", "(lit ?o - thing)", 8, "'lit' is declared twice"),
        ("(not (lit ?s)))\n  (:action", "(not (lid ?s)))\n  (:action", 10, "no predicate 'lid'"),
        ("(not (lit ?s)))\n  (:action", "(not (lit ?q)))\n  (:action", 10, r"no variable '\?q'"),
        (":parameters (?s - thing)\n", "\n", 11, "has no :parameters"),
        (":effect", ":affect", 11, "has no :effect"),
        ("(and (dark ?s)", "(and (dark ?s ?s)", 13, "'dark' takes 1 arguments, not 2"),
        ("(and (dark ?s)", "(and (lit ?s)", 11, "needs 'lit' both to hold and not to hold"),
        ("(and (dark ?s)", "(and (not (dark ?s) (lit ?s))", 13, "'not' has the wrong number of parts"),
        ("(and (lit ?s) (forall", "(and (lit ?s) (not (lit ?s)) (forall", 11, "both true and false"),
        ("(and (lit ?s) (forall", "(and (dark ?s) (forall", 14, "one declared predicate"),
        ("(is ?o warm)", "(is ?o cold)", 14, "no constant 'cold'"),
        ("(is ?o warm))))", "(is ?o warm)))", 2, "never closed"),
        ("; a lamp\n", "; a lamp\n)", 2, "closed that was not opened"),
        ("(define (domain lamp)", "(domain lamp", 2, "begins with"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    assert old in SMALL
    with pytest.raises(PddlError, match=reason) as raised:
        read_domain(SMALL.replace(old, new, 1), "lamp.pddl")
    assert raised.value.line == line and str(raised.value).startswith(f"lamp.pddl, line {line}: ")


def test_a_domain_without_actions_is_refused() -> None:
    with pytest.raises(PddlError, match="no actions"):
        read_domain("(define (domain empty))")


WORDS = st.sampled_from(
    [
        *("(", ")", "(", ")", "?a", "?o", "-", "and", "or", "not", "exists", "forall", "when", "imply", "=", "lit"),
        *("define", "domain", "(domain", ":types", ":constants", ":predicates", ":derived", ":action", ":parameters"),
        *(":precondition", ":effect", "thing", "object", "quality", "warm", ";", '"', "\n", ';= "{o}" "{o}"'),
    ]
)  # fmt: skip


def read_or_refused(reader: Callable[[str], object], text: str) -> bool:
    """Tell whether a text is read, or refused with a line; any other error goes through."""
    try:
        reader(text)
    except PddlError as error:
        return error.line >= 1
    return True


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=60).map(" ".join)))
def test_nonsense_raises_pddl_errors_only(text: str) -> None:
    for reader in (read_domain, parse_formula):
        assert read_or_refused(reader, text)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(WORDS, max_size=30).map(" ".join),
    st.sampled_from([":derived", ":action", ":predicates", ":types", ":constants"]),
)
def test_nonsense_in_a_section_raises_pddl_errors_only(text: str, section: str) -> None:
    tail = ")" * max(text.count("(") - text.count(")"), 0)
    changed = SMALL.rstrip().removesuffix(")") + f"({section} {text}{tail}))"
    assert read_or_refused(read_domain, changed)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_domain_with_words_left_out_or_put_in_is_read_or_refused(data: st.DataObject) -> None:
    words = re.findall(r"[()]|[^\s()]+|\n", TEXTS[1])
    at = data.draw(st.integers(0, len(words) - 1))
    changed = [
        *words[:at],
        *data.draw(st.lists(WORDS, max_size=2)),
        *words[at + data.draw(st.integers(0, 3)) :],
    ]
    assert read_or_refused(read_domain, " ".join(changed))


@pytest.mark.parametrize(
    "text", ["(" * 100_000, "(not " * 5_000 + "(a)" + ")" * 5_000], ids=["open", "whole"]
)
def test_what_is_nested_too_deep_is_refused(text: str) -> None:
    with pytest.raises(PddlError):
        parse_formula(text)
