"""Actions of AI2-THOR that this player knows and cannot do: each is a failed action with a sentence."""

from __future__ import annotations

from ..errors import ActionError
from ..state import PlayerState
from .registry import Arguments, Handler, action

_ONE_LOOK = "a room looks as the player's --seed makes it, and nothing changes that while it runs"

_UNDONE = {
    "ChangeQuality": "pictures have one quality",
    "RandomizeColors": _ONE_LOOK,
    "RandomizeLighting": _ONE_LOOK,
    "RandomizeMaterials": _ONE_LOOK,
    "SetRandomSeed": "nothing is drawn by lot without a seed of its own",
}


def _refuse(name: str, why: str) -> Handler:
    def run(_state: PlayerState, _args: Arguments) -> None:
        raise ActionError(f"{name} is not done by the embedded player: {why}")

    return run


ACTIONS = tuple(
    action(name, _refuse(name, why), seconds=0.0, lenient=True) for name, why in sorted(_UNDONE.items())
)
