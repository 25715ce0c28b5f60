"""What pictures show: hiding things, showing one alone, painting one flat. What is hidden is there all the same."""

from __future__ import annotations

from collections.abc import Iterable

from ..containment import contents
from ..display import Display
from ..model import SimObject
from ..shapes import build
from ..state import PlayerState
from .registry import Arguments, action
from .targets import by_id


def _with_contents(state: PlayerState, obj: SimObject) -> set[str]:
    return {obj.object_id, *(each.object_id for each in contents(state.world, obj))}


def _show(state: PlayerState, display: Display) -> None:
    """Take over what is shown; what changed is drawn anew, and whether it is visible is judged anew."""
    before = state.display
    everything = before.room_hidden != display.room_hidden
    for obj in state.world.objects.values():
        if everything or (obj.object_id in before.hidden) != (obj.object_id in display.hidden):
            obj.touch()
    state.display = display


def _hidden(state: PlayerState, ids: Iterable[str]) -> None:
    _show(state, state.display.but(hidden=frozenset(ids)))


def _hide(state: PlayerState, args: Arguments) -> None:
    _hidden(state, state.display.hidden | _with_contents(state, by_id(state, args.text("objectId"))))


def _unhide(state: PlayerState, args: Arguments) -> None:
    _hidden(state, state.display.hidden - _with_contents(state, by_id(state, args.text("objectId"))))


def _hide_all(state: PlayerState, _args: Arguments) -> None:
    _show(state, state.display.but(hidden=frozenset(state.world.objects), room_hidden=True))


def _unhide_all(state: PlayerState, _args: Arguments) -> None:
    _show(state, state.display.but(hidden=frozenset(), room_hidden=False))


def _hide_translucent(state: PlayerState, _args: Arguments) -> None:
    """Hide what one can see through, in whole or in part."""
    clear = set()
    for obj in state.world.active():
        mesh = None if obj.object_type == "Floor" else build(obj)
        if mesh is not None and mesh.opaque < len(mesh.faces):
            clear.add(obj.object_id)
    _hidden(state, state.display.hidden | clear)


def _mask(state: PlayerState, args: Arguments) -> None:
    masked = state.display.masked | {by_id(state, args.text("objectId")).object_id}
    _show(state, state.display.but(masked=masked))


def _unmask(state: PlayerState, args: Arguments) -> None:
    masked = state.display.masked - {by_id(state, args.text("objectId")).object_id}
    _show(state, state.display.but(masked=masked))


def _unmask_all(state: PlayerState, _args: Arguments) -> None:
    _show(state, state.display.but(masked=frozenset()))


def _emphasize(state: PlayerState, args: Arguments) -> None:
    """Show one thing alone, flat."""
    obj = by_id(state, args.text("objectId"))
    hidden = frozenset(state.world.objects) - {obj.object_id}
    masked = state.display.masked | {obj.object_id}
    _show(state, Display(hidden=hidden, room_hidden=True, masked=masked))


def _unemphasize(state: PlayerState, _args: Arguments) -> None:
    _show(state, Display())


ACTIONS = (
    action("HideObject", _hide, required="objectId"),
    action("UnhideObject", _unhide, required="objectId"),
    action("HideAllObjects", _hide_all),
    action("UnhideAllObjects", _unhide_all),
    action("HideTranslucentObjects", _hide_translucent),
    action("MaskObject", _mask, required="objectId"),
    action("UnmaskObject", _unmask, required="objectId"),
    action("UnmaskAll", _unmask_all),
    action("EmphasizeObject", _emphasize, required="objectId"),
    action("UnemphasizeAll", _unemphasize),
)
