"""What a robot can do of what its domain knows: its file says which skills it has, and what its hand is needed for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pred_core.domain_file import Domain, DomainError, read_domain

BUILT_IN = ("spot", "thor", "ur5")
SKILLS = frozenset(
    {
        *("goto", "pickup", "put", "open", "close", "toggle_on", "toggle_off", "slice", "pour", "hand_over"),
        "clean",
        *("touch", "look_at", "sit_down", "stand_up", "localize"),
    }
)
"""The actions of the PDDL files: what a robot may be said to have of them."""
_KEYS = frozenset({"skills", "hand_opens"})
_MAY_HAVE = frozenset({"stands"})


@dataclass(frozen=True)
class RobotTraits:
    """A robot by its file's name. ``hand_opens``: doors take the hand that carries, so it has to be empty for them.

    ``stands``: it never goes anywhere, so that left, right and near are the same whenever somebody asks.
    """

    name: str
    skills: frozenset[str]
    hand_opens: bool
    stands: bool = False


@cache
def read_robot(name: str) -> RobotTraits:
    """Return a robot that comes along, or the one of a JSON file.

    :raises DomainError: naming the file and what is wrong with it
    """
    try:
        built_in = resources.files("pred_core").joinpath(f"data/robot_{name}.json")
        text = (built_in if name in BUILT_IN else Path(name).expanduser()).read_text("utf-8")
        data = json.loads(text)
    except (OSError, ValueError) as error:
        known = ", ".join(BUILT_IN)
        raise DomainError(f"robot {name!r} is none of {known}, and no JSON file to read: {error}") from error
    return _checked(name, data)


def _checked(name: str, data: Any) -> RobotTraits:
    if not isinstance(data, Mapping) or set(data) - _MAY_HAVE != _KEYS:
        raise DomainError(f"robot {name!r}: the file is an object with the keys {', '.join(sorted(_KEYS))}.")
    skills, hand_opens = data["skills"], data["hand_opens"]
    if not isinstance(skills, list) or not all(isinstance(skill, str) for skill in skills):
        raise DomainError(f"robot {name!r}: skills is a list of names.")
    unknown = sorted(set(skills) - SKILLS)
    if unknown:
        raise DomainError(
            f"robot {name!r}: there is no skill {unknown[0]!r}. Known: {', '.join(sorted(SKILLS))}."
        )
    stands = data.get("stands", False)
    if not isinstance(hand_opens, bool) or not isinstance(stands, bool):
        raise DomainError(f"robot {name!r}: hand_opens and stands are true or false.")
    return RobotTraits(Path(name).stem, frozenset(skills), hand_opens, stands)


@cache
def domain_of(name: str, robot: str = "") -> Domain:
    """Return a domain as a robot can act in it; '' is a robot that has all of the domain's actions.

    :raises DomainError: when one of the two cannot be read
    """
    read = read_domain(name)
    if not robot:
        return read
    traits = read_robot(robot)
    kept = {action: what for action, what in read.actions.actions.items() if action in traits.skills}
    return replace(
        read,
        actions=replace(read.actions, actions=kept),
        robot=traits.name,
        by_hand=traits.hand_opens,
        stands=traits.stands,
    )
