"""HELPER's dialect: a Python script over InteractionObject. It is read as a syntax tree and never run.

Allowed are assignments ``x = InteractionObject("Class", landmark="Class", attributes=["..."])``, calls of the listed
methods on such names, comments, strings, ``pass`` and imports of nothing. Anything else is rejected.
"""

from __future__ import annotations

import ast
import textwrap
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field

from pred_planner.dialects.cleaning import clean, no_plan
from pred_planner.dialects.names import Names
from pred_planner.dialects.parsed import Parsed, Rejected, RejectionCode, Repairs, Step, finish
from pred_planner.language import High, Level

METHODS: Mapping[str, High] = {
    "go_to": High.GOTO,
    "pickup": High.PICKUP,
    "place": High.PUT,
    "slice": High.SLICE,
    "toggle_on": High.TOGGLE_ON,
    "toggle_off": High.TOGGLE_OFF,
    "open": High.OPEN,
    "close": High.CLOSE,
    "clean": High.CLEAN,
    "put_down": High.PUT,
    "pour": High.POUR,
    "fill_up": High.FILL,
    "pickup_and_place": High.MOVE,
    "empty": High.POUR,
    "cook": High.COOK,
    "toast": High.TOAST,
}
WITH_LANDMARK = frozenset({"place", "pour", "pickup_and_place"})
CORRECTIONS = frozenset({"move_back", "move_closer", "move_alternate_viewpoint"})
PUT_DOWN_PLACE = "CounterTop"
CONSTRUCTOR = "InteractionObject"
CORRECTIVE = "AgentCorrective"


@dataclass(frozen=True)
class _Thing:
    name: str
    class_name: str
    landmark: str = ""
    attributes: tuple[str, ...] = ()


@dataclass
class _Script:
    names: Names
    repairs: Repairs
    things: dict[str, _Thing] = field(default_factory=dict)
    agents: set[str] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)


def parse(text: str, names: Names) -> Parsed:
    """Read an answer in HELPER's dialect.

    :raises Rejected: with the reason
    """
    repairs = Repairs()
    text = clean(text, repairs)
    script = _Script(names, repairs)
    for statement in _statements(text, repairs):
        _statement(statement, script)
    if not script.steps:
        raise no_plan(text)
    return finish(Level.TRIPLET, script.steps, repairs)


def _statements(text: str, repairs: Repairs) -> list[ast.stmt]:
    source = textwrap.dedent(text).replace("\t", "    ")
    try:
        return _parsed(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return _without_prose(source, repairs, error)


def _parsed(source: str) -> list[ast.stmt]:
    with warnings.catch_warnings():  # a model's odd escapes are no news to our users
        warnings.simplefilter("ignore", SyntaxWarning)
        return ast.parse(source).body


def _without_prose(source: str, repairs: Repairs, error: Exception) -> list[ast.stmt]:
    """Keep the lines that are statements by themselves, if all the others are prose, not code."""
    kept: list[ast.stmt] = []
    for line in source.splitlines():
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        try:
            kept.extend(_parsed(stripped))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            if CONSTRUCTOR in stripped or "(" in stripped or stripped.startswith("target_"):
                raise Rejected(
                    RejectionCode.TRUNCATED if source.rstrip().endswith(stripped) else RejectionCode.SYNTAX,
                    f"{stripped[:80]!r} is not Python.",
                ) from error
            repairs.add(f"left out {stripped[:60]!r}")
    return kept


def _statement(node: ast.stmt, script: _Script) -> None:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
            _assign(name, call, script)
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return
        case ast.Expr(value=ast.Call() as call):
            _call(call, script)
        case _:
            raise _not_allowed(node)


def _assign(name: str, call: ast.Call, script: _Script) -> None:
    match call.func:
        case ast.Name(id=constructor) if constructor == CORRECTIVE:
            script.agents.add(name)
        case ast.Name(id=constructor) if constructor == CONSTRUCTOR:
            script.things[name] = _thing(name, call, script)
        case _:
            raise _not_allowed(call)


def _thing(name: str, call: ast.Call, script: _Script) -> _Thing:
    given: dict[str, ast.expr] = dict(
        zip(("object_class", "landmark", "attributes"), call.args, strict=False)
    )
    for keyword in call.keywords:
        if keyword.arg is None:
            raise _not_allowed(call)
        given[keyword.arg] = keyword.value
    class_name = _string(given.get("object_class"), script)
    if class_name is None:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{name} is made without a class.")
    landmark = _string(given.get("landmark"), script)
    return _Thing(
        name,
        script.names.resolve(class_name, script.repairs),
        script.names.resolve(landmark, script.repairs) if landmark else "",
        _strings(given.get("attributes")),
    )


def _string(node: ast.expr | None, script: _Script) -> str | None:
    match node:
        case None | ast.Constant(value=None):
            return None
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name) if name in script.things:
            return script.things[name].class_name
        case _:
            raise _not_allowed(node)


def _strings(node: ast.expr | None) -> tuple[str, ...]:
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return tuple(i.value for i in items if isinstance(i, ast.Constant) and isinstance(i.value, str))
        case ast.Constant(value=str(text)):
            return (text,)
        case _:
            return ()


def _call(call: ast.Call, script: _Script) -> None:
    match call.func:
        case ast.Attribute(value=ast.Name(id=name), attr=method):
            pass
        case _:
            raise _not_allowed(call)
    if method in CORRECTIONS and (name in script.agents or name not in script.things):
        script.repairs.add(f"left out {name}.{method}(): positioning is the executive's")
        return
    if method not in METHODS:
        raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{method!r} is not a method of {CONSTRUCTOR}.")
    thing = script.things.get(name)
    if thing is None:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{name!r} is used before it is made.")
    script.steps.append(_step(thing, method, call, script))


def _step(thing: _Thing, method: str, call: ast.Call, script: _Script) -> Step:
    where = _landmark(call, script) if method in WITH_LANDMARK else None
    if method in WITH_LANDMARK and where is None:
        raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"{thing.name}.{method}() does not say where to.")
    receptacle = where.class_name if where else PUT_DOWN_PLACE if method == "put_down" else ""
    return Step(
        METHODS[method],
        thing.class_name,
        receptacle,
        object_ref=thing.name,
        receptacle_ref=where.name if where else "",
        place=thing.landmark,
        attributes=thing.attributes,
    )


def _landmark(call: ast.Call, script: _Script) -> _Thing | None:
    arguments = [*call.args, *(k.value for k in call.keywords)]
    match arguments:
        case [ast.Name(id=name)] if name in script.things:
            return script.things[name]
        case [ast.Name(id=name)]:
            raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{name!r} is used before it is made.")
        case [ast.Constant(value=str(text))]:
            return _Thing("", script.names.resolve(text, script.repairs))
        case [ast.Call() as inner] if isinstance(inner.func, ast.Name) and inner.func.id == CONSTRUCTOR:
            return _thing("", inner, script)
        case []:
            return None
        case _:
            raise _not_allowed(call)


def _not_allowed(node: ast.AST | None) -> Rejected:
    what = ast.unparse(node)[:80] if node is not None else "nothing"
    return Rejected(
        RejectionCode.NOT_ALLOWED,
        f"Only {CONSTRUCTOR}(...) and calls of its methods are allowed, not {what!r}.",
    )
