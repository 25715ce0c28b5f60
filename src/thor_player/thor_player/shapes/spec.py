"""What a shape function is given: the object's size and state, a builder, and a dice for its looks."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from thor_player.leaves import Leaf, full_swing
from thor_player.model import Box, ObjectStatus, Surface
from thor_player.shapes.builder import Builder
from thor_player.shapes.mesh import Material

T = TypeVar("T")


@dataclass
class Spec:
    """One object to model. Its front is local +z; ``w``, ``h``, ``d`` are its size along x, y, z in metres.

    ``surfaces`` and ``parts`` (solids) lie in the same local frame; ``materials`` are the recorded salient
    ones; ``style`` is shared by everything in a room (cabinet fronts). ``leaves``: doors in its front, if it has any.
    """

    kind: str
    w: float
    h: float
    d: float
    status: ObjectStatus
    materials: tuple[str, ...]
    surfaces: list[Surface]
    parts: list[Box]
    dice: random.Random
    seed: int
    style: int = 0
    leaves: Sequence[Leaf] = ()
    b: Builder = field(default_factory=Builder)

    @property
    def low(self) -> float:
        """Height of the underside."""
        return -self.h / 2.0

    @property
    def high(self) -> float:
        """Height of the top."""
        return self.h / 2.0

    @property
    def door_angle(self) -> float:
        """By how much its doors stand open, degrees."""
        return full_swing(self.kind) * self.status.openness

    def level(self, default: float) -> float:
        """Return the height of its uppermost open surface, where things stand, or the default if it has none."""
        heights = [float(s.center[1]) for s in self.surfaces if not s.inside]
        return max(heights, default=default)

    @property
    def radius(self) -> float:
        """Radius of the largest upright cylinder inside the box."""
        return min(self.w, self.d) / 2.0

    @property
    def squash(self) -> tuple[float, float]:
        """Factors of x and z that make a round body fill the box."""
        return self.w / (2.0 * self.radius), self.d / (2.0 * self.radius)

    def pick(self, choices: Sequence[T]) -> T:
        """Choose one by the object's own dice."""
        return choices[self.dice.randrange(len(choices))]

    def vary(self, low: float, high: float) -> float:
        """Choose a number by the object's own dice."""
        return self.dice.uniform(low, high)

    def has(self, material: str) -> bool:
        """Tell whether the recording names a salient material."""
        return material in self.materials

    def soil(self, material: Material) -> Material:
        """Return the material with stains if the object is dirty."""
        if not self.status.is_dirty:
            return material
        return material.but(dirt=0.62, dirt_scale=max(0.02, 0.3 * max(self.w, self.h, self.d)))


ShapeFunction = Callable[[Spec], None]
SHAPES: dict[str, ShapeFunction] = {}


def shape(*types: str) -> Callable[[ShapeFunction], ShapeFunction]:
    """Register a shape function for object types."""

    def register(function: ShapeFunction) -> ShapeFunction:
        for name in types:
            SHAPES[name] = function
        return function

    return register
