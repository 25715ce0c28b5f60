"""What a robot has done since it was started, as its own log of decisions tells: for whoever asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pred_core.outcome import Code
from pred_core.plan_language import Primitive

STARTS, DOES = "start", "skill"
"""Kinds of events by which a task begins, and a manipulation ends."""


@dataclass(frozen=True)
class DoneAction:
    """One manipulation that worked: a primitive, the thing that it was about, where it went, and the task's words."""

    action: str
    thing: str
    place: str = ""
    asked: str = ""


@dataclass(frozen=True)
class ActionHistory:
    """All of them, in order; ``held`` is what was picked up last and not let go, ``asked`` the task's words."""

    done: tuple[DoneAction, ...] = ()
    held: str = ""
    asked: str = ""

    def after(self, kind: str, text: str, data: Mapping[str, Any]) -> ActionHistory:
        """Return what has been done after one more event of the log."""
        if kind == STARTS:
            return replace(self, asked=text)
        if kind != DOES or data.get("code") not in (Code.SUCCESS, None):
            return self
        action, name = str(data.get("skill", "")), str(data.get("id", ""))
        if action == Primitive.PICKUP:
            return replace(self, done=(*self.done, DoneAction(action, name, "", self.asked)), held=name)
        if action in (Primitive.PUT, Primitive.HAND_OVER):
            one = DoneAction(action, self.held, name, self.asked)
            return replace(self, done=(*self.done, one) if self.held else self.done, held="")
        if action == Primitive.POUR and self.held:
            return replace(self, done=(*self.done, DoneAction(action, self.held, name, self.asked)))
        return replace(self, done=(*self.done, DoneAction(action, name, "", self.asked)))
