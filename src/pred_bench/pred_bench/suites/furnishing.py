"""What of a room people speak about: things that are handed about, furniture they are on, and words for both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from pred_core.feedback import preposition
from pred_core.vocabulary import group, object_types, part_of, spoken
from pred_language.lexicon.inflection import plural
from thor_player.model import SimObject, World
from thor_player.surfaces import first_parent

BULKY = 0.45
"""Nobody asks for what is longer than this to be handed to them (m)."""


def loose_things(world: World) -> list[SimObject]:
    """Return what people may ask a robot to fetch, in the order of ids."""
    return sorted((o for o in world.objects.values() if _can_be_asked_for(o)), key=lambda o: o.object_id)


def _can_be_asked_for(obj: SimObject) -> bool:
    kind = object_types().get(obj.object_type)
    small = max(2.0 * float(half) for half in obj.box.half) <= BULKY
    return kind is not None and kind.can("pickupable") and obj.can("pickupable") and small


def furniture_of(world: World, obj: SimObject) -> str:
    """Return the type of the furniture a thing lies on or in, '' for the floor, and for what lies in other things."""
    parent = world.objects.get(first_parent(obj) or "")
    if parent is None or parent.can("pickupable") or parent.object_type in group("floors"):
        return ""
    return parent.object_type if parent.object_type in object_types() else ""


def by_furniture(world: World) -> Mapping[str, list[SimObject]]:
    """Return the things on or in furniture of each type, in the order of ids."""
    found: dict[str, list[SimObject]] = defaultdict(list)
    for thing in loose_things(world):
        if place := furniture_of(world, thing):
            found[place].append(thing)
    return dict(sorted(found.items()))


def ids_of(world: World, name: str) -> list[str]:
    """Return the ids of all objects of a type, in order."""
    return sorted(o.object_id for o in world.objects.values() if o.object_type == name)


def is_hollow(name: str) -> bool:
    """Tell whether things are in furniture of a type rather than on it."""
    return name in group("opened_to_use") | part_of().keys()


def name_of(place: str) -> str:
    """Return what people call a place: the basin of a sink is the sink."""
    return spoken(part_of().get(place, place))


def at(place: str) -> str:
    """Return where things of a place are: "on the table", "in the sink"."""
    return f"{preposition(place)} the {name_of(place)}"


def with_article(name: str) -> str:
    """Return a name with its indefinite article."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def several(name: str) -> str:
    """Return a type's name in the plural."""
    return plural(spoken(name))


def size_of(obj: SimObject) -> float:
    """Return the volume of a thing's box, m3."""
    return float(8.0 * obj.box.half.prod())


def types_of(things: Iterable[SimObject]) -> list[str]:
    """Return the types among things, in order of name."""
    return sorted({o.object_type for o in things})


def in_open_view(world: World) -> Mapping[str, list[SimObject]]:
    """Return the things on furniture that nothing hides, without types of which some lie in a bowl or the like."""
    inside = {o.object_type for o in loose_things(world) if lies_in_a_thing(world, o)}
    places = {place: things for place, things in by_furniture(world).items() if not is_hollow(place)}
    kept = {place: [o for o in things if o.object_type not in inside] for place, things in places.items()}
    return {place: things for place, things in kept.items() if things}


def lies_in_a_thing(world: World, obj: SimObject) -> bool:
    """Tell whether a thing lies in or on one that can be carried itself."""
    return any(world.objects[parent].can("pickupable") for parent in obj.parents if parent in world.objects)


def standing_at(world: World, place: str) -> list[SimObject]:
    """Return all that stands or lies on furniture of a type, carried about or not, but no part of it."""
    parts = group("furniture_parts") | part_of().keys() | set(part_of().values())
    return [
        o
        for o in world.objects.values()
        if o.object_type not in parts and _type_of(world, first_parent(o)) == place
    ]


def _type_of(world: World, name: str | None) -> str:
    return world.objects[name].object_type if name in world.objects else ""
