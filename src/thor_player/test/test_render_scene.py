"""Pictures of whole rooms: repeatable, up to date, and quick."""

from __future__ import annotations

import time

import numpy as np
import pytest

from thor_player.model import Camera, SimObject, World
from thor_player.render import Renderer
from thor_player.rooms import load_world
from thor_player.solids_pose import move, set_openness


@pytest.fixture
def kitchen() -> World:
    return load_world("FloorPlan1")


def _views(world: World, size: int = 200) -> list[Camera]:
    eye = world.agent.camera_position()
    return [Camera(eye, yaw, 20.0, 90.0, size, size) for yaw in (0.0, 90.0, 180.0, 270.0)]


def _first(world: World, kind: str) -> SimObject:
    return next(o for o in world.objects.values() if o.object_type == kind)


def _look_at(obj: SimObject, distance: float = 0.8) -> Camera:
    """Return a camera before the object's front, a little above."""
    angle = np.radians(obj.front_yaw())
    eye = obj.box.center + distance * np.array([np.sin(angle), 0.5, np.cos(angle)])
    return Camera(eye, obj.front_yaw() + 180.0, 25.0, 90.0, 200, 200)


def test_two_renderers_draw_bit_identical_pictures(kitchen: World) -> None:
    one, other = Renderer(kitchen), Renderer(load_world("FloorPlan1"))
    for camera in _views(kitchen):
        a, b = one.render(camera), other.render(camera)
        assert np.array_equal(a.rgb, b.rgb)
        assert np.array_equal(a.depth, b.depth)
        assert np.array_equal(a.ids, b.ids)


def test_there_and_back_again_draws_the_same_picture(kitchen: World) -> None:
    renderer, bread = Renderer(kitchen), _first(kitchen, "Bread")
    before = [renderer.render(camera) for camera in _views(kitchen)]
    home = bread.position.copy()
    move(bread, home + np.array([0.3, 0.4, 0.2]), bread.rotation + np.array([0.0, 40.0, 0.0]))
    moved = [renderer.render(camera) for camera in _views(kitchen)]
    assert any(np.any(a.ids != b.ids) for a, b in zip(before, moved, strict=True))
    move(bread, home, bread.rotation - np.array([0.0, 40.0, 0.0]))
    again = [renderer.render(camera) for camera in _views(kitchen)]
    for a, b in zip(before, again, strict=True):
        assert np.array_equal(a.ids, b.ids)
        assert np.abs(a.rgb.astype(int) - b.rgb).max() <= 1


def test_changes_reach_a_renderer_as_they_reach_a_fresh_one(kitchen: World) -> None:
    renderer = Renderer(kitchen)
    renderer.render(_views(kitchen)[0])
    for kind in ("Fridge", "Drawer", "Microwave"):
        set_openness(_first(kitchen, kind), 1.0)
    mug, apple = _first(kitchen, "Mug"), _first(kitchen, "Apple")
    mug.status.is_dirty = True
    mug.touch()
    apple.status.active = False
    fresh = Renderer(kitchen)
    for camera in [*_views(kitchen), _look_at(_first(kitchen, "Fridge"), 1.5)]:
        a, b = renderer.render(camera), fresh.render(camera)
        assert a.names == b.names and apple.object_id not in a.names
        assert np.array_equal(a.ids, b.ids)
        assert np.array_equal(a.rgb, b.rgb)


def test_names_are_the_active_objects_in_the_worlds_order(kitchen: World) -> None:
    frame = Renderer(kitchen).render(_views(kitchen)[2])
    assert frame.names == ["", *(o.object_id for o in kitchen.active())]
    assert int(frame.ids.max()) < len(frame.names)
    floor = frame.names.index(_first(kitchen, "Floor").object_id)
    assert (frame.ids == floor).mean() > 0.05


def test_a_closed_fridge_hides_what_is_in_it_and_an_open_one_shows_it(kitchen: World) -> None:
    fridge, egg = _first(kitchen, "Fridge"), _first(kitchen, "Egg")
    assert fridge.object_id in egg.parents
    renderer, camera = Renderer(kitchen), _look_at(egg, 0.9)
    number = ["", *(o.object_id for o in kitchen.active())].index(egg.object_id)
    angle = np.radians(fridge.front_yaw())
    camera.position = egg.box.center + np.array([0.9 * np.sin(angle), 0.1, 0.9 * np.cos(angle)])
    camera.yaw, camera.horizon = fridge.front_yaw() + 180.0, 5.0
    assert not np.any(renderer.render(camera).ids == number)
    set_openness(fridge, 1.0)
    assert np.count_nonzero(renderer.render(camera).ids == number) > 30


def test_every_object_type_can_change_in_one_room_without_stale_triangles(kitchen: World) -> None:
    renderer = Renderer(kitchen)
    camera = _views(kitchen)[2]
    rng = np.random.default_rng(7)
    movable = [o for o in kitchen.objects.values() if o.can("pickupable")]
    for _ in range(60):
        obj = movable[int(rng.integers(len(movable)))]
        obj.status.is_broken = not obj.status.is_broken
        obj.status.fill_liquid = None if obj.status.fill_liquid else "water"
        obj.touch()
        renderer.render(camera, rgb=False)
    a, b = renderer.render(camera), Renderer(kitchen).render(camera)
    assert np.array_equal(a.ids, b.ids) and np.array_equal(a.rgb, b.rgb)


def test_frame_rate_and_update_cost(kitchen: World) -> None:
    renderer = Renderer(kitchen)
    views = _views(kitchen, 300)
    for camera in views:
        renderer.render(camera)
    frame_times, update_times = [], []
    bread, home = _first(kitchen, "Bread"), _first(kitchen, "Bread").position.copy()
    for turn in range(6):
        start = time.process_time()
        for camera in views:
            renderer.render(camera)
        frame_times.append((time.process_time() - start) / len(views))
        move(bread, home + np.array([0.01 * turn, 0.1, 0.0]), bread.rotation)
        start = time.process_time()
        renderer.update()
        update_times.append(time.process_time() - start)
    rate, update = 1.0 / min(frame_times), min(update_times)
    print(
        f"FloorPlan1 300x300 RGB+depth+ids: {rate:.0f} frames/s of CPU time, moving an object: {1e3 * update:.2f} ms"
    )
    assert rate > 35.0  # measured 150 on the 2-core machine; a third of the target allows for a busy one
    assert update < 0.01


@pytest.mark.parametrize(("kind", "dirty"), [("Bed", False), ("Bed", True), ("Shelf", False)])
def test_nothing_thin_sinks_into_what_carries_it(kind: str, dirty: bool) -> None:
    """Cards and phones are millimetres high: what is drawn of their support must not rise over them."""
    world = load_world("FloorPlan312")
    carrier = _first(world, kind)
    carrier.status.is_dirty = dirty
    carrier.version += 1
    surface, axes = carrier.surfaces[0], carrier.box.axes()
    middle = carrier.box.center + surface.center @ axes
    height = 0.3 if kind == "Shelf" else 1.5  # under the next board
    size = 200
    frame = Renderer(world).render(Camera(middle + np.array([0.0, height, 0.0]), 0.0, 90.0, 90.0, size, size))
    right, up = np.meshgrid(*[(np.arange(size) + 0.5) / size * 2.0 - 1.0] * 2)
    seen = np.stack([right * frame.depth, height - frame.depth, -up * frame.depth], axis=-1) @ axes.T
    inside = (np.abs(seen[..., [0, 2]]) < 0.95 * surface.half).all(axis=-1)
    own = inside & (frame.ids == frame.names.index(carrier.object_id))
    assert own.sum() > 500
    assert seen[own, 1].max() < 0.004
