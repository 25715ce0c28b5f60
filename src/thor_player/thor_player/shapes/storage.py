"""Things with a front: cabinets, drawers, dressers, safes, boxes, bins, shelves."""

from __future__ import annotations

import numpy as np

from thor_player.shapes import palette
from thor_player.shapes.builder import rotation
from thor_player.shapes.mesh import Material, Texture
from thor_player.shapes.parts import carcass, door, lining, shards, shelves, vessel
from thor_player.shapes.spec import Spec, shape

_INSIDE = Material((0.86, 0.80, 0.70))


@shape("Cabinet")
def cabinet(spec: Spec) -> None:
    """Draw a cupboard with one or two doors that swing out; inside: a lit back and a shelf."""
    frame, panel, grip = palette.fronts(spec.style)
    w, h, d = spec.w, spec.h, spec.d
    thick = min(0.022, 0.3 * d)
    carcass(spec.b, np.array([0.0, 0.0, -thick / 2]), np.array([w, h, d - thick]), 0.018, frame, _INSIDE)
    shelves(spec, 0.015, _INSIDE, 0.025)
    if spec.status.is_broken:
        shards(spec, Material((0.72, 0.82, 0.86), shine=1.0))
        panel = Material((0.05, 0.05, 0.05), (0.75, 0.82, 0.86), Texture.STONE, 0.08)
    for leaf in spec.leaves:
        hinge, size = (leaf.side * w / 2, 0, d / 2), (leaf.width, h, thick)
        door(spec.b, hinge, size, spec.door_angle, leaf.side, frame, grip, panel)


@shape("Drawer")
def drawer(spec: Spec) -> None:
    """Draw a tray behind a front panel; the box slides, so it only has to look right open and closed."""
    frame, panel, grip = palette.fronts(spec.style)
    w, h, d = spec.w, spec.h, spec.d
    thick = min(0.022, 0.3 * d)
    deep = d - thick
    tall = 0.78 * h
    base = spec.low + tall / 2
    board = 0.012
    for side in (-1, 1):
        spec.b.box((side * (0.48 * w - board / 2), base, -thick / 2), (board, tall, deep), _INSIDE)
        spec.b.box((0, base, -thick / 2 + side * (deep - board) / 2), (0.94 * w, tall, board), _INSIDE)
    spec.b.box((0, spec.low + 0.01, -thick / 2), (0.94 * w, board, deep), _INSIDE)
    front = d / 2 - thick / 2
    spec.b.box((0, 0, front), (w - 0.004, h - 0.004, thick), frame)
    inset = min(0.035, 0.22 * h)
    spec.b.box((0, 0, front + thick / 2), (w - 2 * inset, h - 2 * inset, 0.004), panel)
    spec.b.box((0, 0.05 * h, front + thick / 2 + 0.014), (min(0.16, 0.4 * w), 0.014, 0.014), grip)
    for side in (-1, 1):
        spec.b.box(
            (side * 0.4 * min(0.16, 0.4 * w), 0.05 * h, front + thick / 2 + 0.006),
            (0.010, 0.010, 0.016),
            grip,
        )


@shape("Safe")
def safe(spec: Spec) -> None:
    """Draw a steel box with dial and handle; the door swings out."""
    coat = spec.pick((Material((0.25, 0.28, 0.27), shine=0.4, metal=0.15), palette.DARK_METAL))
    w, h, d = spec.w, spec.h, spec.d
    carcass(
        spec.b,
        np.array([0.0, 0.0, -0.02]),
        np.array([w, h, d - 0.04]),
        0.04,
        coat,
        Material((0.55, 0.53, 0.50)),
    )
    shelves(spec, 0.015, palette.GREY, 0.05)
    angle = spec.door_angle
    door(spec.b, (-w / 2, 0, d / 2), (w, h, 0.04), angle, -1, coat, palette.CHROME, palette.GREY)
    rows = rotation(-angle)
    hinge = np.array([-w / 2, 0.0, d / 2])
    dial, out = hinge + np.array([0.5 * w, 0.1 * h, 0.0]) @ rows, np.array([0.0, 0.0, 0.03]) @ rows
    spec.b.cylinder(dial, dial + out, 0.1 * min(w, h), palette.CHROME, 16)


@shape("Box")
def box(spec: Spec) -> None:
    """Draw a carton; open: flaps spread and the inside shows."""
    w, h, d = spec.w, spec.h, spec.d
    card = palette.CARDBOARD.but(
        color=spec.pick(((0.69, 0.53, 0.36), (0.60, 0.45, 0.30), (0.76, 0.66, 0.52)))
    )
    inside = card.but(color=(0.52, 0.40, 0.27))
    spec.b.box((0, 0, 0), (w, h, d), card, skip=("+y",))
    lining(spec.b, (0, 0.004, 0), (w - 0.01, h, d - 0.01), inside, ("+y",))
    if not spec.status.is_open:
        spec.b.box((0, spec.high - 0.004, 0), (w, 0.008, d), card)
        spec.b.box(
            (0, spec.high + 0.001, 0), (min(0.05, 0.2 * w), 0.004, d), Material((0.80, 0.72, 0.55), shine=0.5)
        )
        return
    for side in (-1, 1):
        for across, length in ((True, d), (False, w)):
            flap = 0.35 * (w if across else d)
            lean = np.radians(50.0)
            reach, rise = flap * np.cos(lean), flap * np.sin(lean) * 0.3
            edge = (w if across else d) / 2 * side
            tip = edge + side * 0.45 * reach
            corners = [
                (edge, spec.high, -length / 2),
                (edge, spec.high, length / 2),
                (tip, spec.high + rise, length / 2),
                (tip, spec.high + rise, -length / 2),
            ]
            if not across:
                corners = [(c[2], c[1], c[0]) for c in corners]
            spec.b.quad(corners, card, two_sided=True)


@shape("GarbageCan")
def garbage_can(spec: Spec) -> None:
    """Draw an open bin, round or square, with a bag's rim inside."""
    color = spec.pick(((0.30, 0.32, 0.34), (0.82, 0.82, 0.80), (0.20, 0.34, 0.30), (0.52, 0.50, 0.47)))
    coat = palette.STEEL if spec.has("Metal") else Material(color, shine=0.3)
    lined = Material((0.16, 0.16, 0.17), shine=0.4)
    if abs(spec.w - spec.d) < 0.08 * spec.w:
        vessel(spec, [(0.8, 0.0), (0.84, 0.03), (1.0, 1.0)], coat, lined, wall=0.012)
        return
    w, h, d = spec.w, spec.h, spec.d
    spec.b.box((0, 0, 0), (w, h, d), coat, skip=("+y",))
    lining(spec.b, (0, 0.01, 0), (w - 0.02, h - 0.02, d - 0.02), lined, ("+y",))
    _rim(spec, coat)


def _rim(spec: Spec, material: Material) -> None:
    for side in (-1, 1):
        spec.b.box((side * (spec.w / 2 - 0.008), spec.high - 0.01, 0), (0.016, 0.02, spec.d), material)
        spec.b.box((0, spec.high - 0.01, side * (spec.d / 2 - 0.008)), (spec.w, 0.02, 0.016), material)


@shape("LaundryHamper")
def laundry_hamper(spec: Spec) -> None:
    """Draw a cloth-lined basket; open: the lid leans back."""
    weave = Material((0.70, 0.58, 0.42), (0.50, 0.39, 0.26), Texture.STRIPES, 0.03, axis=1)
    w, h, d = spec.w, 0.94 * spec.h, spec.d
    spec.b.box((0, -0.03 * spec.h, 0), (w, h, d), weave, skip=("+y",))
    lining(
        spec.b,
        (0, -0.03 * spec.h + 0.01, 0),
        (w - 0.03, h - 0.02, d - 0.03),
        palette.fabric((0.90, 0.87, 0.80)),
        ("+y",),
    )
    lid = 0.06 * spec.h
    if spec.status.is_open:
        rows = rotation(pitch=-100.0 * spec.status.openness)
        spec.b.box(
            np.array([0, spec.high - lid, -d / 2]) + np.array([0, lid / 2, d / 2]) @ rows,
            (w, lid, d),
            weave,
            turn=rows,
        )
    else:
        spec.b.box((0, spec.high - lid / 2, 0), (w, lid, d), weave)


@shape("Shelf")
def shelf(spec: Spec) -> None:
    """Draw the board under the free space that a shelf is recorded as."""
    for board in spec.parts:
        spec.b.box(board.center, 2.0 * board.half, palette.wood(spec), turn=rotation(yaw=board.yaw))
