"""One element of a walk as a node of a mission: where to go, what to do there, and what follows a failure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bosdyn.api import basic_command_pb2
from bosdyn.api.autowalk import walks_pb2
from bosdyn.api.mission import nodes_pb2

from spot_emulator.robot.clock import seconds
from spot_emulator.services.walk_actions import doing, stowed, wrapped_action
from spot_emulator.services.walk_steps import (
    Node,
    asked,
    failed,
    first_of,
    in_turn,
    is_equal,
    is_other,
    noted,
    powered_off,
    retried,
    shifted,
    told,
)

DONE, AGAIN, PROCEED, POWER_OFF = 0, 1, 2, 3
"""What a part of an element has come to, and the codes of the answers to a question about it."""
SHORTEST_PROMPT = 10.0
"""Seconds that a question stands at least."""
_OPTIONS = {AGAIN: "Try again", PROCEED: "Proceed if able", POWER_OFF: "Sit down and power off"}
_ON_DOCKS = ("return_to_start_and_try_again_later", "return_to_start_and_terminate")
_NEVER, _ALWAYS = walks_pb2.Target.TARGET_STOW_BEHAVIOR_NEVER, walks_pb2.Target.TARGET_STOW_BEHAVIOR_ALWAYS


@dataclass
class Made:
    """An element's node, and what was wrong with it. ``ids``: the unique name of each of its nodes that has one."""

    node: Any = field(default_factory=Node)
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Setting:
    """What an element is in. ``arm_out``: whether the elements before left the arm out."""

    group: str
    unique: str
    index: int
    docks: bool
    skip_actions: bool
    arm_out: bool


def compiled(element: Any, setting: Setting) -> Made:
    """Return an element's node; where it has errors the node is of no use."""
    made = Made()
    parts = []
    target = element.target if element.HasField("target") else None
    variable = f"element {setting.index} target"
    if target is not None:
        way = _way(target, made, stow=_stows(target, setting, element))
        behavior = _checked(element.target_failure_behavior, "target", setting, made)
        text = f"Navigating to {element.name}"
        parts.append(_settled(variable, text, _marked(way, "navigation", setting, made), behavior))
    action = None if setting.skip_actions else _act(element, setting, made)
    if action is not None:
        behavior = _checked(element.action_failure_behavior, "action", setting, made)
        acted = _settled(f"element {setting.index} action", f"Performing {element.name}", action, behavior)
        parts.append(first_of("unless it was not reached", is_equal(variable, PROCEED), acted) if target else acted)
    if target is None and element.action.WhichOneof("action") is None:
        made.errors.append("it has neither a target nor an action")
    made.node = _marked(in_turn(element.name, *parts), "root", setting, made)
    return made


def _marked(node: Any, what: str, setting: Setting, made: Made) -> Any:
    """Return a node with a name of its own by which it is found again once it is loaded."""
    made.ids[what] = node.user_data.id = f"{setting.unique} {setting.index} {what}"
    return node


def points(element: Any) -> bool:
    """Tell whether an element leaves the arm out."""
    pointing = element.action_wrapper.arm_sensor_pointing
    return element.action_wrapper.HasField("arm_sensor_pointing") and not pointing.force_stow_override


def _stows(target: Any, setting: Setting, element: Any) -> bool:
    """Tell whether the arm is stowed on the way: unless told, where it is out and not needed at the end."""
    if target.target_stow_behavior in (_NEVER, _ALWAYS):
        return bool(target.target_stow_behavior == _ALWAYS)
    return setting.arm_out and not points(element)


def _way(target: Any, made: Made, *, stow: bool) -> Any:
    """Return the way to a target: over waypoints, a step from the last one, and once more after relocalizing."""
    kind = target.WhichOneof("target")
    wanted: Any = getattr(target, kind) if kind else walks_pb2.Target.NavigateTo()
    if kind == "navigate_route":
        walk = nodes_pb2.BosdynNavigateRoute(route=wanted.route, travel_params=wanted.travel_params)
        step, missing = Node(bosdyn_navigate_route=walk), not wanted.route.waypoint_id
    else:
        goal = wanted.destination_waypoint_id
        to = nodes_pb2.BosdynNavigateTo(destination_waypoint_id=goal, travel_params=wanted.travel_params)
        step, missing = Node(bosdyn_navigate_to=to), not goal
    if missing:
        made.errors.append("its target names no waypoint")
    step.name = "go"
    steps = [step]
    if target.HasField("relocalize"):
        request = target.relocalize.set_localization_request
        found = nodes_pb2.BosdynGraphNavLocalize(localization_request=request)
        steps += [Node(name="relocalize", bosdyn_graph_nav_localize=found), step]
    if wanted.HasField("destination_waypoint_tform_body_goal"):
        steps.append(shifted(wanted.destination_waypoint_tform_body_goal))
    return in_turn("navigate", *([stowed()] if stow else []), *steps)


def _act(element: Any, setting: Setting, made: Made) -> Any:
    """Return what is done at the target; what is to be done afterwards is, whatever came of it."""
    most = seconds(element.action_duration)
    if most < 0.0:
        made.errors.append("its action has less than no time")
        return None
    try:
        found = doing(element, setting.group)
    except ValueError as error:
        made.errors.append(str(error))
        return None
    whole = wrapped_action(found, most=most)
    if whole is None:
        return None
    _marked(whole, "action", setting, made)
    if not found.after:
        return whole
    after = in_turn("tidy up", *found.after)
    return first_of("act and tidy up", in_turn("act", whole, after), in_turn("it failed", after, failed("it failed")))


@dataclass(frozen=True)
class _Behavior:
    """What follows a failure: tries, how long somebody is asked (s), and what happens without an answer."""

    tries: int
    ask: float
    otherwise: int
    power_off: Any


def _checked(behavior: Any, of: str, setting: Setting, made: Made) -> _Behavior:
    """Return a failure behaviour as it can be; what it was made better by is a warning."""
    kind = behavior.WhichOneof("default_behavior")
    ask, retries = seconds(behavior.prompt_duration), behavior.retry_count
    if kind in _ON_DOCKS and setting.docks:
        made.errors.append(f"its {of}'s failure behavior needs a dock, and the emulated robot finds none")
    elif kind is None or kind in _ON_DOCKS:
        lack = "says nothing of what to do" if kind is None else "needs a dock, and the walk has none"
        made.warnings.append(f"its {of}'s failure behavior {lack}: it powers off")
    if ask < SHORTEST_PROMPT:
        made.warnings.append(f"its {of}'s question stands for {SHORTEST_PROMPT:g} s, the least there is")
    if retries < 0:
        made.warnings.append(f"its {of} is not retried: {retries} times is none")
    request = behavior.safe_power_off.request if kind == "safe_power_off" else None
    return _Behavior(
        max(0, retries) + 1, max(ask, SHORTEST_PROMPT), PROCEED if kind == "proceed_if_able" else POWER_OFF,
        request or basic_command_pb2.SafePowerOffCommand.Request(),
    )  # fmt: skip


def _settled(variable: str, text: str, child: Any, behavior: _Behavior) -> Any:
    """Return a part of an element that is tried until somebody, or its failure behaviour, lets it be.

    The variable then says what it has come to; the node fails where the robot was powered off
    """
    attempt = retried(child, behavior.tries) if behavior.tries > 1 else child
    question = asked(variable, f"{text} failed. What now?", _OPTIONS, behavior.ask, behavior.otherwise)
    once = first_of("try or ask", in_turn("try", told(text, attempt), noted(variable, DONE)), question)
    settled = retried(in_turn("unless it is tried again", once, is_other(variable, AGAIN)), 0)
    off = in_turn("give up", powered_off(behavior.power_off), failed("powered off"))
    return in_turn(text, settled, first_of("go on or give up", is_other(variable, POWER_OFF), off))


def leaves_arm_out(before: Sequence[Any]) -> bool:
    """Tell whether the arm is out after some elements: those that point it leave it out, those that walk stow it."""
    out = False
    for element in before:
        if element.is_skipped:
            continue
        stays = element.target.target_stow_behavior == _NEVER or not element.HasField("target")
        out = points(element) or (out and stays)
    return out
