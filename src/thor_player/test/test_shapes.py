"""Every type has a shape, in every state, that fits its box and can be told from the plain one."""

from __future__ import annotations

import numpy as np
import pytest

from thor_player.model import ObjectStatus
from thor_player.render import Renderer
from thor_player.render.stage import portrait_camera, stage, staged_object, states_of
from thor_player.shapes import build
from thor_player.shapes.spec import SHAPES
from thor_player.types import object_types

_CASES = [(name, state) for name, kind in object_types().items() for state, _ in states_of(kind)]
# A drawer's box slides out as a whole; nobody pours coffee on a plant's dark soil to see it.
_UNSEEN = {("Drawer", "open"), ("HousePlant", "coffee")}
# What reaches out of the box by design: doors that swing, water that falls.
_REACHING = {
    ("Cabinet", "open"), ("Fridge", "open"), ("Microwave", "open"), ("Safe", "open"), ("LaundryHamper", "open"),
    ("Box", "open"), ("Toilet", "open"), ("ShowerDoor", "open"), ("Faucet", "on"), ("ShowerHead", "on"),
}  # fmt: skip


def _status(name: str, state: str) -> ObjectStatus:
    return dict(states_of(object_types()[name]))[state]


def test_every_type_has_a_shape_and_nothing_else_has() -> None:
    assert set(SHAPES) == set(object_types())


@pytest.mark.parametrize(("name", "state"), _CASES)
def test_meshes_are_sound_and_fit_their_box(name: str, state: str) -> None:
    for variant in (0, 1, 2):
        obj = staged_object(name, _status(name, state), variant)
        mesh = build(obj)
        assert len(mesh.faces) and np.all(np.isfinite(mesh.vertices))
        assert mesh.faces.min() >= 0 and mesh.faces.max() < len(mesh.vertices)
        assert mesh.face_material.max() < len(mesh.materials)
        assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-6)
        if (name, state) in _REACHING:
            continue
        slack = 0.04 + 0.12 * float(obj.box.half.max())
        low, high = mesh.extent()
        assert np.all(low > -obj.box.half - slack) and np.all(high < obj.box.half + slack)


@pytest.mark.parametrize("name", sorted(object_types()))
def test_shading_normals_agree_with_the_winding(name: str) -> None:
    mesh = build(staged_object(name))
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    face = np.cross(b - a, c - a)
    area = np.linalg.norm(face, axis=1)
    lean = np.einsum("ij,ij->i", face, mesh.normals[mesh.faces].sum(axis=1))
    assert (area * (lean < 0.0)).sum() < 0.01 * area.sum()


@pytest.mark.parametrize(("name", "state"), [c for c in _CASES if c[1] and c not in _UNSEEN])
def test_a_state_is_seen_from_a_metre_and_a_half(name: str, state: str) -> None:
    status = _status(name, state)
    plain = ObjectStatus(openness=status.openness if state != "open" else 0.0)
    camera = portrait_camera(staged_object(name), 300, 1.5)
    before = Renderer(stage([staged_object(name, plain)])).render(camera)
    after = Renderer(stage([staged_object(name, status)])).render(camera)
    body = (before.ids == 1) | (after.ids == 1)
    changed = np.abs(before.rgb.astype(int) - after.rgb).max(axis=-1) > 24
    assert changed[body].mean() > 0.06
    assert np.count_nonzero(changed & body) >= 8


def test_equal_looks_share_a_mesh_and_variants_differ() -> None:
    assert build(staged_object("Mug", variant=3)) is build(staged_object("Mug", variant=3))
    looks = {build(staged_object("Mug", variant=v)).materials for v in range(12)}
    assert len(looks) >= 4


def test_liquids_have_their_own_colours() -> None:
    pictures = []
    for liquid in ("water", "coffee", "wine"):
        obj = staged_object("Bowl", ObjectStatus(fill_liquid=liquid))
        pictures.append(Renderer(stage([obj])).render(portrait_camera(obj, 80)).rgb[40, 40].astype(int))
    assert pictures[0][2] > pictures[0][0] + 40  # water is blue
    assert pictures[1].max() < 130  # coffee is dark
    assert pictures[2][0] > pictures[2][1] + 40  # wine is red


def test_a_turned_front_turns_the_door() -> None:
    ahead, aside = staged_object("Fridge"), staged_object("Fridge")
    aside.front = 90.0
    for obj in (ahead, aside):
        obj.status.openness = 1.0
    size = ahead.box.half
    assert build(ahead).extent()[1][2] > size[2] + 0.3
    assert build(aside).extent()[1][0] > size[0] + 0.3
