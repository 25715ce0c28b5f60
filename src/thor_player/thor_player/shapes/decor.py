"""Pictures, windows, blinds, plants, ornaments, toys, and markers."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.mesh import Floats, Material, Texture
from thor_player.shapes.parts import shards, vessel
from thor_player.shapes.spec import Spec, shape

_LEAF = Material((0.20, 0.45, 0.17), (0.36, 0.60, 0.24), Texture.ORGANIC, 0.05)


def _panel(spec: Spec, frame: Material, inner: Material, edge: float) -> None:
    """Draw a framed panel across the thinnest level side of the box."""
    size = np.array([spec.w, spec.h, spec.d])
    thin = 0 if spec.w <= spec.d else 2
    back = size.copy()
    back[thin] *= 0.85
    spec.b.box((0, 0, 0), back, frame)
    pane = size - 2.0 * edge
    pane[thin] = size[thin]
    spec.b.box((0, 0, 0), pane, inner)


@shape("Painting")
def painting(spec: Spec) -> None:
    """Draw a framed landscape."""
    size = max(spec.w, spec.h, spec.d)
    picture = Material((0.5, 0.5, 0.5), texture=Texture.PICTURE, scale=size, seed=spec.seed)
    frame = spec.pick((palette.wood(spec, axis=1), palette.BLACK, palette.BRASS, palette.WHITE))
    _panel(spec, frame, picture, min(0.04, 0.1 * size))


@shape("Poster")
def poster(spec: Spec) -> None:
    """Draw a picture with a white border."""
    size = max(spec.w, spec.h, spec.d)
    picture = Material((0.5, 0.5, 0.5), texture=Texture.PICTURE, scale=0.8 * size, seed=spec.seed)
    _panel(spec, palette.PAPER, picture, 0.03)


@shape("Window")
def window(spec: Spec) -> None:
    """Draw a framed window with bars and bright sky; broken: shards and a dark hole."""
    size = np.array([spec.w, spec.h, spec.d])
    thin = 0 if spec.w <= spec.d else 2
    wide = 2 - thin
    sky = Material((0.80, 0.91, 1.0), emission=1.0)
    if spec.status.is_broken:
        sky = Material((0.45, 0.58, 0.70), (0.92, 0.97, 1.0), Texture.STONE, 0.25, emission=1.0)
    _panel(spec, palette.WHITE, sky, 0.05)
    bar = np.full(3, 0.035)
    bar[thin] = size[thin] + 0.01
    across, upright = bar.copy(), bar.copy()
    across[wide], upright[1] = size[wide], size[1]
    spec.b.box((0, 0, 0), across, palette.WHITE)
    count = max(1, int(size[wide] / 0.8))
    for i in range(count):
        at = np.zeros(3)
        at[wide] = size[wide] * ((i + 1) / (count + 1) - 0.5)
        spec.b.box(at, upright, palette.WHITE)
    if spec.status.is_broken:
        shards(spec, palette.GLASS.but(alpha=1.0))


@shape("Blinds")
def blinds(spec: Spec) -> None:
    """Draw slats: all the way down when closed, gathered at the top when open."""
    size = np.array([spec.w, spec.h, spec.d])
    thin = 0 if spec.w <= spec.d else 2
    slat = size.copy()
    count = max(4, int(size[1] / 0.05))
    open_share = spec.status.openness
    gathered = 0.25 + 0.75 * (1.0 - open_share)
    slat[1] = 0.8 * size[1] * gathered / count
    slat[thin] *= 0.6
    look = Material(spec.pick(((0.92, 0.90, 0.84), (0.70, 0.56, 0.40), (0.80, 0.82, 0.84))), shine=0.2)
    for i in range(count):
        y = spec.high - (i + 0.5) * size[1] * gathered / count
        spec.b.box((0, y, 0), slat, look)
    rail = size.copy()
    rail[1] = min(0.04, 0.3 * size[1])
    spec.b.box((0, spec.high - rail[1] / 2, 0), rail, palette.WHITE)


@shape("HousePlant")
def house_plant(spec: Spec) -> None:
    """Draw a pot with soil (wet and dark when watered) and a bush or long leaves."""
    pot = palette.glazed(spec.pick(palette.POTTERY))
    h, low = spec.h, spec.low
    tall = min(0.32 * h, 0.9 * spec.radius + 0.05)
    r = min(0.75 * spec.radius, 1.1 * tall)
    watered = spec.status.fill_liquid is not None
    vessel(spec, [(0.72, 0.0), (0.95, 0.85), (1.0, 0.88), (1.0, 1.0)], pot, radius=r, height=tall, fill=0.9)
    if not watered:
        spec.b.lathe([(0.93 * r, low + 0.9 * tall), (0.0, low + 0.92 * tall)], palette.SOIL)
    leaf = _LEAF.but(
        seed=spec.seed, color=spec.pick(((0.20, 0.45, 0.17), (0.14, 0.38, 0.20), (0.33, 0.50, 0.16)))
    )
    if spec.dice.random() < 0.5:
        for i in range(16):
            angle = 2.4 * i
            reach = spec.vary(0.35, 0.95) * 0.5
            tip = np.array(
                [
                    reach * spec.w * np.cos(angle),
                    low + spec.vary(0.62, 0.99) * h,
                    reach * spec.d * np.sin(angle),
                ]
            )
            _blade(spec, np.array([0.0, low + 0.88 * tall, 0.0]), tip, 0.05 * h + 0.012, leaf)
        return
    spec.b.cylinder((0, low + 0.8 * tall, 0), (0, low + 0.6 * h, 0), 0.02, Material((0.36, 0.25, 0.15)), 6)
    phase = spec.vary(0.0, 6.0)

    def bushy(unit: Floats) -> Floats:
        around = np.arctan2(unit[..., 2], unit[..., 0])
        return np.asarray(0.82 + 0.18 * np.sin(6.0 * around + phase) * np.cos(7.0 * unit[..., 1] + phase))

    middle = low + tall + 0.5 * (h - tall)
    for i in range(5):
        angle = 1.2566 * i + phase
        shift = 0.2 if i else 0.0
        at = (
            shift * spec.w * np.cos(angle),
            middle + 0.1 * h * np.sin(2.0 * i),
            shift * spec.d * np.sin(angle),
        )
        spec.b.ellipsoid(at, (0.3 * spec.w, 0.4 * (h - tall), 0.3 * spec.d), leaf, 16, bushy)


def _blade(spec: Spec, root: Floats, tip: Floats, width: float, look: Material) -> None:
    """Add a bent, two-sided leaf."""
    way = tip - root
    across = np.array([-way[2], 0.0, way[0]])
    across = across / max(float(np.linalg.norm(across)), 1e-9) * width / 2
    bend = root + 0.6 * way + [0.0, 0.12 * float(np.linalg.norm(way)), 0.0]
    spec.b.quad(
        [root - 0.3 * across, bend - across, bend + across, root + 0.3 * across], look, two_sided=True
    )
    spec.b.quad([bend - across, tip - 0.1 * across, tip + 0.1 * across, bend + across], look, two_sided=True)


@shape("RoomDecor")
def room_decor(spec: Spec) -> None:
    """Draw a tall floor vase with dry branches."""
    tall = 0.5 * spec.h
    pot = palette.glazed(spec.pick(palette.POTTERY))
    r = 0.6 * spec.radius
    vessel(spec, [(0.5, 0.0), (1.0, 0.5), (0.6, 0.9), (0.7, 1.0)], pot, radius=r, height=tall)
    for i in range(9):
        angle = 2.4 * i
        tip = (0.48 * spec.w * np.cos(angle), spec.high - 0.04 * i * spec.h, 0.48 * spec.d * np.sin(angle))
        spec.b.cone((0, spec.low + 0.9 * tall, 0), tip, 0.008, 0.004, Material((0.55, 0.42, 0.28)), 5)


@shape("TableTopDecor")
def table_top_decor(spec: Spec) -> None:
    """Draw a shallow glass dish with coloured balls."""
    vessel(spec, [(0.4, 0.0), (0.9, 0.4), (1.0, 0.6)], Material((0.66, 0.80, 0.84), shine=1.0))
    for i in range(5):
        angle = 1.2566 * i
        at = (0.25 * spec.w * np.cos(angle), spec.low + 0.45 * spec.h, 0.25 * spec.d * np.sin(angle))
        r = 0.3 * spec.h
        spec.b.ellipsoid(at, (r, r, r), palette.glazed(spec.pick(palette.BRIGHTS)), 10)


@shape("TeddyBear")
def teddy_bear(spec: Spec) -> None:
    """Draw a sitting bear."""
    fur = Material(
        spec.pick(((0.58, 0.38, 0.20), (0.74, 0.58, 0.38), (0.84, 0.78, 0.68))),
        (0.46, 0.29, 0.15),
        Texture.CARPET,
        0.012,
    )
    pale = Material((0.86, 0.76, 0.58))
    w, h, d, low = spec.w, spec.h, spec.d, spec.low
    spec.b.ellipsoid((0, low + 0.34 * h, -0.05 * d), (0.32 * w, 0.32 * h, 0.3 * d), fur)
    spec.b.ellipsoid((0, low + 0.76 * h, 0), (0.28 * w, 0.22 * h, 0.27 * d), fur)
    spec.b.ellipsoid((0, low + 0.71 * h, 0.22 * d), (0.12 * w, 0.08 * h, 0.1 * d), pale, 10)
    spec.b.ellipsoid((0, low + 0.74 * h, 0.31 * d), (0.035 * w, 0.025 * h, 0.03 * d), palette.BLACK, 8)
    for side in (-1, 1):
        spec.b.ellipsoid((side * 0.22 * w, low + 0.93 * h, 0), (0.1 * w, 0.07 * h, 0.05 * d), fur, 10)
        spec.b.ellipsoid(
            (side * 0.11 * w, low + 0.8 * h, 0.23 * d), (0.03 * w, 0.024 * h, 0.03 * d), palette.BLACK, 8
        )
        spec.b.ellipsoid((side * 0.38 * w, low + 0.46 * h, 0.05 * d), (0.11 * w, 0.2 * h, 0.12 * d), fur, 10)
        spec.b.ellipsoid((side * 0.25 * w, low + 0.12 * h, 0.28 * d), (0.13 * w, 0.12 * h, 0.22 * d), fur, 10)
        spec.b.ellipsoid(
            (side * 0.25 * w, low + 0.14 * h, 0.46 * d), (0.08 * w, 0.08 * h, 0.04 * d), pale, 10
        )


@shape("Floor", "TargetCircle")
def flat_marker(spec: Spec) -> None:
    """Draw a flat disc (a target) or the plain floor slab."""
    if spec.kind == "Floor":
        spec.b.box((0, 0, 0), (spec.w, spec.h, spec.d), palette.GREY)
        return
    for share, color in ((1.0, (0.85, 0.12, 0.10)), (0.66, (0.95, 0.95, 0.95)), (0.33, (0.85, 0.12, 0.10))):
        y = spec.high + 0.001 * (1.0 - share)
        spec.b.lathe([(share * spec.radius, y), (0.0, y)], Material(color), squash=spec.squash, segments=28)
