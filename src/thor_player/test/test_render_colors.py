"""Colours: painted late, or many pixels at once, they are those of each pixel by itself at that time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from thor_player.model import Camera
from thor_player.render import Renderer, shade
from thor_player.render.jit import fast
from thor_player.render.shade import paint_pixel
from thor_player.rooms import load_world

SIZE = 120


@fast
def _one_by_one(
    samples: int, width: int, height: int, eye: Any, view: Any, focal: float,
    solid_inverse: Any, solid_owner: Any, inverse: Any, owner: Any,
    faces: Any, flat: Any, face_slot: Any, face_material: Any, vertices: Any, normals: Any,
    frames: Any, materials: Any, grid: Any, cells: Any, origin: Any, lamps: Any, daylight: float, rgb: Any,
) -> None:  # fmt: skip
    for row in range(height):
        for column in range(width):
            paint_pixel(
                row, column, samples, width, height, eye, view, focal, solid_inverse, solid_owner, inverse, owner,
                faces, flat, face_slot, face_material, vertices, normals, frames, materials,
                grid, cells, origin, lamps, daylight, rgb,
            )  # fmt: skip


def _camera(world: Any, yaw: float) -> Camera:
    return Camera(world.agent.camera_position(), yaw, 20.0, 90.0, SIZE, SIZE)


def test_colours_looked_at_late_are_those_of_their_own_view() -> None:
    world = load_world("FloorPlan1")
    renderer = Renderer(world)
    now = Renderer(world).render(_camera(world, 0.0))
    frame, colors = renderer.sketch(_camera(world, 0.0))
    for obj in world.active():
        obj.status.is_dirty = not obj.status.is_dirty
        obj.touch()
    other = renderer.render(_camera(world, 90.0))
    assert np.array_equal(colors.look(), now.rgb)
    assert np.array_equal(frame.depth, now.depth) and np.array_equal(frame.ids, now.ids)
    assert not np.array_equal(other.rgb, now.rgb)
    assert colors.look() is colors.look()


@pytest.mark.parametrize("scene", ["FloorPlan12", "FloorPlan205", "FloorPlan305", "FloorPlan405"])
def test_pixels_painted_together_are_those_painted_one_by_one(
    scene: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = load_world(scene)
    for obj in world.objects.values():
        obj.status.is_dirty = obj.can("dirtyable")
        obj.status.is_toggled = obj.can("toggleable")
        obj.touch()
    taken: list[tuple[Any, ...]] = []
    paint = shade.paint

    def keep(*arguments: Any) -> None:
        paint(*arguments)
        taken.append(arguments)

    monkeypatch.setattr(shade, "paint", keep)
    renderer = Renderer(world)
    for yaw in (0.0, 90.0, 180.0, 270.0):
        picture = renderer.render(_camera(world, yaw)).rgb
        alone = np.empty_like(picture)
        _one_by_one(*taken[-1][:-5], alone)
        assert np.array_equal(alone, picture), yaw
