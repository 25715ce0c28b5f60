"""Screens, phones, clocks, switches, lamps and candles: things that are switched on."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.builder import rotation
from thor_player.shapes.mesh import Floats, Material, Texture
from thor_player.shapes.parts import lying, screen_picture
from thor_player.shapes.spec import Spec, shape

_CRACKED = Material((0.03, 0.03, 0.04), (0.75, 0.78, 0.82), Texture.STONE, 0.05, shine=0.6)


def _screen(spec: Spec, size: float) -> Material:
    """Return a screen as it is: cracked, a picture, or dark."""
    if spec.status.is_broken:
        return _CRACKED
    return screen_picture(spec.seed, size) if spec.status.is_toggled else palette.SCREEN_OFF


@shape("Television")
def television(spec: Spec) -> None:
    """Draw a flat screen on its foot; on: a picture glows."""
    w, h, d = spec.w, spec.h, spec.d
    thin = min(0.06, d)
    stands = d > 0.1
    foot = 0.1 * h if stands else 0.0
    z = 0.0 if stands else d / 2 - thin / 2
    tall = h - foot
    spec.b.box((0, foot / 2, z), (w, tall, thin), palette.BLACK)
    spec.b.box(
        (0, foot / 2 + 0.005, z + thin / 2), (w - 0.05, tall - 0.06, 0.006), _screen(spec, max(w, tall))
    )
    if stands:
        spec.b.box((0, spec.low + foot / 2, 0), (0.1 * w, foot, thin), palette.BLACK)
        spec.b.box((0, spec.low + 0.01, 0), (0.5 * w, 0.02, 0.9 * d), palette.BLACK)


@shape("Laptop")
def laptop(spec: Spec) -> None:
    """Draw base with keys and a screen raised at the back; closed: only the shell."""
    coat = spec.pick((Material((0.72, 0.73, 0.75), shine=0.4, metal=0.2), palette.DARK_METAL))
    w, d, low = spec.w, spec.d, spec.low
    thick = 0.018
    if not spec.status.is_open:
        lid = _CRACKED if spec.status.is_broken else coat
        badge = Material((0.55, 0.85, 1.0), emission=1.0) if spec.status.is_toggled else palette.CHROME
        spec.b.box((0, low + thick, 0), (w, 2 * thick, min(d, 0.72 * w)), lid)
        spec.b.box((0, low + 2 * thick, 0), (0.2 * w, 0.003, 0.2 * w), badge)
        return
    deep = min(0.72 * w, 0.86 * d)
    back = -d / 2 + (d - deep)
    spec.b.box((0, low + thick / 2, back + deep / 2), (w, thick, deep), coat)
    keys = Material((0.16, 0.16, 0.17), (0.34, 0.34, 0.36), Texture.KEYS, 0.03)
    spec.b.box((0, low + thick, back + 0.34 * deep), (0.9 * w, 0.003, 0.46 * deep), keys)
    spec.b.box((0, low + thick, back + 0.78 * deep), (0.28 * w, 0.003, 0.24 * deep), palette.GREY)
    tall = min(0.66 * w, spec.h)
    lean = np.degrees(np.arctan2(d - deep, tall))
    rows = rotation(pitch=-max(8.0, min(25.0, lean)))
    hinge = np.array([0.0, low + thick, back])
    middle = hinge + np.array([0.0, tall / 2, 0.0]) @ rows
    spec.b.box(middle, (w, tall, 0.012), coat, turn=rows)
    spec.b.box(
        middle + np.array([0.0, 0.0, 0.006]) @ rows,
        (0.93 * w, 0.88 * tall, 0.004),
        _screen(spec, w),
        turn=rows,
    )


@shape("Desktop")
def desktop(spec: Spec) -> None:
    """Draw a monitor on a foot with a keyboard before it."""
    w, h, d = spec.w, spec.h, spec.d
    spec.b.box((0, 0.12 * h, -0.3 * d), (w, 0.7 * h, 0.05), palette.BLACK)
    spec.b.box((0, 0.12 * h, -0.3 * d + 0.026), (0.94 * w, 0.62 * h, 0.006), _screen(spec, w))
    spec.b.box((0, -0.32 * h, -0.3 * d), (0.1 * w, 0.3 * h, 0.04), palette.DARK_METAL)
    spec.b.box((0, spec.low + 0.01, -0.3 * d), (0.4 * w, 0.02, 0.3 * d), palette.DARK_METAL)
    keys = Material((0.16, 0.16, 0.17), (0.38, 0.38, 0.40), Texture.KEYS, 0.03)
    spec.b.box((-0.08 * w, spec.low + 0.012, 0.26 * d), (0.8 * w, 0.024, 0.2 * d), keys)
    spec.b.ellipsoid((0.44 * w, spec.low + 0.015, 0.26 * d), (0.03, 0.018, 0.05), palette.BLACK, 10)


@shape("CellPhone")
@lying
def cell_phone(spec: Spec) -> None:
    """Draw a phone with its screen up; on: the screen shines."""
    coat = Material(spec.pick(((0.12, 0.12, 0.13), (0.85, 0.85, 0.87), (0.45, 0.12, 0.14))), shine=0.6)
    length, width = spec.w, min(spec.d, 0.55 * spec.w)
    spec.b.box((0, 0, 0), (length, spec.h, width), coat)
    look = Material((0.45, 0.78, 1.0), emission=1.0) if spec.status.is_toggled else palette.SCREEN_OFF
    if spec.status.is_broken:
        look = _CRACKED.but(scale=0.012)
    for side in (-1, 1):
        spec.b.box((0, side * spec.h / 2, 0), (0.8 * length, 0.002, 0.9 * width), look)
        top = side * spec.h / 2
        spec.b.cylinder(
            (0.45 * length, top, 0), (0.45 * length, 1.12 * top, 0), 0.09 * width, palette.GREY, 14
        )
        spec.b.box((-0.45 * length, top, 0), (0.012 * length, 0.002, 0.24 * width), palette.GREY)


@shape("RemoteControl")
@lying
def remote_control(spec: Spec) -> None:
    """Draw a slim box of buttons."""
    width = min(spec.d, 0.4 * spec.w)
    spec.b.box((0, 0, 0), (spec.w, spec.h, width), palette.BLACK)
    keys = Material((0.12, 0.12, 0.13), (0.62, 0.63, 0.66), Texture.KEYS, 0.3 * width)
    for side in (-1, 1):
        spec.b.box((-0.05 * spec.w, side * spec.h / 2, 0), (0.7 * spec.w, 0.002, 0.9 * width), keys)
        spec.b.box(
            (0.4 * spec.w, side * spec.h / 2, 0),
            (0.07 * spec.w, 0.004, 0.25 * width),
            Material((0.86, 0.14, 0.12)),
        )


@shape("AlarmClock")
def alarm_clock(spec: Spec) -> None:
    """Draw a clock: a face with hands, or red digits."""
    w, h, d = spec.w, spec.h, spec.d
    coat = palette.plastic(
        spec.pick(((0.15, 0.15, 0.16), (0.70, 0.16, 0.14), (0.86, 0.86, 0.84), (0.25, 0.45, 0.55)))
    )
    if spec.dice.random() < 0.5:
        spec.b.box((0, 0, 0), (w, h, 0.8 * d), coat)
        face = Material((0.03, 0.03, 0.03), (1.0, 0.12, 0.08), Texture.KEYS, 0.2 * w, emission=0.9)
        spec.b.box((0, 0.02 * h, 0.4 * d), (0.84 * w, 0.44 * h, 0.006), face)
        return
    r = 0.42 * min(w, h)
    spec.b.cylinder((0, 0, -0.4 * d), (0, 0, 0.35 * d), r, coat, 20)
    spec.b.cylinder((0, 0, 0.34 * d), (0, 0, 0.4 * d), 0.86 * r, palette.PAPER, 20)
    for turn, length in ((40.0, 0.7), (-60.0, 0.5)):
        rows = rotation(roll=turn)
        spec.b.box(
            np.array([0, 0.4 * length * r, 0.42 * d]) @ rows,
            (0.1 * r, 0.8 * length * r, 0.004),
            palette.BLACK,
            turn=rows,
        )
    for side in (-1, 1):
        spec.b.ellipsoid((side * 0.6 * r, 0.42 * h, 0), (0.4 * r, 0.09 * h, 0.4 * r), palette.BRASS, 10)
        spec.b.cylinder(
            (side * 0.5 * r, spec.low, 0), (side * 0.4 * r, -0.6 * r, 0), 0.08 * r, palette.CHROME, 6
        )


@shape("LightSwitch")
def light_switch(spec: Spec) -> None:
    """Draw a plate with rockers; on: a rocker is down and its window lit."""
    wall = int(np.argmin([spec.w, 10.0, spec.d]))
    size = np.array([spec.w, spec.h, spec.d])
    plate = size.copy()
    plate[wall] *= 0.6
    spec.b.box((0, 0, 0), plate, palette.WHITE)
    key = size * np.array([0.34, 0.42, 0.34])
    key[wall] = 0.75 * size[wall]
    on = spec.status.is_toggled
    lit = Material((1.0, 0.78, 0.35), emission=0.9)
    spec.b.box((0, 0, 0), key, lit if on else Material((0.62, 0.62, 0.60), shine=0.3))
    lever = key * np.array([0.6, 0.5, 0.6])
    lever[wall] = size[wall]
    spec.b.box((0, (-0.1 if on else 0.1) * spec.h, 0), lever, lit if on else palette.WHITE)
    screw = np.full(3, 0.06 * spec.h)
    screw[wall] = 0.68 * size[wall]
    for side in (-1, 1):
        spec.b.box((0, side * 0.36 * spec.h, 0), screw, palette.GREY)


@shape("Watch")
@lying
def watch(spec: Spec) -> None:
    """Draw a dial on a loop of strap."""
    strap = Material(spec.pick(((0.25, 0.15, 0.09), (0.10, 0.10, 0.11), (0.60, 0.61, 0.63))), shine=0.4)
    half = spec.h / 2
    band = [
        (0.45 * spec.w * np.cos(a), 0.72 * half * np.sin(a), 0.0) for a in np.linspace(0.0, 2.0 * np.pi, 17)
    ]
    spec.b.tube(band, min(0.28 * half, 0.2 * spec.d), strap, 6)
    r = 0.42 * min(spec.d, spec.w)
    spec.b.cylinder((0, 0.4 * half, 0), (0, half, 0), r, palette.BRASS, 16)
    spec.b.cylinder((0, 0.9 * half, 0), (0, 1.04 * half, 0), 0.82 * r, palette.PAPER, 16)
    for turn, share in ((35.0, 0.62), (-70.0, 0.45)):
        rows = rotation(yaw=turn)
        at = np.array([0.0, 1.05 * half, 0.5 * share * r]) @ rows
        spec.b.box(at, (0.09 * r, 0.04 * half, share * r), palette.BLACK, turn=rows)


@shape("DeskLamp", "FloorLamp")
def lamp(spec: Spec) -> None:
    """Draw foot, stem and shade; on: shade and bulb glow."""
    on = spec.status.is_toggled
    metal = spec.pick((palette.DARK_METAL, palette.BRASS, palette.CHROME))
    color = spec.pick(((0.86, 0.80, 0.68), (0.62, 0.30, 0.24), (0.34, 0.44, 0.52), (0.90, 0.89, 0.86)))
    shade = Material((1.0, 0.90, 0.58), emission=1.0) if on else palette.fabric(color, spec.seed)
    inside = Material((1.0, 0.98, 0.86), emission=1.0) if on else Material((0.75, 0.73, 0.68))
    r, low, h = spec.radius, spec.low, spec.h
    stem = 0.012 if spec.kind == "FloorLamp" else 0.008
    foot = 0.72 * r
    spec.b.lathe([(0.0, low), (foot, low), (foot, low + 0.02), (1.6 * stem, low + 0.045)], metal, segments=20)
    tall = 0.36 * h if spec.kind == "DeskLamp" else 0.2 * h
    spec.b.cylinder((0, low + 0.02, 0), (0, spec.high - 0.5 * tall, 0), stem, metal, 8)
    narrow = spec.vary(0.55, 0.9)
    outline = [(r, spec.high - tall), (narrow * r, spec.high)]
    spec.b.lathe(outline, shade, segments=24)
    spec.b.lathe([(narrow * r - 0.004, spec.high), (r - 0.004, spec.high - tall)], inside, segments=24)
    bulb = palette.GLOW if on else palette.WHITE
    spec.b.ellipsoid((0, spec.high - 0.5 * tall, 0), (0.035, 0.05, 0.035), bulb, 10)


@shape("Candle")
def candle(spec: Spec) -> None:
    """Draw a candle; on: a flame above the wick."""
    wax = Material(
        spec.pick(((0.94, 0.90, 0.80), (0.70, 0.18, 0.20), (0.40, 0.52, 0.45), (0.78, 0.68, 0.82))), shine=0.3
    )
    r, low, h = spec.radius, spec.low, spec.h
    top = low + 0.7 * h
    on = spec.status.is_toggled
    lit = wax.but(emission=0.25) if on else wax
    spec.b.lathe(
        [(0.0, low), (r, low), (r, top), (0.7 * r, top - 0.03 * h), (0.0, top - 0.03 * h)],
        lit,
        squash=spec.squash,
    )
    spec.b.cylinder((0, top - 0.03 * h, 0), (0, top + 0.1 * h, 0), 0.05 * r, palette.BLACK, 5)
    if on:

        def pointed(unit: Floats) -> Floats:
            return np.asarray(1.0 - 0.35 * unit[..., 1])

        size = max(0.36 * r, 0.012)
        spec.b.ellipsoid(
            (0, top + 0.2 * h, 0),
            (size, 0.22 * h, size),
            Material((1.0, 0.62, 0.10), emission=1.0),
            10,
            pointed,
        )
        spec.b.ellipsoid(
            (0, top + 0.14 * h, 0),
            (1.05 * size, 0.08 * h, 1.05 * size),
            Material((1.0, 0.93, 0.55), emission=1.0),
            10,
        )


@shape("VacuumCleaner")
def vacuum_cleaner(spec: Spec) -> None:
    """Draw an upright cleaner: head, dust bin, handle."""
    color = palette.plastic(spec.pick(palette.BRIGHTS))
    w, h, d, low = spec.w, spec.h, spec.d, spec.low
    spec.b.box((0, low + 0.05 * h, 0.25 * d), (0.9 * w, 0.1 * h, 0.5 * d), palette.BLACK)
    spec.b.cone((0, low + 0.08 * h, 0.1 * d), (0, low + 0.62 * h, -0.15 * d), 0.26 * w, 0.2 * w, color, 14)
    spec.b.cylinder((0, low + 0.6 * h, -0.14 * d), (0, spec.high, -0.4 * d), 0.02, palette.DARK_METAL, 8)
    spec.b.box((0, spec.high - 0.04 * h, -0.4 * d), (0.2 * w, 0.06 * h, 0.12 * d), palette.BLACK)
