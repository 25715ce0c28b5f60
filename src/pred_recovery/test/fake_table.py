"""A symbolic table before an arm, with covers and look-alikes; planner and discrepancy detectors are the real ones."""

from __future__ import annotations

from dataclasses import replace

from planned_house import PlannedHouse

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Outcome
from pred_core.vocabulary import is_cover
from pred_recovery.mission.requests import Mode, Navigate, Reply, Request


def on_table(
    name: str,
    at: tuple[float, float],
    parent: str = "Table_1",
    size: tuple[float, float, float] = (0.05,) * 3,
) -> ObjectState:
    """Return an object that was seen a few times, at a place (x, y)."""
    return ObjectState(
        id=name,
        class_name=name.split("_", maxsplit=1)[0],
        center=(at[0], at[1], 0.05),
        size=size,
        parent_id=parent,
        observations=4,
    )


TABLE = on_table("Table_1", (0.5, 0.0), "", (1.0, 1.0, 0.05))


def cupboard(number: int, at: tuple[float, float]) -> ObjectState:
    return on_table(f"YellowCupboard_{number}", at, "", (0.16, 0.2, 0.27))


def corner(number: int, at: tuple[float, float]) -> ObjectState:
    return on_table(f"Corner_{number}", at, "", (0.15, 0.15, 0.002))


class Bench(PlannedHouse):
    """The table. ``truly``: what a can is in the hand, by its id; until then it looks like its class.

    ``comes_to_lie``: where on the table (x, y) what is put there comes to lie, by its id.
    """

    scale = 0.3

    def __init__(self, instruction: str, *objects: ObjectState, truly: dict[str, str] | None = None) -> None:
        super().__init__(instruction, TABLE, *objects)
        self.truly = truly or {}
        self.comes_to_lie: dict[str, tuple[float, float]] = {}

    @property
    def memory(self) -> ObjectMemory:
        known = super().memory
        shown = tuple(self._as_seen(o) for o in known.objects if not self._covered(o))
        return replace(known, objects=shown)

    def _covered(self, state: ObjectState) -> bool:
        parent = self.objects.get(state.parent_id)
        return parent is not None and is_cover(parent.class_name)

    def _as_seen(self, state: ObjectState) -> ObjectState:
        if state.id == self.held and state.id in self.truly:
            self.change(state.id, class_name=self.truly[state.id])  # and so it is remembered
        return self.objects[state.id]

    def _answer(self, request: Request) -> Reply:
        assert not (isinstance(request, Navigate) and request.mode is Mode.POSE), "an arm does not drive"
        return super()._answer(request)

    def _pick(self, target: ObjectState) -> Outcome:
        outcome = super()._pick(target)
        if outcome:
            for state in [o for o in self.objects.values() if o.parent_id == target.id]:
                self.change(state.id, parent_id="Table_1")  # what a cover hid stays on the table
        return outcome

    def _put(self, place: ObjectState) -> Outcome:
        name = self.held
        outcome = super()._put(place)
        if outcome and name in self.comes_to_lie:
            self.change(name, center=(*self.comes_to_lie[name], 0.05))
        return outcome

    @property
    def held_view(self) -> str:
        held = self.memory.held
        return held.class_name if held else ""


def lies(bench: Bench) -> dict[str, str]:
    """Return what everything that can be carried lies on in the end."""
    return {o.id: o.parent_id for o in bench.objects.values() if o.parent_id}
