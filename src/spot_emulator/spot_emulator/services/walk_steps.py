"""Nodes of a mission as a compiled walk has them: in turn, by choice, asked about, commanded."""

from __future__ import annotations

from typing import Any

from bosdyn.api import robot_command_pb2, trajectory_pb2
from bosdyn.api.mission import nodes_pb2, util_pb2
from bosdyn.api.spot import robot_command_pb2 as spot_command_pb2
from bosdyn.client.robot_command import RobotCommandBuilder

Node = nodes_pb2.Node
_EQUAL, _OTHER = nodes_pb2.Condition.COMPARE_EQ, nodes_pb2.Condition.COMPARE_NE


def in_turn(name: str, *children: Any) -> Any:
    """Return nodes in turn, until one fails."""
    return Node(name=name, sequence=nodes_pb2.Sequence(children=children))


def first_of(name: str, *children: Any) -> Any:
    """Return nodes of which the first that succeeds is enough."""
    return Node(name=name, selector=nodes_pb2.Selector(children=children))


def told(text: str, child: Any) -> Any:
    """Return a node with words for whoever watches."""
    return Node(name=text, create_mission_text=nodes_pb2.CreateMissionText(mission_text=text, child=child))


def retried(child: Any, most: int) -> Any:
    """Return a node that is tried so often at most; 0: until it succeeds."""
    return Node(name="retry", retry=nodes_pb2.Retry(max_attempts=most, child=child))


def failed(name: str) -> Any:
    """Return a failure."""
    return Node(name=name, constant_result=nodes_pb2.ConstantResult(result=util_pb2.RESULT_FAILURE))


def is_equal(variable: str, value: int) -> Any:
    """Return whether a variable has a value."""
    return _compared(variable, value, _EQUAL)


def is_other(variable: str, value: int) -> Any:
    """Return whether a variable has another value."""
    return _compared(variable, value, _OTHER)


def _compared(variable: str, value: int, operation: int) -> Any:
    made = nodes_pb2.Condition(operation=operation)
    made.lhs.var.name, made.lhs.var.type = variable, util_pb2.VariableDeclaration.TYPE_INT
    made.rhs.const.int_value = value
    return Node(name=f"judge {variable}", condition=made)


def noted(variable: str, value: int) -> Any:
    """Return a variable that is written."""
    made = nodes_pb2.SetBlackboard()
    made.blackboard_variables.add(key=variable).value.constant.int_value = value
    return Node(name=f"note {variable}", set_blackboard=made)


def asked(variable: str, text: str, options: dict[int, str], seconds: float, otherwise: int) -> Any:
    """Return a question whose answer is a variable; without one within so many seconds it has a value of its own."""
    question = nodes_pb2.Prompt(source=variable, text=text, always_reprompt=True)
    for code, words in options.items():
        question.options_list.options.add(text=words, answer_code=code)
    made = nodes_pb2.ForDuration(
        child=Node(name=text, prompt=question), timeout_child=noted(variable, otherwise)
    )
    made.duration.FromNanoseconds(round(seconds * 1e9))
    return Node(name="ask", for_duration=made)


def commanded(name: str, command: Any) -> Any:
    """Return a command, until it is done."""
    return Node(name=name, bosdyn_robot_command=nodes_pb2.BosdynRobotCommand(command=command))


def powered_off(request: Any) -> Any:
    """Return sitting down and switching the motors off."""
    command = robot_command_pb2.RobotCommand()
    command.full_body_command.safe_power_off_request.CopyFrom(request)
    return commanded("power off", command)


def posed(body: Any) -> Any:
    """Return standing with the body at a pose over its feet."""
    control = spot_command_pb2.BodyControlParams(
        base_offset_rt_footprint=trajectory_pb2.SE3Trajectory(
            points=[trajectory_pb2.SE3TrajectoryPoint(pose=body)]
        )
    )
    params = spot_command_pb2.MobilityParams(body_control=control)
    return commanded("pose", RobotCommandBuilder.synchro_stand_command(params=params))


def shifted(goal: Any) -> Any:
    """Return a step to a place as seen from where the robot stands."""
    x, y = goal.position.x, goal.position.y
    command = RobotCommandBuilder.synchro_se2_trajectory_point_command(x, y, goal.angle, "body")
    return commanded("step to the place asked for", command)
