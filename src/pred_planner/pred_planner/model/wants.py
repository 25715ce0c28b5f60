"""The goal language for every mind: what has to hold in the end, as wants, and a schema with the names of this scene.

A want is how many of which thing, in which states, where. The thing is a class, or an id of the memory, with tests that
tell it from others of its kind. Wants hold together but for those that begin with ``then``. Rules' readings are written
in it and read from it without a loss of what is planned; models answer in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pred_core.objects import ObjectMemory
from pred_core.people import PERSON
from pred_core.referring.description import Test, TestKind, description_of
from pred_core.vocabulary import holding_part, one_place
from pred_language.meaning.context import Part, Ranked, TaskContext, TaskType
from pred_language.meaning.parts import TOOL, cuts, in_order
from pred_planner.dialects.name_repair import repairer
from pred_planner.model.object_contexts import ABSENT
from pred_planner.model.offered import state_names
from pred_planner.plan.parsed import Rejected, RejectionCode, Repairs

MADE = (
    TaskType.COFFEE, TaskType.BOIL, TaskType.WATER_PLANT, TaskType.TOAST, TaskType.SALAD, TaskType.SANDWICH,
    TaskType.BREAKFAST, TaskType.SLICES, TaskType.COOKED_SLICES,
)  # fmt: skip
"""What is made by a recipe: its parts are no ends of their own."""
ALL = 0
MOST = 20
Json = Mapping[str, Any]
SLOTS = {"thing": "target", "to": "destination", "carried_in": "movable", "light": "toggle"}
_TREATED = {"clean": TaskType.CLEAN_PLACE, "hot": TaskType.HEAT_PLACE, "cold": TaskType.COOL_PLACE}


# -- from a reading ---------------------------------------------------------------------------------------------------
def wants_of(reading: TaskContext) -> list[dict[str, Any]]:
    """Return a reading as wants, plain values for JSON."""
    tasks = list(in_order(reading))
    wants: list[dict[str, Any]] = []
    for number, task in enumerate(tasks, 1):
        refs = _refs(tasks, number)
        first = len(wants)
        for index, part in enumerate(task.also, 1):
            slot = f"also{index}"
            place = _named(part.destination, task.said.get(f"{slot}_place", ()))
            wants.append(_want(_named(part.thing, task.said.get(slot, ()), refs.get(slot, "")), part, place))
        target = Part(task.target, task.count, task.states, task.source, task.destination, task.places)
        own = {
            name: _named(getattr(task, key), task.said.get(key, ()), refs.get(key, ""))
            for name, key in SLOTS.items()
        }
        want = _want(own["thing"], target, own["to"])
        want |= {"from": _named(task.source, (), refs.get("source", ""))}
        want |= {"carried_in": own["carried_in"], "light": own["light"], "but": task.spared}
        want |= {"to_states": sorted(task.destination_states), "make": _recipe(task)}
        want["parts"] = [_want(_named(part.thing, ()), part, None) for part in task.parts]
        rivals = {key: tests for key, tests in task.said.items() if key[:6] == "target" and key[6:]}
        want["and_which"] = [[test.as_mapping() for test in rivals[key]] for key in sorted(rivals)]
        wants.append(want)
        wants[first]["then"] = number > 1
    return [_without_empty(want) for want in wants]


def _without_empty(want: Json) -> dict[str, Any]:
    nothing = {"count": 1, "each": 1}
    return {
        key: value for key, value in want.items()
        if (value or key in nothing) and value is not None and value != nothing.get(key)
    }  # fmt: skip


def _recipe(task: TaskContext) -> str:
    together = task.task_type in (TaskType.PUT_ALL_IN_ONE, TaskType.CLEAN_ALL, TaskType.DO)
    return str(task.task_type) if task.task_type in MADE or (together and task.count == ALL) else ""


def _refs(tasks: Sequence[TaskContext], number: int) -> dict[str, str]:
    """Return by slot the name of what several wants are about: that of the part and slot where it came first."""
    named = {origin for task in tasks for origin in task.again.values()}
    own = {slot: f"{part}.{slot}" for part, slot in named if part == number}
    return own | {slot: f"{part}.{of}" for slot, (part, of) in tasks[number - 1].again.items()}


def _want(thing: dict[str, Any] | None, part: Part, place: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "count": part.count,
        "thing": thing,
        "states": sorted(part.states),
        "from": _named(part.source, ()),
        "relation": part.destination.relation,
        "to": place,
        "each": part.places,
    }


def _named(ranked: Ranked, tests: Iterable[Test], ref: str = "") -> dict[str, Any] | None:
    if not ranked:
        return None
    first, *others = dict.fromkeys(map(holding_part, ranked.classes))
    values: dict[str, Any] = {"type": first, "or": others, "words": ranked.words, "same_as": ref}
    values["which"] = [test.as_mapping() for test in tests]
    return {key: value for key, value in values.items() if value}


# -- to a reading -----------------------------------------------------------------------------------------------------
def reading_of(wants: object, instruction: str, memory: ObjectMemory | None = None) -> TaskContext:
    """Return the reading that wants say.

    :param memory: whose ids stand for what they are of
    :raises Rejected: with the reason
    """
    given = [want for want in wants if isinstance(want, Mapping)] if isinstance(wants, list) else []
    if not given or len(given) > MOST:
        raise Rejected(RejectionCode.SYNTAX, f"Write 1 to {MOST} wants.")
    reader = _Reader(instruction, memory or ObjectMemory())
    clauses: list[list[Json]] = []
    for want in given:
        if not clauses or want.get("then") or not (_is_move(want) and _is_move(clauses[-1][-1])):
            clauses.append([])
        clauses[-1].append(want)
    first, *later = [reader.task(clause, number) for number, clause in enumerate(clauses, 1)]
    return replace(first, then=tuple(later))


def _is_move(want: Json) -> bool:
    """Tell whether a want is only of where a thing is: such ones may be one task."""
    return bool(want.get("to")) and not any(want.get(key) for key in ("make", "carried_in", "light", "parts"))


class _Reader:
    """Reads the clauses of one answer; what an earlier one named is known by its ``same_as``."""

    def __init__(self, instruction: str, memory: ObjectMemory) -> None:
        self.instruction = instruction
        self.memory = memory
        self.named: dict[str, tuple[int, str]] = {}

    def task(self, clause: Sequence[Json], number: int) -> TaskContext:
        *others, last = clause
        said: dict[str, tuple[Test, ...]] = {}
        again: dict[str, tuple[int, str]] = {}

        def slot(given: object, name: str) -> Ranked:
            ranked, tests, ref = self._ranked(given)
            if tests:
                said[name] = tests
            if ref and self.named.setdefault(ref, (number, name)) != (number, name):
                again[name] = self.named[ref]
            return ranked

        origin = self._ranked(last.get("from"))[2]
        if origin:
            self.named.setdefault(origin, (number, "source"))
        also = []
        for index, want in enumerate(others, 1):
            part = self._part(want, slot(want.get("thing"), f"also{index}"))
            place = replace(slot(want.get("to"), f"also{index}_place"), relation=_relation(want))
            also.append(replace(part, destination=place))
        own = {key: slot(last.get(name), key) for name, key in SLOTS.items()}
        part = self._part(last, own["target"])
        for index, tests in enumerate(_list(last.get("and_which")), 2):
            said[f"target{index}"] = _tests(tests)
        given = [self._part(one, self._ranked(one.get("thing"))[0]) for one in _records(last.get("parts"))]
        context = TaskContext(
            instruction=self.instruction,
            task_type=TaskType.DO,
            target=own["target"],
            destination=replace(own["destination"], relation=_relation(last)),
            movable=own["movable"],
            toggle=own["toggle"],
            count=part.count,
            states=part.states,
            source=part.source,
            parts=tuple(given),
            also=tuple(also),
            places=part.places,
            destination_states=_states(last.get("to_states")),
            spared=_number(last.get("but"), 0),
            said=said,
            again=again,
        )
        if cuts(context):
            self.named[f"{number}.{TOOL}"] = (number, TOOL)
        return replace(context, task_type=_label(context, str(last.get("make", ""))))

    def _part(self, want: Json, thing: Ranked) -> Part:
        if not thing:
            raise Rejected(RejectionCode.UNKNOWN_OBJECT, "A want does not say of what it is.")
        places = _number(want.get("each"), 1)
        source = self._ranked(want.get("from"))[0]
        return Part(thing, _number(want.get("count"), 1), _states(want.get("states")), source, places=places)

    def _ranked(self, given: object) -> tuple[Ranked, tuple[Test, ...], str]:
        """Return what a name may mean, its tests, and what it is called in other wants."""
        if isinstance(given, str):
            given = {"type": given}
        if not isinstance(given, Mapping) or str(given.get("type", "")).strip().lower() in ABSENT:
            return Ranked(), (), ""
        names = [given["type"], *_list(given.get("or"))]
        known = [self.memory.get(str(name)) for name in names]
        tests = _tests(given.get("which"))
        one = known[0]
        if one is not None and not tests:
            tests = (Test(TestKind.NUMBER, one.id.rpartition("_")[2], words=one.id),)
        classes = [
            seen.class_name if seen is not None else repairer().resolve(str(name), Repairs())
            for name, seen in zip(names, known, strict=True)
        ]
        classes = list(dict.fromkeys(one for name in classes for one in (name, *one_place(name))))
        weights = tuple(1.0 / number for number in range(1, len(classes) + 1))
        return Ranked(str(given.get("words", "")), tuple(classes), weights), tests, str(given.get("same_as", ""))


def _label(task: TaskContext, make: str) -> TaskType:
    """Return the type of a task, which its wants say."""
    if make:
        try:
            return TaskType(make)
        except ValueError as error:
            raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{make!r} is nothing that is made.") from error
    if task.toggle:
        return TaskType.LOOK_AT
    if task.movable:
        return TaskType.MOVABLE_PLACE
    if not task.destination:
        return TaskType.DO
    if task.count == ALL:
        return TaskType.PUT_ALL_ON
    return next((kind for state, kind in _TREATED.items() if state in task.states), TaskType.PLACE)


def _tests(given: object) -> tuple[Test, ...]:
    return description_of({"tests": given}).tests


def _relation(want: Json) -> str:
    return str(want.get("relation", "")) if want.get("relation") in ("in", "on") else ""


def _states(given: object) -> frozenset[str]:
    names = frozenset(str(name).strip().lower() for name in _list(given))
    unknown = sorted(names - set(state_names()))
    if unknown:
        known = ", ".join(state_names())
        raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{unknown[0]!r} is no state. States are: {known}.")
    return names


def _number(given: object, unsaid: int) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        return unsaid
    if not 0 <= given <= MOST:
        raise Rejected(RejectionCode.TOO_LONG, f"A number of {given} is not to be believed.")
    return given


def _list(given: object) -> list[Any]:
    return given if isinstance(given, list) else []


def _records(given: object) -> list[Json]:
    return [one for one in _list(given) if isinstance(one, Mapping)]


# -- the schema -------------------------------------------------------------------------------------------------------
def schema(names: Iterable[str], memory: ObjectMemory, actions: Sequence[str] = ()) -> dict[str, Any]:
    """Return the JSON schema of an answer, wants and a plan: only these classes, actions, and what is remembered."""
    enum = list(dict.fromkeys((*map(holding_part, names), *sorted(o.id for o in memory.objects), PERSON)))
    text, number = {"type": "string"}, {"type": "integer"}
    state = {"type": "array", "items": {"enum": list(state_names())}}
    named = {"$ref": "#/$defs/named"}
    tests = {"type": "array", "items": {"$ref": "#/$defs/test"}}
    want = {
        "count": number, "but": number, "thing": named, "states": state, "from": named,
        "relation": {"enum": ["in", "on", ""]}, "to": named, "each": number, "to_states": state, "carried_in": named,
        "light": named, "make": {"enum": ["", *recipes()]},
        "parts": {"type": "array", "items": {"$ref": "#/$defs/want"}},
        "and_which": {"type": "array", "items": tests}, "then": {"type": "boolean"},
    }  # fmt: skip
    test = {
        "kind": {"enum": list(TestKind)}, "value": text, "words": text, "rank": number,
        "landmarks": {"type": "array", "items": {"$ref": "#/$defs/landmark"}},
    }  # fmt: skip
    types = {"$ref": "#/$defs/name"}
    fields = {"type": types, "or": {"type": "array", "items": types}, "words": text, "which": tests, "same_as": text}
    landmark = {"words": text, "classes": {"type": "array", "items": text}, "tests": tests}
    landmark["weights"] = {"type": "array", "items": {"type": "number"}}
    word = {"anyOf": [types, {"enum": [*actions, "None"]}]}
    rows = {"type": "array", "items": {"type": "array", "items": word}}
    answer = _record({"wants": {"type": "array", "items": {"$ref": "#/$defs/want"}}, "plan": rows}, "wants", "plan")
    records = {
        "name": {"type": "string", "enum": enum},
        "want": _record(want, "thing"),
        "named": _record(fields, "type"),
        "test": _record(test, "kind", "value"),
        "landmark": _record(landmark, "classes"),
    }
    return {**answer, "$defs": records}


def recipes() -> tuple[str, ...]:
    """Return what a want may be of to be made, beside what is only brought or treated."""
    return tuple(map(str, (*MADE, TaskType.PUT_ALL_IN_ONE, TaskType.CLEAN_ALL, TaskType.DO)))


def _record(fields: Json, *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}
