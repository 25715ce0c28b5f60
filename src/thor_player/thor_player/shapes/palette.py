"""Materials and colours that several families share, and what heat and stains do to them."""

from __future__ import annotations

from thor_player.shapes.mesh import Color, Material, Texture
from thor_player.shapes.spec import Spec

STEEL = Material((0.66, 0.67, 0.69), texture=Texture.BRUSHED, scale=0.01, shine=0.5, metal=0.55)
CHROME = Material((0.78, 0.79, 0.81), shine=0.9, metal=0.85)
DARK_METAL = Material((0.22, 0.22, 0.24), shine=0.5, metal=0.35)
CAST_IRON = Material((0.13, 0.13, 0.14), shine=0.25, metal=0.1)
BRASS = Material((0.72, 0.56, 0.26), shine=0.7, metal=0.5)
WHITE = Material((0.93, 0.93, 0.92), shine=0.35)
CERAMIC = Material((0.94, 0.94, 0.93), shine=0.6)
BLACK = Material((0.10, 0.10, 0.11), shine=0.45)
GREY = Material((0.45, 0.46, 0.48), shine=0.2)
RUBBER = Material((0.16, 0.15, 0.15), shine=0.1)
PAPER = Material((0.95, 0.94, 0.90))
GLASS = Material((0.80, 0.90, 0.92), shine=1.0, metal=0.2, alpha=0.34)
SCREEN_OFF = Material((0.04, 0.045, 0.055), shine=0.7)
GLOW = Material((1.0, 0.93, 0.70), emission=1.0)
CORK = Material((0.68, 0.50, 0.32))
SOIL = Material((0.21, 0.14, 0.09), (0.32, 0.22, 0.15), Texture.ORGANIC, 0.01)
CARDBOARD = Material((0.69, 0.53, 0.36), (0.62, 0.47, 0.31), Texture.FABRIC, 0.03)

POTTERY: tuple[Color, ...] = (
    (0.93, 0.92, 0.89), (0.36, 0.55, 0.70), (0.76, 0.36, 0.28), (0.87, 0.76, 0.52), (0.30, 0.46, 0.40),
    (0.55, 0.62, 0.68), (0.88, 0.64, 0.60),
)  # fmt: skip
CLOTHS: tuple[Color, ...] = (
    (0.42, 0.50, 0.58), (0.62, 0.32, 0.28), (0.47, 0.52, 0.38), (0.72, 0.66, 0.56), (0.33, 0.34, 0.38),
    (0.60, 0.48, 0.36), (0.36, 0.42, 0.62),
)  # fmt: skip
BRIGHTS: tuple[Color, ...] = (
    (0.80, 0.20, 0.18), (0.16, 0.42, 0.72), (0.18, 0.56, 0.36), (0.93, 0.70, 0.16), (0.55, 0.25, 0.60),
    (0.92, 0.46, 0.14),
)  # fmt: skip
_WOODS: tuple[tuple[Color, Color], ...] = (
    ((0.66, 0.47, 0.29), (0.50, 0.33, 0.19)), ((0.45, 0.29, 0.18), (0.32, 0.19, 0.11)),
    ((0.80, 0.66, 0.47), (0.68, 0.52, 0.34)), ((0.56, 0.37, 0.22), (0.41, 0.25, 0.14)),
)  # fmt: skip
_FRONTS: tuple[Color, ...] = ((0.94, 0.93, 0.91), (0.92, 0.90, 0.84), (0.87, 0.87, 0.86), (0.93, 0.92, 0.90))
_LIQUIDS: dict[str, Color] = {
    "water": (0.30, 0.62, 0.92), "coffee": (0.20, 0.10, 0.04), "wine": (0.45, 0.03, 0.12),
    "milk": (0.96, 0.95, 0.92), "juice": (0.96, 0.62, 0.10),
}  # fmt: skip


def wood(spec: Spec, axis: int = 0, choice: int | None = None) -> Material:
    """Return a wood with its grain along an axis (0 x, 1 y, 2 z), by the object's dice unless chosen."""
    light, dark = spec.pick(_WOODS) if choice is None else _WOODS[choice]
    return Material(light, dark, Texture.WOOD, 0.045, shine=0.18, axis=axis, seed=spec.seed)


def fronts(style: int) -> tuple[Material, Material, Material]:
    """Return frame, panel and grip of a room's cabinet and drawer fronts."""
    if style % 2:
        light, dark = _WOODS[style // 2 % len(_WOODS)]
        frame = Material(light, dark, Texture.WOOD, 0.045, shine=0.18, axis=1)
        return frame, frame.but(color=dark), BRASS
    color = _FRONTS[style // 2 % len(_FRONTS)]
    return (
        Material(color, shine=0.2),
        Material((0.93 * color[0], 0.93 * color[1], 0.93 * color[2]), shine=0.2),
        CHROME,
    )


def fabric(color: Color, seed: int = 0, scale: float = 0.012) -> Material:
    """Return a woven cloth."""
    dark = (color[0] * 0.8, color[1] * 0.8, color[2] * 0.8)
    return Material(color, dark, Texture.FABRIC, scale, seed=seed)


def plastic(color: Color) -> Material:
    """Return a smooth plastic."""
    return Material(color, shine=0.4)


def glazed(color: Color) -> Material:
    """Return glazed pottery."""
    return Material(color, shine=0.6)


def stone(light: Color, dark: Color, seed: int = 0) -> Material:
    """Return a speckled stone."""
    return Material(light, dark, Texture.STONE, 0.05, shine=0.35, seed=seed)


def liquid(name: str) -> Material:
    """Return the look of a liquid; an unknown one looks like water."""
    return Material(_LIQUIDS.get(name, _LIQUIDS["water"]), shine=0.8, emission=0.25)


def cooked(spec: Spec, color: Color) -> Color:
    """Return the colour as it is now: browner when cooked."""
    if not spec.status.is_cooked:
        return color
    return (0.30 * color[0] + 0.24, 0.30 * color[1] + 0.11, 0.20 * color[2] + 0.03)


def body(spec: Spec, choices: tuple[Color, ...] = POTTERY) -> Material:
    """Return the main material by what the recording says it is made of, colour by the dice."""
    color = spec.pick(choices)
    if spec.has("Wood"):
        return wood(spec)
    if spec.has("Metal"):
        return STEEL
    if spec.has("Glass"):
        return Material(
            (0.62 + 0.2 * color[0], 0.74 + 0.15 * color[1], 0.78 + 0.15 * color[2]), shine=1.0, metal=0.25
        )
    return glazed(color)
