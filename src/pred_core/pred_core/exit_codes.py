"""How every command of ``./pred`` ends: one table of exit codes, which docs/launch.md shows."""

from __future__ import annotations

from collections.abc import Mapping

from pred_core.outcome import Code, Outcome

DONE, NOT_DONE, BAD_INPUT, UNAVAILABLE, INTERRUPTED = 0, 1, 2, 3, 130

MEANINGS: Mapping[int, str] = {
    DONE: "done: what was asked for has happened",
    NOT_DONE: "not done: the task failed, or a check, a replay or a test found a difference",
    BAD_INPUT: "what was typed, or a file, cannot be used: nothing was started",
    UNAVAILABLE: "the robot is not there, is not allowed to act, does not answer, or was lost",
    INTERRUPTED: "interrupted by Ctrl-C",
}
_OF_OUTCOMES = {
    Code.SUCCESS: DONE,
    Code.BAD_INPUT: BAD_INPUT,
    Code.UNAVAILABLE: UNAVAILABLE,
    Code.ROBOT_LOST: UNAVAILABLE,
}


def code_of(outcome: Outcome) -> int:
    """Return the exit code of a command whose task ended so."""
    return _OF_OUTCOMES.get(outcome.code, NOT_DONE)
