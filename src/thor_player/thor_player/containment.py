"""Which object is in or on which: parents, children, and moving an object together with what it holds.

``SimObject.parents`` lists the receptacle that holds the object first, then what that one stands on, as far as THOR
counts it: a fork in a bowl on a table has the bowl and the table; an egg in a fridge has the fridge only; furniture on
the floor has the floor, but what is on the furniture has not. ``children`` is the exact inverse.
"""

from __future__ import annotations

import numpy as np

from thor_player.types import group

from .model import Array, SimObject, World
from .solids_pose import move

_BESIDE, _AROUND = (
    0.03,
    0.15,
)  # metres that an object may be off what holds it: what can be picked up, furniture


def chain(world: World, receptacle: SimObject) -> list[str]:
    """Return the parents of whatever is put straight into a receptacle, nearest first."""
    found = [receptacle.object_id]
    if receptacle.object_type in group("fully_inside") and not receptacle.can("pickupable"):
        return found
    found += [p for p in receptacle.parents if p not in found and world.objects[p].object_type != "Floor"]
    return found


def detach(world: World, obj: SimObject) -> None:
    """Take an object out of all its parents. What it holds stays with it and follows."""
    _unlink(world, obj)
    _refresh_contents(world, obj)


def attach(world: World, obj: SimObject, receptacle: SimObject) -> None:
    """Make a receptacle the direct parent of an object (which leaves its old ones)."""
    _unlink(world, obj)
    _link(world, obj, chain(world, receptacle))
    _refresh_contents(world, obj)


def direct_parent(world: World, obj: SimObject) -> SimObject | None:
    """Return the receptacle that holds the object, or None."""
    return world.objects[obj.parents[0]] if obj.parents else None


def direct_contents(world: World, obj: SimObject) -> list[SimObject]:
    """Return what lies straight in or on an object."""
    held = (world.objects[c] for c in obj.children)
    return [c for c in held if c.parents[:1] == [obj.object_id]]


def contents(world: World, obj: SimObject) -> list[SimObject]:
    """Return all that is in or on an object, however deep."""
    found: list[SimObject] = []
    for child in direct_contents(world, obj):
        found += [child, *contents(world, child)]
    return found


def carry(world: World, obj: SimObject, position: Array, rotation: Array) -> None:
    """Move an object to a pose together with all that is in or on it.

    :param position: (3,) of its pivot in the world
    :param rotation: (3,) Euler angles in degrees; what it holds turns with its yaw only
    """
    old_position, old_yaw = obj.position.copy(), float(obj.rotation[1])
    move(obj, position, rotation)
    turn = float(rotation[1]) - old_yaw
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    about_y = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    for child in contents(world, obj):
        moved = position + about_y @ (child.position - old_position)
        move(child, moved, child.rotation + np.array([0.0, turn, 0.0]))


def carry_onto(world: World, obj: SimObject, base: Array, rotation: Array) -> None:
    """Stand an object, with what it holds, so that the middle of its underside is at ``base`` (3,)."""
    carry(world, obj, obj.position, rotation)
    middle = np.array([obj.box.center[0], obj.box.bottom, obj.box.center[2]])
    carry(world, obj, obj.position + (base - middle), obj.rotation)


def relink(world: World) -> None:
    """Make parents and children of a freshly loaded room consistent, keeping what the recording says is plausible."""
    recorded = {o.object_id: list(o.parents) for o in world.objects.values()}
    for obj in world.objects.values():
        obj.parents, obj.children = [], []
    direct = {
        obj.object_id: parent
        for obj in world.objects.values()
        if (parent := _choose(world, obj, recorded[obj.object_id])) is not None
    }
    done: set[str] = set()
    for object_id in direct:
        _attach_in_order(world, object_id, direct, done, ())


def remove(world: World, obj: SimObject) -> None:
    """Take an object, with what it holds, out of the world without forgetting it."""
    for child in contents(world, obj):
        child.status.active = False
        child.touch()
    detach(world, obj)
    obj.status.active = False
    obj.touch()


def _attach_in_order(
    world: World, object_id: str, direct: dict[str, SimObject], done: set[str], path: tuple[str, ...]
) -> None:
    if object_id in done or object_id not in direct:
        return
    parent = direct[object_id]
    if parent.object_id in (*path, object_id):  # the recording has a few pairs that contain each other
        return
    _attach_in_order(world, parent.object_id, direct, done, (*path, object_id))
    done.add(object_id)
    _link(world, world.objects[object_id], chain(world, parent))


def _choose(world: World, obj: SimObject, recorded: list[str]) -> SimObject | None:
    known = [world.objects[p] for p in recorded if p in world.objects and world.objects[p].can("receptacle")]
    usable = [p for p in known if _plausible(obj, p)]
    if not usable:
        return None
    return min(usable, key=lambda p: (p.object_type == "Floor", float(np.prod(p.box.half))))


def _plausible(obj: SimObject, parent: SimObject) -> bool:
    """Tell whether an object can be in or on a recorded parent.

    Recorded trigger boxes reach into neighbours (a table "on" its chairs, a counter "in" a cup), and some lists are
    stale: a fridge "on" the counter beside it.
    """
    if obj.can("pickupable") and not parent.can("pickupable"):
        return True
    if obj.can("pickupable"):
        return _is_over(obj, parent, _BESIDE)
    # Furniture may be let into what holds it, as a sink into its counter: its top counts as well as its underside.
    larger = bool(parent.box.half[0] * parent.box.half[2] > obj.box.half[0] * obj.box.half[2])
    return larger and (parent.object_type == "Floor" or _is_over(obj, parent, _AROUND))


def _is_over(obj: SimObject, parent: SimObject, margin: float) -> bool:
    """Tell whether an object's middle is over another's box, and whether their heights meet."""
    away = np.abs(parent.box.axes() @ (obj.box.center - parent.box.center))
    meets = obj.box.bottom < parent.box.top + margin and obj.box.top > parent.box.bottom - margin
    return meets and bool(np.all(away[[0, 2]] < parent.box.half[[0, 2]] + margin))


def _unlink(world: World, obj: SimObject) -> None:
    for parent in obj.parents:
        holder = world.objects[parent]
        holder.children.remove(obj.object_id)
        holder.touch()
    obj.parents = []
    obj.touch()


def _link(world: World, obj: SimObject, parents: list[str]) -> None:
    obj.parents = list(parents)
    for parent in parents:
        holder = world.objects[parent]
        holder.children.append(obj.object_id)
        holder.touch()
    obj.touch()


def _refresh_contents(world: World, obj: SimObject) -> None:
    for child in direct_contents(world, obj):
        _unlink(world, child)
        _link(world, child, chain(world, obj))
        _refresh_contents(world, child)
