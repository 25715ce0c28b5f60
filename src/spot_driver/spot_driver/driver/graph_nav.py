"""GraphNav: a recorded walk brought onto the robot, waypoints by their names, and walking to one of them."""

from __future__ import annotations

import threading
from pathlib import Path

from bosdyn.api.graph_nav import graph_nav_pb2
from bosdyn.client.graph_nav_upload import upload_from_disk
from google.protobuf.message import DecodeError

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.commands import FollowWaypoint
from spot_driver.driver.errors import SDK_ERRORS
from spot_driver.driver.link import SpotLink
from spot_driver.driver.walking import stand_still

PERIOD = 0.2
"""So often the walk is told anew, s."""
LONGEST = 300.0
_FEEDBACK = graph_nav_pb2.NavigationFeedbackResponse
_WHY = {
    _FEEDBACK.STATUS_STUCK: (Code.BLOCKED, "The way on the recorded walk is blocked."),
    _FEEDBACK.STATUS_LOST: (
        Code.EXECUTION_FAILURE,
        "The robot does not know where it is on its map any more: localize.",
    ),
    _FEEDBACK.STATUS_NO_LOCALIZATION: (
        Code.PRECONDITION_FAILURE,
        "The robot has not found itself on its map: localize.",
    ),
    _FEEDBACK.STATUS_NOT_LOCALIZED_TO_ROUTE: (
        Code.PRECONDITION_FAILURE,
        "The robot is not on its recorded walk: localize.",
    ),
    _FEEDBACK.STATUS_CONSTRAINT_FAULT: (
        Code.UNREACHABLE,
        "The map's own limits keep the robot from going there.",
    ),
    _FEEDBACK.STATUS_LEASE_ERROR: (
        Code.UNAVAILABLE,
        "The lease is not ours any more: call `claim` to ask for it.",
    ),
    _FEEDBACK.STATUS_NO_ROUTE: (Code.UNREACHABLE, "No recorded walk goes there from here."),
    _FEEDBACK.STATUS_ROBOT_IMPAIRED: (Code.UNAVAILABLE, "The robot cannot walk: call `recover`."),
    _FEEDBACK.STATUS_COMMAND_TIMED_OUT: (
        Code.EXECUTION_FAILURE,
        "The walk was not told again in time: try again.",
    ),
    _FEEDBACK.STATUS_COMMAND_OVERRIDDEN: (Code.CANCELED, "Another command took the walk's place."),
}


def upload(link: SpotLink, folder: str) -> Outcome:
    """Bring a recorded walk onto the robot in place of the map that is on it.

    :param folder: as the SDK's recording examples and ``pred-spot-robot --map-out`` write it
    """
    if not folder or not (Path(folder) / "graph").is_file():
        said = (
            f"{folder!r} holds no file 'graph'" if folder else "the parameter graph_nav_map names no folder"
        )
        return Outcome(Code.BAD_INPUT, f"There is no recorded walk to bring to the robot: {said}.")

    def work() -> Outcome:
        client = link.session.graph_nav
        client.clear_graph(timeout=link.settings.patience)
        try:
            upload_from_disk(client, Path(folder))
        except (OSError, DecodeError) as error:
            return Outcome(Code.BAD_INPUT, f"The recorded walk in {folder!r} cannot be read: {error}")
        return Outcome.success(f"On the robot: {', '.join(_names(link)) or 'waypoints without names'}.")

    return link.call(work)


def clear(link: SpotLink) -> Outcome:
    """Take the map off the robot."""

    def work() -> Outcome:
        link.session.graph_nav.clear_graph(timeout=link.settings.patience)
        return Outcome.success()

    return link.call(work)


def waypoints(link: SpotLink) -> Outcome:
    """Tell in the message which waypoints the robot's map has, by their names."""
    return link.call(lambda: Outcome.success(", ".join(_names(link))))


def _names(link: SpotLink) -> list[str]:
    graph = link.session.graph_nav.download_graph(timeout=link.settings.patience)
    return sorted({w.annotations.name for w in graph.waypoints if w.annotations.name})


def walk_to_waypoint(link: SpotLink, name: str, event: threading.Event, watchdog: float) -> Outcome:
    """Walk along the recorded walk to a waypoint, by its name or its id, until the robot says that it is there.

    :param event: ends it at once
    :param watchdog: each command is good for so many seconds
    """
    found = ""

    def find() -> Outcome:
        nonlocal found
        graph = link.session.graph_nav.download_graph(timeout=link.settings.patience)
        found = next((w.id for w in graph.waypoints if name in (w.annotations.name, w.id)), "")
        if found:
            return Outcome.success()
        known = ", ".join(sorted({w.annotations.name for w in graph.waypoints if w.annotations.name}))
        has = (
            f"It has: {known}."
            if known
            else "No recorded walk is on the robot, or its waypoints have no names."
        )
        return Outcome(Code.BAD_INPUT, f"The robot's map has no waypoint {name!r}. {has}")

    available = link.available()
    outcome = available and link.call(find)
    return outcome and walk_along(link, found, event, watchdog)


def walk_along(link: SpotLink, waypoint: str, event: threading.Event, watchdog: float) -> Outcome:
    """Walk along the recorded walk to a waypoint, by its id; see :func:`walk_to_waypoint`."""
    available = link.available()
    if not available:
        return available
    with link.guard:
        outcome = _follow(link, waypoint, event, watchdog)
        stood = stand_still(link)
    return outcome and stood


def _follow(link: SpotLink, waypoint: str, event: threading.Event, watchdog: float) -> Outcome:
    number, deadline = 0, clock.steady() + LONGEST
    while clock.steady() < deadline:
        if event.is_set():
            link.stop()
            return Outcome(Code.CANCELED, "The walk was cancelled.")
        outcome, status = link.send(FollowWaypoint(waypoint, watchdog, number)), _FEEDBACK.STATUS_UNKNOWN
        if outcome:
            number = link.gate.last_walk
            try:
                status = link.session.graph_nav.navigation_feedback(
                    number, timeout=link.settings.patience
                ).status
            except SDK_ERRORS as error:
                outcome = link.heard(error)
        if not outcome:
            link.stop()
            return outcome
        if status == _FEEDBACK.STATUS_REACHED_GOAL:
            link.stop()
            return Outcome.success()
        if status in _WHY:
            link.stop()
            return Outcome(*_WHY[status])
        clock.wait(event, PERIOD)
    link.stop()
    return Outcome(Code.TIME_LIMIT, "The walk took too long.")
