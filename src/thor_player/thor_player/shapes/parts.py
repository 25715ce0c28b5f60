"""Pieces that many shapes are made of: vessels, shards, carcasses, doors, legs, handles, cushions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.builder import Builder, Point, rotation
from thor_player.shapes.mesh import Floats, Material, Texture
from thor_player.shapes.spec import ShapeFunction, Spec

Profile = Sequence[tuple[float, float]]


def lying(function: ShapeFunction) -> ShapeFunction:
    """Let a shape function always see its length along x and its least extent along y, however the box lies."""

    def wrapped(spec: Spec) -> None:
        size = np.array([spec.w, spec.h, spec.d])
        longest, thinnest = int(np.argmax(size)), int(np.argmin(size[::-1]))
        thinnest = 2 - thinnest
        if longest == thinnest:
            longest, thinnest = 0, 1
        middle = 3 - longest - thinnest
        rows = np.zeros((3, 3))
        rows[0, longest] = rows[1, thinnest] = rows[2, middle] = 1.0
        rows[2] *= np.linalg.det(rows)
        inner = replace(
            spec,
            w=float(size[longest]),
            h=float(size[thinnest]),
            d=float(size[middle]),
            b=Builder(),
            surfaces=[],
            parts=[],
        )
        function(inner)
        spec.b.merge(inner.b.mesh(), turn=rows)

    return wrapped


def breakable(material: Callable[[Spec], Material]) -> Callable[[ShapeFunction], ShapeFunction]:
    """Let a shape function lie in shards of a material when the object is broken."""

    def decorate(function: ShapeFunction) -> ShapeFunction:
        def wrapped(spec: Spec) -> None:
            if spec.status.is_broken:
                shards(spec, material(spec))
            else:
                function(spec)

        return wrapped

    return decorate


def shards(spec: Spec, material: Material) -> None:
    """Scatter broken pieces over the bottom of the box."""
    tall = max(0.012, min(0.35 * spec.h, 0.25 * max(spec.w, spec.d)))
    for i in range(14):
        angle = 2.4 * i + spec.vary(-0.3, 0.3)
        reach = math.sqrt((i + 0.6) / 14.0) * 0.46
        at = (reach * spec.w * math.cos(angle), spec.low + tall * 0.4, reach * spec.d * math.sin(angle))
        length = spec.vary(0.16, 0.34) * max(min(spec.w, spec.d), 0.16 * spec.h)
        turn = rotation(spec.vary(0, 360), spec.vary(-40, 40), spec.vary(-60, 60))
        spec.b.box(at, (length, min(0.006, 0.3 * tall), 0.6 * length), material, turn=turn)


def vessel(
    spec: Spec,
    outline: Profile,
    material: Material,
    inner: Material | None = None,
    wall: float = 0.005,
    radius: float | None = None,
    fill: float = 0.86,
    bottom: float | None = None,
    height: float | None = None,
    center: Point = (0.0, 0.0, 0.0),
) -> None:
    """Add an open round vessel with its liquid. ``outline`` gives (radius, height) as shares, bottom to rim."""
    size = spec.radius if radius is None else radius
    low = spec.low if bottom is None else bottom
    tall = spec.h if height is None else height
    squash = spec.squash if radius is None else (1.0, 1.0)
    outer = [(0.0, low)] + [(r * size, low + y * tall) for r, y in outline]
    floor = low + min(2.0 * wall, 0.2 * tall)
    inside = [(max(r * size - wall, 0.0), max(low + y * tall, floor)) for r, y in reversed(outline)]
    spec.b.lathe(outer, material, squash=squash, center=center)
    spec.b.lathe([(outer[-1]), *inside, (0.0, floor)], inner or material, squash=squash, center=center)
    if spec.status.fill_liquid:
        heights, radii = [y for _, y in outline], [r for r, _ in outline]
        at = float(np.interp(fill, heights, radii)) * size - 0.5 * wall
        level = low + fill * tall
        surface = palette.liquid(spec.status.fill_liquid)
        spec.b.lathe([(at, level), (0.0, level + 0.002)], surface, squash=squash, center=center)


def handle(b: Builder, start: Floats, end: Floats, bulge: Floats, radius: float, material: Material) -> None:
    """Add a bent grip between two points that bulges by a vector."""
    steps = np.linspace(0.0, math.pi, 9)
    share = (1.0 - np.cos(steps)) / 2.0
    path = [start + (end - start) * s + bulge * math.sin(t) for s, t in zip(share, steps, strict=True)]
    b.tube(path, radius, material, segments=7)


def carcass(b: Builder, center: Floats, size: Floats, board: float, outer: Material, inner: Material) -> None:
    """Add a cupboard without its front (+z): five boards, the inside in its own material."""
    w, h, d = size
    x, y, z = center
    for side in (-1.0, 1.0):
        b.box((x + side * (w - board) / 2, y, z), (board, h, d), outer, skip=("-x" if side > 0 else "+x",))
        b.box((x, y + side * (h - board) / 2, z), (w - 2 * board, board, d), outer)
    b.box((x, y, z - (d - board) / 2), (w - 2 * board, h - 2 * board, board), outer)
    lining(b, (x, y, z + board / 2), (w - 2 * board, h - 2 * board, d - board), inner, ("+z",))


def lining(b: Builder, center: Point, size: Point, material: Material, skip: Sequence[str]) -> None:
    """Add the inner sides of a hollow box (normals point in), leaving sides out."""
    inner = Builder()
    inner.box((0, 0, 0), size, material, skip=skip)
    mesh = inner.mesh()
    b.add(mesh.vertices + np.asarray(center, dtype=float), -mesh.normals, mesh.faces[:, ::-1], material)


def door(
    b: Builder,
    hinge: Point,
    size: Point,
    angle: float,
    side: int,
    material: Material,
    grip: Material | None,
    panel: Material | None = None,
) -> None:
    """Add a door in the plane z = hinge z that opens towards +z by ``angle`` degrees.

    ``hinge`` is the middle of the hinged edge, ``side`` -1 if that is the left edge (the door reaches to +x).
    """
    w, h, t = size
    rows = rotation(side * angle)
    origin = np.asarray(hinge, dtype=float)

    def put(x: float, y: float, z: float, extent: Point, look: Material) -> None:
        b.box(origin + np.array([-side * x, y, z]) @ rows, extent, look, turn=rows)

    put(w / 2, 0.0, -t / 2, (w - 0.004, h - 0.004, t), material)
    if panel is not None:
        frame = min(0.06, 0.2 * min(w, h))
        put(w / 2, 0.0, 0.001, (w - 2 * frame, h - 2 * frame, 0.004), panel)
    if grip is not None:
        long = min(0.14, 0.4 * h)
        put(w - min(0.045, 0.2 * w), 0.0, 0.018, (0.014, long, 0.014), grip)
        for end in (-0.5, 0.5):
            put(w - min(0.045, 0.2 * w), end * 0.8 * long, 0.008, (0.010, 0.010, 0.02), grip)


def legs(
    spec: Spec, top: float, thickness: float, material: Material, inset: float = 0.0, taper: bool = False
) -> None:
    """Add four legs from the floor of the box up to ``top``."""
    x, z = spec.w / 2 - thickness / 2 - inset, spec.d / 2 - thickness / 2 - inset
    for sx in (-1, 1):
        for sz in (-1, 1):
            if taper:
                foot = (1.04 * sx * x, spec.low, 1.04 * sz * z)
                head = (0.9 * sx * x, top, 0.9 * sz * z)
                spec.b.cone(foot, head, 0.3 * thickness, 0.5 * thickness, material, segments=8)
            else:
                height = top - spec.low
                spec.b.box((sx * x, spec.low + height / 2, sz * z), (thickness, height, thickness), material)


def cushion(b: Builder, center: Point, size: Point, material: Material, turn: Floats | None = None) -> None:
    """Add a soft block: a box with swollen faces and rounded edges."""
    around = np.linspace(0.0, 2.0 * math.pi, 20, endpoint=False)[:, None]
    up = np.linspace(-math.pi / 2.0, math.pi / 2.0, 9)[None, :]

    def power(value: Floats, exponent: float) -> Floats:
        return np.asarray(np.sign(value) * np.abs(value) ** exponent)

    round_xz, round_y = 0.28, 0.42
    ring = power(np.cos(up), round_y)
    points = np.stack(
        [
            power(np.cos(around), round_xz) * ring,
            power(np.sin(up), round_y) + 0.0 * around,
            power(np.sin(around), round_xz) * ring,
        ],
        axis=-1,
    ) * (np.asarray(size, dtype=float) / 2.0)
    if turn is not None:
        points = points @ turn
    b.grid(points + np.asarray(center, dtype=float), material, close_u=True, flip=True)


def shelves(spec: Spec, board: float, material: Material, inset: float) -> None:
    """Add a board under every inside surface that is not the floor of the box."""
    for surface in spec.surfaces:
        height = float(surface.center[1])
        if surface.inside and height > spec.low + 0.06:
            spec.b.box(
                (0, height - board / 2, -inset / 2), (spec.w - 2 * inset, board, spec.d - 2 * inset), material
            )


def screen_picture(seed: int, size: float) -> Material:
    """Return a glowing picture of about that size (m)."""
    return Material((0.5, 0.6, 0.9), texture=Texture.PICTURE, scale=size, emission=1.0, seed=seed)


def draw_parts(spec: Spec, material: Material, inset: float = 0.0) -> bool:
    """Draw the object's solids as boxes if it has more than its box; tell whether it has."""
    if not spec.parts:
        return False
    for part in spec.parts:
        spec.b.box(part.center, 2.0 * part.half - inset, material, turn=rotation(part.yaw))
    return True
