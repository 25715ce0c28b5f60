"""Small belongings: books, papers, pens, keys, cards, tissue boxes, sports things, boots, bags."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.builder import rotation
from thor_player.shapes.mesh import Floats, Material, Texture
from thor_player.shapes.parts import lying
from thor_player.shapes.spec import Spec, shape

_COVERS = (*palette.BRIGHTS, (0.20, 0.20, 0.24), (0.85, 0.80, 0.70), (0.35, 0.20, 0.14))


@shape("Book")
@lying
def book(spec: Spec) -> None:
    """Draw a bound book; open: two printed pages."""
    cover = Material(spec.pick(_COVERS), shine=0.15)
    w, h, d = spec.w, spec.h, spec.d
    if spec.status.is_open:
        text = Material((0.96, 0.95, 0.91), (0.62, 0.61, 0.59), Texture.PRINT, 0.02, seed=spec.seed)
        spec.b.box((0, -0.4 * h, 0), (w, 0.2 * h, d), cover)
        for side in (-1, 1):
            spec.b.box((side * 0.235 * w, 0.05 * h, 0), (0.45 * w, 0.7 * h, 0.94 * d), text)
        return
    for side in (-1, 1):
        spec.b.box((0, side * 0.44 * h, 0), (w, 0.12 * h, d), cover)
    spec.b.box(
        (0.01 * w, 0, 0),
        (0.95 * w, 0.78 * h, 0.94 * d),
        Material((0.93, 0.91, 0.84), (0.80, 0.78, 0.70), Texture.STRIPES, 0.006, axis=1),
    )
    spec.b.box((0, 0, -0.49 * d), (w, h, 0.02 * d), cover)
    band = Material(spec.pick(((0.93, 0.90, 0.80), (0.12, 0.12, 0.14), (0.90, 0.75, 0.25))))
    for side in (-1, 1):
        spec.b.box((0, side * (h / 2 + 0.0005), 0.12 * d), (0.6 * w, 0.002, 0.22 * d), band)


@shape("Newspaper")
@lying
def newspaper(spec: Spec) -> None:
    """Draw a folded paper of columns."""
    text = Material((0.90, 0.89, 0.85), (0.55, 0.55, 0.55), Texture.PRINT, 0.02, seed=spec.seed)
    sheet, ink = Material((0.92, 0.91, 0.87)), Material((0.14, 0.14, 0.15))
    w, h, d = spec.w, spec.h, spec.d
    spec.b.box((0, 0, 0), (w, h, d), sheet)
    photo = Material((0.5, 0.5, 0.5), texture=Texture.PICTURE, scale=0.4 * w, seed=spec.seed)
    for x, z, wide, deep, look in (
        (0.0, -0.4, 0.8, 0.09, ink), (0.0, -0.31, 0.92, 0.015, ink), (-0.22, -0.24, 0.46, 0.05, ink),
        (-0.22, -0.03, 0.46, 0.32, photo), (0.13, -0.02, 0.19, 0.5, text), (0.36, -0.02, 0.19, 0.5, text),
        (-0.34, 0.33, 0.2, 0.28, text), (-0.11, 0.33, 0.2, 0.28, text), (0.25, 0.36, 0.42, 0.2, text),
    ):  # fmt: skip
        spec.b.box((x * w, 0, z * d), (wide * w, 1.04 * h, deep * d), look)


@shape("CD")
@lying
def compact_disc(spec: Spec) -> None:
    """Draw a shiny disc with its hole."""
    r = min(spec.w, spec.d) / 2
    disc = Material((0.74, 0.80, 0.88), shine=1.0, metal=0.9)
    spec.b.cylinder((0, -spec.h / 2, 0), (0, spec.h / 2, 0), r, disc, 24)
    spec.b.cylinder(
        (0, -0.52 * spec.h, 0), (0, 0.52 * spec.h, 0), 0.34 * r, Material(spec.pick(palette.BRIGHTS)), 16
    )
    spec.b.cylinder((0, -0.55 * spec.h, 0), (0, 0.55 * spec.h, 0), 0.12 * r, palette.BLACK, 10)


@shape("CreditCard")
@lying
def credit_card(spec: Spec) -> None:
    """Draw a card with its magnetic stripe and chip."""
    width = min(spec.d, 0.66 * spec.w)
    color = spec.pick(((0.16, 0.30, 0.62), (0.78, 0.62, 0.22), (0.20, 0.48, 0.34), (0.60, 0.14, 0.20)))
    thick = max(spec.h, 0.003)
    spec.b.box((0, 0, 0), (spec.w, thick, width), palette.plastic(color))
    for side in (-1, 1):
        spec.b.box((0, side * thick / 2, -0.28 * width), (spec.w, 0.0008, 0.2 * width), palette.BLACK)
        spec.b.box(
            (-0.28 * spec.w, side * thick / 2, 0.12 * width),
            (0.14 * spec.w, 0.001, 0.18 * width),
            palette.BRASS,
        )


@shape("KeyChain")
@lying
def key_chain(spec: Spec) -> None:
    """Draw a ring with keys and a coloured tag."""
    r = 0.3 * min(spec.w, spec.d)
    ring = [(-0.2 * spec.w + r * np.cos(a), 0.0, r * np.sin(a)) for a in np.linspace(0.0, 2.0 * np.pi, 17)]
    thick = max(spec.h, 0.006)
    spec.b.tube(ring, 0.35 * thick, palette.BRASS, 6)
    for turn, look in ((-28.0, palette.CHROME), (2.0, palette.BRASS), (32.0, palette.CHROME)):
        rows = rotation(yaw=turn)
        start = np.array([-0.2 * spec.w, 0.0, 0.0])
        spec.b.box(
            start + np.array([r + 0.2 * spec.w, 0.0, 0.0]) @ rows,
            (0.42 * spec.w, 0.5 * thick, 0.09 * spec.d),
            look,
            turn=rows,
        )
        spec.b.box(
            start + np.array([r + 0.02 * spec.w, 0.0, 0.0]) @ rows,
            (0.12 * spec.w, 0.6 * thick, 0.22 * spec.d),
            look,
            turn=rows,
        )
    tag = palette.plastic(spec.pick(palette.BRIGHTS))
    spec.b.box((-0.4 * spec.w, 0, 0.15 * spec.d), (0.2 * spec.w, 0.9 * thick, 0.3 * spec.d), tag)


@shape("Pen")
@lying
def pen(spec: Spec) -> None:
    """Draw a pen with cap and tip."""
    color = palette.plastic(spec.pick(palette.BRIGHTS))
    r = max(0.004, min(spec.h, spec.d) / 2)
    spec.b.cylinder((-0.5 * spec.w, 0, 0), (0.42 * spec.w, 0, 0), r, color, 10)
    spec.b.cone((0.42 * spec.w, 0, 0), (0.5 * spec.w, 0, 0), 0.8 * r, 0.15 * r, palette.CHROME, 8)
    spec.b.box((-0.34 * spec.w, 0.9 * r, 0), (0.24 * spec.w, 0.4 * r, 0.5 * r), palette.CHROME)


@shape("Pencil")
@lying
def pencil(spec: Spec) -> None:
    """Draw a six-sided pencil with rubber and point."""
    r = max(0.004, min(spec.h, spec.d) / 2)
    spec.b.cylinder(
        (-0.42 * spec.w, 0, 0), (0.36 * spec.w, 0, 0), r, Material((0.95, 0.74, 0.14), shine=0.3), 6
    )
    spec.b.cylinder((-0.5 * spec.w, 0, 0), (-0.42 * spec.w, 0, 0), r, Material((0.90, 0.50, 0.52)), 8)
    spec.b.cone((0.36 * spec.w, 0, 0), (0.5 * spec.w, 0, 0), r, 0.1 * r, Material((0.80, 0.62, 0.42)), 6)
    spec.b.cone((0.46 * spec.w, 0, 0), (0.502 * spec.w, 0, 0), 0.35 * r, 0.05 * r, palette.BLACK, 6)


@shape("TissueBox")
def tissue_box(spec: Spec) -> None:
    """Draw a box with a tissue standing out; used up: an empty slot."""
    color = spec.pick(((0.55, 0.72, 0.80), (0.86, 0.62, 0.66), (0.72, 0.78, 0.56), (0.90, 0.82, 0.62)))
    tall = 0.66 * spec.h
    print_ = Material(color, (0.95, 0.95, 0.93), Texture.ORGANIC, 0.04, seed=spec.seed)
    spec.b.box((0, spec.low + tall / 2, 0), (spec.w, tall, spec.d), print_)
    spec.b.lathe(
        [(0.3, 0.0), (0.0, 0.001)],
        palette.BLACK,
        center=(0, spec.low + tall + 0.0005, 0),
        squash=(spec.w, spec.d),
    )
    if not spec.status.is_used_up:
        spec.b.lathe(
            [(0.16, 0.0), (0.3, 0.2 * spec.h), (0.12, 0.34 * spec.h), (0.0, 0.3 * spec.h)],
            palette.PAPER,
            center=(0, spec.low + tall, 0),
            squash=(spec.w, spec.d),
            segments=7,
        )


@shape("Boots")
def boots(spec: Spec) -> None:
    """Draw a pair of boots, toes to the front."""
    leather = Material(spec.pick(((0.36, 0.22, 0.12), (0.28, 0.18, 0.11), (0.45, 0.29, 0.16))), shine=0.4)
    for side in (-1, 1):
        x = side * 0.25 * spec.w
        _boot(spec, x, leather)


def _boot(spec: Spec, x: float, leather: Material) -> None:
    """Draw one boot: rings that lead from the sole over instep and ankle up the shaft, with sole and heel."""
    w, h, d, low = spec.w, spec.h, spec.d, spec.low
    # height, middle and half length along z, half width: shares of the box
    rings = ((0.05, 0.02, 0.44, 0.19), (0.12, 0.03, 0.46, 0.21), (0.2, 0.0, 0.42, 0.2), (0.27, -0.07, 0.33, 0.18),
             (0.34, -0.14, 0.26, 0.17), (0.45, -0.17, 0.23, 0.17), (0.7, -0.17, 0.25, 0.19),
             (0.99, -0.16, 0.27, 0.21))  # fmt: skip
    around = np.linspace(0.0, 2.0 * np.pi, 18, endpoint=False)
    points = np.empty((18, len(rings), 3))
    for i, (tall, middle, long, wide) in enumerate(rings):
        points[:, i, 0] = x + wide * w * np.cos(around)
        points[:, i, 1] = low + tall * h
        points[:, i, 2] = middle * d + long * d * np.sin(around)
    spec.b.grid(points, leather, close_u=True, flip=True)
    inside = points[:, :3:-1].copy()
    inside[..., 0] = x + 0.9 * (inside[..., 0] - x)
    inside[..., 2] = -0.17 * d + 0.9 * (inside[..., 2] + 0.17 * d)
    spec.b.grid(inside, palette.RUBBER, close_u=True, flip=True)
    angles = np.linspace(0.0, 2.0 * np.pi, 20, endpoint=False)
    sole = np.column_stack([x + 0.21 * w * np.cos(angles), 0.03 * d + 0.46 * d * np.sin(angles)])
    spec.b.slab(sole, low + 0.03 * h, low + 0.07 * h, palette.RUBBER)
    spec.b.box((x, low + 0.03 * h, -0.3 * d), (0.32 * w, 0.06 * h, 0.26 * d), palette.RUBBER)


@shape("BaseballBat")
@lying
def baseball_bat(spec: Spec) -> None:
    """Draw a tapered bat."""
    r = min(0.035, max(0.02, min(spec.h, spec.d) / 2))
    half = 0.5 * float(np.hypot(spec.w, 0.0))
    look = palette.wood(spec)
    spec.b.cone((-half, 0, 0), (0.1 * half, 0, 0), 0.4 * r, 0.8 * r, look, 12)
    spec.b.cone((0.1 * half, 0, 0), (0.98 * half, 0, 0), 0.8 * r, r, look, 12)
    spec.b.cylinder((-half, 0, 0), (-0.96 * half, 0, 0), 0.7 * r, look, 12)
    spec.b.cylinder((-0.95 * half, 0, 0), (-0.6 * half, 0, 0), 0.6 * r, palette.BLACK, 10)


@shape("BasketBall")
def basket_ball(spec: Spec) -> None:
    """Draw an orange ball with dark seams."""
    r = spec.radius
    leather = Material((0.85, 0.42, 0.14), (0.72, 0.32, 0.09), Texture.CARPET, 0.012)
    spec.b.ellipsoid((0, 0, 0), (r, r, r), leather, 24)
    angles = np.linspace(0.0, 2.0 * np.pi, 25)
    seam = 0.992 * r
    for plane in range(3):
        circle = np.zeros((25, 3))
        circle[:, plane] = seam * np.cos(angles)
        circle[:, (plane + 1) % 3] = seam * np.sin(angles)
        spec.b.tube([tuple(p) for p in circle], 0.03 * r, palette.BLACK, 5)


@shape("TennisRacket")
@lying
def tennis_racket(spec: Spec) -> None:
    """Draw an oval head with strings and a wrapped grip."""
    frame = palette.plastic(spec.pick(palette.BRIGHTS))
    a, b = 0.24 * spec.w, min(0.48 * spec.d, 0.2 * spec.w)
    x = spec.w / 2 - a
    thick = max(0.008, min(0.012, spec.h / 2))
    hoop = [(x + a * np.cos(t), 0.0, b * np.sin(t)) for t in np.linspace(0.0, 2.0 * np.pi, 25)]
    spec.b.tube(hoop, thick, frame, 6)
    for i in range(-3, 4):
        z = 0.25 * i * b
        reach = a * np.sqrt(max(0.0, 1.0 - (z / b) ** 2))
        spec.b.box((x, 0, z), (2 * reach, 0.003, 0.004), palette.PAPER)
        shift = 0.25 * i * a
        rise = b * np.sqrt(max(0.0, 1.0 - (shift / a) ** 2))
        spec.b.box((x + shift, 0, 0), (0.004, 0.003, 2 * rise), palette.PAPER)
    spec.b.cylinder((-0.1 * spec.w, 0, 0), (x - a, 0, 0), thick, frame, 8)
    spec.b.cylinder((-spec.w / 2, 0, 0), (-0.1 * spec.w, 0, 0), 1.5 * thick, palette.BLACK, 8)


@shape("Dumbbell")
@lying
def dumbbell(spec: Spec) -> None:
    """Draw two weights on a bar."""
    r = max(spec.h, min(spec.d, 0.5 * spec.w)) / 2
    spec.b.cylinder((-0.4 * spec.w, 0, 0), (0.4 * spec.w, 0, 0), 0.3 * r, palette.CHROME, 10)
    for side in (-1, 1):
        spec.b.cylinder((side * 0.26 * spec.w, 0, 0), (side * 0.48 * spec.w, 0, 0), r, palette.CAST_IRON, 8)


@shape("GarbageBag")
def garbage_bag(spec: Spec) -> None:
    """Draw a tied black bag."""
    plastic = Material((0.10, 0.10, 0.11), shine=0.9)

    def creased(unit: Floats) -> Floats:
        around = np.arctan2(unit[..., 2], unit[..., 0])
        up = unit[..., 1]
        crease = 0.05 * np.sin(9.0 * around + 3.0 * up) + 0.04 * np.sin(17.0 * around - 5.0 * up)
        return np.asarray(
            0.9 + crease * (0.7 + 0.5 * up) + 0.1 * np.clip(-up, 0.0, 0.6) - 0.12 * np.clip(up, 0, 1) ** 2
        )

    spec.b.ellipsoid((0, -0.06 * spec.h, 0), (spec.w / 2, 0.45 * spec.h, spec.d / 2), plastic, 48, creased)
    spec.b.lathe(
        [(0.1 * spec.w, 0.3 * spec.h), (0.04 * spec.w, 0.36 * spec.h), (0.14 * spec.w, spec.high)],
        plastic,
        segments=10,
    )
    spec.b.lathe([(0.14 * spec.w, spec.high), (0.03 * spec.w, 0.38 * spec.h)], plastic, segments=10)
