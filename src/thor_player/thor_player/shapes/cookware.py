"""Pots, pans, kettles and the tools one cooks and eats with."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.builder import rotation
from thor_player.shapes.mesh import Material
from thor_player.shapes.parts import handle, lying, vessel
from thor_player.shapes.spec import Spec, shape


@shape("Pot")
def pot(spec: Spec) -> None:
    """Draw a deep pot with two ears."""
    material = spec.soil(spec.pick((palette.STEEL, palette.CHROME, palette.STEEL, palette.DARK_METAL)))
    inner = spec.soil(Material((0.50, 0.51, 0.53), shine=0.4, metal=0.3))
    radius = min(spec.radius, 0.43 * max(spec.w, spec.d))
    vessel(
        spec,
        [(0.94, 0.0), (1.0, 0.06), (1.0, 0.96), (1.04, 1.0)],
        material,
        inner,
        radius=0.96 * radius,
        fill=0.82,
    )
    along = np.array([1.0, 0.0, 0.0]) if spec.w >= spec.d else np.array([0.0, 0.0, 1.0])
    across = along[::-1]
    reach = max(max(spec.w, spec.d) / 2 - radius, 0.015)
    up = np.array([0.0, 0.3 * spec.h, 0.0])
    for side in (-1.0, 1.0):
        at = side * along * 0.94 * radius + up
        handle(
            spec.b,
            at + 0.35 * radius * across,
            at - 0.35 * radius * across,
            side * along * reach,
            0.007,
            palette.BLACK,
        )


@shape("Pan")
@lying
def pan(spec: Spec) -> None:
    """Draw a frying pan with a long handle towards -x."""
    material, inner = spec.soil(palette.DARK_METAL), spec.soil(palette.CAST_IRON)
    radius = spec.d / 2 if spec.w > 1.15 * spec.d else 0.4 * spec.w
    center = (spec.w / 2 - radius, 0.0, 0.0)
    vessel(
        spec,
        [(0.8, 0.0), (0.85, 0.06), (1.0, 1.0)],
        material,
        inner,
        radius=radius,
        center=center,
        wall=0.004,
    )
    start, end = spec.w / 2 - 1.9 * radius, -spec.w / 2
    grip = max(0.009, 0.04 * radius)
    spec.b.cylinder((start, 0.3 * spec.h, 0), (end, 0.42 * spec.h, 0), grip, palette.BLACK, 8)


@shape("Kettle")
def kettle(spec: Spec) -> None:
    """Draw a kettle with spout and bow; open: the lid stands aside and what is in it shows."""
    material = spec.pick(
        (palette.STEEL, Material((0.70, 0.17, 0.14), shine=0.7), Material((0.18, 0.30, 0.36), shine=0.7))
    )
    r, low, h = 0.8 * spec.radius, spec.low, spec.h
    open_top = spec.status.is_open or spec.status.fill_liquid is not None
    outline = [(0.9, 0.0), (1.0, 0.12), (0.95, 0.5), (0.6, 0.95), (0.55, 1.0)]
    vessel(spec, outline, material, palette.DARK_METAL, radius=r, height=0.68 * h, fill=0.9)
    lid = [(0.56 * r, 0.0), (0.5 * r, 0.03 * h), (0.0, 0.06 * h)]
    knob_at = (0.0, low + 0.77 * h, 0.0)
    if open_top:
        spec.b.lathe(lid, material, center=(-0.75 * r, low + 0.68 * h, 0), turn=rotation(roll=60.0))
        knob_at = (-0.86 * r, low + 0.73 * h, 0.0)
    else:
        spec.b.lathe(lid, material, center=(0, low + 0.68 * h, 0))
    spec.b.ellipsoid(knob_at, (0.14 * r, 0.05 * h, 0.14 * r), palette.BLACK, 8)
    spec.b.cone((0.8 * r, low + 0.3 * h, 0), (spec.w / 2, low + 0.62 * h, 0), 0.2 * r, 0.1 * r, material, 8)
    left, right = np.array([-0.7 * r, low + 0.55 * h, 0]), np.array([0.7 * r, low + 0.55 * h, 0])
    handle(spec.b, left, right, np.array([0.0, 0.43 * h, 0.0]), 0.008, palette.BLACK)


def _steel(spec: Spec) -> Material:
    return palette.CHROME.but(color=spec.pick(((0.74, 0.75, 0.77), (0.66, 0.67, 0.69))))


def _grip(spec: Spec) -> Material:
    return spec.pick((palette.BLACK, Material((0.45, 0.28, 0.16), shine=0.3), palette.DARK_METAL))


@shape("Knife")
@lying
def knife(spec: Spec) -> None:
    """Draw a kitchen knife: blade towards +x."""
    half, thick = spec.w / 2, max(spec.h, 0.006)
    width = min(spec.d, 0.15 * spec.w, 0.04)
    blade = np.array(
        [[-0.1 * half, -width / 2], [0.75 * half, -width / 2], [half, width / 2], [-0.1 * half, width / 2]]
    )
    spec.b.slab(blade, -0.18 * thick, 0.18 * thick, _steel(spec))
    spec.b.box((-0.55 * half, 0, 0.1 * width), (0.9 * half, thick, 0.62 * width), _grip(spec))


@shape("ButterKnife")
@lying
def butter_knife(spec: Spec) -> None:
    """Draw a table knife: one piece, rounded blade."""
    half, thick = spec.w / 2, max(spec.h, 0.005)
    width = min(spec.d, 0.1 * spec.w, 0.024)
    steel = _steel(spec)
    blade = np.array(
        [[0.0, -width / 2], [0.8 * half, -width / 2], [half, 0.0], [0.85 * half, width / 2], [0.0, width / 2]]
    )
    spec.b.slab(blade, -0.2 * thick, 0.2 * thick, steel)
    spec.b.ellipsoid((-0.48 * half, 0, 0), (0.52 * half, thick / 2, 0.36 * width), steel, 10)


@shape("Fork")
@lying
def fork(spec: Spec) -> None:
    """Draw four tines, a neck and a handle."""
    half, thick, width = spec.w / 2, max(spec.h, 0.006), min(max(spec.d, 0.02), 0.2 * spec.w)
    steel = _steel(spec)
    for i in range(4):
        z = (i - 1.5) * 0.3 * width
        spec.b.box((0.8 * half, 0.1 * thick, z), (0.4 * half, 0.3 * thick, 0.15 * width), steel)
    neck = np.array(
        [
            [0.3 * half, -0.12 * width],
            [0.6 * half, -0.54 * width],
            [0.6 * half, 0.54 * width],
            [0.3 * half, 0.12 * width],
        ]
    )
    spec.b.slab(neck, -0.1 * thick, 0.25 * thick, steel)
    spec.b.box((-0.1 * half, 0, 0), (0.9 * half, 0.4 * thick, 0.24 * width), steel)
    spec.b.ellipsoid((-0.68 * half, 0, 0), (0.32 * half, 0.3 * thick, 0.28 * width), steel, 10)


@shape("Spoon")
@lying
def spoon(spec: Spec) -> None:
    """Draw an oval bowl and a handle."""
    half, thick, width = spec.w / 2, max(spec.h, 0.008), min(max(spec.d, 0.025), 0.24 * spec.w)
    steel = _steel(spec)
    spec.b.ellipsoid((0.68 * half, 0, 0), (0.32 * half, thick / 2, width / 2), steel, 12)
    spec.b.ellipsoid(
        (0.68 * half, 0.2 * thick, 0), (0.25 * half, 0.42 * thick, 0.38 * width), palette.DARK_METAL, 12
    )
    spec.b.box((-0.12 * half, 0, 0), (1.0 * half, 0.35 * thick, 0.2 * width), steel)
    spec.b.ellipsoid((-0.74 * half, 0, 0), (0.26 * half, 0.25 * thick, 0.24 * width), steel, 10)


@shape("Spatula")
@lying
def spatula(spec: Spec) -> None:
    """Draw a slotted blade on a long handle."""
    half, thick, width = spec.w / 2, max(spec.h, 0.008), min(max(spec.d, 0.05), 0.3 * spec.w)
    blade = spec.pick((palette.BLACK, palette.STEEL))
    for z in (-0.4, 0.0, 0.4):
        spec.b.box((0.7 * half, -0.2 * thick, z * width), (0.6 * half, 0.3 * thick, 0.22 * width), blade)
    for x in (0.42, 0.97):
        spec.b.box((x * half, -0.2 * thick, 0), (0.06 * half, 0.3 * thick, width), blade)
    spec.b.box((0.1 * half, 0, 0), (0.7 * half, 0.3 * thick, 0.12 * width), palette.STEEL)
    spec.b.box((-0.6 * half, 0, 0), (0.8 * half, 0.8 * thick, 0.24 * width), _grip(spec))


@shape("Ladle")
@lying
def ladle(spec: Spec) -> None:
    """Draw a deep scoop on a long handle."""
    half = spec.w / 2
    radius = min(spec.d / 2, 0.24 * spec.w)
    steel = _steel(spec)
    bowl = [(0.0, -spec.h / 2), (0.7 * radius, -0.35 * spec.h), (radius, 0.3 * spec.h)]
    at = (half - radius, 0.0, 0.0)
    spec.b.lathe(bowl, steel, center=at)
    spec.b.lathe(
        [(0.96 * radius, 0.3 * spec.h), (0.65 * radius, -0.25 * spec.h), (0.0, -0.4 * spec.h)],
        palette.DARK_METAL,
        center=at,
    )
    spec.b.cylinder((half - 2 * radius, 0.25 * spec.h, 0), (-half, 0.4 * spec.h, 0), 0.006, _grip(spec), 8)


@shape("AluminumFoil")
@lying
def aluminum_foil(spec: Spec) -> None:
    """Draw a roll of foil half out of its carton."""
    spec.b.box((0, -0.1 * spec.h, 0), (spec.w, 0.8 * spec.h, spec.d), palette.plastic((0.20, 0.38, 0.66)))
    r = 0.36 * min(spec.h, spec.d)
    spec.b.cylinder(
        (-0.48 * spec.w, spec.h / 2 - r, 0), (0.48 * spec.w, spec.h / 2 - r, 0), r, palette.CHROME
    )


@shape("DishSponge")
@lying
def dish_sponge(spec: Spec) -> None:
    """Draw a sponge with a rough green side."""
    soft = spec.soil(Material((0.95, 0.80, 0.25), (0.85, 0.66, 0.15), palette.SOIL.texture, 0.012))
    rough = spec.soil(Material((0.20, 0.46, 0.28), (0.15, 0.36, 0.22), palette.SOIL.texture, 0.008))
    spec.b.box((0, -0.15 * spec.h, 0), (spec.w, 0.7 * spec.h, spec.d), soft)
    spec.b.box((0, 0.35 * spec.h, 0), (spec.w, 0.3 * spec.h, spec.d), rough)
