"""HELPER's dialect: a Python script over InteractionObject. It is read as a syntax tree and never run.

Allowed are ``x = InteractionObject("Class", landmark="Class", attributes=["..."])``, calls of the listed methods on
such objects, other names for them, loops over small literal ranges or lists, functions without arguments, and what does
nothing: comments, strings, prints, harmless imports. Anything else is rejected.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pred_core.plan_language import High, Level
from pred_core.vocabulary import group
from pred_planner.dialects import actions
from pred_planner.dialects.cleaning import fenced, no_plan, read_blocks, tidy
from pred_planner.dialects.names import Names
from pred_planner.dialects.python_text import statements
from pred_planner.plan.parsed import MAX_STEPS, Parsed, ParsedStep, Rejected, RejectionCode, Repairs, finish

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
CORRECTIONS = frozenset({"move_back", "move_closer", "move_alternate_viewpoint"})
PUT_DOWN = frozenset({"put_down", "drop"})
CONSTRUCTOR = "InteractionObject"
CORRECTIVE = "AgentCorrective"
_TARGET = "target_"
NOTHING_CALLS = frozenset({"print", "sleep"})
MOST_TURNS = 20
"""How often a loop may turn."""
MOST_STATEMENTS = 3_000
"""How many statements are read, those of loops and functions as often as they come."""
HARMLESS = frozenset({"time", "typing", "math", "random", "enum", "dataclasses", "abc", "__future__"})
"""Modules of the standard library that scripts import without need; no import is ever done."""


@dataclass(frozen=True)
class _Thing:
    name: str
    class_name: str
    landmark: str = ""
    attributes: tuple[str, ...] = ()


_AGENT = _Thing("agent", "")
type _Value = _Thing | str | int | list[_Value]


def parse(text: str, names: Names) -> Parsed:
    """Read an answer in HELPER's dialect.

    :raises Rejected: with the reason
    """
    blocks = fenced(tidy(text))
    try:
        return read_blocks(text, lambda block, repairs: _Script(names, repairs, len(blocks) < 2).plan(block))
    except Rejected as rejected:
        if len(blocks) < 2 or rejected.rejection.code is not RejectionCode.UNKNOWN_OBJECT:
            raise
        repairs = Repairs([f"joined {len(blocks)} fenced blocks"])
        return _Script(names, repairs).plan("\n".join(blocks))


@dataclass
class _Script:
    """What is known while the statements of a script are read in order."""

    names: Names
    repairs: Repairs
    goes_on: bool = True
    """Whether the script may use objects of the one that it mends (listing 5), by their names."""
    values: dict[str, _Value] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    called: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    steps: list[ParsedStep] = field(default_factory=list)
    corrected: bool = False
    statements_read: int = 0

    def plan(self, text: str) -> Parsed:
        """Return the plan of a script, or raise why there is none."""
        body = statements(text, self.repairs)
        self._run(body, is_end=True)
        if self.steps and isinstance(body[-1], ast.Assign):
            raise Rejected(
                RejectionCode.TRUNCATED,
                f"The script ends with {ast.unparse(body[-1])[:60]!r}, used by nothing.",
            )
        unused = [name for name in self.functions if name not in self.used]
        if not self.steps and len(unused) == 1:
            self.repairs.add(f"took the body of {unused[0]}(), which nothing calls")
            self._run(self.functions[unused.pop()].body)
        for name in unused:
            self.repairs.add(f"left out {name}(), which nothing calls")
        if not self.steps and self.corrected:
            self.steps.append(ParsedStep(High.PASS, ""))
        if not self.steps:
            raise no_plan(text)
        return finish(Level.TRIPLET, self.steps, self.repairs)

    def _run(self, body: Sequence[ast.stmt], is_end: bool = False) -> None:
        for number, node in enumerate(body, start=1):
            if len(self.steps) > MAX_STEPS:
                return
            self._count()
            self._statement(node, is_last=is_end and number == len(body))

    def _count(self) -> None:
        self.statements_read += 1
        if self.statements_read > MOST_STATEMENTS:
            raise Rejected(
                RejectionCode.TOO_LONG, f"The script takes more than {MOST_STATEMENTS} statements."
            )

    def _statement(self, node: ast.stmt, is_last: bool) -> None:
        match node:
            case ast.Expr(value=ast.Call() as call):
                self._call(call)
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Return(value=None):
                pass
            case ast.Expr(value=expression):
                self._word(expression, is_last)
            case ast.Assign(targets=targets, value=given):
                for target in targets:
                    self._assign(target, given)
            case ast.AnnAssign(target=ast.Name() as target):
                if node.value is not None:
                    self._assign(target, node.value)
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case _:
                self._block(node)

    def _block(self, node: ast.stmt) -> None:
        match node:
            case ast.ClassDef(name=name) if name in (CONSTRUCTOR, CORRECTIVE):
                self.repairs.add(f"left out class {name}")
            case ast.FunctionDef(args=arguments) if not ast.unparse(arguments):
                self.functions[node.name] = node
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__")), body=body, orelse=[]):
                self._run(body)
            case ast.For(target=ast.Name(id=name), iter=over, body=body, orelse=[]):
                for turn in self._turns(over):
                    self.values[name] = turn
                    self._run(body)
            case _:
                raise _not_allowed(node)

    def _word(self, node: ast.expr, is_last: bool) -> None:
        """Pass over a word of prose that is Python by chance; a script may end within one of its own."""
        text = ast.unparse(node)
        begins = any(name.startswith(text.split(".")[0]) for name in [*self.values, CONSTRUCTOR, _TARGET])
        if is_last and (begins or text.startswith(_TARGET)):
            raise Rejected(RejectionCode.TRUNCATED, f"The script is cut off at {text[:60]!r}.")
        if isinstance(node, ast.Attribute) or any(isinstance(n, ast.Call) for n in ast.walk(node)):
            raise _not_allowed(node)
        self.repairs.add(f"left out {text[:60]!r}")

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        text = ast.unparse(node)
        if isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
            ours = all(alias.name in (CONSTRUCTOR, CORRECTIVE, "*") for alias in node.names)
        else:
            modules, ours = [alias.name for alias in node.names], False
        unknown = [m.split(".")[0] for m in modules]
        if not ours and any(m in sys.stdlib_module_names and m not in HARMLESS for m in unknown):
            raise _not_allowed(node)
        self.repairs.add(f"left out {text[:60]!r}")

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Name(id=name), _:
                self.values[name] = self._value(value, name)
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                for one, given in zip(targets, values, strict=True):
                    self._assign(one, given)
            case ast.Attribute(value=ast.Name(id=name), attr="landmark" | "attributes" as what), _ if (
                name in self.values
            ):
                self.repairs.add(f"left out {name}.{what} = ...")
            case _:
                raise _not_allowed(target)

    def _value(self, node: ast.expr, name: str = "") -> _Value:
        """Return what an expression stands for.

        :param name: of the variable it is given to
        """
        match node:
            case ast.Constant(value=str() | int() as constant) if not isinstance(constant, bool):
                return constant
            case ast.Name(id=known) if known in self.values:
                return self.values[known]
            case ast.Name(id=unknown):
                class_name = self.names.spelled(unknown.removeprefix(_TARGET).replace("_", " "))
                if self.goes_on and class_name and unknown.startswith(_TARGET):
                    self.repairs.add(f"{unknown}, made before, is taken for {class_name}")
                    return _Thing(unknown, class_name)
                raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{unknown!r} is used before it is made.")
            case ast.Call(func=ast.Name(id=constructor)) if constructor == CONSTRUCTOR:
                return self._thing(name, node)
            case ast.Call(func=ast.Name(id=constructor)) if constructor == CORRECTIVE:
                return _AGENT
            case ast.List(elts=items) | ast.Tuple(elts=items) if len(items) <= MAX_STEPS:
                return [self._value(item) for item in items]
            case ast.ListComp(
                elt=item, generators=[ast.comprehension(target=ast.Name(id=each), iter=over, ifs=[])]
            ):
                return [self._with(each, turn, item) for turn in self._turns(over)]
            case ast.Subscript(value=ast.Name(id=known), slice=ast.Constant(value=int(at))):
                listed = self.values.get(known)
                if isinstance(listed, list) and -len(listed) <= at < len(listed):
                    return listed[at]
        raise _not_allowed(node)

    def _with(self, name: str, value: _Value, node: ast.expr) -> _Value:
        self._count()
        self.values[name] = value
        return self._value(node)

    def _turns(self, over: ast.expr) -> Iterator[_Value]:
        """Return the values a loop runs over: a small literal range, or a list."""
        match over:
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if 1 <= len(arguments) <= 2:
                bounds = [self._value(argument) for argument in arguments]
                turns: list[_Value] = []
                if all(isinstance(bound, int) and abs(bound) <= MOST_TURNS for bound in bounds):
                    turns = list(range(*(bound for bound in bounds if isinstance(bound, int))))
            case _:
                value = self._value(over)
                turns = value if isinstance(value, list) else []
        if not 0 < len(turns) <= MOST_TURNS:
            raise _not_allowed(over)
        self.repairs.add(f"unrolled a loop of {len(turns)} turns")
        return iter(turns)

    def _thing(self, name: str, call: ast.Call) -> _Thing:
        given = dict(zip(("object_class", "landmark", "attributes"), call.args, strict=False))
        for keyword in call.keywords:
            if keyword.arg is None:
                raise _not_allowed(call)
            given[keyword.arg] = keyword.value
        class_name = self._class(given.get("object_class"))
        if class_name is None:
            raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{name or CONSTRUCTOR} is made without a class.")
        landmark = self._class(given.get("landmark"))
        return _Thing(
            name,
            self.names.resolve(class_name, self.repairs),
            self._place(landmark) if landmark else "",
            _strings(given.get("attributes")),
        )

    def _place(self, landmark: str) -> str:
        """Return where a thing is said to be; a place that is no object ("Kitchen") says nothing."""
        try:
            return self.names.resolve(landmark, self.repairs)
        except Rejected:
            self.repairs.add(f"left out landmark {landmark[:60]!r}")
            return ""

    def _class(self, node: ast.expr | None) -> str | None:
        if node is None or (isinstance(node, ast.Constant) and node.value is None):
            return None
        value = self._value(node)
        if isinstance(value, _Thing):
            return value.class_name
        if isinstance(value, str):
            return value
        raise _not_allowed(node)

    def _call(self, call: ast.Call) -> None:
        match call.func:
            case ast.Name(id="do_nothing"):
                self.steps.append(ParsedStep(High.PASS, ""))
            case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="time"), attr=name) if (
                name in NOTHING_CALLS
            ):
                self.repairs.add(f"left out {name}(...)")
            case ast.Name(id=name) if name in self.functions and name not in self.called and not call.args:
                self.called.append(name)
                self.used.add(name)
                self._run(self.functions[name].body)
                self.called.remove(name)
                self.repairs.add(f"put in the body of {name}()")
            case ast.Name(id=name) if name in (CONSTRUCTOR, CORRECTIVE):
                self.repairs.add(f"left out {name}(...), which nothing uses")
            case ast.Attribute(value=ast.Name(id=name), attr=method) if method in CORRECTIONS and (
                name not in self.values
            ):
                self._correct(method)
            case ast.Attribute(value=of, attr=method):
                self._method(call, of, method)
            case _:
                raise _not_allowed(call)

    def _correct(self, method: str) -> None:
        self.corrected = True
        self.repairs.add(f"left out agent.{method}(): positioning is the executive's")

    def _method(self, call: ast.Call, of: ast.expr, method: str) -> None:
        is_module = isinstance(of, ast.Name) and of.id not in self.values and of.id in sys.stdlib_module_names
        if is_module or method.startswith("__"):
            raise _not_allowed(call)
        made = None if isinstance(of, ast.Name) else self._value(of)
        if method in CORRECTIONS:
            self._correct(method)
            return
        action = METHODS.get(method) or actions.high_or_none(method)
        if action is None:
            raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{method!r} is not a method of {CONSTRUCTOR}.")
        if action is High.PASS:
            self.steps.append(ParsedStep(action, ""))
            return
        thing = made or self._value(of)
        if (
            isinstance(thing, _Thing)
            and thing.class_name in group("knives")
            and action is High.SLICE
            and call.args
        ):
            self.repairs.add(f"{thing.name}.slice(...) slices what is given")
            thing = self._value(call.args[0])
        if not isinstance(thing, _Thing) or thing is _AGENT:
            raise _not_allowed(call)
        self.steps.append(self._step(thing, action, method, call))

    def _step(self, thing: _Thing, action: str, method: str, call: ast.Call) -> ParsedStep:
        takes_place = action in (High.PUT, High.MOVE, High.POUR) and method not in PUT_DOWN | {"empty"}
        where = self._where(call) if takes_place else None
        if takes_place and where is None:
            what = f"{thing.name or thing.class_name}.{method}()"
            raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"{what} does not say where to.")
        if method == "empty":
            return actions.emptied(thing.class_name, "", self.repairs)
        return ParsedStep(
            action,
            thing.class_name,
            where.class_name if where else actions.put_down_place() if method in PUT_DOWN else "",
            object_ref=thing.name,
            receptacle_ref=where.name if where else "",
            place=thing.landmark,
            attributes=thing.attributes,
        )

    def _where(self, call: ast.Call) -> _Thing | None:
        arguments = [*call.args, *(k.value for k in call.keywords)]
        if not arguments:
            return None
        value = self._value(arguments[0])
        if len(arguments) > 1 or isinstance(value, (int, list)) or value is _AGENT:
            raise _not_allowed(call)
        return value if isinstance(value, _Thing) else _Thing("", self.names.resolve(value, self.repairs))


def _strings(node: ast.expr | None) -> tuple[str, ...]:
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return tuple(i.value for i in items if isinstance(i, ast.Constant) and isinstance(i.value, str))
        case ast.Constant(value=str(text)):
            return (text,)
        case _:
            return ()


def _not_allowed(node: ast.AST) -> Rejected:
    what = ast.unparse(node)[:80]
    return Rejected(
        RejectionCode.NOT_ALLOWED,
        f"Only {CONSTRUCTOR}(...) and calls of its methods are allowed, not {what!r}.",
    )
