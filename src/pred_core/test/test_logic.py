"""Kleene's three-valued logic over states: what was never seen is unknown, and violates nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.action_model.logic import Fact, Facts, State, World
from pred_core.action_model.pddl import Formula, parse_formula, read_domain
from pred_core.objects import Truth

F, U, T = Truth.FALSE, Truth.UNKNOWN, Truth.TRUE
DOMAIN = read_domain("""
(define (domain d)
  (:types thing quality - object box - thing)
  (:predicates (p ?o - thing) (q ?o - thing) (in ?o - thing ?b - box) (big ?o - thing)
    (deep ?o - thing ?b - box))
  (:derived (deep ?o - thing ?b - box) (or (in ?o ?b) (exists (?c - box) (and (in ?o ?c) (deep ?c ?b)))))
  (:action a :parameters (?o - thing) :effect (p ?o)))
""")
OBJECTS = {"x": "thing", "y": "thing", "b": "box", "c": "crate"}
WORLD = World(DOMAIN, OBJECTS, [("big", "x")])
FACTS: list[Fact] = [(p, o) for p in "pq" for o in "xy"]


def truth(text: str, state: State, **binding: str) -> Truth:
    return WORLD.truth(parse_formula(text), state, {f"?{k}": v for k, v in binding.items()})


ONE = State.of([("p", "x")], [("p", "y")])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(p x)", T), ("(p y)", U), ("(q x)", F), ("(not (p x))", F), ("(not (p y))", U), ("(not (q x))", T),
        ("(and (p x) (p y))", U), ("(and (q x) (p y))", F), ("(and)", T), ("(or)", F),
        ("(or (p x) (p y))", T), ("(or (q x) (p y))", U), ("(or (q x) (q y))", F),
        ("(imply (p y) (p x))", T), ("(imply (p x) (p y))", U), ("(= x x)", T), ("(= x y)", F),
        ("(exists (?o - thing) (p ?o))", T), ("(exists (?o - thing) (and (p ?o) (not (= ?o x))))", U),
        ("(exists (?o - thing) (q ?o))", F), ("(exists (?o - box) (p ?o))", F),
        ("(forall (?o - thing) (p ?o))", F), ("(forall (?o - thing) (not (q ?o)))", T),
        ("(forall (?o - thing) (or (big ?o) (not (p ?o))))", U), ("(big x)", T), ("(big y)", F),
    ],
)  # fmt: skip
def test_truth(text: str, expected: Truth) -> None:
    assert truth(text, ONE) is expected


def test_variables_stand_for_what_they_are_bound_to() -> None:
    assert truth("(p ?o)", ONE, o="x") is T and truth("(p ?o)", ONE, o="y") is U


def test_derived_predicates_follow_chains_and_stay_unknown_where_a_link_is() -> None:
    state = State.of([("in", "x", "b"), ("in", "b", "c")])
    assert (
        truth("(deep x b)", state) is T
        and truth("(deep x c)", state) is T
        and truth("(deep c x)", state) is F
    )
    doubtful = State.of([("in", "x", "b")], [("in", "b", "c")])
    assert truth("(deep x c)", doubtful) is U


def test_types_are_of_their_ancestors_and_unknown_ones_are_things() -> None:
    assert set(WORLD.of_type["thing"]) == {"x", "y", "b", "c"} and set(WORLD.of_type["box"]) == {"b"}
    assert set(WORLD.of_type["object"]) == set(OBJECTS) and WORLD.of_type["crate"] == ("c",)


def test_bindings_are_those_for_which_a_formula_may_hold() -> None:
    found = list(WORLD.bindings((("?o", "thing"),), parse_formula("(p ?o)"), ONE))
    assert sorted((binding["?o"], str(how)) for binding, how in found) == [("x", str(T)), ("y", str(U))]


def test_a_state_is_changed_without_touching_the_one_before() -> None:
    after = ONE.changed([("p", "y")], [("p", "x")])
    assert (after.truth(("p", "x")), after.truth(("p", "y"))) == (F, T)
    assert ONE.truth(("p", "x")) is T and ONE.truth(("p", "y")) is U
    assert ONE.changed([("q", "x")], [("q", "x")]).truth(("q", "x")) is T, "what is both becomes true"
    assert ONE.pessimistic().truth(("p", "y")) is F


def test_facts_are_found_by_predicate_and_by_argument() -> None:
    facts = Facts([("in", "x", "b"), ("in", "y", "b"), ("p", "x")])
    assert ("p", "x") in facts and ("p", "y") not in facts and facts.of("q") == []
    assert sorted(facts.matching("in", 2, "b")) == [("in", "x", "b"), ("in", "y", "b")]
    assert facts.matching("in", 1, "y") == [("in", "y", "b")] and facts.matching("in", 2, "x") == []


# -- laws -------------------------------------------------------------------------------------------------------------
def _formulas() -> st.SearchStrategy[Formula]:
    atoms = st.sampled_from([*FACTS, ("p", "?o"), ("q", "?o")])
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            inner.map(lambda f: ("not", f)),
            st.lists(inner, max_size=3).map(lambda fs: ("and", *fs)),
            st.lists(inner, max_size=3).map(lambda fs: ("or", *fs)),
            inner.map(lambda f: ("exists", (("?o", "thing"),), f)),
            inner.map(lambda f: ("forall", (("?o", "thing"),), f)),
        ),
        max_leaves=8,
    )


FORMULAS = _formulas()
STATES = st.dictionaries(st.sampled_from(FACTS), st.sampled_from([T, U])).map(
    lambda given: State.of([f for f, v in given.items() if v is T], [f for f, v in given.items() if v is U])
)
BOUND = {"?o": "x"}


@given(FORMULAS, STATES)
def test_not_turns_truth_round_and_forall_is_no_exception(formula: Formula, state: State) -> None:
    value = WORLD.truth(formula, state, BOUND)
    assert WORLD.truth(("not", formula), state, BOUND) is {F: T, T: F, U: U}[value]
    every = WORLD.truth(("forall", (("?o", "thing"),), formula), state)
    none = WORLD.truth(("exists", (("?o", "thing"),), ("not", formula)), state)
    assert every is {F: T, T: F, U: U}[none]


@given(FORMULAS, STATES, st.sets(st.sampled_from(FACTS)))
def test_what_is_known_stays_so_however_the_unknown_turns_out(
    formula: Formula, state: State, true: set[Fact]
) -> None:
    value = WORLD.truth(formula, state, BOUND)
    settled = State.of({*state.true.all, *(state.unknown.all & true)})
    if value is not U:
        assert WORLD.truth(formula, settled, BOUND) is value
    assert WORLD.truth(formula, settled, BOUND) is not U
