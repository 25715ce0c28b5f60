"""What the rasteriser says about boxes is what rays say about them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from thor_player import render
from thor_player.model import Agent, Box, Camera, SimObject, Structure, World
from thor_player.render import FAR, Renderer, view_axes
from thor_player.render.stage import staged_object
from thor_player.shapes.builder import Builder
from thor_player.shapes.mesh import Material, Mesh

Floats = NDArray[np.float64]


def _box_mesh(obj: SimObject, _style: int = 0) -> Mesh:
    builder = Builder()
    builder.box((0, 0, 0), 2.0 * obj.box.half, Material((0.7, 0.5, 0.3)))
    return builder.mesh()


def _world(boxes: list[Box]) -> World:
    objects = {}
    for index, box in enumerate(boxes):
        obj = staged_object("Newspaper")
        obj.object_id, obj.box, obj.solids = f"Newspaper|{index}", box, [box]
        objects[obj.object_id] = obj
    bounds = Box(np.zeros(3), np.array([4.0, 3.0, 4.0]))
    return World("Boxes", objects, Structure([], [], []), Agent(np.zeros(3)), "Kitchen", bounds)


def _rays(camera: Camera) -> Floats:
    """Return (H, W, 3) rays that advance one metre of planar depth."""
    focal = camera.height / 2.0 / np.tan(np.radians(camera.fov) / 2.0)
    x = (np.arange(camera.width) + 0.5 - camera.width / 2.0) / focal
    y = (camera.height / 2.0 - np.arange(camera.height) - 0.5) / focal
    right, up, forward = view_axes(camera.yaw, camera.horizon)
    return np.asarray(forward + x[None, :, None] * right + y[:, None, None] * up)


def _cast(boxes: list[Box], camera: Camera) -> tuple[Floats, NDArray[np.int32]]:
    """Return planar depth and 1-based index of the nearest box along each pixel's ray."""
    rays = _rays(camera)
    depth = np.full(rays.shape[:2], FAR)
    ids = np.zeros(rays.shape[:2], np.int32)
    for index, box in enumerate(boxes):
        axes = box.axes()
        origin, ways = axes @ (camera.position - box.center), rays @ axes.T
        with np.errstate(divide="ignore", invalid="ignore"):
            a, b = (-box.half - origin) / ways, (box.half - origin) / ways
        enter, leave = np.minimum(a, b).max(axis=-1), np.maximum(a, b).min(axis=-1)
        hit = (enter <= leave) & (enter > 0.0) & (enter < depth)
        depth[hit], ids[hit] = enter[hit], index + 1
    return depth, ids


def _random_boxes(seed: int, count: int) -> list[Box]:
    dice = np.random.default_rng(seed)
    return [
        Box(dice.uniform(-2.5, 2.5, 3), dice.uniform(0.05, 0.5, 3), float(dice.uniform(0, 360)))
        for _ in range(count)
    ]


@pytest.fixture(autouse=True)
def _plain_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "build", _box_mesh)


@pytest.mark.parametrize("size", [(300, 300), (320, 240), (97, 131)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_depth_and_ids_equal_ray_casting(seed: int, size: tuple[int, int]) -> None:
    boxes = _random_boxes(seed, 25)
    camera = Camera(np.array([0.3, 0.2, -3.6]), 10.0 * seed, 5.0 * seed, 70.0, *size)
    frame = Renderer(_world(boxes)).render(camera)
    depth, ids = _cast(boxes, camera)
    same = frame.ids == ids
    assert same.mean() > 0.9995
    assert np.abs(frame.depth - depth)[same].max() < 1e-5
    assert len(np.unique(ids)) > 8


@settings(max_examples=30, deadline=None)
@given(
    yaw=st.floats(0.0, 360.0),
    horizon=st.floats(-60.0, 60.0),
    fov=st.floats(40.0, 110.0),
    seed=st.integers(0, 10_000),
)
def test_any_view_of_boxes_equals_ray_casting(yaw: float, horizon: float, fov: float, seed: int) -> None:
    boxes = _random_boxes(seed, 6)
    camera = Camera(np.array([0.0, 0.0, -0.2]), yaw, horizon, fov, 80, 60)
    frame = Renderer(_world(boxes)).render(camera, rgb=False)
    outside = [np.any(np.abs(b.axes() @ (camera.position - b.center)) > b.half + 0.02) for b in boxes]
    if not all(outside):
        return  # the eye in a box: faces are culled from within, rays are not
    depth, ids = _cast(boxes, camera)
    same = frame.ids == ids
    assert same.mean() > 0.995
    assert np.abs(frame.depth - depth)[same].max() < 1e-4


def test_a_wall_ahead_has_its_distance_everywhere() -> None:
    wall = Box(np.array([0.0, 0.0, 3.0]), np.array([30.0, 30.0, 0.5]))
    frame = Renderer(_world([wall])).render(Camera(np.zeros(3), 0.0, 0.0, 90.0, 64, 48))
    assert np.all(frame.ids == 1)
    assert np.allclose(frame.depth, 2.5, atol=1e-6)


def test_right_of_the_picture_is_plus_x_and_down_is_minus_y() -> None:
    boxes = [Box(np.array(at, dtype=float), np.full(3, 0.2)) for at in ([1.0, 0.0, 3.0], [0.0, -1.0, 3.0])]
    ids = Renderer(_world(boxes)).render(Camera(np.zeros(3), 0.0, 0.0, 60.0, 100, 100)).ids
    right, below = np.argwhere(ids == 1).mean(axis=0), np.argwhere(ids == 2).mean(axis=0)
    assert right[1] > 60.0 and abs(right[0] - 49.5) < 1.0
    assert below[0] > 60.0 and abs(below[1] - 49.5) < 1.0


def test_yaw_turns_clockwise_and_horizon_looks_down() -> None:
    assert np.allclose(view_axes(90.0, 0.0)[2], [1.0, 0.0, 0.0])
    assert view_axes(0.0, 30.0)[2][1] == pytest.approx(-0.5)


def test_what_crosses_the_near_plane_is_cut_not_lost() -> None:
    floor = Box(np.array([0.0, -0.5, 0.0]), np.array([5.0, 0.1, 5.0]))
    frame = Renderer(_world([floor])).render(Camera(np.zeros(3), 0.0, 0.0, 90.0, 60, 60))
    assert np.all(frame.ids[45:] == 1)
    assert frame.depth[59].mean() == pytest.approx(0.4 / (29.5 / 30.0), abs=1e-5)


def test_nothing_ahead_is_the_far_plane_and_no_object() -> None:
    frame = Renderer(_world([])).render(Camera(np.zeros(3), 0.0, 0.0, 90.0, 16, 16))
    assert np.all(frame.depth == FAR)
    assert np.all(frame.ids == 0) and frame.names == [""]


def test_passes_not_asked_for_are_empty() -> None:
    renderer = Renderer(_world(_random_boxes(4, 5)))
    camera = Camera(np.array([0.0, 0.0, -3.0]), 0.0, 0.0, 90.0, 40, 30)
    only_rgb = renderer.render(camera, depth=False, ids=False)
    assert only_rgb.rgb.shape == (30, 40, 3) and not only_rgb.depth.size and not only_rgb.ids.size
    only_depth = renderer.render(camera, rgb=False, ids=False)
    assert only_depth.depth.shape == (30, 40) and not only_depth.rgb.size


def test_antialiasing_changes_colours_only() -> None:
    world = _world(_random_boxes(5, 20))
    camera = Camera(np.array([0.0, 0.0, -3.5]), 0.0, 0.0, 80.0, 90, 70)
    rough, fine = Renderer(world).render(camera), Renderer(world, antialias=True).render(camera)
    assert np.array_equal(rough.ids, fine.ids) and np.array_equal(rough.depth, fine.depth)
    changed = np.any(rough.rgb != fine.rgb, axis=-1).mean()
    assert 0.01 < changed < 0.6
