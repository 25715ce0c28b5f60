"""GraphNav as ROS sees it: a recorded walk onto the robot, finding itself on it, walking to a waypoint by its name."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from rclpy.action import ActionServer
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from std_msgs.msg import String
from std_srvs.srv import Trigger

from pred_bridge.triggers import trigger
from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.qos import LATCHED
from pred_msgs.action import NavigateTo
from spot_driver.bridge.doing import Doing
from spot_driver.bridge.observing import Observer
from spot_driver.driver import graph_nav
from spot_driver.driver.link import SpotLink
from spot_driver.driver.touching import localize


class RecordedWalk:
    """Serves ``upload``, ``localize``, ``clear`` and ``navigate_to`` under ``graph_nav``, and tells ``waypoints``."""

    def __init__(
        self,
        node: Node,
        link: SpotLink,
        turns: Turns,
        doing: Doing,
        observer: Observer,
        settings: tuple[str, float],
        group: CallbackGroup,
    ) -> None:
        """Serve; ``settings``: the folder of the recorded walk, and for how long each command to walk is good, s."""
        self._link, self._turns, self._doing, self._observer = link, turns, doing, observer
        folder, self._watchdog = settings
        self._told = node.create_publisher(String, "graph_nav/waypoints", LATCHED)
        services: tuple[tuple[str, Callable[[], Outcome]], ...] = (
            ("upload", lambda: self._changed(graph_nav.upload(link, folder))),
            ("localize", partial(localize, link)),
            ("clear", lambda: self._changed(graph_nav.clear(link))),
        )
        for name, work in services:
            node.create_service(
                Trigger, f"graph_nav/{name}", trigger(partial(self._apart, work)), callback_group=group
            )
        self._server = ActionServer(
            node,
            NavigateTo,
            "graph_nav/navigate_to",
            self._navigate,
            callback_group=group,
            cancel_callback=turns.cancel,
        )

    def _apart(self, work: Callable[[], Outcome]) -> Outcome:
        """Do it while nothing else has the robot."""
        return self._turns.service(lambda _: work())

    def _changed(self, outcome: Outcome) -> Outcome:
        """Tell which waypoints the robot has now, and let tasks walk along them."""
        if outcome:
            self._told.publish(String(data=graph_nav.waypoints(self._link).message))
            known = self._doing.routes.know()
            return outcome if known else known
        return outcome

    def _navigate(self, handle: ServerGoalHandle) -> Any:
        result, name = NavigateTo.Result(), handle.request.object_id

        def work(event: threading.Event) -> Outcome:
            if not name:
                return Outcome(Code.BAD_INPUT, "Name a waypoint in object_id.")
            does = f"The robot walks along its recorded walk to {name}."
            outcome = self._doing.allowed(f"walk to waypoint {name}", does, event, looks=True)
            outcome = outcome and graph_nav.walk_to_waypoint(self._link, name, event, self._watchdog)
            result.step = self._observer.observe("walk", outcome)
            return outcome

        outcome = self._turns.goal(handle, work)
        result.outcome = outcome_to_msg(outcome)
        self._turns.end(handle, outcome)
        return result
