"""Tables, counters, desks, dressers, racks."""

from __future__ import annotations

from thor_player.shapes import palette
from thor_player.shapes.mesh import Color, Material
from thor_player.shapes.parts import draw_parts, legs
from thor_player.shapes.spec import Spec, shape

_PAINTS: tuple[Color, ...] = ((0.90, 0.88, 0.84), (0.34, 0.38, 0.42), (0.80, 0.76, 0.68))
_STONES: tuple[tuple[Color, Color], ...] = (
    ((0.80, 0.79, 0.77), (0.55, 0.54, 0.53)),
    ((0.30, 0.31, 0.32), (0.52, 0.52, 0.52)),
    ((0.74, 0.66, 0.56), (0.50, 0.42, 0.35)),
)


def _material(spec: Spec) -> Material:
    if spec.has("Wood") or not spec.materials:
        return palette.wood(spec, axis=0 if spec.w >= spec.d else 2)
    if spec.has("Metal"):
        return spec.pick((palette.DARK_METAL, Material((0.82, 0.83, 0.84), shine=0.4, metal=0.2)))
    return Material(spec.pick(_PAINTS), shine=0.25)


@shape("CounterTop")
def counter_top(spec: Spec) -> None:
    """Draw the worktop where it is solid: stone or, in some rooms, wood."""
    if spec.style % 4 == 3:
        look = palette.wood(spec, axis=0 if spec.w >= spec.d else 2, choice=spec.style // 4 % 4)
    else:
        light, dark = _STONES[spec.style % 4 % len(_STONES)]
        look = palette.stone(light, dark, spec.style)
    if not draw_parts(spec, look):
        spec.b.box((0, 0, 0), (spec.w, spec.h, spec.d), look)


@shape("DiningTable", "CoffeeTable")
def table(spec: Spec) -> None:
    """Draw a top on four legs (round ones on a column) with boards at lower surfaces."""
    material = _material(spec)
    top = palette.GLASS if spec.has("Glass") and not spec.has("Wood") else material
    thick = min(0.04, 0.12 * spec.h)
    high = spec.level(spec.high)
    if abs(spec.w - spec.d) < 0.02 * spec.w and spec.dice.random() < 0.4:
        r = spec.radius
        spec.b.lathe(
            [(0.0, high - thick), (r, high - thick), (r, high), (0.0, high)],
            top,
            segments=36,
        )
        spec.b.lathe([(0.6 * r, spec.low), (0.1 * r, spec.low + 0.08), (0.09 * r, high - thick)], material)
        return
    spec.b.box((0, high - thick / 2, 0), (spec.w, thick, spec.d), top)
    post = min(0.07, 0.1 * min(spec.w, spec.d))
    legs(spec, high - thick, post, material, inset=0.02)
    rail = min(0.08, 0.2 * spec.h)
    for side in (-1, 1):
        spec.b.box(
            (side * (spec.w / 2 - 0.02 - post / 2), high - thick - rail / 2, 0),
            (0.02, rail, spec.d - 0.1),
            material,
        )
        spec.b.box(
            (0, high - thick - rail / 2, side * (spec.d / 2 - 0.02 - post / 2)),
            (spec.w - 0.1, rail, 0.02),
            material,
        )
    _boards(spec, material)


def _boards(spec: Spec, material: Material) -> None:
    """Add a board under every surface that is not the top."""
    for surface in spec.surfaces:
        y = float(surface.center[1])
        if spec.low + 0.03 < y < spec.high - 0.08:
            x, z = surface.half
            spec.b.box(
                (surface.center[0], y - 0.012, surface.center[2]),
                (2 * x + 0.02, 0.02, 2 * z + 0.02),
                material,
            )


@shape("SideTable", "Desk", "Dresser", "TVStand")
def cased_table(spec: Spec) -> None:
    """Draw a piece with drawers where it is solid, or a table where nothing is set in it."""
    material = _material(spec)
    thick = min(0.03, 0.1 * spec.h)
    level = spec.level(spec.high)
    if spec.h < 0.06 and not spec.parts:  # recorded is only where things stand on it
        spec.b.box((0, spec.low - 0.019, 0), (spec.w, 0.03, spec.d), material)
    elif draw_parts(spec, material, inset=0.004):
        if _top_share(spec, level) < 0.35:  # hollowed out for what stands in it: close it again
            spec.b.box((0, level - thick / 2, 0), (spec.w, thick, spec.d), material)
    elif spec.kind in ("Dresser", "TVStand"):
        foot = min(0.08, 0.12 * spec.h)
        spec.b.box(
            (0, foot / 2 - 0.012, -0.012), (spec.w - 0.02, spec.h - foot - 0.025, spec.d - 0.03), material
        )
        spec.b.box((0, spec.high - 0.0125, 0), (spec.w, 0.025, spec.d), material)
        legs(spec, spec.low + foot, 0.05, material, inset=0.02)
        if spec.kind == "TVStand":
            _tv_front(spec, material)
    else:
        table(spec)


def _tv_front(spec: Spec, material: Material) -> None:
    """Draw a slot for players between two doors with knobs."""
    front, tall = spec.d / 2 - 0.025, 0.6 * spec.h
    spec.b.box((0, 0.0, front), (0.34 * spec.w, tall, 0.006), palette.BLACK)
    spec.b.box((0, 0.0, front), (0.34 * spec.w, 0.02, 0.02), material)
    spec.b.box((-0.04 * spec.w, -0.22 * tall, front), (0.2 * spec.w, 0.18 * tall, 0.02), palette.DARK_METAL)
    for side in (-1, 1):
        x = side * 0.335 * spec.w
        spec.b.box((x, 0.0, front), (0.29 * spec.w, tall, 0.02), material)
        spec.b.box((x, 0.0, front + 0.01), (0.25 * spec.w, 0.84 * tall, 0.004), material.but(shine=0.3))
        spec.b.ellipsoid((side * 0.22 * spec.w, 0.0, front + 0.02), (0.012, 0.012, 0.012), palette.CHROME, 8)


def _top_share(spec: Spec, level: float) -> float:
    """Return how much of the box's footprint the solids that reach a level cover."""
    tops = [p for p in spec.parts if abs(p.top - level) < 0.03]
    return sum(4.0 * float(p.half[0] * p.half[2]) for p in tops) / max(spec.w * spec.d, 1e-9)


@shape("ShelvingUnit")
def shelving_unit(spec: Spec) -> None:
    """Draw an open rack, seen through from all sides: posts and boards (most shelves are objects of their own)."""
    material = _material(spec)
    w, d = spec.w, spec.d
    legs(spec, spec.high, min(0.04, 0.1 * min(w, d)), material)
    heights = {spec.low + 0.03, spec.high, *(round(float(s.center[1]), 2) for s in spec.surfaces)}
    for height in sorted(heights):
        # a little low: a shelf that is an object of its own lies in the same plane
        spec.b.box((0, height - 0.015, 0), (w - 0.01, 0.022, d - 0.01), material)
