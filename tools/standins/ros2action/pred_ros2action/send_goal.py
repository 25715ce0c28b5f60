"""`ros2 action send_goal` over the real action client."""

from __future__ import annotations

import argparse
import signal
import textwrap
from typing import Any

import rclpy
import yaml
from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future
from ros2cli.node import NODE_NAME_PREFIX
from rosidl_runtime_py import message_to_yaml, set_message_fields
from rosidl_runtime_py.utilities import get_action

from .command import VerbExtension

CANCEL_WAIT_S = 10.0
LOOK_S = 0.1
"""How often a signal is looked for while waiting."""
STATUS_NAMES = {
    getattr(GoalStatus, f"STATUS_{name}"): name
    for name in ("UNKNOWN", "ACCEPTED", "EXECUTING", "CANCELING", "SUCCEEDED", "CANCELED", "ABORTED")
}


class GoalError(RuntimeError):
    """The goal cannot be sent; the message says why."""


def make_goal(action_type: str, values: str) -> tuple[type, Any]:
    """Return the action's class and the goal message that the YAML text `values` describes."""
    try:
        action = get_action(action_type)
    except (AttributeError, ModuleNotFoundError, ValueError) as error:
        raise GoalError(f"The passed action type is invalid: {action_type}") from error
    try:
        fields = yaml.safe_load(values)
    except yaml.YAMLError as error:
        raise GoalError(f"The goal is not valid YAML: {error}") from error
    if not isinstance(fields, dict):
        raise GoalError('The goal must be a YAML dictionary, for example "{order: 5}"')
    goal = action.Goal()
    try:
        set_message_fields(goal, fields)
    except (AttributeError, AssertionError, TypeError, ValueError) as error:
        raise GoalError(f"Failed to populate the goal: {error}") from error
    return action, goal


def _show(title: str, message: Any) -> None:
    print(f"{title}\n{textwrap.indent(message_to_yaml(message), '    ')}", flush=True)


def _on_feedback(message: Any) -> None:
    _show("Feedback:", message.feedback)


class _Interrupted(Exception):
    """A signal came before the goal was accepted."""


class _Stop:
    """Set by SIGINT and SIGTERM. An exception raised in a signal handler could come up inside any callback."""

    def __init__(self) -> None:
        self.wanted = False
        signal.signal(signal.SIGINT, self._want)
        signal.signal(signal.SIGTERM, self._want)

    def _want(self, _number: int, _frame: object) -> None:
        self.wanted = True

    def or_done(self, node: Node, future: Future) -> bool:
        """Spin until the future is done or a stop is wanted; tell whether it is done."""
        while not future.done() and not self.wanted:
            rclpy.spin_until_future_complete(node, future, timeout_sec=LOOK_S)
        return bool(future.done())


def send_goal(node: Node, name: str, action: type, goal: Any, stop: _Stop, *, feedback: bool) -> None:
    """Send one goal and wait for its end; when a stop is wanted, ask for its cancellation and wait for that."""
    client = ActionClient(node, action, name)
    print("Waiting for an action server to become available...", flush=True)
    while not client.wait_for_server(timeout_sec=LOOK_S):
        if stop.wanted:
            raise _Interrupted
    _show("Sending goal:", goal)
    sent = client.send_goal_async(goal, _on_feedback if feedback else None)
    if not stop.or_done(node, sent):
        raise _Interrupted
    handle = sent.result()
    if handle is None:
        raise GoalError("The goal could not be sent")
    if not handle.accepted:
        print("Goal was rejected.")
        return
    print(f"Goal accepted with ID: {bytes(handle.goal_id.uuid).hex()}\n", flush=True)
    ended = handle.get_result_async()
    if not stop.or_done(node, ended):
        print("Canceling goal...", flush=True)
        rclpy.spin_until_future_complete(node, handle.cancel_goal_async(), timeout_sec=CANCEL_WAIT_S)
        rclpy.spin_until_future_complete(node, ended, timeout_sec=CANCEL_WAIT_S)
    outcome = ended.result() if ended.done() else None
    if outcome is None:
        raise GoalError("The action server did not say how the goal ended")
    _show("Result:", outcome.result)
    print(f"Goal finished with status: {STATUS_NAMES.get(outcome.status, outcome.status)}", flush=True)


class SendGoalVerb(VerbExtension):
    """Send an action goal."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str) -> None:  # noqa: ARG002
        """Declare the options of the real verb."""
        parser.add_argument("action_name", help="Name of the ROS action (e.g. '/fibonacci')")
        parser.add_argument(
            "action_type", help="Type of the action (e.g. 'example_interfaces/action/Fibonacci')"
        )
        parser.add_argument("goal", nargs="?", default="{}", help="Goal values in YAML (e.g. '{order: 10}')")
        parser.add_argument(
            "-f", "--feedback", action="store_true", help="Echo feedback messages for the goal"
        )

    def main(self, *, args: Any) -> str | None:
        """Send the goal; a returned text is an error message."""
        try:
            action, goal = make_goal(args.action_type, args.goal)
        except GoalError as error:
            return str(error)
        rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
        stop = _Stop()
        node = rclpy.create_node(
            f"{NODE_NAME_PREFIX}_send_goal_{args.action_name.strip('/').replace('/', '_')}"
        )
        try:
            send_goal(node, args.action_name, action, goal, stop, feedback=args.feedback)
        except GoalError as error:
            return str(error)
        except _Interrupted:
            return "Interrupted before the goal was accepted"
        finally:
            node.destroy_node()
            rclpy.try_shutdown()
        return None
