"""Changing what a thing is like: slicing, breaking, cooking, dirtying, cleaning, filling, emptying, using up."""

from __future__ import annotations

from ..breaking import break_object, is_unbreakable
from ..contextual import HOT, warm
from ..errors import ActionError, argument, invalid_operation
from ..slicing import slice_object
from ..state import PlayerState
from .registry import Arguments, action
from .targets import TARGET, target

LIQUIDS = ("water", "coffee", "wine")


def _refuse_pieces(state: PlayerState, args: Arguments, how: str) -> None:
    """Fail for a thing of which only the pieces are there: it is listed still, so it is not unknown."""
    whole = state.world.objects.get(args.text("objectId"))
    if whole is not None and whole.in_pieces() and not whole.status.active:
        raise ActionError(f"{whole.name} is already {how}!")


def _slice(state: PlayerState, args: Arguments) -> None:
    _refuse_pieces(state, args, "sliced")
    obj = target(state, args, "SliceObject")
    if not obj.can("sliceable"):
        raise ActionError(f"{obj.name} Does not have the CanBeSliced property!")
    if obj.status.is_picked_up:
        raise ActionError("target object cannot be sliced if it is in the agent's hand")
    if obj.object_type == "Egg":
        break_object(state, obj)
        obj.status.is_sliced = True
        return
    slice_object(state.world, obj)


def _break(state: PlayerState, args: Arguments) -> None:
    _refuse_pieces(state, args, "broken")
    obj = target(state, args, "BreakObject")
    if not obj.can("breakable"):
        raise ActionError(f"{obj.name} does not have the CanBreak property!!")
    if is_unbreakable(state, obj):
        raise ActionError(f"{obj.name} has been made unbreakable and does not break")
    break_object(state, obj)


def _cook(state: PlayerState, args: Arguments) -> None:
    obj = target(state, args, "CookObject")
    if not obj.can("cookable"):
        raise ActionError("target object is not cookable")
    if obj.status.is_cooked:
        raise ActionError(f"{obj.object_id} is already Toasted!")
    obj.status.is_cooked = True
    obj.touch()


def _dirty(state: PlayerState, args: Arguments) -> None:
    obj = target(state, args, "DirtyObject")
    if not obj.can("dirtyable"):
        raise ActionError(f"{obj.name} does not have CanBeDirty property!")
    if obj.status.is_dirty:
        raise ActionError(f"{obj.name} is already dirty!")
    obj.status.is_dirty = True
    obj.touch()


def _clean(state: PlayerState, args: Arguments) -> None:
    obj = target(state, args, "CleanObject")
    if not obj.can("dirtyable"):
        raise ActionError(f"{obj.name} does not have dirtyable property!")
    if not obj.status.is_dirty:
        raise ActionError(f"{obj.name} is already Clean!")
    obj.status.is_dirty = False
    obj.touch()


def _fill(state: PlayerState, args: Arguments) -> None:
    if not args.text("fillLiquid"):
        raise invalid_operation("Missing Liquid string for FillObject action")
    liquid = args.text("fillLiquid").lower()
    obj = target(state, args, "FillObjectWithLiquid")
    if not obj.can("canFillWithLiquid"):
        raise argument(f"{obj.name} does not have CanBeFilled property!")
    if liquid not in LIQUIDS:
        raise argument(f"{args.text('fillLiquid')} is not a valid Liquid Type")
    if obj.status.fill_liquid is not None:
        raise invalid_operation(f"{obj.name} is already Filled!")
    obj.status.fill_liquid = liquid
    obj.touch()
    if liquid == "coffee":
        warm(state, obj, HOT)


def _empty(state: PlayerState, args: Arguments) -> None:
    obj = target(state, args, "EmptyLiquidFromObject")
    if not obj.can("canFillWithLiquid"):
        raise ActionError(f"{obj.name} does not have CanBeFilled property!")
    if obj.status.fill_liquid is None:
        raise ActionError("object already empty")
    obj.status.fill_liquid = None
    obj.touch()


def _use_up(state: PlayerState, args: Arguments) -> None:
    obj = target(state, args, "UseUpObject")
    if not obj.can("canBeUsedUp"):
        raise ActionError(f"{obj.name} does not have CanBeUsedUp property!")
    if obj.status.is_used_up:
        raise ActionError("object already used up!")
    obj.status.is_used_up = True
    obj.touch()


ACTIONS = (
    action("SliceObject", _slice, TARGET),
    action("BreakObject", _break, TARGET),
    action("CookObject", _cook, TARGET),
    action("DirtyObject", _dirty, TARGET),
    action("CleanObject", _clean, TARGET),
    action("FillObjectWithLiquid", _fill, f"{TARGET} fillLiquid"),
    action("EmptyLiquidFromObject", _empty, TARGET),
    action("UseUpObject", _use_up, TARGET),
)
