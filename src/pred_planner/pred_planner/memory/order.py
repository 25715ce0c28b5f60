"""What a plan is there for as a short list that people can change: how many of what, in which states, where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pred_core.action_model.goals import Condition, conditions_of
from pred_core.plan_language import High, Subgoal
from pred_core.vocabulary import equipment, group, object_types, ordered_group, whole_of


@dataclass(frozen=True)
class Item:
    """So many things of one kind. ``classes`` is what the words may mean, the likeliest first.

    ``states`` holds sliced, cooked, clean, hot, cold, and the liquids that it is filled with. ``places`` is empty for
    what goes wherever its order goes.
    """

    classes: tuple[str, ...]
    count: int = 1
    states: frozenset[str] = frozenset()
    places: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The likeliest type."""
        return self.classes[0]

    @property
    def liquids(self) -> frozenset[str]:
        """The liquids it is to hold."""
        return self.states & liquids()

    def is_like(self, other: Item) -> bool:
        """Tell whether words for one may mean the other: the same type, or vessels of the same liquid."""
        if self.liquids and other.liquids:
            return self.liquids == other.liquids
        return self.name == other.name


@dataclass(frozen=True)
class Order:
    """All things wanted. ``dish`` is what food is served on, empty for none; ``places`` is where things go."""

    items: tuple[Item, ...] = ()
    dish: tuple[str, ...] = ()
    dish_clean: bool = True
    places: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.items)

    def place_of(self, item: Item) -> tuple[str, ...]:
        """Return where a thing goes; empty where it is only put down."""
        if item.places:
            return item.places
        if self.dish and not item.liquids and fits(item.name, self.dish[0]):
            return self.dish
        return () if self.dish else self.places

    def wanted(self) -> frozenset[tuple[str, int, frozenset[str], str]]:
        """Return (type, count, states, place or '') of everything wanted, for comparing orders."""
        rows = [(i.name, i.count, i.states, next(iter(self.place_of(i)), "")) for i in self.items]
        return frozenset(rows)


class NotAnOrder(ValueError):
    """A plan that is more than things brought into states and to places; the text says what it has besides."""


def liquids() -> frozenset[str]:
    """Return the names of the liquids that vessels are filled with in this domain."""
    return frozenset(q.name for q in equipment().qualities.values() if q.liquid)


def fits(name: str, place: str) -> bool:
    """Tell whether a thing, or what it is cut from, goes on or in a place."""
    types = object_types()
    return any(types[one].fits_in(place) for one in (name, whole_of(name)) if one in types)


def order_of(triplets: Sequence[Subgoal]) -> Order:
    """Return the order that a plan carries out.

    :raises NotAnOrder: for a plan that does what no order says: switches, doors, holding something
    """
    odd = next((t for t in triplets if t.action not in _ordinary(triplets)), None)
    if odd is not None:
        raise NotAnOrder(f"({', '.join(odd.as_triplet())})")
    wholes = {t.object_ref for t in triplets if t.action == High.SLICE}
    conditions = [c for c in conditions_of(triplets) if c.ref not in wholes]
    places = {name for c in conditions for name in c.places[:1]}
    dish = next((c for c in conditions if c.classes[0] in places & group("dishes")), None)
    items: dict[tuple[str, frozenset[str], tuple[str, ...]], Item] = {}
    for condition in conditions:
        if condition is dish:
            continue
        item = _item(condition, dish.classes if dish is not None else ())
        known = items.get((item.name, item.states, item.places))
        items[item.name, item.states, item.places] = replace(
            item, count=item.count + (known.count if known is not None else 0)
        )
    return Order(
        _without_common_place(items.values()),
        dish.classes if dish is not None else (),
        dish is None or dish.states.get("clean", False),
        _common_place(items.values()),
    )


def _ordinary(triplets: Sequence[Subgoal]) -> frozenset[str]:
    """Return the actions that bring things into states and to places."""
    drained = all(t.receptacle in ("", *equipment().drains()) for t in triplets if t.action == High.POUR)
    pour = {High.POUR} if drained else set()
    return frozenset({High.MOVE, High.PUT, High.SLICE, High.PASS, *pour, *equipment().treatments})


def _item(condition: Condition, dish: tuple[str, ...]) -> Item:
    whole = whole_of(condition.classes[0])
    classes = tuple(whole_of(name) or name for name in condition.classes) if whole else condition.classes
    states = {_liquid(name) for name, value in condition.states.items() if value}
    states -= {"clean"} if states & liquids() else set()
    sliced = {"sliced"} if whole else set()
    on_dish = bool(dish) and condition.places[:1] == dish[:1]
    in_machine = (
        bool(states & liquids()) and condition.places[:1] and condition.places[0] in equipment().appliances
    )
    return Item(classes, 1, frozenset(states | sliced), () if on_dish or in_machine else condition.places)


def _liquid(state: str) -> str:
    """Return the liquid that a state stands for where the plan says only that something is filled."""
    first = next((q.name for q in equipment().qualities.values() if q.liquid), "")
    filled = {q.attribute for q in equipment().qualities.values() if q.liquid}
    return first if state in filled and state not in liquids() else state


def _common_place(items: Iterable[Item]) -> tuple[str, ...]:
    places = {item.places for item in items}
    return next(iter(places)) if len(places) == 1 else ()


def _without_common_place(items: Iterable[Item]) -> tuple[Item, ...]:
    common = _common_place(items)
    return tuple(replace(item, places=()) if item.places == common else item for item in items)


def surfaces() -> tuple[str, ...]:
    """Return where things are put down when nobody says where."""
    return ordered_group("surfaces")
