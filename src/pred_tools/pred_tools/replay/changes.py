"""Parameters of a replay: those of the recording, and what is given as ``NODE.PARAMETER:=VALUE``."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from pred_core.model_calls import CallLog
from pred_core.ros.call_conversions import call_from_msg
from pred_msgs.msg import LlmCall
from pred_tools.bag.known import PARAMETERS
from pred_tools.bag.reader import Bag
from pred_tools.replay.lockstep import PACKAGES

SHORT = {
    "reasoner": "planner.reasoner",
    "replay": "planner.replay",
    "detector": "perception.detector",
    "attributes": "perception.attributes",
}
"""Launch arguments that are parameters of nodes that are replayed."""
Parameters = dict[str, dict[str, Any]]
"""Per node (its last name) its parameters."""


class ChangeError(ValueError):
    """A change that cannot be made; the text says why."""


def recorded_parameters(bag: Bag, namespace: str) -> Parameters:
    """Return the parameters that the replayed nodes had, without those that would read the clock of a simulator."""
    said = json.loads(bag.custom.get(PARAMETERS, "{}"))
    found = {node: dict(said.get(f"{namespace}/{node}", {})) for node in PACKAGES}
    for values in found.values():
        values.pop("use_sim_time", None)
    return found


def parse_change(text: str) -> tuple[str, str, Any]:
    """Return node, parameter and value of ``NODE.PARAMETER:=VALUE``, or of a launch argument that stands for one.

    :raises ChangeError: when it is none, or of a node that is not replayed
    """
    name, assigned, value = text.partition(":=")
    if not assigned:
        raise ChangeError(f"{text!r} is no change: write NODE.PARAMETER:=VALUE.")
    node, dot, parameter = SHORT.get(name, name).partition(".")
    if not dot or not parameter:
        raise ChangeError(f"{name}: write NODE.PARAMETER:=VALUE, or one of {', '.join(SHORT)}.")
    if node not in PACKAGES:
        raise ChangeError(
            f"{name}: recorded observations go through {' and '.join(PACKAGES)} only; what {node} does changes what "
            "would be seen. Run the task anew with it."
        )
    try:
        return node, parameter, yaml.safe_load(value)
    except yaml.YAMLError as error:
        raise ChangeError(f"{name}: {value!r} is no value: {error}") from error


def changed(parameters: Parameters, changes: Iterable[tuple[str, str, Any]]) -> Parameters:
    """Return the parameters with changes.

    :raises ChangeError: when there is no such parameter, or the value has another type
    """
    result = {node: dict(values) for node, values in parameters.items()}
    for node, parameter, value in changes:
        result[node][parameter] = _typed(node, parameter, result[node], value)
    return result


def _typed(node: str, parameter: str, known: Mapping[str, Any], value: Any) -> Any:
    if known and parameter not in known:
        near = difflib.get_close_matches(parameter, known, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise ChangeError(f"{node} has no parameter {parameter}.{hint}")
    before = known.get(parameter)
    if isinstance(before, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if before is not None and type(before) is not type(value):
        if isinstance(before, str) and value is not None:
            return str(value)
        raise ChangeError(f"{node}.{parameter}: {value!r} is no {type(before).__name__}, as {before!r} is.")
    return value


def answered_from_record(parameters: Parameters, bag: Bag, namespace: str, file: Path) -> Parameters:
    """Return the parameters with a model's answers taken from the bag, where the plans were a model's.

    :param file: where the answers are written to for the planner
    """
    if parameters["planner"].get("reasoner") not in ("llm", "replay"):
        return parameters
    from rclpy.serialization import deserialize_message

    log = CallLog(file)
    for message in bag.messages({f"{namespace}/llm_calls"}):
        log.add(call_from_msg(deserialize_message(message.data, LlmCall)))
    planner = {**parameters["planner"], "reasoner": "replay", "replay": str(file)}
    return {**parameters, "planner": planner}
