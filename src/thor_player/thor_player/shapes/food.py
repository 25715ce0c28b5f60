"""Fruit, vegetables, bread, eggs; whole, in slices, cooked."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.builder import Builder, rotation
from thor_player.shapes.mesh import Color, Floats, Material, Texture
from thor_player.shapes.parts import breakable
from thor_player.shapes.spec import Spec, shape

_RED_APPLES: tuple[tuple[Color, Color], ...] = (
    ((0.72, 0.08, 0.08), (0.82, 0.28, 0.14)),
    ((0.66, 0.05, 0.09), (0.74, 0.14, 0.12)),
    ((0.78, 0.12, 0.10), (0.88, 0.52, 0.20)),
)
_APPLES = (*_RED_APPLES, *_RED_APPLES, ((0.50, 0.70, 0.16), (0.66, 0.78, 0.26)))
"""Skin and flecks: six of seven are red."""


def _skin(spec: Spec, color: Color, accent: Color, scale: float, shine: float = 0.3) -> Material:
    shown, spots = palette.cooked(spec, color), palette.cooked(spec, accent)
    return Material(shown, spots, Texture.ORGANIC, scale, shine=shine, seed=spec.seed)


def _dimple(unit: Floats) -> Floats:
    """Return radius factors of a fruit that is sunk at stem and flower."""
    return np.asarray(1.0 - 0.28 * np.maximum(0.0, np.abs(unit[..., 1]) - 0.72) / 0.28)


def _pome(unit: Floats) -> Floats:
    """Return radius factors of an apple: deeply sunk at the stem, widest above the middle, narrow at the flower."""
    up = unit[..., 1]
    sunk = 0.45 * np.maximum(0.0, up - 0.7) / 0.3 + 0.22 * np.maximum(0.0, -up - 0.82) / 0.18
    return np.asarray((1.0 - sunk) * (0.97 + 0.08 * up * (1.0 - up * up)))


def _gap_cut(spec: Spec, whole: Material, flesh: Material) -> None:
    """Draw a sliced body: slices along x with gaps, flesh on the cut faces."""
    for i in range(5):
        at = (i - 2) * 0.2
        round_to = 1.0 - 0.75 * abs(at) ** 1.5
        _disc(
            spec.b,
            (at * spec.w, 0, 0),
            0.13 * spec.w,
            0.48 * spec.h * round_to,
            0.48 * spec.d * round_to,
            whole,
            flesh,
        )


def _disc(
    b: Builder,
    center: tuple[float, float, float],
    thick: float,
    up: float,
    out: float,
    rim: Material,
    face: Material,
) -> None:
    """Add an upright oval disc whose axis is x."""
    angles = np.linspace(0.0, 2.0 * np.pi, 18, endpoint=False)
    outline = np.column_stack([np.sin(angles) * up, np.cos(angles) * out])
    piece = Builder()
    piece.slab(outline, -thick / 2, thick / 2, face, rim)
    turn = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    b.merge(piece.mesh(), center, turn)


def _slice(spec: Spec, rim: Material, face: Material, core: Material | None = None) -> None:
    """Draw one slice: a disc across the thinnest level side of the box."""
    thin_x = spec.w <= spec.d
    thick = spec.w if thin_x else spec.d
    out = (spec.d if thin_x else spec.w) / 2
    piece = Builder()
    _disc(piece, (0, 0, 0), 0.94 * thick, spec.h / 2, out, rim, face)
    if core is not None:
        _disc(piece, (0, 0, 0), 0.97 * thick, 0.32 * spec.h, 0.62 * out, face, core)
    turn = np.eye(3) if thin_x else np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    spec.b.merge(piece.mesh(), turn=turn)


@shape("Apple")
def apple(spec: Spec) -> None:
    """Draw a dimpled apple with its stem; sliced: segments."""
    color, accent = spec.pick(_APPLES)
    skin = _skin(spec, color, accent, 0.035, 0.5)
    if spec.status.is_sliced:
        _gap_cut(spec, skin, Material(palette.cooked(spec, (0.96, 0.92, 0.74))))
        return
    spec.b.ellipsoid((0, -0.04 * spec.h, 0), (spec.w / 2, 0.46 * spec.h, spec.d / 2), skin, 24, _pome)
    stem = Material((0.30, 0.19, 0.10))
    spec.b.cylinder((0, 0.24 * spec.h, 0), (0.05 * spec.w, spec.h / 2, 0), 0.03 * spec.w, stem, 6)


@shape("AppleSliced")
def apple_sliced(spec: Spec) -> None:
    """Draw an apple slice: pale flesh, coloured rim, core."""
    color, accent = spec.pick(_APPLES)
    flesh = Material(palette.cooked(spec, (0.96, 0.92, 0.74)))
    _slice(spec, _skin(spec, color, accent, 0.035), flesh, Material(palette.cooked(spec, (0.86, 0.79, 0.50))))


@shape("Tomato")
def tomato(spec: Spec) -> None:
    """Draw a tomato with its green star."""
    skin = _skin(spec, (0.82, 0.14, 0.09), (0.90, 0.32, 0.12), 0.05, 0.8)
    if spec.status.is_sliced:
        _gap_cut(spec, skin, Material(palette.cooked(spec, (0.92, 0.36, 0.26))))
        return
    spec.b.ellipsoid((0, -0.02 * spec.h, 0), (spec.w / 2, 0.48 * spec.h, spec.d / 2), skin, 20, _dimple)
    for i in range(5):
        angle = 1.2566 * i
        tip = (0.24 * spec.w * np.cos(angle), 0.42 * spec.h, 0.24 * spec.d * np.sin(angle))
        spec.b.cone((0, 0.4 * spec.h, 0), tip, 0.05 * spec.w, 0.01, Material((0.20, 0.42, 0.14)), 5)


@shape("TomatoSliced")
def tomato_sliced(spec: Spec) -> None:
    """Draw a tomato slice with seed pulp."""
    pulp = Material(
        palette.cooked(spec, (0.95, 0.55, 0.30)), (0.80, 0.16, 0.10), Texture.ORGANIC, 0.015, shine=0.6
    )
    flesh = Material(palette.cooked(spec, (0.90, 0.28, 0.20)), shine=0.6)
    _slice(spec, _skin(spec, (0.80, 0.12, 0.09), (0.86, 0.25, 0.12), 0.05), flesh, pulp)


@shape("Potato")
def potato(spec: Spec) -> None:
    """Draw a lumpy potato; cooked ones are darker and wrinkled."""
    skin = _skin(spec, (0.66, 0.49, 0.28), (0.47, 0.32, 0.16), 0.016, 0.08)
    if spec.status.is_sliced:
        _gap_cut(spec, skin, Material(palette.cooked(spec, (0.95, 0.88, 0.62))))
        return
    phase = spec.vary(0.0, 6.0)

    def lumps(unit: Floats) -> Floats:
        return np.asarray(
            0.93 + 0.07 * np.sin(4.0 * unit[..., 0] + phase) * np.cos(5.0 * unit[..., 2] + 3.0 * unit[..., 1])
        )

    spec.b.ellipsoid((0, 0, 0), (spec.w / 2, spec.h / 2, spec.d / 2), skin, 18, lumps)


@shape("PotatoSliced")
def potato_sliced(spec: Spec) -> None:
    """Draw a potato slice: yellow flesh, thin brown rim."""
    flesh = _skin(spec, (0.95, 0.89, 0.64), (0.92, 0.83, 0.54), 0.03)
    _slice(spec, _skin(spec, (0.70, 0.54, 0.32), (0.56, 0.41, 0.22), 0.022), flesh)


@shape("Lettuce")
def lettuce(spec: Spec) -> None:
    """Draw a head of ruffled leaves."""
    leaf = Material((0.42, 0.66, 0.22), (0.66, 0.82, 0.40), Texture.ORGANIC, 0.04, seed=spec.seed)
    if spec.status.is_sliced:
        _gap_cut(spec, leaf, Material((0.78, 0.88, 0.52), (0.55, 0.74, 0.30), Texture.ORGANIC, 0.03))
        return
    phase = spec.vary(0.0, 6.0)

    def ruffle(unit: Floats) -> Floats:
        around = np.arctan2(unit[..., 2], unit[..., 0])
        return np.asarray(0.9 + 0.1 * np.sin(7.0 * around + phase) * np.cos(6.0 * unit[..., 1]))

    spec.b.ellipsoid((0, 0, 0), (spec.w / 2, spec.h / 2, spec.d / 2), leaf, 28, ruffle)
    for i in range(5):
        angle = 1.2566 * i + phase
        at = (0.2 * spec.w * np.cos(angle), 0.1 * spec.h, 0.2 * spec.d * np.sin(angle))
        spec.b.ellipsoid(
            at, (0.26 * spec.w, 0.4 * spec.h, 0.26 * spec.d), leaf.but(color=(0.34, 0.58, 0.18)), 12, ruffle
        )


@shape("LettuceSliced")
def lettuce_sliced(spec: Spec) -> None:
    """Draw a slice of lettuce: layered leaves."""
    layers = Material((0.80, 0.90, 0.56), (0.50, 0.72, 0.26), Texture.ORGANIC, 0.018, seed=spec.seed)
    _slice(spec, Material((0.38, 0.62, 0.20)), layers, layers.but(color=(0.90, 0.93, 0.70)))


_SLICES = 6


def _crust(spec: Spec) -> Material:
    return _skin(spec, (0.76, 0.50, 0.23), (0.62, 0.36, 0.14), 0.06, 0.1)


def _crumb(spec: Spec) -> Material:
    color, holes = (
        ((0.66, 0.40, 0.17), (0.44, 0.24, 0.09))
        if spec.status.is_cooked
        else ((0.94, 0.87, 0.70), (0.86, 0.76, 0.56))
    )
    return Material(color, holes, Texture.ORGANIC, 0.014, seed=spec.seed)


def _loaf_outline(width: float, height: float) -> Floats:
    """Return the cross-section of a loaf: straight sides, domed top; x across, y up."""
    angles = np.linspace(0.0, np.pi, 9)
    dome = np.column_stack([np.cos(angles) * width / 2, height * (0.12 + 0.38 * np.sin(angles))])
    return np.vstack([dome, [[-0.42 * width, -height / 2], [0.42 * width, -height / 2]]])


def _loaf(
    b: Builder,
    start: float,
    end: float,
    width: float,
    height: float,
    along_x: bool,
    rim: Material,
    face: Material,
) -> None:
    piece = Builder()
    piece.slab(_loaf_outline(width, height), start, end, face, rim)
    # The outline lies in x, z and is extruded along y: turn it upright.
    upright = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    if along_x:
        upright = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    b.merge(piece.mesh(), turn=upright)


@shape("Bread")
def bread(spec: Spec) -> None:
    """Draw a loaf with a domed top; sliced: slices with gaps."""
    along_x = spec.w > spec.d
    length, width = (spec.w, spec.d) if along_x else (spec.d, spec.w)
    if not spec.status.is_sliced:
        _whole_loaf(spec, length, width, rotation() if along_x else rotation(90.0))
        return
    for i in range(_SLICES):
        start = -length / 2 + i * length / _SLICES
        end = start + 0.75 * length / _SLICES
        _loaf(spec.b, start, end, width, spec.h, along_x, _crust(spec), _crumb(spec))


def _loaf_back(along: Floats, around: Floats, length: float, width: float, height: float) -> Floats:
    """Return points on a loaf's back, underside at 0: ``along`` -1..1 from end to end, ``around`` 0..pi across."""
    taper = np.sqrt(1.0 - np.abs(along) ** 3.5)
    side = np.cos(around)
    across = 0.5 * width * np.sign(side) * np.abs(side) ** 0.6 * taper
    return np.stack([along * length / 2, height * np.sin(around) ** 0.75 * taper, across], axis=-1)


def _whole_loaf(spec: Spec, length: float, width: float, rows: Floats) -> None:
    """Draw a loaf along the x of ``rows``: round ends, flat underside, pale slanting cuts across its back."""
    around, along = np.meshgrid(np.linspace(0.0, np.pi, 15), np.linspace(-1.0, 1.0, 25))
    back = _loaf_back(along, around, length, width, spec.h)
    base = np.stack([back[:, 0], back[:, -1]], axis=1)
    shift = np.array([0.0, spec.low, 0.0])
    spec.b.grid((back + shift) @ rows, _crust(spec))
    spec.b.grid((base + shift) @ rows, _crust(spec), flip=True)
    crumb = _skin(spec, (0.88, 0.66, 0.38), (0.80, 0.54, 0.28), 0.02, 0.0)
    edge, angle = np.meshgrid(np.array([-0.03, 0.03]), np.linspace(1.1, np.pi - 1.1, 7))
    for middle in (-0.5, 0.0, 0.5):
        cut = _loaf_back(middle + 0.24 * np.cos(angle) + edge, angle, length, width, 1.006 * spec.h)
        spec.b.grid((cut + shift) @ rows, crumb, flip=True)


@shape("BreadSliced")
def bread_sliced(spec: Spec) -> None:
    """Draw one slice of bread; toasted ones are brown."""
    if spec.h < 0.6 * min(spec.w, spec.d):  # lying flat
        outline = _loaf_outline(spec.w, spec.d)
        spec.b.slab(outline, spec.low, spec.high, _crumb(spec), _crust(spec))
        return
    along_x = spec.w < spec.d
    thick, width = (spec.w, spec.d) if along_x else (spec.d, spec.w)
    _loaf(spec.b, -0.46 * thick, 0.46 * thick, width, spec.h, along_x, _crust(spec), _crumb(spec))


@shape("Egg")
@breakable(lambda _: Material((0.93, 0.86, 0.76)))
def egg(spec: Spec) -> None:
    """Draw an egg, pointed along its longest side; sliced: a cracked shell with the yolk showing."""
    shell = Material(spec.pick(((0.94, 0.88, 0.79), (0.87, 0.70, 0.55), (0.96, 0.95, 0.92))), shine=0.25)
    radii = np.array([spec.w, spec.h, spec.d]) / 2
    longest = int(np.argmax(radii))

    def pointed(unit: Floats) -> Floats:
        return np.asarray(1.0 - 0.08 * unit[..., longest])

    if spec.status.is_sliced:
        spec.b.ellipsoid(
            (0, spec.low + 0.12 * spec.h, 0), (1.1 * radii[0], 0.12 * spec.h, 1.1 * radii[2]), palette.CERAMIC
        )
        spec.b.ellipsoid(
            (0, spec.low + 0.26 * spec.h, 0),
            (0.5 * radii[0], 0.2 * spec.h, 0.5 * radii[2]),
            Material((0.98, 0.74, 0.12), shine=0.8),
        )
        return
    spec.b.ellipsoid((0, 0, 0), radii, shell, 16, pointed)


@shape("EggCracked")
def egg_cracked(spec: Spec) -> None:
    """Draw white and yolk lying flat; fried ones have a brown edge and firm white."""
    raw = not spec.status.is_cooked
    white = Material((0.93, 0.94, 0.90) if raw else (0.98, 0.97, 0.93), shine=0.9 if raw else 0.3)
    yolk = Material((0.98, 0.72, 0.10) if raw else (0.93, 0.60, 0.16), shine=0.9)
    phase = spec.vary(0.0, 6.0)

    def ragged(unit: Floats) -> Floats:
        around = np.arctan2(unit[..., 2], unit[..., 0])
        return np.asarray(0.92 + 0.08 * np.sin(5.0 * around + phase))

    low = spec.low
    if not raw:
        spec.b.ellipsoid(
            (0, low + 0.08 * spec.h, 0),
            (spec.w / 2, 0.08 * spec.h, spec.d / 2),
            Material((0.52, 0.31, 0.12)),
            18,
            ragged,
        )
    spread = 0.5 if raw else 0.42
    spec.b.ellipsoid(
        (0, low + 0.12 * spec.h, 0), (spread * spec.w, 0.12 * spec.h, spread * spec.d), white, 18, ragged
    )
    spec.b.ellipsoid(
        (0.04 * spec.w, low + 0.22 * spec.h, 0), (0.22 * spec.w, 0.2 * spec.h, 0.22 * spec.d), yolk, 12
    )
