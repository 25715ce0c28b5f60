"""Colours that people who saw Unity's rooms call things by."""

from __future__ import annotations

import json
from importlib import resources

import numpy as np
import pytest

from thor_player.rooms import copy_object, load_world, scenes
from thor_player.shapes import build
from thor_player.shapes.mesh import Material, Mesh, Texture
from thor_player.shapes.paint import NAMES, paint_of, painted
from thor_player.types import object_types

WOOD = Material((0.6, 0.4, 0.2), (0.5, 0.3, 0.1), Texture.WOOD)
DARKER = Material((0.54, 0.36, 0.18))
STEEL = Material((0.66, 0.67, 0.69), metal=0.55)
LAMP = Material((1.0, 0.9, 0.7), emission=1.0)


def mesh_of(*parts: tuple[Material, float]) -> Mesh:
    """Return a square of each material, of a side in metres."""
    corners = [np.array([[0, 0, 0], [s, 0, 0], [s, s, 0], [0, s, 0]], dtype=float) for _, s in parts]
    faces = [np.array([[0, 1, 2], [0, 2, 3]]) + 4 * k for k in range(len(parts))]
    vertices = np.concatenate(corners)
    owner = np.repeat(np.arange(len(parts)), 2)
    normals = np.tile([0.0, 0.0, 1.0], (len(vertices), 1))
    materials = tuple(material for material, _ in parts)
    triangles = np.concatenate(faces).astype(np.int32)
    return Mesh(vertices, normals, triangles, owner.astype(np.int32), materials, len(triangles))


def test_the_largest_surface_and_its_like_are_painted_and_nothing_else():
    mesh = mesh_of((WOOD, 1.0), (DARKER, 0.2), (STEEL, 0.3), (LAMP, 2.0))
    wood, darker, steel, lamp = painted(mesh, "white").materials
    assert min(wood.color) > 0.85 and wood.texture is Texture.WOOD
    assert max(wood.color) > max(darker.color) > 0.7
    assert (steel, lamp) == (STEEL, LAMP)


def test_a_colour_that_no_metal_has_is_that_of_the_handle():
    blade, handle = painted(mesh_of((STEEL, 1.0), (DARKER, 0.1)), "yellow").materials
    assert blade == STEEL and handle.color[0] > handle.color[2] + 0.4
    blade, handle = painted(mesh_of((STEEL, 1.0), (DARKER, 0.1)), "black").materials
    assert max(blade.color) < 0.2 and handle == DARKER


def test_what_is_wooden_gets_a_grain():
    (plain,) = painted(mesh_of((DARKER, 1.0)), "wooden").materials
    assert plain.texture is Texture.WOOD and plain.accent is not None


def test_no_name_changes_nothing_and_an_unknown_one_is_refused():
    mesh = mesh_of((WOOD, 1.0))
    assert painted(mesh, "") is mesh
    with pytest.raises(KeyError):
        painted(mesh, "plaid")


def test_every_colour_of_the_data_is_one_of_a_type_in_a_room():
    known = json.loads(resources.files("thor_player").joinpath("data/room_colors.json").read_text("utf-8"))
    assert set(known) <= set(scenes()) and len(known) > 100
    for colors in known.values():
        assert set(colors) <= set(object_types()) and set(colors.values()) <= NAMES


def test_a_room_s_things_are_in_their_colours_and_other_seeds_vary():
    """FloorPlan413's dresser is white and its bin red, as people who saw the room say."""
    assert (paint_of("FloorPlan413", "Dresser"), paint_of("FloorPlan413", "GarbageCan")) == ("white", "red")
    world = load_world("FloorPlan413")
    can = next(o for o in world.objects.values() if o.object_type == "GarbageCan")
    red = [m for m in build(can).materials if m.color[0] > 0.5 and max(m.color[1:]) < 0.3]
    assert red and copy_object(world, can, can.position, can.rotation, "copy").paint == "red"
    assert not any(o.paint for o in load_world("FloorPlan413", seed=1).objects.values())
