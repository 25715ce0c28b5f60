"""What can be chosen about the executive's ways."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pred_planner.language import Kind

NONE = "none"


class ModulesError(ValueError):
    """A list of modules that names something else."""


def modules(text: str) -> tuple[Kind, ...]:
    """Return the modules a parameter names: ``dta,apm``, or ``none``.

    :raises ModulesError: naming what there is
    """
    words = [word.strip().lower() for word in text.split(",") if word.strip()]
    if words in ([], [NONE]):
        return ()
    try:
        return tuple(Kind(word) for word in words)
    except ValueError as error:
        raise ModulesError(f"modules: {text!r}. One or more of {', '.join(Kind)}, or {NONE}.") from error


@dataclass(frozen=True)
class Settings:
    """Limits and habits. The node's parameters have these names; lengths in metres, angles in radians.

    The limits are those of the two benchmarks: 1,000 actions, and 10 (ALFRED) or 30 (TEACh) failed actions.
    """

    max_actions: int = 1000
    max_failures: int = 30
    time_limit: float = 0.0
    look_around: bool = True
    mobile: bool = True
    approach_always: bool = False
    views_before_pick: int = 0
    reach: float = 1.5
    max_adjustments: int = 2
    max_poses: int = 3
    max_instances: int = 3
    max_searched: int = 40
    max_regrounds: int = 3
    max_fetches: int = 2
    close_searched: bool = True
    modules: str = "dta,ohv,apm,asr"
    recovery: str = "full"
    max_revisions: int = 12
    verify_views: int = 2
    camera_height: float = 1.575
    turn_step: float = 1.5708
    look_step: float = 0.5236
    move_step: float = 0.25
    field_of_view: float = 1.5708

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The discrepancy modules that are switched on."""
        return modules(self.modules)
