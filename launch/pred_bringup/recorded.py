"""Recorded answers for ``reasoner:=replay``: read before anything starts, so that a wrong file is said at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from launch_ros.parameter_descriptions import ParameterValue

from launch import LaunchContext
from pred_bringup.arguments import ArgumentError, parameters_of, text
from pred_bringup.checking import ANY_NODE, sections
from pred_core.model_calls import RecordError, read_calls

PLANNER, REPLAY = "planner", "replay"
REASONERS = ("rules", "llm", REPLAY)


def checked_record(given: str, name: str) -> str:
    """Return the absolute path of recorded calls after reading them.

    :param name: what the file was given as, for the sentence
    :raises ArgumentError: when it is missing, no record, or holds no answer
    """
    path = Path(given).expanduser().absolute()
    try:
        answers = sum(bool(call.outcome) for call in read_calls(path))
    except RecordError as error:
        raise ArgumentError(f"{name}: {error}") from error
    if not answers:
        raise ArgumentError(f"{name}: there is no recorded answer in {path}.")
    return str(path)


def planner_parameters(context: LaunchContext, files: Iterable[Path]) -> dict[str, Any]:
    """Return the planner's parameter ``replay``, with which the argument of that name wins over parameter files.

    :param files: parameter files, later ones win
    :raises ArgumentError: when there is nothing to replay, nobody to do so, or nobody to look at pictures
    """
    named = {name: given.text for name, given in parameters_of(context, PLANNER).items()}
    in_files = {key: value for file in files for key, value in _of_planner(file).items()}
    reasoner = named.get("reasoner") or text(context, "reasoner") or in_files.get("reasoner") or REASONERS[0]
    argument = text(context, REPLAY)
    if reasoner == REASONERS[0] and text(context, "vision") == "true":
        raise ArgumentError("vision:=true shows pictures to a language model, and rules have none: give reasoner:=llm.")
    if reasoner != REPLAY:
        if argument:
            raise ArgumentError(
                f"replay:={argument} is read only with reasoner:=replay, not with {reasoner}."
            )
        return {}
    given = str(named.get(REPLAY) or argument or in_files.get(REPLAY) or "")
    if not given:
        raise ArgumentError(
            "reasoner:=replay needs recorded answers, the llm_calls.jsonl of a run: replay:=FILE."
        )
    return {REPLAY: ParameterValue(checked_record(given, f"replay:={given}"), value_type=str)}


def _of_planner(file: Path) -> Mapping[str, Any]:
    """Return what a parameter file says to the planner; a later section wins, as with ROS's own reading."""
    mine = [section.parameters for section in sections(file) if section.node in (PLANNER, ANY_NODE)]
    return {key: value for parameters in mine for key, value in parameters.items()}
