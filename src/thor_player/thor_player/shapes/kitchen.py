"""Kitchen appliances: fridge, microwave, coffee machine, toaster, stove, sink and tap."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.builder import rotation
from thor_player.shapes.mesh import Material, Texture
from thor_player.shapes.parts import carcass, door, draw_parts, lining, shards
from thor_player.shapes.spec import Spec, shape

_FLAME = Material((1.0, 0.36, 0.06), emission=1.0)
_STREAM = Material((0.55, 0.80, 1.0), shine=0.8, emission=0.6)


_LINING = 0.008  # metres of a basin's walls


@shape("Fridge")
def fridge(spec: Spec) -> None:
    """Draw a two-door fridge; open, the white inside with its shelves is lit."""
    coat = spec.pick((palette.STEEL, palette.WHITE, palette.STEEL, palette.WHITE))
    inner = Material((0.93, 0.95, 0.97), emission=0.6 if spec.status.is_open else 0.0)
    w, h, d = spec.w, spec.h, spec.d
    thick = min(0.07, 0.12 * d)
    carcass(spec.b, np.array([0.0, 0.0, -thick / 2]), np.array([w, h, d - thick]), 0.04, coat, inner)
    _racks(spec, palette.CHROME)
    split = spec.pick((0.30, 0.34, 0.66))
    side, angle = spec.leaves[0].side, spec.door_angle
    face = d / 2
    for low, high in ((0.0, split), (split, 1.0)):
        tall = (high - low) * h
        middle = spec.low + (low + high) / 2 * h
        hinge = np.array([side * w / 2, middle, face])
        door(spec.b, hinge, (w, tall - 0.016, thick), angle, side, coat, None)
        rows = rotation(side * angle)
        bar = np.array([-side * 0.92 * w, (0.5 - split) * 0.3 * tall, 0.045])
        long = min(0.62 * tall, 0.7)
        spec.b.box(hinge + bar @ rows, (0.022, long, 0.022), palette.CHROME, turn=rows)
        for end in (-0.45, 0.45):
            foot = bar + np.array([0.0, end * long, -0.022])
            spec.b.box(hinge + foot @ rows, (0.02, 0.03, 0.044), palette.CHROME, turn=rows)
    spec.b.box((0, spec.low + 0.02, face - 0.5 * thick), (0.96 * w, 0.04, thick), palette.BLACK)
    if not spec.status.is_open:
        seam = spec.low + split * h
        spec.b.box((0, seam, face - 0.5 * thick), (0.98 * w, 0.02, 0.9 * thick), palette.BLACK)


def _racks(spec: Spec, material: Material) -> None:
    """Add a wire rack under every inside surface: what lies below stays in view."""
    wide, deep = spec.w - 0.09, spec.d - 0.2
    count = max(3, int(deep / 0.07))
    for surface in spec.surfaces:
        height = float(surface.center[1]) - 0.005
        if height < spec.low + 0.06:
            continue
        for i in range(count + 1):
            z = (i / count - 0.5) * deep - 0.03
            spec.b.box((0, height, z), (wide, 0.008, 0.008), material, skip=("-x", "+x"))
        for side in (-1, 1):
            spec.b.box((side * wide / 2, height, -0.03), (0.012, 0.014, deep), material)


@shape("Microwave")
def microwave(spec: Spec) -> None:
    """Draw a microwave; on: the window glows; open: the door stands aside."""
    coat = spec.pick((palette.STEEL, palette.BLACK, palette.WHITE))
    w, h, d = spec.w, spec.h, spec.d
    on = spec.status.is_toggled
    inner = Material((0.98, 0.86, 0.50), emission=0.9) if on else Material((0.80, 0.80, 0.78), emission=0.25)
    pane_w, thick = spec.leaves[0].width, 0.03
    left = -w / 2 + pane_w / 2
    carcass(spec.b, np.array([left, 0.0, -thick / 2]), np.array([pane_w, h, d - thick]), 0.02, coat, inner)
    spec.b.box((w / 2 - 0.13 * w, 0, -0.002), (0.26 * w, h, d - 0.004), coat)
    spec.b.box((w / 2 - 0.13 * w, -0.05 * h, d / 2 - 0.001), (0.18 * w, 0.5 * h, 0.004),
               Material((0.18, 0.18, 0.2), (0.6, 0.62, 0.65), Texture.KEYS, 0.06 * w))  # fmt: skip
    clock = Material((0.25, 0.95, 0.55), emission=1.0) if on else Material((0.05, 0.16, 0.10), emission=0.3)
    spec.b.box((w / 2 - 0.13 * w, 0.34 * h, d / 2), (0.17 * w, 0.13 * h, 0.006), clock)
    window = Material((1.0, 0.80, 0.34), emission=1.0) if on else Material((0.07, 0.07, 0.08), shine=0.9)
    hinge = (-w / 2, 0.0, d / 2 + 0.002)
    door(spec.b, hinge, (pane_w, h, thick), spec.door_angle, -1, coat, palette.CHROME, window)
    if spec.status.is_open:
        spec.b.lathe([(0.3 * w, spec.low + 0.03), (0.0, spec.low + 0.032)], Material((0.85, 0.92, 0.93), emission=0.2),
                     center=(left, 0, 0))  # fmt: skip


@shape("CoffeeMachine")
def coffee_machine(spec: Spec) -> None:
    """Draw a machine with a bay for a mug; on: light, coffee streaming, dial glowing."""
    coat = spec.pick((palette.BLACK, palette.STEEL, palette.DARK_METAL))
    w, h, d = spec.w, spec.h, spec.d
    front = d / 2
    back = 0.48 * d
    spec.b.box((0, 0, -front + back / 2), (0.92 * w, h, back), coat)
    spec.b.box((0, spec.low + 0.86 * h, 0.14 * d), (0.92 * w, 0.28 * h, 0.70 * d), coat)
    spec.b.box((0, spec.low + 0.025 * h, 0.2 * d), (0.92 * w, 0.05 * h, 0.6 * d), palette.DARK_METAL)
    for i in range(9):  # the drip tray's grille
        x = (i / 8 - 0.5) * 0.78 * w
        spec.b.box((x, spec.low + 0.053 * h, 0.22 * d), (0.03 * w, 0.008 * h, 0.5 * d), palette.CHROME)
    group = spec.low + 0.66 * h
    spec.b.cylinder((0, group, 0.2 * d), (0, spec.low + 0.73 * h, 0.2 * d), 0.16 * w, palette.CHROME, 16)
    spec.b.cylinder((0, group - 0.04 * h, 0.2 * d), (0, group, 0.2 * d), 0.13 * w, palette.STEEL, 16)
    spec.b.cylinder(
        (0, group - 0.01 * h, 0.3 * d), (0, group - 0.03 * h, 0.5 * d), 0.035 * w, palette.BLACK, 8
    )
    for side in (-1, 1):
        dial = np.array([side * 0.34 * w, spec.low + 0.87 * h, 0.49 * d])
        spec.b.cylinder(dial, dial + np.array([0.0, 0.0, 0.03 * d]), 0.07 * w, palette.CHROME, 14)
    on = spec.status.is_toggled
    lamp = Material((1.0, 0.34, 0.08), emission=1.0) if on else Material((0.25, 0.10, 0.08), shine=0.5)
    spec.b.box((0, spec.low + 0.87 * h, 0.492 * d), (0.5 * w, 0.14 * h, 0.02), lamp)
    if on:
        spec.b.cylinder((0, spec.low + 0.05 * h, 0.2 * d), (0, spec.low + 0.64 * h, 0.2 * d), 0.025 * w,
                        palette.liquid("coffee"), 8)  # fmt: skip
    if spec.status.is_broken:
        shards(spec, Material((0.72, 0.82, 0.86), shine=1.0))
        crack = Material((0.03, 0.03, 0.03), (0.7, 0.7, 0.7), Texture.STONE, 0.06)
        spec.b.box((0, spec.low + 0.93 * h, 0.47 * d), (0.86 * w, 0.12 * h, 0.05 * d), crack)
    tank = Material((0.62, 0.75, 0.80), shine=0.9, metal=0.2)
    spec.b.box((0, spec.low + 0.42 * h, -front - 0.0), (0.7 * w, 0.6 * h, 0.01), tank)


@shape("Toaster")
def toaster(spec: Spec) -> None:
    """Draw a two-slot toaster; on: the slots glow and the lever is down."""
    coat = spec.pick((palette.CHROME, palette.STEEL, palette.CHROME, Material((0.66, 0.14, 0.12), shine=0.7)))
    along_x = spec.w >= spec.d
    length, width = (spec.w, spec.d) if along_x else (spec.d, spec.w)
    h, on = spec.h, spec.status.is_toggled

    def put(center: tuple[float, float, float], size: tuple[float, float, float], look: Material) -> None:
        if not along_x:
            center, size = (center[2], center[1], -center[0]), (size[2], size[1], size[0])
        spec.b.box(center, size, look)

    put((0, 0.02 * h, 0), (0.92 * length, 0.92 * h, 0.9 * width), coat)
    put((0, -0.46 * h, 0), (0.86 * length, 0.08 * h, 0.94 * width), palette.BLACK)
    glow = _FLAME if on else palette.BLACK
    for z in (-0.2, 0.2):
        put((0, 0.485 * h, z * width), (0.72 * length, 0.02 * h, 0.16 * width), glow)
    put(
        (0.47 * length, -0.2 * h if on else 0.2 * h, 0), (0.06 * length, 0.1 * h, 0.22 * width), palette.BLACK
    )
    put((0.465 * length, -0.32 * h, 0.3 * width), (0.02 * length, 0.1 * h, 0.1 * width), glow)


@shape("StoveBurner")
def stove_burner(spec: Spec) -> None:
    """Draw a grate over a burner; on: a ring of flames and a glowing plate."""
    r, low = spec.radius, spec.low
    on = spec.status.is_toggled
    plate = Material((1.0, 0.24, 0.05), emission=1.0) if on else palette.CAST_IRON
    spec.b.lathe(
        [(0.0, low), (0.62 * r, low), (0.62 * r, low + 0.5 * spec.h), (0.0, low + 0.55 * spec.h)], plate
    )
    if on:
        ring = [(0.66 * r, low), (0.92 * r, low + 0.5 * spec.h), (0.72 * r, low + 0.9 * spec.h)]
        spec.b.lathe(ring, _FLAME)
        spec.b.lathe(list(reversed(ring)), Material((1.0, 0.72, 0.2), emission=1.0))
    for turn in (0.0, 90.0):
        size = (2 * r, 0.2 * spec.h, 0.09 * r)
        for shift in (-0.5, 0.5):
            rows = rotation(turn)
            spec.b.box(
                np.array([0, low + 0.9 * spec.h, shift * r]) @ rows, size, palette.CAST_IRON, turn=rows
            )


@shape("StoveKnob")
def stove_knob(spec: Spec) -> None:
    """Draw a knob facing forward and up; on: turned, its mark lit."""
    r = 0.4 * min(spec.w, spec.h)
    on = spec.status.is_toggled
    tilt = rotation(pitch=-45.0)
    out = np.array([0.0, 0.0, 1.0]) @ tilt
    # Round as well, because which way a knob looks is not recorded and half of it may be in the stove.
    spec.b.ellipsoid((0, 0, 0), (0.46 * spec.w, 0.46 * spec.h, 0.46 * spec.d), palette.DARK_METAL, 12)
    spec.b.cylinder(-0.35 * r * out, 0.9 * r * out, r, palette.DARK_METAL, 14)
    mark = Material((1.0, 0.3, 0.06), emission=1.0) if on else palette.WHITE
    rows = rotation(roll=-90.0 if on else 0.0) @ tilt
    spec.b.box(0.95 * r * out, (0.34 * r, 1.8 * r, 0.4 * r), mark, turn=rows)
    spec.b.box((0, 0.47 * spec.h, 0), (0.2 * spec.w, 0.05 * spec.h, 0.7 * spec.d), mark)


def _basin(spec: Spec, look: Material) -> None:
    """Draw the inside of a tub: four inner walls, the bottom and a drain, a little inside the body round it.

    Its walls may not share a plane with those of the sink: whose they are would change from pixel to pixel.
    """
    w, d = spec.w - 2 * _LINING, spec.d - 2 * _LINING
    h = max((part.top for part in spec.parts), default=spec.high) - spec.low
    middle = spec.low + h / 2
    lining(spec.b, (0, middle + _LINING / 2, 0), (w, h - _LINING, d), look, ("+y",))
    spec.b.lathe([(0.035, spec.low + 0.01), (0.0, spec.low + 0.01)], palette.DARK_METAL, segments=12)
    for sx, sz, size in ((1, 0, (_LINING, h, spec.d)), (0, 1, (w, h, _LINING))):
        for sign in (-1, 1):
            spec.b.box((sign * sx * (w + _LINING) / 2, middle, sign * sz * (d + _LINING) / 2), size, look)


@shape("SinkBasin")
def sink_basin(spec: Spec) -> None:
    """Draw the basin's inside; soiled or filled if it is."""
    look = spec.soil(spec.pick((palette.STEEL, palette.CERAMIC)))
    _basin(spec, look)
    if spec.status.fill_liquid:
        level = spec.low + 0.6 * spec.h
        water = palette.liquid(spec.status.fill_liquid)
        x, z = 0.49 * spec.w, 0.49 * spec.d
        spec.b.quad([(-x, level, -z), (-x, level, z), (x, level, z), (x, level, -z)], water)


@shape("BathtubBasin")
def bathtub_basin(spec: Spec) -> None:
    """Draw the tub's inside."""
    _basin(spec, palette.CERAMIC)


@shape("Sink", "Bathtub")
def sink(spec: Spec) -> None:
    """Draw the body of a sink or tub as walls round its (separate) basin, with a rim."""
    look = palette.CERAMIC if spec.kind == "Bathtub" or spec.dice.random() < 0.4 else palette.STEEL
    if len(spec.parts) > 2:
        draw_parts(spec, look)
        return
    w, h, d = spec.w, spec.h, spec.d
    share = 0.84 if spec.kind == "Bathtub" else 0.74
    wall_x, wall_z = (1 - share) * w / 2, (1 - share) * d / 2
    for side in (-1, 1):
        spec.b.box((side * (w - wall_x) / 2, -0.01, 0), (wall_x, h - 0.02, d), look)
        spec.b.box((0, -0.01, side * (d - wall_z) / 2), (share * w, h - 0.02, wall_z), look)
    spec.b.box((0, spec.low + 0.01, 0), (share * w, 0.02, share * d), look)


@shape("Faucet")
def faucet(spec: Spec) -> None:
    """Draw a bent spout towards the front with a lever; on: a stream falls into the basin."""
    w, h, d = spec.w, spec.h, spec.d
    base_z = -0.5 * d + min(0.04, 0.2 * d)
    tip_z = 0.5 * d - 0.02
    thick = min(0.016, 0.08 * max(w, h))
    spec.b.cylinder((0, spec.low, base_z), (0, spec.low + 0.07 * h, base_z), 2.0 * thick, palette.CHROME)
    top = spec.high - thick
    bend = [(0.0, spec.low, base_z), (0.0, spec.low + 0.6 * h, base_z), (0.0, top - 0.1 * h, base_z + 0.05 * d),
            (0.0, top, base_z + 0.3 * (tip_z - base_z)), (0.0, top, base_z + 0.7 * (tip_z - base_z)),
            (0.0, top - 0.1 * h, tip_z), (0.0, top - 0.25 * h, tip_z)]  # fmt: skip
    spec.b.tube(bend, thick, palette.CHROME)
    on = spec.status.is_toggled
    lever_turn = rotation(yaw=60.0 if on else 0.0)
    for side in (-1, 1):
        hub = np.array([side * 0.36 * w, spec.low, base_z])
        spec.b.cylinder(hub, hub + np.array([0, 0.2 * h, 0]), 0.9 * thick, palette.CHROME, 10)
        spec.b.box(
            hub + np.array([0, 0.22 * h, 0]), (0.26 * w, thick, 1.2 * thick), palette.CHROME, turn=lever_turn
        )
    if on:
        spec.b.cone((0, spec.low - 0.14, tip_z), (0, top - 0.25 * h, tip_z), 0.022, 0.014, _STREAM, 10)
        spec.b.ellipsoid((0, spec.low - 0.14, tip_z), (0.06, 0.012, 0.06), _STREAM, 12)


@shape("ShowerHead")
def shower_head(spec: Spec) -> None:
    """Draw a pipe with a rose towards the front; on: jets fall."""
    h, d = spec.h, spec.d
    back, tip = -0.46 * d, 0.2 * d
    rose = min(0.08, 0.3 * min(spec.w, d))
    spec.b.tube(
        [(0, spec.low, back), (0, 0.3 * h, back), (0, 0.45 * h, 0.5 * (back + tip)), (0, 0.46 * h, tip)],
        0.012,
        palette.CHROME,
    )
    spec.b.cone((0, 0.34 * h, tip), (0, 0.46 * h, tip), rose, 0.02, palette.CHROME)
    spec.b.box((0, -0.3 * h, back), (0.12, 0.05, 0.05), palette.CHROME)
    if spec.status.is_toggled:
        for i in range(9):
            angle, reach = 2.4 * i, 0.9 * rose * np.sqrt(i / 9.0)
            x, z = reach * np.cos(angle), tip + reach * np.sin(angle)
            spec.b.cone(
                (1.6 * x, 0.34 * h - 1.1, tip + 1.6 * (z - tip)), (x, 0.34 * h, z), 0.008, 0.006, _STREAM, 5
            )
