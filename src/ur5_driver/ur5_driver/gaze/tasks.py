"""The kinds of goals of an arm that looks. Each looks at the memory and says where to look next, or how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pred_core.goal_loop import End
from pred_core.navigation import Watch
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import object_types
from ur5_driver.gaze.reach import CameraReach
from ur5_driver.gaze.views import (
    FROM_ABOVE,
    FROM_THE_FRONT,
    ROLLS,
    Direction,
    ViewSettings,
    camera_pose,
    distance_for,
    fresh,
    has_front,
    hidden_by,
)

Array = NDArray[np.float64]


@dataclass(frozen=True)
class GazeSettings:
    """What can be tuned. ``looks``: views a goal may spend on seeing an object; ``refusals``: views it may not get."""

    views: tuple[str, ...] = ("home",)
    view: ViewSettings = field(default_factory=ViewSettings)
    looks: int = 3
    refusals: int = 12


@dataclass(frozen=True)
class Look:
    """Where to look from next: a view the driver knows by name, or a pose of the optical frame in map (4x4)."""

    reason: str
    view: str = ""
    camera: Array | None = None


@dataclass
class Knowledge:
    """What stays from goal to goal within an episode."""

    episode: int = -1
    used: set[str] = field(default_factory=set)
    tried: dict[str, list[Direction]] = field(default_factory=dict)

    def observe(self, memory: ObjectMemory) -> None:
        """Forget everything when the world is another one."""
        if memory.episode != self.episode:
            self.episode = memory.episode
            self.used.clear()
            self.tried.clear()


class GazeTask(Protocol):
    """One goal."""

    def decide(self, memory: ObjectMemory, knowledge: Knowledge) -> Look | End:
        """Return where to look next, or how the goal ended."""
        ...

    def heard(self, outcome: Outcome, knowledge: Knowledge) -> None:
        """Hear what became of the last look."""
        ...


def is_fixed(class_name: str) -> bool:
    """Tell whether things of a class stay where they are and take others."""
    known = object_types().get(class_name)
    moves = ("pickupable", "moveable")
    return known is not None and known.can("receptacle") and not any(known.can(flag) for flag in moves)


def _hangs(held: ObjectState) -> float:
    """Return how far a held thing reaches beyond the finger tips, metres: half its usual height, as it is gripped."""
    known = object_types().get(held.class_name)
    return max(held.size) / 2.0 if known is None or known.size is None else known.size[1] / 2.0 + 0.01


class Aim:
    """Chooses views of one object: reachable ones, not hidden by other things where possible."""

    def __init__(self, reach: CameraReach, settings: ViewSettings) -> None:
        self._reach = reach
        self._settings = settings

    def next(
        self, target: ObjectState, memory: ObjectMemory, tried: Sequence[Direction], limit: float = 0.0
    ) -> tuple[Direction, Array] | None:
        """Return the best view that was not tried: its direction and the camera's pose, or None when there is none.

        :param limit: largest wished distance of the camera, metres, 0 for none
        """
        front = has_front(target, is_fixed(target.class_name), self._settings)
        directions = (*FROM_THE_FRONT, *FROM_ABOVE) if front else FROM_ABOVE
        nearest = distance_for(target, self._settings, limit)
        distances = [nearest, *(d for d in self._settings.farther if d > nearest + 0.01)]
        hidden: list[tuple[int, Direction, Array]] = []
        for direction in fresh(directions, tried, self._settings):
            views = (self._camera(target, memory, direction, distance) for distance in distances)
            camera = next((view for view in views if view is not None), None)
            if camera is None:
                continue
            count = hidden_by(camera, target, memory.objects)
            if count == 0:
                return direction, camera
            hidden.append((count, direction, camera))
        least = min(hidden, key=lambda h: h[0], default=None)
        return None if least is None else (least[1], least[2])

    def _camera(
        self, target: ObjectState, memory: ObjectMemory, direction: Direction, distance: float
    ) -> Array | None:
        """Return the pose whose turn of the picture costs the arm least, or None when it reaches none."""
        things = [o for o in memory.objects if not o.held]
        held = 0.0 if memory.held is None else _hangs(memory.held)
        best: tuple[float, Array] | None = None
        for roll in ROLLS:
            camera = camera_pose(target.center, distance, direction, roll)
            effort = self._reach.effort(camera, things, held)
            if effort is not None and (best is None or effort < best[0] - 1e-6):
                best = (effort, camera)
        return None if best is None else best[1]


class ObjectTask:
    """Look at one object from a view from which it can be acted on and judged."""

    def __init__(self, object_id: str, attempt: int, limit: float, aim: Aim, settings: GazeSettings) -> None:
        """Make the task.

        :param attempt: 0 for the best view, more for one that was not tried before
        :param limit: largest wished distance of the camera, metres, 0 for none
        """
        self._id = object_id
        self._attempt = attempt
        self._limit = limit
        self._aim = aim
        self._settings = settings
        self._direction: Direction | None = None
        self._looks = 0
        self._refusals = 0

    def heard(self, outcome: Outcome, knowledge: Knowledge) -> None:
        self._looks += 1 if outcome else 0
        self._refusals += 0 if outcome else 1
        if self._direction is not None:
            knowledge.tried[self._id].append(self._direction)

    def decide(self, memory: ObjectMemory, knowledge: Knowledge) -> Look | End:
        target = memory.get(self._id)
        if target is None:
            return End(Outcome(Code.NOT_FOUND, f"{self._id} is not in the object memory (any more)."))
        if target.held:
            return End(Outcome(Code.BAD_INPUT, f"{self._id} is in the hand: there is nowhere to look from."))
        tried = knowledge.tried.setdefault(self._id, [])
        if self._looks and target.visible:
            return End(Outcome.success(f"{self._id} is in view."), self._id)
        if self._direction is None and self._attempt == 0:
            tried.clear()
        if self._looks >= self._settings.looks:
            return End(self._unseen())
        choice = None
        if self._refusals < self._settings.refusals:
            choice = self._aim.next(target, memory, tried, self._limit)
        if choice is None:
            return End(self._unseen() if self._looks else self._unreachable())
        self._direction, camera = choice
        return Look(f"looking at {self._id}", camera=camera)

    def _unseen(self) -> Outcome:
        return Outcome(
            Code.TARGET_NOT_VISIBLE,
            f"{self._id} was not seen from {self._looks} views in which it should be seen.",
        )

    def _unreachable(self) -> Outcome:
        further = "further " if self._attempt else ""
        return Outcome(
            Code.UNREACHABLE,
            f"No {further}view of {self._id} can be reached ({self._refusals} were refused by the driver).",
        )


class _NamedLooks:
    """What became of looks that were asked for one after the other by name."""

    def __init__(self) -> None:
        self._asked = ""
        self._refused: Outcome | None = None
        self._looks = 0

    def heard(self, outcome: Outcome, knowledge: Knowledge) -> None:
        knowledge.used.add(self._asked)
        if outcome:
            self._looks += 1
        else:
            self._refused = outcome

    @property
    def all_refused(self) -> End | None:
        """How the task ends because no look was possible; None where one was, or none was tried."""
        if self._refused is None or self._looks:
            return None
        return End(Outcome(Code.UNREACHABLE, f"No view can be reached: {self._refused.message}"))


class ExploreTask(_NamedLooks):
    """Look from the named views that were not used yet, then into what has a front, until a wanted thing is seen."""

    def __init__(
        self, stop_classes: Sequence[str], ignore_ids: Sequence[str], aim: Aim, settings: GazeSettings
    ) -> None:
        self._classes = tuple(stop_classes)
        self._wanted = Watch(self._classes, frozenset(ignore_ids))
        self._aim = aim
        self._settings = settings
        super().__init__()

    def decide(self, memory: ObjectMemory, knowledge: Knowledge) -> Look | End:
        found = self._wanted.seen(memory)
        if found is not None:
            return End(Outcome.success(f"{found.id} was seen."), found.id)
        for name in self._settings.views:
            if name not in knowledge.used:
                self._asked = name
                return Look(f"looking from {name}", view=name)
        look = self._into_a_front(memory, knowledge)
        if look is not None:
            return look
        if self.all_refused is not None:
            return self.all_refused
        wanted = " or ".join(self._classes) or "object"
        return End(Outcome(Code.EXPLORED, f"No (other) {wanted} was seen, and every view was looked from."))

    def _into_a_front(self, memory: ObjectMemory, knowledge: Knowledge) -> Look | None:
        for thing in memory.objects:
            front = has_front(thing, is_fixed(thing.class_name), self._settings.view)
            name = f"front of {thing.id}"
            if not front or name in knowledge.used:
                continue
            choice = self._aim.next(thing, memory, ())
            if choice is not None:
                self._asked = name
                return Look(f"looking into {thing.id}", camera=choice[1])
        return None


class LookAroundTask(_NamedLooks):
    """Look from every named view."""

    def __init__(self, settings: GazeSettings) -> None:
        self._left = list(settings.views)
        super().__init__()

    def decide(self, memory: ObjectMemory, knowledge: Knowledge) -> Look | End:  # noqa: ARG002
        if self._left:
            self._asked = self._left.pop(0)
            return Look(f"looking from {self._asked}", view=self._asked)
        if self.all_refused is not None:
            return self.all_refused
        return End(Outcome.success(f"Looked from {self._looks} views."))
