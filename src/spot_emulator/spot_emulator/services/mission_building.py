"""From a mission's message to its nodes: what the robot plays, and why it does not play what it does not."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from bosdyn.api import power_pb2
from bosdyn.api.mission import mission_pb2, nodes_pb2, util_pb2

from spot_emulator.robot import mission_tree as tree
from spot_emulator.robot.clock import seconds
from spot_emulator.robot.mission_tree import FAILURE, SUCCESS, Node, Value
from spot_emulator.services.mission_calls import AcquireNode, CameraNode, LampsNode, RemoteNode, TurnNode
from spot_emulator.services.mission_nodes import (
    CommandNode,
    LocalizeNode,
    NavigateNode,
    PowerNode,
    RetainNode,
    StateNode,
)

_ON, _OFF = power_pb2.PowerCommandRequest.REQUEST_ON, power_pb2.PowerCommandRequest.REQUEST_OFF


class MissionError(Exception):
    """A node that cannot be played. ``failed``: the FailedNode that says so."""

    def __init__(self, name: str, kind: str, error: str) -> None:
        super().__init__(error)
        self.failed = mission_pb2.FailedNode(name=name, error=error, impl_typename=kind)


class Building:
    """Makes the nodes of one mission; ``info`` of each is its NodeInfo, ``kinds`` what each is, by its number."""

    def __init__(self, root: Any) -> None:
        """:raises MissionError: where a part of it cannot be played."""
        self._numbers = itertools.count(1)
        self._named = {node.reference_id: node for node in _below(root) if node.reference_id}
        self.info, self.kinds = mission_pb2.NodeInfo(), dict[int, str]()
        self.root = self._build(root, self.info, frozenset())

    def _build(self, proto: Any, info: Any, inside: frozenset[str]) -> Node:
        number = next(self._numbers)
        info.id, info.name = number, proto.name
        info.user_data.CopyFrom(proto.user_data)
        if proto.WhichOneof("type") == "node_reference":
            wanted = proto.node_reference
            if wanted in inside or wanted not in self._named:
                raise MissionError(proto.name, "", f"there is no other node {wanted!r}")
            return self._build(self._named[wanted], info, inside | {wanted})
        kind, made = _implementation(proto)
        if proto.overrides or proto.parameters:
            raise MissionError(proto.name, kind, "parameters and overrides are not understood here")
        if kind not in _MAKERS:
            raise MissionError(proto.name, kind, f"the emulated robot plays no {kind or 'empty node'}")
        self.kinds[number] = kind
        children = [self._build(child, info.children.add(), inside) for child in _children(made)]
        try:
            return _MAKERS[kind](number, proto.name, made, children)
        except ValueError as error:
            raise MissionError(proto.name, kind, str(error)) from None


def _implementation(proto: Any) -> tuple[str, Any]:
    """Return the short name of what a node is, and its message, packed or not."""
    field = proto.WhichOneof("type")
    made = getattr(proto, field) if field else None
    if field == "node_reference":
        return "", None
    if field == "impl" and made is not None:  # packed
        kind = made.type_url.rpartition(".")[2]
        packed = getattr(nodes_pb2, kind, None)
        if packed is None:
            return kind, None
        made = packed.FromString(made.value)
    return ("" if made is None else made.DESCRIPTOR.name), made


def _children(made: Any) -> list[Any]:
    """Return the messages of the nodes right below one, those that decide first."""
    found: list[Any] = []
    for name in ("children", "child", "primary", "secondary", "timeout_child"):
        if name in made.DESCRIPTOR.fields_by_name:
            value = getattr(made, name)
            if name == "children":
                found += value
            elif made.HasField(name):
                found.append(value)
    return found


def _below(proto: Any) -> Iterator[Any]:
    yield proto
    _, made = _implementation(proto)
    for child in [] if made is None else _children(made):
        yield from _below(child)


def _constant(value: Any) -> Any:
    """Return what a ConstantValue holds.

    :raises ValueError: where it holds nothing that a variable can be
    """
    kind = value.WhichOneof("value")
    if kind is None or kind in {"list_value", "dict_value"}:
        raise ValueError("a value is a number, a truth, a text or a message here")
    return getattr(value, kind)


def _value(source: Any) -> Value:
    """Return what gives a Value when it is needed.

    :raises ValueError: for a parameter
    """
    if source.WhichOneof("source") == "runtime_var":
        return _variable(source.runtime_var.name)
    if source.WhichOneof("source") != "constant":
        raise ValueError("parameters are not understood here")
    fixed = _constant(source.constant)
    return lambda _: fixed


def _variable(name: str) -> Value:
    return lambda run: run.blackboard.read(name)


def _operand(operand: Any) -> Value:
    if operand.WhichOneof("type") == "var":
        return _variable(operand.var.name)
    fixed = _constant(operand.const)
    return lambda _: fixed


def _duration(made: Any, field: str, fixed: float) -> Value:
    """Return a length of time, s: a variable's where one is named."""
    return _variable(getattr(made, field)) if getattr(made, field) else lambda _: fixed


def _formatted(form: str) -> Value:
    return lambda run: run.blackboard.formatted(form)


def _route(route: Any) -> list[str]:
    if not route.waypoint_id:
        raise ValueError("its route has no waypoint")
    return list(route.waypoint_id)


def _values(made: Any) -> dict[str, Value]:
    return {pair.key: _value(pair.value) for pair in made.blackboard_variables}


def _one(children: list[Node]) -> Node:
    if not children:
        raise ValueError("it has no child")
    return children[0]


def _condition(number: int, name: str, made: Any, _: list[Node]) -> Node:
    if made.operation == nodes_pb2.Condition.COMPARE_UNKNOWN:
        raise ValueError("it does not say how to compare")
    return tree.Comparison(number, name, _operand(made.lhs), _operand(made.rhs), made.operation)


def _repeat(number: int, name: str, made: Any, children: list[Node]) -> Node:
    ends = frozenset({FAILURE}) if made.respect_child_failure else frozenset[int]()
    count = made.start_counter_state_name
    return tree.Again(number, name, _one(children), made.max_starts, count, ends_with=ends)


def _retry(number: int, name: str, made: Any, children: list[Node]) -> Node:
    count, ends = made.attempt_counter_state_name, frozenset({SUCCESS})
    return tree.Again(number, name, _one(children), made.max_attempts, count, ends_with=ends)


def _power(number: int, name: str, made: Any, _: list[Node]) -> Node:
    if made.request not in {_ON, _OFF}:
        raise ValueError("it switches the motors on or off, and nothing else")
    return PowerNode(number, name, on=made.request == _ON)


def _turn(number: int, name: str, made: Any, _: list[Node]) -> Node:
    if made.HasField("adjust_parameters"):
        raise ValueError("where the camera looks is not adjusted to where the robot stands here")
    return TurnNode(number, name, made.ptz_position)


def _text(number: int, name: str, made: Any, children: list[Node]) -> Node:
    text = util_pb2.MissionText(text=made.mission_text, severity=made.severity, node_id=number)
    return tree.Text(number, name, children, text)


def _in_order(going: int) -> Callable[[int, str, Any, list[Node]], Node]:
    def make(number: int, name: str, made: Any, children: list[Node]) -> Node:
        return tree.InOrder(number, name, children, going, anew=made.always_restart)

    return make


_MAKERS: dict[str, Callable[[int, str, Any, list[Node]], Node]] = {
    "Sequence": _in_order(SUCCESS),
    "Selector": _in_order(FAILURE),
    "Repeat": _repeat,
    "Retry": _retry,
    "Condition": _condition,
    "BosdynPowerRequest": _power,
    "CreateMissionText": _text,
    "ForDuration": lambda n, name, m, c: tree.ForDuration(
        n, name, [_one(c), *c[1:]], _duration(m, "duration_name_in_blackboard", seconds(m.duration)),
        m.time_remaining_name,
    ),
    "SimpleParallel": lambda n, name, _, c: tree.Together(n, name, [_one(c), *c[1:]], primary=True),
    "ParallelAnd": lambda n, name, m, c: tree.Together(n, name, c, primary=False, all_end=m.finish_every_node),
    "ConstantResult": lambda n, name, m, _: tree.Constant(n, name, m.result),
    "Sleep": lambda n, name, m, _: tree.Sleep(n, name, _duration(m, "duration_name_in_blackboard", m.seconds)),
    "DefineBlackboard": lambda n, name, m, c: tree.Define(n, name, _one(c), _values(m)),
    "SetBlackboard": lambda n, name, m, _: tree.Write(n, name, _values(m)),
    "FormatBlackboard": lambda n, name, m, _: tree.Write(n, name, {m.key: _formatted(m.format)}),
    "DateToBlackboard": lambda n, name, m, _: tree.Write(n, name, {m.key: tree.today}),
    "Prompt": lambda n, name, m, c: tree.Prompt(n, name, c, m),
    "RestartWhenPaused": lambda n, name, _, c: tree.RestartWhenPaused(n, name, _one(c)),
    "BosdynRobotCommand": lambda n, name, m, _: CommandNode(n, name, m.command),
    "BosdynNavigateTo": lambda n, name, m, _: NavigateNode(n, name, [m.destination_waypoint_id], m.travel_params),
    "BosdynNavigateRoute": lambda n, name, m, _: NavigateNode(n, name, _route(m.route), m.travel_params),
    "BosdynGraphNavLocalize": lambda n, name, m, _: LocalizeNode(n, name, m),
    "BosdynRobotState": lambda n, name, m, c: StateNode(n, name, c, m.state_name),
    "RetainLease": lambda n, name, _m, _c: RetainNode(n, name),
    "DataAcquisition": lambda n, name, m, _: AcquireNode(n, name, m),
    "RemoteGrpc": lambda n, name, m, _: RemoteNode(n, name, m, {pair.key: _value(pair.value) for pair in m.inputs}),
    "SpotCamLed": lambda n, name, m, _: LampsNode(n, name, m.brightnesses),
    "SpotCamPtz": _turn,
    "SetGripperCameraParams": lambda n, name, m, _: CameraNode(n, name, m.new_params),
}  # fmt: skip
PLAYED = frozenset(_MAKERS)
"""The kinds of nodes that are played."""
