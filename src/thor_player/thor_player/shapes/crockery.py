"""Mugs, cups, bowls, plates, bottles and other vessels."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.mesh import Color, Floats, Material
from thor_player.shapes.parts import breakable, handle, lying, vessel
from thor_player.shapes.spec import Spec, shape

_BOTTLES: tuple[Color, ...] = ((0.16, 0.36, 0.22), (0.40, 0.24, 0.10), (0.55, 0.72, 0.78), (0.20, 0.30, 0.45))


def _pottery(spec: Spec) -> Material:
    return spec.soil(palette.body(spec))


def _side(spec: Spec) -> Floats:
    """Return the unit vector towards which a handle points: along the longer level side."""
    return np.array([1.0, 0.0, 0.0]) if spec.w >= spec.d else np.array([0.0, 0.0, 1.0])


@shape("Mug")
@breakable(_pottery)
def mug(spec: Spec) -> None:
    """Draw a cylinder with an ear."""
    material = spec.soil(palette.glazed(spec.pick(palette.POTTERY)))
    inner = spec.soil(palette.CERAMIC)
    side, longer = _side(spec), max(spec.w, spec.d)
    radius = min(0.5 * min(spec.w, spec.d), 0.4 * longer)
    shift = radius - longer / 2
    foot = spec.vary(0.86, 0.98)
    outline = [(foot, 0.0), (1.0, 0.1), (1.0, 0.96), (0.97, 1.0)]
    vessel(spec, outline, material, inner, fill=0.94, radius=radius, center=side * shift)
    start = side * (shift + 0.94 * radius)
    reach = longer - 2 * radius
    up = np.array([0.0, 0.27 * spec.h, 0.0])
    handle(spec.b, start + up, start - up, side * (reach + 0.02 * radius), 0.008, material)


@shape("Cup")
@breakable(_pottery)
def cup(spec: Spec) -> None:
    """Draw a tumbler."""
    material = _pottery(spec)
    foot = spec.vary(0.66, 0.9)
    vessel(spec, [(foot, 0.0), (foot + 0.02, 0.04), (1.0, 1.0)], material, fill=0.93)


@shape("Bowl")
@breakable(_pottery)
def bowl(spec: Spec) -> None:
    """Draw a deep round bowl."""
    material = spec.soil(
        palette.glazed(spec.pick(palette.POTTERY)) if spec.has("Ceramic") else palette.body(spec)
    )
    outline = [(0.45, 0.0), (0.47, 0.06), (0.72, 0.22), (0.9, 0.52), (1.0, 0.97), (0.99, 1.0)]
    vessel(spec, outline, material, spec.soil(palette.CERAMIC), fill=0.86)


@shape("Plate")
@breakable(_pottery)
@lying
def plate(spec: Spec) -> None:
    """Draw a flat plate with a rim."""
    color = spec.pick(palette.POTTERY[:2] + palette.POTTERY[3:])
    rim, well = spec.soil(palette.glazed(color)), spec.soil(palette.CERAMIC)
    low, high = spec.low, spec.high
    spec.b.lathe(
        [(0.0, low), (0.6 * spec.radius, low), (spec.radius, high)], rim, squash=spec.squash, segments=28
    )
    top = [(spec.radius, high), (0.68 * spec.radius, low + 0.35 * spec.h)]
    spec.b.lathe(top, rim, squash=spec.squash, segments=28)
    spec.b.lathe(
        [top[1], (0.62 * spec.radius, low + 0.24 * spec.h), (0.0, low + 0.24 * spec.h)],
        well,
        squash=spec.squash,
        segments=28,
    )


def _bottle_glass(spec: Spec) -> Material:
    color = spec.pick(_BOTTLES)
    if spec.status.fill_liquid:
        drink = palette.liquid(spec.status.fill_liquid).color
        color = (
            0.3 * color[0] + 0.7 * drink[0],
            0.3 * color[1] + 0.7 * drink[1],
            0.3 * color[2] + 0.7 * drink[2],
        )
    return Material(color, shine=1.0, metal=0.2)


@shape("Bottle", "WineBottle")
@breakable(_bottle_glass)
def bottle(spec: Spec) -> None:
    """Draw a bottle with neck, label and cap; what is in it tints the glass."""
    glass = _bottle_glass(spec)
    r, low, h = spec.radius, spec.low, spec.h
    neck = spec.vary(0.28, 0.4)
    outline = [
        (0.0, low),
        (0.95 * r, low),
        (r, low + 0.03 * h),
        (r, low + 0.55 * h),
        (0.85 * r, low + 0.66 * h),
        (neck * r, low + 0.78 * h),
        (neck * r, low + 0.93 * h),
    ]
    spec.b.lathe(outline, glass, squash=spec.squash)
    spec.b.lathe(
        [(1.01 * r, low + 0.18 * h), (1.01 * r, low + 0.46 * h)],
        Material(spec.pick(palette.POTTERY)),
        squash=spec.squash,
    )
    cap = palette.plastic(spec.pick(palette.BRIGHTS))
    top = [(1.12 * neck * r, low + 0.9 * h), (1.12 * neck * r, low + h), (0.0, low + h)]
    spec.b.lathe(top, cap, squash=spec.squash)


@shape("Vase")
@breakable(_pottery)
def vase(spec: Spec) -> None:
    """Draw a bellied vase, one of three profiles."""
    material = palette.body(spec)
    outline = spec.pick(
        (
            [(0.5, 0.0), (0.8, 0.15), (1.0, 0.4), (0.8, 0.7), (0.45, 0.88), (0.55, 1.0)],
            [(0.6, 0.0), (0.7, 0.3), (0.95, 0.7), (1.0, 0.82), (0.7, 0.95), (0.62, 1.0)],
            [(0.7, 0.0), (0.95, 0.06), (1.0, 0.3), (0.9, 0.6), (0.85, 1.0)],
        )
    )
    vessel(spec, outline, material, fill=0.9)


@shape("Statue")
@breakable(lambda _: palette.stone((0.70, 0.66, 0.60), (0.50, 0.46, 0.40)))
def statue(spec: Spec) -> None:
    """Draw a figure on a plinth: a bust, or stacked pebbles when it is flat."""
    if spec.has("Metal"):
        material = spec.pick((palette.BRASS, palette.DARK_METAL))
    else:
        material = palette.stone((0.74, 0.71, 0.66), (0.55, 0.52, 0.47), spec.seed)
    low, h, w, d = spec.low, spec.h, spec.w, spec.d
    spec.b.box((0, low + 0.05 * h, 0), (0.8 * w, 0.1 * h, 0.8 * d), palette.BLACK)
    if h < 0.8 * max(w, d):
        spec.b.ellipsoid((0, low + 0.5 * h, 0), (0.46 * w, 0.4 * h, 0.42 * d), material)
        spec.b.ellipsoid((0.3 * w, low + 0.72 * h, 0), (0.16 * w, 0.26 * h, 0.2 * d), material)
        return
    spec.b.lathe(
        [
            (0.34 * spec.radius, low + 0.1 * h),
            (0.4 * spec.radius, low + 0.4 * h),
            (0.9 * spec.radius, low + 0.58 * h),
            (0.7 * spec.radius, low + 0.68 * h),
            (0.24 * spec.radius, low + 0.74 * h),
            (0.2 * spec.radius, low + 0.8 * h),
        ],
        material,
        squash=spec.squash,
    )
    spec.b.ellipsoid((0, low + 0.88 * h, 0), (0.42 * spec.radius, 0.12 * h, 0.46 * spec.radius), material)
    spec.b.ellipsoid(
        (0, low + 0.87 * h, 0.4 * spec.radius), (0.1 * spec.radius, 0.03 * h, 0.16 * spec.radius), material, 8
    )


@shape("SoapBottle")
def soap_bottle(spec: Spec) -> None:
    """Draw a pump dispenser; used up: only a pale, see-through body."""
    color = spec.pick(palette.BRIGHTS)
    soap = palette.plastic(color).but(shine=0.8)
    if spec.status.is_used_up:
        soap = Material((0.86, 0.88, 0.88), shine=0.8)
    r, low, h = spec.radius, spec.low, spec.h
    body = [
        (0.0, low),
        (0.9 * r, low),
        (0.95 * r, low + 0.03 * h),
        (0.9 * r, low + 0.58 * h),
        (0.3 * r, low + 0.7 * h),
        (0.3 * r, low + 0.76 * h),
        (0.0, low + 0.76 * h),
    ]
    spec.b.lathe(body, soap, squash=spec.squash)
    pump = palette.WHITE
    spec.b.cylinder((0, low + 0.74 * h, 0), (0, low + 0.95 * h, 0), 0.12 * r, pump, 8)
    spec.b.box((0, low + 0.96 * h, 0.3 * r), (0.3 * r, 0.07 * h, 1.2 * r), pump)
    spec.b.lathe([(0.92 * r, low + 0.14 * h), (0.915 * r, low + 0.44 * h)], palette.PAPER, squash=spec.squash)


@shape("SprayBottle")
def spray_bottle(spec: Spec) -> None:
    """Draw a trigger spray."""
    color = spec.pick(palette.BRIGHTS)
    r, low, h = spec.radius, spec.low, spec.h
    body = [(0.0, low), (r, low), (r, low + 0.4 * h), (0.45 * r, low + 0.66 * h), (0.4 * r, low + 0.76 * h)]
    spec.b.lathe(
        body,
        Material((0.5 + 0.5 * color[0], 0.5 + 0.5 * color[1], 0.5 + 0.5 * color[2]), shine=0.7),
        squash=spec.squash,
    )
    side, longer = _side(spec), max(spec.w, spec.d)
    nozzle = palette.plastic(color)
    head = side * (0.05 * longer) + np.array([0.0, low + 0.88 * h, 0.0])
    size = np.where(side > 0.5, 0.9 * longer, 0.8 * r)
    size[1] = 0.2 * h
    spec.b.box(head, size, nozzle)
    trigger = head + side * 0.25 * longer - np.array([0.0, 0.16 * h, 0.0])
    spec.b.box(trigger, (0.012, 0.14 * h + 0.012, 0.012), nozzle)


@shape("SaltShaker", "PepperShaker")
def shaker(spec: Spec) -> None:
    """Draw a glass shaker with a metal cap; salt is white, pepper dark."""
    inside = (0.93, 0.93, 0.92) if spec.kind == "SaltShaker" else (0.20, 0.17, 0.14)
    r, low, h = spec.radius, spec.low, spec.h
    spec.b.lathe(
        [(0.0, low), (0.95 * r, low), (r, low + 0.1 * h), (0.72 * r, low + 0.7 * h)],
        Material(inside, shine=0.8),
        squash=spec.squash,
        segments=12,
    )
    spec.b.lathe(
        [(0.76 * r, low + 0.68 * h), (0.74 * r, low + 0.85 * h), (0.5 * r, low + 0.97 * h), (0.0, low + h)],
        palette.CHROME,
        squash=spec.squash,
        segments=12,
    )


@shape("WateringCan")
def watering_can(spec: Spec) -> None:
    """Draw a can with spout and grip; water shows in its mouth."""
    material = palette.plastic(spec.pick(palette.BRIGHTS))
    side, longer = _side(spec), max(spec.w, spec.d)
    radius = min(0.5 * min(spec.w, spec.d), 0.32 * longer)
    outline = [(1.0, 0.0), (1.0, 0.06), (0.8, 1.0)]
    vessel(spec, outline, material, radius=radius, height=0.8 * spec.h, fill=0.92)
    start = side * 0.8 * radius + np.array([0.0, spec.low + 0.2 * spec.h, 0.0])
    tip = side * 0.5 * longer + np.array([0.0, spec.low + 0.86 * spec.h, 0.0])
    spec.b.cone(start, tip, 0.2 * radius, 0.12 * radius, material, 8)
    back = -side * 0.85 * radius
    up, down = np.array([0.0, spec.low + 0.75 * spec.h, 0.0]), np.array([0.0, spec.low + 0.2 * spec.h, 0.0])
    handle(spec.b, back + up, back + down, -side * (0.5 * longer - radius), 0.008, material)
