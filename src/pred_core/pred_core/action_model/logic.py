"""States of a symbolic world, and the three-valued truth of formulas in them (Kleene's strong logic).

A fact that was never seen is unknown. What an action needs is violated only when it is false: an unknown fact is an
assumption that the robot looks at before it acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pred_core.action_model.pddl import CONNECTIVES, Formula, PddlDomain, Typed
from pred_core.objects import Truth

Fact = tuple[str, ...]
"""``(predicate, object, ...)``."""
Binding = Mapping[str, str]
_ORDER = {Truth.FALSE: 0, Truth.UNKNOWN: 1, Truth.TRUE: 2}
_NOT = {Truth.FALSE: Truth.TRUE, Truth.UNKNOWN: Truth.UNKNOWN, Truth.TRUE: Truth.FALSE}


class Facts:
    """A set of facts, found by predicate, and by predicate and one argument."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.all = frozenset(facts)
        self._by: dict[str, list[Fact]] | None = None
        self._at: dict[tuple[str, int], dict[str, list[Fact]]] = {}

    def __contains__(self, fact: object) -> bool:
        return fact in self.all

    def of(self, predicate: str) -> list[Fact]:
        """Return the facts of one predicate."""
        if self._by is None:
            self._by = {}
            for fact in self.all:
                self._by.setdefault(fact[0], []).append(fact)
        return self._by.get(predicate, _NONE)

    def matching(self, predicate: str, position: int, value: str) -> list[Fact]:
        """Return the facts of a predicate whose argument at a position (from 1) is a value."""
        index = self._at.get((predicate, position))
        if index is None:
            index = self._at[predicate, position] = {}
            for fact in self.of(predicate):
                index.setdefault(fact[position], []).append(fact)
        return index.get(value, _NONE)


_NONE: list[Fact] = []


@dataclass(frozen=True)
class State:
    """What is true now; what is in ``unknown`` may be; everything else that can change is false."""

    true: Facts
    unknown: Facts = field(default_factory=Facts)

    @classmethod
    def of(cls, true: Iterable[Fact], unknown: Iterable[Fact] = ()) -> State:
        """Return the state in which these facts are true and those may be."""
        known = frozenset(true)
        return cls(Facts(known), Facts(frozenset(unknown) - known))

    def truth(self, fact: Fact) -> Truth:
        """Return whether a fact holds."""
        return Truth.TRUE if fact in self.true else Truth.UNKNOWN if fact in self.unknown else Truth.FALSE

    def changed(self, add: Iterable[Fact], remove: Iterable[Fact]) -> State:
        """Return the state after some facts became true and others false; what is both becomes true."""
        added, removed = frozenset(add), frozenset(remove)
        touched = added | removed
        unknown = self.unknown if self.unknown.all.isdisjoint(touched) else Facts(self.unknown.all - touched)
        return State(Facts((self.true.all - removed) | added), unknown)

    def pessimistic(self) -> State:
        """Return the state in which everything unknown is false."""
        return State(self.true)


class World:
    """The objects of a symbolic world with their types, and what never changes about them."""

    def __init__(self, domain: PddlDomain, objects: Mapping[str, str], static: Iterable[Fact]) -> None:
        """:param objects: object -> type; types that the domain does not declare are kinds of ``thing``."""
        self.domain = domain
        self.objects = {**objects, **domain.constants}
        self.static = Facts(static)
        self.fluents = frozenset(domain.predicates) - {fact[0] for fact in self.static.all}

    @cached_property
    def of_type(self) -> Mapping[str, tuple[str, ...]]:
        """The objects of each type, those of its subtypes included."""
        found: dict[str, list[str]] = {}
        for name, kind in self.objects.items():
            for ancestor in self._ancestors(kind):
                found.setdefault(ancestor, []).append(name)
        return {kind: tuple(names) for kind, names in found.items()}

    def _ancestors(self, kind: str) -> Iterator[str]:
        seen = kind
        yield seen
        while seen != "object":
            seen = self.domain.types.get(seen, "object" if seen == "thing" else "thing")
            yield seen

    def truth(self, formula: Formula, state: State, binding: Binding | None = None) -> Truth:
        """Return whether a formula holds in a state."""
        return _Evaluation(self, state).truth(formula, dict(binding or {}))

    def bindings(
        self, variables: Typed, formula: Formula, state: State, binding: Binding | None = None
    ) -> Iterator[tuple[dict[str, str], Truth]]:
        """Return the values of variables for which a formula holds or may hold, with which of both."""
        yield from _Evaluation(self, state).solutions(variables, formula, dict(binding or {}))


class _Evaluation:
    """Evaluates formulas in one state."""

    def __init__(self, world: World, state: State) -> None:
        self.world, self.state = world, state
        self.fluents = world.fluents
        self.derived = world.domain.derived

    def truth(self, formula: Formula, binding: dict[str, str]) -> Truth:
        evaluate = _EVALUATE.get(str(formula[0]))
        return evaluate(self, formula, binding) if evaluate else self._atom(formula, binding)

    def _atom(self, formula: Formula, binding: dict[str, str]) -> Truth:
        predicate = str(formula[0])
        fact = (predicate, *(binding.get(a, a) for a in formula[1:]))  # type: ignore[call-overload]
        if predicate in self.derived:
            rule = self.derived[predicate]
            inner = {name: value for (name, _), value in zip(rule.parameters, fact[1:], strict=True)}
            return self.truth(rule.body, inner)
        if predicate in self.fluents:
            return self.state.truth(fact)
        return Truth.TRUE if fact in self.world.static else Truth.FALSE

    def _and(self, formula: Formula, binding: dict[str, str]) -> Truth:
        result = Truth.TRUE
        for part in formula[1:]:
            found = self.truth(part, binding)  # type: ignore[arg-type]
            if found is Truth.FALSE:
                return found
            if found is Truth.UNKNOWN:
                result = found
        return result

    def _or(self, formula: Formula, binding: dict[str, str]) -> Truth:
        result = Truth.FALSE
        for part in formula[1:]:
            found = self.truth(part, binding)  # type: ignore[arg-type]
            if found is Truth.TRUE:
                return found
            if found is Truth.UNKNOWN:
                result = found
        return result

    def _not(self, formula: Formula, binding: dict[str, str]) -> Truth:
        return _NOT[self.truth(formula[1], binding)]  # type: ignore[arg-type]

    def _equal(self, formula: Formula, binding: dict[str, str]) -> Truth:
        one, other = (binding.get(str(a), str(a)) for a in formula[1:])
        return Truth.of(one == other)

    def _exists(self, formula: Formula, binding: dict[str, str]) -> Truth:
        result = Truth.FALSE
        for _, found in self.solutions(formula[1], formula[2], binding):  # type: ignore[arg-type]
            if found is Truth.TRUE:
                return found
            result = Truth.UNKNOWN
        return result

    def _forall(self, formula: Formula, binding: dict[str, str]) -> Truth:
        return _NOT[self._exists(("exists", formula[1], ("not", formula[2])), binding)]

    # -- bindings -----------------------------------------------------------------------------------------------------
    def solutions(
        self, variables: Typed, body: Formula, binding: dict[str, str]
    ) -> Iterator[tuple[dict[str, str], Truth]]:
        """Return the bindings of typed variables under which the body is not false, with its truth."""
        free = {name: kind for name, kind in variables if name not in binding}
        yield from self._extend(free, body, binding)

    def _extend(
        self, free: dict[str, str], body: Formula, binding: dict[str, str]
    ) -> Iterator[tuple[dict[str, str], Truth]]:
        if not free:
            found = self.truth(body, binding)
            if found is not Truth.FALSE:
                yield binding, found
            return
        for extended in self._next(free, body, binding):
            left = {name: kind for name, kind in free.items() if name not in extended}
            yield from self._extend(left, body, extended)

    def _next(self, free: dict[str, str], body: Formula, binding: dict[str, str]) -> Iterator[dict[str, str]]:
        """Bind at least one free variable: from the facts of the conjunct with the fewest, else by its type."""
        best: tuple[int, Formula, list[Fact]] | None = None
        for atom in body[1:] if body[0] == "and" else (body,):
            if not isinstance(atom, tuple) or atom[0] in CONNECTIVES or atom[0] in self.derived:
                continue
            if not any(a in free for a in atom[1:]):
                continue
            facts = self._facts(atom, binding)
            if best is None or len(facts) < best[0]:
                best = (len(facts), atom, facts)
        if best is not None:
            for fact in best[2]:
                extended = self._matched(best[1], fact, free, binding)
                if extended is not None:
                    yield extended
            return
        name, kind = next(iter(free.items()))
        for value in self.world.of_type.get(kind, ()):
            yield {**binding, name: value}

    def _facts(self, atom: Formula, binding: dict[str, str]) -> list[Fact]:
        predicate = str(atom[0])
        stores = (self.state.true, self.state.unknown) if predicate in self.fluents else (self.world.static,)
        for position, word in enumerate(atom[1:], 1):
            value = binding.get(str(word), str(word))
            if not value.startswith("?"):
                found = [store.matching(predicate, position, value) for store in stores]
                break
        else:
            found = [store.of(predicate) for store in stores]
        return found[0] if len(found) == 1 or not found[1] else found[0] + found[1]

    def _matched(
        self, atom: Formula, fact: Fact, free: dict[str, str], binding: dict[str, str]
    ) -> dict[str, str] | None:
        extended = dict(binding)
        for word, value in zip(atom[1:], fact[1:], strict=True):
            name = str(word)
            if name in free and name not in extended:
                if free[name] not in ("object", "thing", "quality") and value not in self.world.of_type.get(
                    free[name], ()
                ):
                    return None
                extended[name] = value
            elif extended.get(name, name) != value:
                return None
        return extended


_EVALUATE: Mapping[str, Callable[[_Evaluation, Formula, dict[str, str]], Truth]] = {
    "and": _Evaluation._and,  # noqa: SLF001
    "or": _Evaluation._or,  # noqa: SLF001
    "not": _Evaluation._not,  # noqa: SLF001
    "=": _Evaluation._equal,  # noqa: SLF001
    "exists": _Evaluation._exists,  # noqa: SLF001
    "forall": _Evaluation._forall,  # noqa: SLF001
}
