"""The executive node's parameters."""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.ros.parameters import (
    ParameterError,
    check_domain,
    check_person,
    domain_parameter,
    parameter,
    robot_parameter,
)
from pred_recovery.mission.settings import ModulesError, Settings, modules
from pred_recovery.recover.registry import STRATEGIES


@dataclass(frozen=True)
class ExecutiveParameters(Settings):
    """The settings that decisions are made with, the strategies that may be chosen, and what the node alone needs."""

    domain: str = domain_parameter()
    robot: str = robot_parameter()
    recovery: str = parameter(
        Settings.recovery,
        "What is tried after a subgoal failed: "
        + "; ".join(f"{s.name} = {s.description}" for s in STRATEGIES.values())
        + ".",
        choices=tuple(STRATEGIES),
    )
    feedback: bool = parameter(
        False, "Ask a person after a task that is believed done whether it is, and do what is missing."
    )
    feedback_seconds: float = parameter(
        30.0, "Seconds that a person has for an answer; silence means yes.", low=0.1, high=3600
    )
    patience: float = parameter(
        20.0,
        "Wall seconds to wait for nodes at start, and for an observation after an action.",
        low=0.5,
        high=600,
    )
    runs: str = parameter(
        "",
        "Folder below which a goal without run_dir leaves its record, in a new folder; '' = such a goal leaves none.",
    )

    def check(self) -> None:
        """Refuse a domain that cannot be read, modules that there are none of, and a person who is nowhere.

        :raises ParameterError: naming what there is
        """
        check_domain(self.domain, self.robot)
        check_person(self.person)
        try:
            modules(self.modules)
        except ModulesError as error:
            raise ParameterError(f"parameter {error}") from error
