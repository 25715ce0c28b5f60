"""Failures are values: a code programs can switch on and a sentence a user can act on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Every way something can end in this stack."""

    SUCCESS = "SUCCESS"
    CANCELED = "CANCELED"
    # a step's outcome
    PRECONDITION_FAILURE = "PRECONDITION_FAILURE"
    EXECUTION_FAILURE = "EXECUTION_FAILURE"
    POSTCONDITION_FAILURE = "POSTCONDITION_FAILURE"
    INVALID_ACTION = "INVALID_ACTION"
    # a skill's reasons
    TARGET_NOT_VISIBLE = "TARGET_NOT_VISIBLE"
    TARGET_TOO_FAR = "TARGET_TOO_FAR"
    HAND_FULL = "HAND_FULL"
    HAND_EMPTY = "HAND_EMPTY"
    NOT_AFFORDED = "NOT_AFFORDED"
    RECEPTACLE_CLOSED = "RECEPTACLE_CLOSED"
    RECEPTACLE_FULL = "RECEPTACLE_FULL"
    ALREADY_SO = "ALREADY_SO"
    BLOCKED = "BLOCKED"
    # navigation
    UNREACHABLE = "UNREACHABLE"
    EXPLORED = "EXPLORED"
    SIGHTED = "SIGHTED"
    NOT_FOUND = "NOT_FOUND"
    # planning
    NOT_UNDERSTOOD = "NOT_UNDERSTOOD"
    PLAN_REJECTED = "PLAN_REJECTED"
    # limits and the outside
    STEP_LIMIT = "STEP_LIMIT"
    FAILURE_LIMIT = "FAILURE_LIMIT"
    TIME_LIMIT = "TIME_LIMIT"
    BUSY = "BUSY"
    ROBOT_LOST = "ROBOT_LOST"
    BAD_INPUT = "BAD_INPUT"
    UNAVAILABLE = "UNAVAILABLE"


@dataclass(frozen=True)
class Outcome:
    """How something ended. Truthy when it succeeded."""

    code: Code
    message: str = ""

    def __bool__(self) -> bool:
        return self.code is Code.SUCCESS

    @classmethod
    def success(cls, message: str = "") -> Outcome:
        """Return a successful outcome."""
        return cls(Code.SUCCESS, message)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}" if self.message else str(self.code)
