"""From an order to triplets, by the recipes that single tasks are made with (:mod:`pred_planner.plan.intentions`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Expectation, High, Level, Subgoal
from pred_core.vocabulary import ordered_group
from pred_language.meaning.context import Part, Ranked, TaskContext, TaskType
from pred_planner.memory.order import Item, Order, surfaces
from pred_planner.plan.intentions import integrate, preferred

_OWN = re.compile(r"^(?:x|z|part|vessel)\d*")
"""Variables of things; those of appliances, knives and plates are the same in the whole plan."""
FILLED = "filled"


def compose(order: Order, memory: ObjectMemory, instruction: str = "") -> tuple[Subgoal, ...]:
    """Return the triplets that carry out an order: the dish, what else is brought, then what is brewed.

    :raises NoAppliance: when it needs what the domain has no appliance for
    """
    made: list[Subgoal] = []
    brewed = False
    for number, context in enumerate(_contexts(order, instruction), 1):
        again = context.task_type is TaskType.COFFEE
        if brewed and again:
            made.append(_put_down(made[-1], memory))  # the machine is needed for the next one
        made += [_renamed(t, number) for t in integrate(context, memory)]
        brewed = again and not context.destination
        memory = replace(memory, held_id="")  # the first recipe has emptied the hand
    return tuple(replace(triplet, id=f"t{number}") for number, triplet in enumerate(made, 1))


def _contexts(order: Order, instruction: str) -> Iterator[TaskContext]:
    """Yield a task for each part of an order: what is served, what is brought, what is brewed."""
    served = [item for item in order.items if _is_served(item, order)]
    by_place: dict[tuple[str, ...], list[Item]] = {}
    for item in served:
        by_place.setdefault(order.place_of(item) or surfaces(), []).append(item)
    for places, items in by_place.items():
        kind = TaskType.SALAD if places == order.dish and order.dish_clean else TaskType.SLICES
        parts = tuple(part for item in items for part in _parts(item))
        yield TaskContext(instruction, kind, parts[0].thing, destination=_ranked(places), parts=parts)
    brewed = [item for item in order.items if item.liquids & _brewed()]
    yield from (_plain(i, order, instruction) for i in order.items if i not in served and i not in brewed)
    for item in brewed:
        to = _ranked(order.place_of(item))
        mug = TaskContext(instruction, TaskType.COFFEE, _ranked(item.classes), destination=to)
        yield from [mug] * item.count


def _is_served(item: Item, order: Order) -> bool:
    """Tell whether a thing is prepared as dishes are: cut, cooked in pieces, put on the dish."""
    on_dish = bool(order.dish) and order.place_of(item) == order.dish
    plain_on_dish = on_dish and not item.states - {"sliced", "cooked"}
    return not item.liquids and ("cooked" in item.states or plain_on_dish)


def _brewed() -> frozenset[str]:
    """Return the liquids that a machine makes rather than a tap."""
    return frozenset({"coffee"}) if ordered_group("coffee_machines") else frozenset()


def _parts(item: Item) -> Iterator[Part]:
    if "sliced" in item.states:
        yield Part(_ranked(item.classes), item.count, item.states)
        return
    for _ in range(item.count):  # every whole thing is one of its own
        yield Part(_ranked(item.classes), 1, item.states)


def _plain(item: Item, order: Order, instruction: str) -> TaskContext:
    states = (item.states - item.liquids) | ({FILLED} if item.liquids else set())
    places = order.place_of(item)
    kind = TaskType.PLACE_TWO if item.count > 1 else TaskType.PLACE
    return TaskContext(
        instruction,
        kind if places else TaskType.CLEAN_ALL,
        _ranked(item.classes),
        item.count,
        frozenset(states),
        destination=_ranked(places),
    )


def _ranked(classes: tuple[str, ...]) -> Ranked:
    return Ranked("", classes, tuple(1.0 / (rank + 1) for rank in range(len(classes))))


def _renamed(triplet: Subgoal, part: int) -> Subgoal:
    """Return a triplet whose variables are those of this part of the plan; one place of a class serves all parts."""
    return replace(
        triplet,
        object_ref=_variable(triplet.object_ref, triplet.object, part),
        receptacle_ref=_variable(triplet.receptacle_ref, triplet.receptacle, part),
    )


def _variable(ref: str, name: str, part: int) -> str:
    if ref == "y1" or (ref == "plate" and name not in ordered_group("dishes")):
        return f"y_{name.lower()}"
    return f"p{part}_{ref}" if _OWN.match(ref) else ref


def _put_down(last: Subgoal, memory: ObjectMemory) -> Subgoal:
    first, *others = preferred(surfaces(), memory)
    return Subgoal(
        id="",
        level=Level.TRIPLET,
        action=High.MOVE,
        object=last.object,
        object_ref=last.object_ref,
        object_alternatives=last.object_alternatives,
        receptacle=first,
        receptacle_alternatives=tuple(others),
        expectation=Expectation(class_name=last.object),
    )
