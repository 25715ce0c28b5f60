"""Bathroom things: toilet, towels and holders, curtain and glass, paper, brushes, soap, mirror."""

from __future__ import annotations

import numpy as np

from thor_player.leaves import full_swing
from thor_player.shapes import palette
from thor_player.shapes.builder import rotation
from thor_player.shapes.mesh import Color, Floats, Material, Texture
from thor_player.shapes.parts import breakable, lying, shards
from thor_player.shapes.spec import Spec, shape

_TOWELS: tuple[Color, ...] = (
    (0.90, 0.89, 0.86),
    (0.36, 0.52, 0.66),
    (0.74, 0.42, 0.38),
    (0.45, 0.58, 0.46),
    (0.80, 0.70, 0.52),
)


@shape("Toilet")
def toilet(spec: Spec) -> None:
    """Draw bowl, tank and lid; open: the lid stands up and the water shows."""
    w, h, d, low = spec.w, spec.h, spec.d, spec.low
    tank_d = 0.28 * d
    rim = low + 0.42 * h
    spec.b.box((0, low + 0.66 * h, -d / 2 + tank_d / 2), (0.95 * w, 0.62 * h, tank_d), palette.CERAMIC)
    spec.b.box((0, low + 0.98 * h, -d / 2 + tank_d / 2), (w, 0.04 * h, tank_d + 0.02), palette.CERAMIC)
    spec.b.cylinder(
        (0, low + h, -d / 2 + tank_d / 2), (0, low + h + 0.008, -d / 2 + tank_d / 2), 0.03, palette.CHROME
    )
    spec.b.box((0, low + 0.2 * h, -d / 2 + 0.45 * tank_d), (0.5 * w, 0.4 * h, 0.9 * tank_d), palette.CERAMIC)
    long, wide = 0.72 * d, 0.86 * w
    center = (0.0, 0.0, d / 2 - long / 2)
    squash = (1.0, long / wide)
    r = wide / 2
    spec.b.lathe(
        [
            (0.0, low),
            (0.62 * r, low),
            (0.55 * r, low + 0.14 * h),
            (r, rim),
            (0.8 * r, rim),
            (0.5 * r, rim - 0.14 * h),
        ],
        palette.CERAMIC,
        center=center,
        squash=squash,
        segments=28,
    )
    water = Material((0.45, 0.68, 0.80), shine=0.9)
    spec.b.lathe([(0.56 * r, rim - 0.11 * h), (0.0, rim - 0.11 * h)], water, center=center, squash=squash)
    lid = [(0.0, 0.0), (r, 0.0), (r, 0.03 * h), (0.0, 0.045 * h)]
    hinge = np.array([0.0, rim + 0.005, -d / 2 + tank_d])
    rows = rotation(pitch=-98.0 * spec.status.openness) if spec.status.is_open else np.eye(3)
    middle = hinge + np.array([0.0, 0.0, long / 2]) @ rows
    spec.b.lathe(lid, palette.WHITE, center=middle, squash=squash, segments=28, turn=rows)


def _towel_look(spec: Spec) -> Material:
    color = spec.pick(_TOWELS)
    light = (min(1.0, color[0] * 1.15), min(1.0, color[1] * 1.15), min(1.0, color[2] * 1.15))
    if spec.dice.random() < 0.35:
        return spec.soil(Material(color, light, Texture.STRIPES, 0.12, axis=1))
    return spec.soil(Material(color, light, Texture.CARPET, 0.006, seed=spec.seed))


@shape("Towel")
def towel(spec: Spec) -> None:
    """Draw a hanging towel with soft folds, or a folded one when it lies."""
    look = _towel_look(spec)
    if spec.h < 0.5 * max(spec.w, spec.d):
        spec.b.box((0, 0, 0), (spec.w, spec.h, spec.d), look)
        return
    _drape(spec, look, waves=3.0, depth=0.3)


@shape("HandTowel")
def hand_towel(spec: Spec) -> None:
    """Draw a towel that hangs folded over a ring: full width below, gathered above, two bands across."""
    look = _towel_look(spec)
    if spec.h < 0.5 * max(spec.w, spec.d):
        spec.b.box((0, 0, 0), (spec.w, spec.h, spec.d), look)
        return
    along_x = spec.w >= spec.d
    width, thick = (spec.w, spec.d) if along_x else (spec.d, spec.w)
    rows = np.eye(3) if along_x else rotation(90.0)
    u, v = np.meshgrid(np.linspace(-1.0, 1.0, 25), np.linspace(0.0, 1.0, 13), indexing="ij")
    gather = 1.0 - 0.45 * np.clip((v - 0.55) / 0.4, 0.0, 1.0) ** 2
    folds = np.sin(4.0 * np.pi * u + 0.6) * (0.08 + 0.16 * (1.0 - gather))
    for side in (-1.0, 1.0):
        points = np.stack(
            [0.5 * width * u * gather, spec.low + v * spec.h,
             0.5 * thick * (side * (0.34 + 0.3 * (1.0 - u**2)) * (1.0 - 0.4 * v) + folds)], axis=-1)  # fmt: skip
        spec.b.grid(points @ rows, look, flip=side < 0)
        band = points[:, 1:4].copy()
        band[..., 1] = spec.low + spec.h * np.array([0.08, 0.10, 0.12])
        band[..., 2] += side * 0.003
        spec.b.grid(band @ rows, look.but(color=(0.95, 0.94, 0.90), accent=None), flip=side < 0)


def _drape(spec: Spec, look: Material, waves: float, depth: float, two_sided: bool = True) -> None:
    """Add a hanging sheet over the box's wider level side with waves across it."""
    along_x = spec.w >= spec.d
    width, thick = (spec.w, spec.d) if along_x else (spec.d, spec.w)
    u = np.linspace(-0.5, 0.5, 33)
    v = np.linspace(spec.low, spec.high, 5)
    swell = 0.5 * (1.0 - depth) * thick
    for side in (1.0, -1.0) if two_sided else (1.0,):
        points: Floats = np.empty((len(u), len(v), 3))
        wave = 0.5 * depth * thick * np.sin(2.0 * np.pi * waves * u)
        points[..., 0] = (u * width)[:, None]
        points[..., 1] = v
        points[..., 2] = (wave + side * swell)[:, None]
        if not along_x:
            points = points @ rotation(90.0)
        spec.b.grid(points, look, flip=side < 0)
    for end in (-1, 1):
        z = 0.5 * depth * thick * np.sin(np.pi * waves * end)
        size = (0.004, spec.h, 2 * swell)
        at = np.array([end * (width / 2 - 0.002), 0.0, z])
        rows = np.eye(3) if along_x else rotation(90.0)
        spec.b.box(at @ rows, size, look, turn=rows)


@shape("ShowerCurtain", "Curtains")
def curtain(spec: Spec) -> None:
    """Draw a pleated curtain on a rod; open: gathered at one side."""
    plain = spec.kind == "ShowerCurtain"
    color = spec.pick(
        ((0.88, 0.90, 0.92), (0.60, 0.76, 0.80), (0.92, 0.86, 0.74)) if plain else palette.CLOTHS
    )
    look = palette.fabric(color, spec.seed, 0.02)
    along_x = spec.w >= spec.d
    width = spec.w if along_x else spec.d
    rows = np.eye(3) if along_x else rotation(90.0)
    axis = np.array([1.0, 0.0, 0.0]) @ rows
    rod = np.array([0.0, spec.high - 0.015, 0.0])
    spec.b.cylinder(rod - axis * width / 2, rod + axis * width / 2, 0.012, palette.CHROME, 8)
    pieces: tuple[tuple[float, float], ...] = ((0.0, 1.0),)
    if not plain:
        pieces = ((-0.34, 0.32), (0.34, 0.32))
    elif spec.status.is_open:
        pieces = ((-0.38, 0.24),)
    for middle, share in pieces:
        inner = Spec(
            **{
                **spec.__dict__,
                "w": spec.w * (share if along_x else 1.0),
                "d": spec.d * (1.0 if along_x else share),
            }
        )
        inner.h, shift = 0.97 * spec.h, axis * middle * width
        inner.b = type(spec.b)()
        size = inner.d if along_x else inner.w
        if along_x:
            inner.d = min(size, inner.w)
        else:
            inner.w = min(size, inner.d)
        _drape(inner, look, waves=max(3.0, share * width / 0.16), depth=0.8)
        spec.b.merge(inner.b.mesh(), shift - [0.0, 0.015 * spec.h, 0.0])


@shape("ShowerDoor", "ShowerGlass")
@breakable(lambda _: palette.GLASS.but(alpha=1.0))
def shower_glass(spec: Spec) -> None:
    """Draw a framed pane; an open door stands turned out to the front."""
    along_x = spec.w >= spec.d
    width, thick = (spec.w, spec.d) if along_x else (spec.d, spec.w)
    base = np.eye(3) if along_x else rotation(90.0)
    side = spec.leaves[0].side if spec.leaves else -1
    is_open = spec.kind == "ShowerDoor" and spec.status.is_open
    angle = side * full_swing(spec.kind) * spec.status.openness
    swing = rotation(angle) @ base if is_open else base
    hinge = np.array([side * width / 2, 0.0, 0.0]) @ base
    pane = min(0.012, thick)

    def put(x: float, y: float, size: tuple[float, float, float], look: Material) -> None:
        spec.b.box(hinge + np.array([-side * x, y, 0.0]) @ swing, size, look, turn=swing)

    if spec.parts:
        _glass_corner(spec)
        return
    put(width / 2, 0.0, (width - 0.05, spec.h - 0.05, pane), palette.GLASS)
    for y in (spec.low + 0.0125, spec.high - 0.0125):
        put(width / 2, y, (width, 0.025, min(0.03, thick)), palette.CHROME)
    for x in (0.0125, width - 0.0125):
        put(x, 0.0, (0.025, spec.h, min(0.03, thick)), palette.CHROME)
    if spec.kind == "ShowerDoor":
        put(0.88 * width, 0.0, (0.02, 0.3, 0.07), palette.CHROME)


def _glass_corner(spec: Spec) -> None:
    """Draw the panes of a shower's corner, framed above and below."""
    for pane in spec.parts:
        center, size = pane.center, 2.0 * pane.half
        spec.b.box(center, size, palette.GLASS)
        for y in (spec.low + 0.0125, spec.high - 0.0125):
            spec.b.box(
                (center[0], y, center[2]), (max(size[0], 0.025), 0.025, max(size[2], 0.025)), palette.CHROME
            )


@shape("TowelHolder")
def towel_holder(spec: Spec) -> None:
    """Draw a rail on two brackets."""
    along_x = spec.w >= spec.d
    width, out = (spec.w, spec.d) if along_x else (spec.d, spec.w)
    rows = np.eye(3) if along_x else rotation(90.0)
    for side in (-1, 1):
        at = np.array([side * (width / 2 - 0.015), 0.0, 0.0]) @ rows
        spec.b.box(at, (0.03, spec.h, out), palette.CHROME, turn=rows)
    axis = np.array([1.0, 0.0, 0.0]) @ rows
    spec.b.cylinder(-axis * width / 2, axis * width / 2, 0.3 * min(spec.h, 0.04), palette.CHROME, 8)


@shape("HandTowelHolder")
def hand_towel_holder(spec: Spec) -> None:
    """Draw a ring on a plate."""
    wide_x = spec.w >= spec.d
    r = 0.45 * min(max(spec.w, spec.d), spec.h)
    rows = np.eye(3) if wide_x else rotation(90.0)
    ring = [
        np.array([r * np.cos(a), r * np.sin(a) - 0.1 * spec.h, 0.0]) @ rows
        for a in np.linspace(0, 2 * np.pi, 17)
    ]
    spec.b.tube([tuple(p) for p in ring], 0.006, palette.CHROME, 6)
    spec.b.box((0, 0.38 * spec.h, 0), (min(spec.w, 0.05), 0.24 * spec.h, min(spec.d, 0.05)), palette.CHROME)


def _roll(spec: Spec, axis: int, sheet: Material) -> None:
    """Draw a roll of paper along an axis; used up: the bare core."""
    size = (spec.w, spec.h, spec.d)
    others = [size[i] for i in range(3) if i != axis]
    out = 0.5 * min(others) * (0.42 if spec.status.is_used_up else 1.0)
    half = np.zeros(3)
    half[axis] = size[axis] / 2
    core = Material((0.60, 0.46, 0.32))
    spec.b.cylinder(-half, half, out, core if spec.status.is_used_up else sheet, 18)
    spec.b.cylinder(-1.01 * half, 1.01 * half, 0.2 * min(others), Material((0.30, 0.23, 0.16)), 12)


@shape("ToiletPaper")
def toilet_paper(spec: Spec) -> None:
    """Draw a roll across the holder, or standing."""
    size = [spec.w, spec.h, spec.d]
    pairs = [abs(size[1] - size[2]), abs(size[0] - size[2]), abs(size[0] - size[1])]
    _roll(spec, int(np.argmin(pairs)), palette.PAPER)


@shape("PaperTowelRoll")
def paper_towel_roll(spec: Spec) -> None:
    """Draw a tall roll of kitchen paper."""
    _roll(spec, int(np.argmax([spec.w, spec.h, spec.d])), palette.PAPER)


@shape("ToiletPaperHanger")
def toilet_paper_hanger(spec: Spec) -> None:
    """Draw a plate with a bar."""
    along_x = spec.w >= spec.d
    rows = np.eye(3) if along_x else rotation(90.0)
    width, out = (spec.w, spec.d) if along_x else (spec.d, spec.w)
    for side in (-1, 1):
        spec.b.box(
            np.array([side * (width / 2 - 0.01), 0.0, 0.0]) @ rows,
            (0.02, 0.6 * spec.h, out),
            palette.CHROME,
            turn=rows,
        )
    axis = np.array([1.0, 0.0, 0.0]) @ rows
    spec.b.cylinder(-axis * width / 2, axis * width / 2, 0.15 * spec.h, palette.CHROME, 8)


@shape("Plunger")
def plunger(spec: Spec) -> None:
    """Draw a rubber cup on a stick."""
    r, low, h = spec.radius, spec.low, spec.h
    spec.b.lathe(
        [(0.0, low), (r, low), (0.95 * r, low + 0.1 * h), (0.35 * r, low + 0.24 * h), (0.0, low + 0.26 * h)],
        Material((0.56, 0.20, 0.14), shine=0.3),
    )
    spec.b.cylinder((0, low + 0.2 * h, 0), (0, spec.high, 0), 0.16 * r, palette.wood(spec, axis=1), 8)


@shape("ScrubBrush")
def scrub_brush(spec: Spec) -> None:
    """Draw a toilet brush in its pot."""
    r, low, h = spec.radius, spec.low, spec.h
    pot = palette.plastic(spec.pick(((0.92, 0.92, 0.90), (0.30, 0.33, 0.36))))
    spec.b.lathe([(0.0, low), (r, low), (0.8 * r, low + 0.36 * h), (0.0, low + 0.36 * h)], pot)
    spec.b.lathe(
        [(0.0, low + 0.34 * h), (0.5 * r, low + 0.36 * h), (0.42 * r, low + 0.5 * h), (0.0, low + 0.52 * h)],
        palette.PAPER,
    )
    spec.b.cylinder((0, low + 0.5 * h, 0), (0, spec.high, 0), 0.14 * r, pot, 8)


@shape("SoapBar")
@lying
def soap_bar(spec: Spec) -> None:
    """Draw a rounded bar of soap."""
    color = spec.pick(((0.93, 0.86, 0.70), (0.72, 0.86, 0.74), (0.95, 0.78, 0.80), (0.80, 0.84, 0.94)))
    spec.b.ellipsoid((0, 0, 0), (spec.w / 2, spec.h / 2, spec.d / 2), Material(color, shine=0.5), 20, _blocky)


def _blocky(unit: Floats) -> Floats:
    """Return radius factors that swell an ellipsoid towards its box."""
    return np.asarray(1.0 / np.max(np.abs(unit), axis=-1)) ** 0.6


@shape("Cloth")
def cloth(spec: Spec) -> None:
    """Draw a crumpled cloth."""
    look = _towel_look(spec)
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, 13), np.linspace(-0.5, 0.5, 13), indexing="ij")
    bumps = np.sin(9.0 * u + 2.0 * v) * np.cos(8.0 * v - 3.0 * u)
    points = np.stack([u * spec.w, spec.low + spec.h * (0.55 + 0.4 * bumps), v * spec.d], axis=-1)
    spec.b.grid(points, look, flip=True)
    spec.b.box((0, spec.low + 0.12 * spec.h, 0), (0.96 * spec.w, 0.24 * spec.h, 0.96 * spec.d), look)


@shape("Mirror")
def mirror(spec: Spec) -> None:
    """Draw a framed mirror on its thin side; broken: cracked dark with shards below; dirty: smeared."""
    size = np.array([spec.w, spec.h, spec.d])
    thin = int(np.argmin(size))
    glass = spec.soil(Material((0.72, 0.80, 0.84), shine=1.0, metal=1.0))
    if spec.status.is_broken:
        glass = Material((0.50, 0.56, 0.60), (0.14, 0.15, 0.17), Texture.KEYS, 0.11, shine=0.8, metal=0.5)
        shards(spec, palette.GLASS.but(alpha=1.0))
    frame = size.copy()
    frame[thin] *= 0.8
    spec.b.box((0, 0, 0), frame, palette.wood(spec, axis=1) if spec.has("Wood") else palette.CHROME)
    edge = np.minimum(0.03, 0.08 * size)
    pane = size - 2.0 * edge
    pane[thin] = size[thin]
    spec.b.box((0, 0, 0), pane, glass)
