"""Read a PDDL domain: ADL with derived predicates, every error with its line.

Supported: typing, constants, negative, disjunctive, existential and universal preconditions, equality, conditional
effects (``forall``, ``when``) and derived predicates. A comment ``;= "..."`` after a predicate or an action holds its
sentence in plain words; other PDDL tools read it as any comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Formula = tuple[object, ...]
"""``("and", f, ...)``, ``("or", f, ...)``, ``("not", f)``, ``("exists", ((variable, type), ...), f)``, ``("forall",
...)``, ``("=", a, b)``, or an atom ``(predicate, argument, ...)``; variables begin with ``?``."""
Typed = tuple[tuple[str, str], ...]
CONNECTIVES = frozenset({"and", "or", "not", "exists", "forall", "imply", "="})
_DEEPEST = 60
_TOKEN = re.compile(r"(?P<says>;=[^\n]*)|;[^\n]*|(?P<paren>[()])|(?P<word>[^\s();]+)")


class PddlError(ValueError):
    """A domain that cannot be used: the file, the line, and what is wrong."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        """:param line: counted from 1."""
        super().__init__(f"{source}, line {line}: {reason}")
        self.line = line


@dataclass(frozen=True)
class Effect:
    """One literal that becomes true (or false), for all bindings of ``variables`` for which ``condition`` holds."""

    variables: Typed
    condition: Formula | None
    fact: tuple[str, ...]
    value: bool


@dataclass(frozen=True)
class Action:
    """An action: its parameters, the conjuncts of its precondition, its effects and its words (``pick up {o}``)."""

    name: str
    parameters: Typed
    precondition: tuple[Formula, ...]
    effects: tuple[Effect, ...]
    words: str = ""


@dataclass(frozen=True)
class Predicate:
    """A predicate: its typed parameters and how to say that it holds, and that it does not."""

    name: str
    parameters: Typed
    holds: str = ""
    fails: str = ""


@dataclass(frozen=True)
class Derived:
    """A derived predicate: true where its body is."""

    name: str
    parameters: Typed
    body: Formula


@dataclass(frozen=True)
class PddlDomain:
    """A domain. ``types`` maps each type to its parent; ``text`` is what was read."""

    name: str
    text: str
    types: Mapping[str, str]
    constants: Mapping[str, str]
    predicates: Mapping[str, Predicate]
    derived: Mapping[str, Derived]
    actions: Mapping[str, Action]


@dataclass
class _Node:
    """A list of words and lists, with the line it begins in and the words written in its comments."""

    line: int
    parts: list[str | _Node] = field(default_factory=list)
    says: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def head(self) -> str:
        return self.parts[0] if self.parts and isinstance(self.parts[0], str) else ""


def read_domain(text: str, source: str = "domain.pddl") -> PddlDomain:
    """Return the domain that a PDDL text defines.

    :param source: what to call the text in errors
    :raises PddlError: naming the line of the first thing that is wrong
    """
    return _DomainReader(source, text).read()


def parse_formula(text: str, source: str = "formula") -> Formula:
    """Return the formula of a text such as ``(and (in mug_1 sink_1) (is mug_1 clean))``.

    Names are not checked, and stay as they are written.

    :raises PddlError: when parentheses do not match or a connective is used wrongly
    """
    return _formula(_tree(text, source, fold=False), source)


# -- s-expressions --------------------------------------------------------------------------------------------------
def words_of(formula: object) -> Iterator[str]:
    """Yield every word of a formula: connectives, predicates, variables and names."""
    if isinstance(formula, str):
        yield formula
    elif isinstance(formula, tuple):
        for part in formula:
            yield from words_of(part)


def _tree(text: str, source: str, *, fold: bool = True) -> _Node:
    """Return the tree of a text; ``fold`` makes all words small, as PDDL has it."""
    top = _Node(1)
    stack = [top]
    for line, kind, token in _tokens(text):
        if kind == "says":
            stack[-1].says[len(stack[-1].parts) - 1] = tuple(re.findall(r'"([^"]*)"', token))
        elif token == "(":
            if len(stack) > _DEEPEST:
                raise PddlError(source, line, f"parentheses are nested more than {_DEEPEST} deep")
            node = _Node(line)
            stack[-1].parts.append(node)
            stack.append(node)
        elif token == ")":
            if len(stack) == 1:
                raise PddlError(source, line, "a parenthesis is closed that was not opened")
            stack.pop()
        else:
            stack[-1].parts.append(token.lower() if fold else token)
    if len(stack) > 1:
        raise PddlError(source, stack[-1].line, "this parenthesis is never closed")
    if len(top.parts) != 1 or isinstance(top.parts[0], str):
        raise PddlError(source, 1, "one expression in parentheses was expected")
    return top.parts[0]


def _tokens(text: str) -> Iterator[tuple[int, str, str]]:
    line, at = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if match.lastgroup:
            yield line, match.lastgroup, match.group()


def _formula(node: str | _Node, source: str, line: int = 1) -> Formula:
    if isinstance(node, str):
        raise PddlError(source, line, f"{node!r} is no formula: parentheses are missing")
    head, rest = node.head(), node.parts[1:]
    head = head.lower() if head.lower() in CONNECTIVES else head
    if not head:
        raise PddlError(
            source, node.line, "a formula begins with a predicate or with and, or, not, exists, forall"
        )
    if head in ("and", "or"):
        return (head, *(_formula(part, source, node.line) for part in rest))
    if head == "not" and len(rest) == 1:
        return ("not", _formula(rest[0], source, node.line))
    if head == "imply" and len(rest) == 2:
        first, then = (_formula(part, source, node.line) for part in rest)
        return ("or", ("not", first), then)
    if head in ("exists", "forall") and len(rest) == 2 and isinstance(rest[0], _Node):
        return (head, _typed(rest[0].parts, source, node.line), _formula(rest[1], source, node.line))
    if head in CONNECTIVES and not (head == "=" and len(rest) == 2):
        raise PddlError(source, node.line, f"{head!r} has the wrong number of parts")
    words = [part for part in rest if isinstance(part, str)]
    if len(words) != len(rest):
        raise PddlError(source, node.line, f"an argument of {head!r} is in parentheses")
    return (head, *words)


def _typed(parts: list[str | _Node], source: str, line: int) -> Typed:
    found: list[tuple[str, str]] = []
    names: list[str] = []
    words = iter(parts)
    for word in words:
        if isinstance(word, _Node):
            raise PddlError(source, word.line, "a name or a type was expected, not a parenthesis")
        if word != "-":
            names.append(word)
            continue
        kind = next(words, None)
        if not isinstance(kind, str):
            raise PddlError(source, line, "a type must follow '-'")
        found += [(name, kind) for name in names]
        names = []
    return (*found, *((name, "object") for name in names))


# -- the domain -------------------------------------------------------------------------------------------------------
class _DomainReader:
    def __init__(self, source: str, text: str) -> None:
        self.source, self.text = source, text
        self.types: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        self.predicates: dict[str, Predicate] = {}
        self.derived: dict[str, Derived] = {}
        self.actions: dict[str, Action] = {}

    def fail(self, line: int, reason: str) -> PddlError:
        return PddlError(self.source, line, reason)

    def read(self) -> PddlDomain:
        top = _tree(self.text, self.source)
        if top.head() != "define" or len(top.parts) < 2 or not isinstance(top.parts[1], _Node):
            raise self.fail(top.line, "a domain begins with (define (domain NAME)")
        name = top.parts[1].parts[1:2]
        sections = [part for part in top.parts[2:] if isinstance(part, _Node)]
        unknown = next((s for s in sections if s.head() not in _SECTIONS), None)
        if unknown is not None:
            raise self.fail(unknown.line, f"there is no section {unknown.head()!r}")
        for wanted in (":types", ":constants", ":predicates", ":derived", ":action"):
            for part in sections:
                if part.head() == wanted:
                    self._section(part)
        if not self.actions:
            raise self.fail(top.line, "the domain has no actions")
        return PddlDomain(
            name[0] if name and isinstance(name[0], str) else "",
            self.text,
            self.types,
            self.constants,
            self.predicates,
            self.derived,
            self.actions,
        )

    def _section(self, node: _Node) -> None:
        head = node.head()
        if head == ":types":
            self.types |= dict(_typed(node.parts[1:], self.source, node.line))
        elif head == ":constants":
            self.constants |= dict(_typed(node.parts[1:], self.source, node.line))
            for kind in self.constants.values():
                self._known_type(kind, node.line)
        elif head == ":predicates":
            self._predicates(node)
        elif head == ":derived":
            self._derived(node)
        else:
            self._action(node)

    def _known_type(self, kind: str, line: int) -> None:
        if kind != "object" and kind not in self.types:
            raise self.fail(line, f"there is no type {kind!r}")

    def _predicates(self, section: _Node) -> None:
        for index, node in enumerate(section.parts[1:], 1):
            if isinstance(node, str):
                raise self.fail(section.line, f"the predicate {node!r} is not in parentheses")
            parameters = _typed(node.parts[1:], self.source, node.line)
            for _, kind in parameters:
                self._known_type(kind, node.line)
            says = (*section.says.get(index, ()), "", "")
            if node.head() in self.predicates:
                raise self.fail(node.line, f"the predicate {node.head()!r} is declared twice")
            self.predicates[node.head()] = Predicate(node.head(), parameters, says[0], says[1])

    def _derived(self, node: _Node) -> None:
        head, body = (*node.parts[1:3], None, None)[:2]
        if not isinstance(head, _Node) or not isinstance(body, _Node):
            raise self.fail(node.line, "(:derived (name ...) formula) was expected")
        parameters = _typed(head.parts[1:], self.source, node.line)
        formula = _formula(body, self.source)
        self._check(formula, dict(parameters), body.line)
        self.derived[head.head()] = Derived(head.head(), parameters, formula)

    def _action(self, node: _Node) -> None:
        name = node.parts[1] if len(node.parts) > 1 else ""
        if not isinstance(name, str) or not name:
            raise self.fail(node.line, "the action has no name")
        if name in self.actions:
            raise self.fail(node.line, f"the action {name!r} is defined twice")
        pairs = zip(node.parts[2::2], node.parts[3::2], strict=False)
        given = {key: part for key, part in pairs if isinstance(key, str) and isinstance(part, _Node)}
        missing = [key for key in (":parameters", ":effect") if key not in given]
        if missing:
            raise self.fail(node.line, f"the action {name!r} has no {missing[0]}")
        parameters = _typed(given[":parameters"].parts, self.source, node.line)
        for _, kind in parameters:
            self._known_type(kind, given[":parameters"].line)
        scope = dict(parameters)
        conjuncts: tuple[Formula, ...] = ()
        if ":precondition" in given:
            conjuncts = self._conjuncts(given[":precondition"], scope)
        effects = tuple(self._effects(given[":effect"], scope, (), None))
        self._contradictions(name, node.line, conjuncts, effects)
        self.actions[name] = Action(
            name, parameters, conjuncts, effects, next(iter(node.says.get(1, ())), "")
        )

    def _conjuncts(self, node: _Node, scope: Mapping[str, str]) -> tuple[Formula, ...]:
        formula = _formula(node, self.source)
        self._check(formula, scope, node.line)
        parts = formula[1:] if formula[0] == "and" else (formula,)
        return tuple(part for part in parts if isinstance(part, tuple))

    def _effects(
        self, node: _Node, scope: Mapping[str, str], variables: Typed, condition: Formula | None
    ) -> Iterator[Effect]:
        head, rest = node.head(), [part for part in node.parts[1:] if isinstance(part, _Node)]
        if head == "and":
            for part in rest:
                yield from self._effects(part, scope, variables, condition)
        elif head == "forall" and len(rest) == 2:
            more = _typed(rest[0].parts, self.source, node.line)
            yield from self._effects(rest[1], {**scope, **dict(more)}, (*variables, *more), condition)
        elif head == "when" and len(rest) == 2:
            given = _formula(rest[0], self.source)
            self._check(given, scope, node.line)
            both = given if condition is None else ("and", condition, given)
            yield from self._effects(rest[1], scope, variables, both)
        else:
            literal = _formula(node, self.source)
            self._check(literal, scope, node.line)
            value = literal[0] != "not"
            atom = literal if value else literal[1]
            if not isinstance(atom, tuple) or atom[0] in CONNECTIVES or atom[0] in self.derived:
                raise self.fail(node.line, "an effect makes one declared predicate true or false")
            yield Effect(variables, condition, tuple(str(word) for word in atom), value)

    def _contradictions(
        self, name: str, line: int, conjuncts: tuple[Formula, ...], effects: tuple[Effect, ...]
    ) -> None:
        for part in conjuncts:
            if ("not", part) in conjuncts:
                raise self.fail(line, f"the action {name!r} needs {part[0]!r} both to hold and not to hold")
        plain = {(e.fact, e.value) for e in effects if e.condition is None and not e.variables}
        for fact, value in plain:
            if value and (fact, False) in plain:
                raise self.fail(line, f"the action {name!r} makes {fact[0]!r} both true and false")

    def _check(self, formula: Formula, scope: Mapping[str, str], line: int) -> None:
        """Raise an error for names that nobody declared, or a wrong number of arguments."""
        head = str(formula[0])
        if head in ("exists", "forall"):
            variables, body = formula[1], formula[2]
            if isinstance(variables, tuple) and isinstance(body, tuple):
                self._check(body, {**scope, **{str(v): str(k) for v, k in variables}}, line)
            return
        if head in ("and", "or", "not"):
            for part in formula[1:]:
                if isinstance(part, tuple):
                    self._check(part, scope, line)
            return
        arguments = [str(word) for word in formula[1:]]
        for word in arguments:
            if word not in scope and word not in self.constants:
                what = "variable" if word.startswith("?") else "constant"
                raise self.fail(line, f"there is no {what} {word!r} here")
        if head == "=":
            return
        known = self.predicates.get(head) or self.derived.get(head)
        if known is None:
            raise self.fail(line, f"there is no predicate {head!r}")
        if len(known.parameters) != len(arguments):
            raise self.fail(line, f"{head!r} takes {len(known.parameters)} arguments, not {len(arguments)}")


_SECTIONS = frozenset({":requirements", ":types", ":constants", ":predicates", ":derived", ":action"})
