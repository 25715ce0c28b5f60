"""Things to sit and lie on: chairs, sofas, stools, beds, pillows. Backs and headboards stand at -z."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.builder import rotation
from thor_player.shapes.mesh import Color, Material, Texture
from thor_player.shapes.parts import cushion, legs
from thor_player.shapes.spec import Spec, shape
from thor_player.solids import bed_underside


def _cover(spec: Spec) -> Material:
    if spec.has("Leather"):
        return Material(spec.pick(((0.34, 0.20, 0.12), (0.16, 0.14, 0.13), (0.55, 0.36, 0.22))), shine=0.35)
    return palette.fabric(spec.pick(palette.CLOTHS), spec.seed, 0.02)


def _frame(spec: Spec) -> Material:
    if spec.has("Metal") and not spec.has("Wood"):
        return palette.DARK_METAL
    return palette.wood(spec, axis=1)


@shape("Sofa", "ArmChair")
def sofa(spec: Spec) -> None:
    """Draw base, seat cushions, arms and a cushioned back."""
    cover = _cover(spec)
    w, h, d, low = spec.w, spec.h, spec.d, spec.low
    foot, arm = 0.08, min(0.18, 0.15 * w)
    seat = spec.level(low + 0.42 * h)
    back = min(0.24, 0.28 * d)
    spec.b.box((0, low + foot + 0.1 * h, 0), (w - 0.02, 0.2 * h, d - 0.02), cover)
    cushion(spec.b, (0, low + 0.56 * h, -d / 2 + back / 2), (w, 0.88 * h, back), cover)
    for side in (-1, 1):
        cushion(spec.b, (side * (w - arm) / 2, low + 0.36 * h, 0.02), (arm, 0.58 * h, d - 0.04), cover)
    inner = w - 2 * arm
    count = max(1, round(inner / 0.75))
    lighter = cover.but(color=tuple(min(1.0, 1.08 * c) for c in cover.color))
    for i in range(count):
        x = -inner / 2 + (i + 0.5) * inner / count
        cushion(spec.b, (x, seat - 0.1 * h, back / 2), (inner / count, 0.2 * h, d - back), lighter)
        cushion(
            spec.b,
            (x, seat + 0.24 * h, -d / 2 + back),
            (inner / count, 0.42 * h, 0.7 * back),
            lighter,
            rotation(pitch=-8.0),
        )
    legs(spec, low + foot, 0.05, palette.wood(spec, axis=1), inset=0.04)


@shape("Chair")
def chair(spec: Spec) -> None:
    """Draw a seat on four legs with a slatted back."""
    frame = _frame(spec)
    seat_look = _cover(spec) if spec.has("Fabric") or spec.has("Leather") else frame
    w, d, low = spec.w, spec.d, spec.low
    seat = spec.level(low + 0.49 * spec.h)
    post = min(0.045, 0.1 * w)
    legs(spec, seat - 0.03, post, frame, inset=0.01)
    cushion(spec.b, (0, seat - 0.02, 0), (0.96 * w, 0.04, 0.96 * d), seat_look)
    for side in (-1, 1):
        spec.b.box(
            (side * (w / 2 - post), (seat + spec.high) / 2, -d / 2 + post),
            (post, spec.high - seat, post),
            frame,
        )
    for share in (0.45, 0.72, 0.95):
        y = seat + share * (spec.high - seat)
        spec.b.box((0, y - 0.03, -d / 2 + post), (w - 2 * post, 0.07, 0.02), frame)


@shape("Stool")
def stool(spec: Spec) -> None:
    """Draw a round seat on four splayed legs with a foot ring."""
    frame = _frame(spec)
    r = 0.72 * spec.radius
    spec.b.lathe(
        [(0.0, spec.high - 0.05), (r, spec.high - 0.045), (r, spec.high - 0.01), (0.0, spec.high)],
        frame,
        segments=20,
    )
    for i in range(4):
        angle = np.pi / 4 + i * np.pi / 2
        out = np.array([np.cos(angle), 0.0, np.sin(angle)])
        foot, head = 0.95 * spec.radius * out, 0.6 * r * out
        spec.b.cone(
            foot + np.array([0, spec.low, 0]),
            head + np.array([0, spec.high - 0.04, 0]),
            0.014,
            0.02,
            frame,
            8,
        )
    ring = [
        (0.78 * spec.radius * np.cos(a), spec.low + 0.3 * spec.h, 0.78 * spec.radius * np.sin(a))
        for a in np.linspace(0, 2 * np.pi, 13)
    ]
    spec.b.tube(ring, 0.01, frame, 6)


@shape("Ottoman", "Footstool")
def ottoman(spec: Spec) -> None:
    """Draw an upholstered block on short legs."""
    foot = min(0.08, 0.2 * spec.h)
    cushion(spec.b, (0, foot / 2, 0), (spec.w, spec.h - foot, spec.d), _cover(spec))
    legs(spec, spec.low + 1.4 * foot, 0.04, palette.wood(spec, axis=1), inset=0.03)


@shape("DogBed")
def dog_bed(spec: Spec) -> None:
    """Draw a low cushion with a raised ring."""
    cover = _cover(spec)
    r = spec.radius
    spec.b.lathe(
        [
            (0.0, spec.low),
            (0.9 * r, spec.low),
            (r, spec.low + 0.5 * spec.h),
            (0.88 * r, spec.high),
            (0.74 * r, 0.0),
            (0.72 * r, spec.low + 0.4 * spec.h),
        ],
        cover,
        squash=spec.squash,
    )
    soft = cover.but(color=(0.86, 0.82, 0.74))
    spec.b.lathe(
        [(0.74 * r, spec.low + 0.42 * spec.h), (0.0, spec.low + 0.5 * spec.h)], soft, squash=spec.squash
    )


_LINEN: tuple[Color, ...] = ((0.95, 0.94, 0.91), (0.90, 0.86, 0.78), (0.93, 0.93, 0.94), (0.80, 0.86, 0.92))


@shape("Pillow")
def pillow(spec: Spec) -> None:
    """Draw a plump pillow, plain or striped."""
    color = spec.pick((*palette.CLOTHS, *_LINEN, *_LINEN))
    look = palette.fabric(color, spec.seed)
    if spec.dice.random() < 0.25:
        look = Material(color, (0.92, 0.90, 0.85), Texture.STRIPES, 0.08, axis=spec.pick((0, 2)))
    _pillow(spec, look)


def _pillow(spec: Spec, look: Material) -> None:
    """Draw two sheets that meet at a seam: thick in the middle, thin at the edges, drawn out at the corners."""
    size = np.array([spec.w, spec.h, spec.d])
    thin = int(np.argmin(size))
    u, v = np.meshgrid(np.linspace(-1.0, 1.0, 17), np.linspace(-1.0, 1.0, 17), indexing="ij")
    bulge = ((1.0 - u**4) * (1.0 - v**4)) ** 0.4
    first, second = (axis for axis in range(3) if axis != thin)
    waist = 0.06
    for side in (-1.0, 1.0):
        points = np.empty((17, 17, 3))
        points[..., first] = 0.5 * size[first] * u * (1.0 - waist * (1.0 - v**2))
        points[..., second] = 0.5 * size[second] * v * (1.0 - waist * (1.0 - u**2))
        points[..., thin] = side * 0.5 * size[thin] * bulge
        spec.b.grid(points, look, flip=(side > 0.0) == (thin == 1))


@shape("Bed")
def bed(spec: Spec) -> None:
    """Draw frame, mattress and blanket; unmade (dirty): blanket thrown back, stained sheet."""
    frame = palette.wood(spec)
    w, h, d, low = spec.w, spec.h, spec.d, spec.low
    top = spec.level(low + max(0.5 * h, min(0.5, 0.8 * h)))
    raised = bed_underside(top - low)
    if raised:
        legs(spec, low + raised + 0.06, 0.05, frame)
        low, h = low + raised, h - raised
    board = min(0.06, 0.04 * d)
    spec.b.box((0, spec.high - h / 2, -d / 2 + board / 2), (w, h, board), frame)
    thick = min(0.3, 0.56 * (top - low))
    rail = top - 0.6 * thick - low - 0.06
    spec.b.box((0, low + 0.06 + rail / 2, board / 2), (w, rail, d - board), frame)
    stains = 0.4 if spec.status.is_dirty else 0.0
    sheet = palette.fabric((0.92, 0.91, 0.88), spec.seed).but(dirt=stains, dirt_scale=0.35)
    color = spec.pick(palette.CLOTHS)
    blanket = palette.fabric(color, spec.seed)
    middle = top - thick / 2
    cushion(spec.b, (0, middle, board / 2), (w - 0.04, thick, d - board - 0.02), sheet)
    if spec.status.is_dirty:
        # no higher than what lies there rests, or the heap would swallow phones, keys and cards
        for x, z, size, yaw in ((0.12, 0.16, (0.6, 0.4), 25.0), (-0.15, 0.3, (0.5, 0.3), -30.0)):
            extent = (size[0] * w, thick, size[1] * d)
            cushion(spec.b, (x * w, middle + 0.003, z * d), extent, blanket, rotation(yaw=yaw))
    else:
        cushion(spec.b, (0, middle + 0.003, 0.16 * d), (w, thick, 0.66 * d), blanket)
        spec.b.box((0, top - 0.008, -0.14 * d), (0.94 * w, 0.02, 0.1 * d), sheet)
