"""What parts of the robot are busy with, until something else is asked of them."""

from __future__ import annotations

import enum
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bosdyn.api import basic_command_pb2

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

Status = basic_command_pb2.RobotCommandFeedbackStatus


class Part(enum.Enum):
    """The parts of the robot that can be busy with different things."""

    MOBILITY = "mobility"
    ARM = "arm"
    GRIPPER = "gripper"


ALL_PARTS = frozenset(Part)


class Activity(ABC):
    """Something that one or several parts do. ``expires``: robot time in seconds after which it is given up.

    Once it is done it stays where it is: its status remains "processing", its feedback says that it is done.
    """

    def __init__(self, expires: float = math.inf) -> None:
        self.expires = expires
        self.status: int = Status.STATUS_PROCESSING
        self.begun = False
        """Whether its part was told what to aim at; until then what is there was told by another."""

    @property
    def running(self) -> bool:
        """Whether nothing else has taken its place and its time is not over."""
        return bool(self.status == Status.STATUS_PROCESSING)

    @abstractmethod
    def step(self, robot: Body, seconds: float) -> None:
        """Go on by some time: tell base, arm or gripper what to aim at."""

    @abstractmethod
    def feedback(self, robot: Body, target: Any) -> None:
        """Fill in the part's feedback message, its status left out."""


@dataclass
class Command:
    """An accepted RobotCommand: what it made the parts do. ``full``: the activity of a full-body command."""

    number: int
    full: Activity | None = None
    parts: dict[Part, Activity] = field(default_factory=dict)
