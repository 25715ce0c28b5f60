"""Parameters of a replay: those of the recording, and what is given as ``NODE.PARAMETER:=VALUE``."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from pred_core.described import UnfitError
from pred_core.given import Given, near, values_of
from pred_core.model_calls import CallLog
from pred_core.ros.call_conversions import call_from_msg
from pred_core.ros.parameters import ParameterError, made
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
CLASSES = {"perception": "pred_perception.node:PerceptionParameters", "planner": "pred_planner.parameters:Parameters"}
"""What declares the parameters of the nodes that are replayed, as ``module:Class``."""
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


def parse_change(text: str) -> tuple[str, str, Given]:
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
            "would be seen. Run the task again with it."
        )
    return node, parameter, Given(text, value)


def changed(parameters: Parameters, changes: Iterable[tuple[str, str, Given]]) -> Parameters:
    """Return the parameters with changes, which are held against what the nodes take as a launch does it.

    :raises ChangeError: when there is no such parameter, or it cannot have the value
    """
    given: dict[str, dict[str, Given]] = {}
    for node, parameter, value in changes:
        given.setdefault(node, {})[parameter] = value
    return parameters | {node: _with(node, parameters[node], values) for node, values in given.items()}


def _with(node: str, recorded: Mapping[str, Any], given: Mapping[str, Given]) -> dict[str, Any]:
    module, _, name = CLASSES[node].partition(":")
    cls = getattr(import_module(module), name)
    known = {item.name for item in dataclasses.fields(cls)}
    for parameter in given.keys() - known:
        raise ChangeError(f"{node} has no parameter {parameter}.{near(parameter, known)}")
    try:
        values = {**recorded, **values_of(cls, given)}
        made(cls, {k: v for k, v in values.items() if k in known and v is not None and v != []})
    except UnfitError as error:
        raise ChangeError(str(error)) from error
    except ParameterError as error:
        raise ChangeError(f"{node}: {error}") from error
    return values


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
