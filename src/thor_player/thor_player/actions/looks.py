"""Drawing materials, colours and light by lot, and going back to a room's own."""

from __future__ import annotations

import colorsys
from typing import Any

import numpy as np

from .. import looks
from ..errors import ActionError, argument, out_of_range
from ..rooms_data import number, room_kind
from ..state import PlayerState
from . import reading
from .registry import Arguments, action

_KINDS = ("bathroom", "bedroom", "kitchen", "livingroom", "robothor")
_USES = {
    "Train": "useTrainMaterials",
    "Val": "useValMaterials",
    "Test": "useTestMaterials",
    "External": "useExternalMaterials",
}
_LAST = {"Train": 20, "Val": 25, "Test": 30}  # numbers of the rooms of each kind


def _materials(state: PlayerState, args: Arguments) -> dict[str, Any]:
    """Give everything a material of those of the splits and room types that are asked for."""
    own_split = next(s for s, last in _LAST.items() if number(state.world.scene) % 100 <= last)
    uses = {}
    for split, name in _USES.items():
        default = split == own_split or (split == "External" and own_split == "Train")
        uses[split] = args.flag(name, default)
    if not uses[own_split]:
        raise argument(
            f"Inside of RandomizeMaterials, cannot set {_USES[own_split]}=false "
            f"inside of a {own_split.lower()} scene."
        )
    kinds = _room_types(state, args)
    pool = [
        material
        for split in _USES
        if uses[split]
        for kind in kinds
        for material in looks.materials(f"{split}/{kind}")
    ]
    looks.set_materials(state.world, pool, state.lots)
    return {
        "chosenRoomTypes": kinds,
        **{name: uses[split] for split, name in _USES.items()},
        "totalMaterialsConsidered": len(pool),
    }


def _room_types(state: PlayerState, args: Arguments) -> list[str]:
    given = args.several("inRoomTypes", reading.text)
    if given is None:
        return list(_KINDS)
    wanted = sorted({kind.lower() for kind in given})
    unknown = [kind for kind in wanted if kind not in _KINDS]
    if unknown or not wanted:
        raise argument(f"inRoomTypes names unknown room types {unknown}; there are {', '.join(_KINDS)}")
    own = room_kind(state.world.scene)
    if own.lower() not in wanted:
        raise argument(f'inRoomTypes must include "{own}" inside of a {own} scene: {state.world.scene}.')
    return wanted


def _reset_materials(state: PlayerState, _args: Arguments) -> None:
    looks.reset_materials(state.world)


def _colors(state: PlayerState, _args: Arguments) -> None:
    looks.set_colors(state.world, state.lots)


def _reset_colors(state: PlayerState, _args: Arguments) -> None:
    looks.reset_colors(state.world)


def _lighting(state: PlayerState, args: Arguments) -> None:
    """Multiply the light: of all lamps at once, or of each by its own; where they mix is all the room."""
    brightness = _range(args, "brightness", (0.5, 1.5))
    if min(brightness) < 0.0:
        raise out_of_range(f"Each brightness must be >= 0, not brightness={brightness}.")
    colorful = args.flag("randomizeColor", True)
    for name in ("hue", "saturation"):
        if name in args and not colorful:
            raise argument(
                f"Cannot pass in randomizeColor=False while also providing {name}={args.raw(name)}."
            )
    hue, saturation = _range(args, "hue", (0.0, 1.0)), _range(args, "saturation", (0.5, 1.0))
    for name, values in (("hue", hue), ("saturation", saturation)):
        if min(values) < 0.0 or max(values) > 1.0:
            raise out_of_range(f"{name} range must be in [0:1], not {values}")
    lamps = []
    for _ in range(1 if args.flag("synchronized") else looks.LAMPS):
        strength, angle, depth = (state.lots.uniform(min(r), max(r)) for r in (brightness, hue, saturation))
        color = colorsys.hsv_to_rgb(angle, depth, 1.0) if colorful else looks.PLAIN
        lamps.append(strength * np.array(color))
    red, green, blue = np.mean(lamps, axis=0)
    looks.set_light(state.world, (float(red), float(green), float(blue)))


def _range(args: Arguments, name: str, default: tuple[float, float]) -> tuple[float, float]:
    given = args.several(name, reading.number)
    if given is None:
        return default
    if len(given) != 2:
        raise argument(
            f"Ranges for hue, saturation, and brightness must each have 2 values. You gave {name}={given}."
        )
    return given[0], given[1]


def _reset_lighting(state: PlayerState, _args: Arguments) -> None:
    looks.set_light(state.world, looks.PLAIN)


def _seed(state: PlayerState, args: Arguments) -> None:
    """Start the lots again."""
    seed = args.whole("seed", 0)
    if seed < 0:
        raise ActionError(f"seed must be >= 0, not {seed}")
    state.lots = np.random.default_rng(seed)


ACTIONS = (
    action(
        "RandomizeMaterials",
        _materials,
        "useTrainMaterials useValMaterials useTestMaterials useExternalMaterials inRoomTypes",
    ),
    action("ResetMaterials", _reset_materials),
    action("RandomizeColors", _colors),
    action("ResetColors", _reset_colors),
    action("RandomizeLighting", _lighting, "synchronized brightness randomizeColor hue saturation"),
    action("ResetLighting", _reset_lighting),
    action("SetRandomSeed", _seed, required="seed", seconds=0.0),
)
