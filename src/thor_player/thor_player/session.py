"""One running player without its pipes: takes actions, answers with metadata and pictures."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from . import contextual
from .actions.table import ACTIONS
from .errors import ActionError, invalid_action
from .metadata import Json, ObjectBook, agent_metadata, answer_metadata, third_party_cameras
from .pictures import Passes, Pictures, Studio
from .state import Outcome, PlayerState, load
from .vision import visible

_LARGEST_NUMBER = 2**63 - 1
_LOG = logging.getLogger(__name__)


@dataclass
class ActionReply:
    """The answer to one action: the envelope of the metadata and the pictures, those of the agents' cameras first."""

    metadata: Json
    pictures: list[Pictures]
    is_patch: bool = False  # only the acting agent's fields that changed; the rest is as in the reply before


class Session:
    """A player at work. ``step`` never raises for what a client sends: failures are in the reply."""

    def __init__(self, scene: str = "FloorPlan1", width: int = 300, height: int = 300, seed: int = 0) -> None:
        self.state: PlayerState = load(scene, seed)
        self.state.width, self.state.height = width, height
        self._studio = Studio()
        self._book = ObjectBook()

    def step(self, request: Mapping[str, Any], *, draw: bool = True, patches: bool = False) -> ActionReply:
        """Do one action and return the world after it.

        :param request: ``action`` and its arguments as the client sent them, ``sequenceId`` echoed
        :param draw: False renders nothing, whatever the client asked for
        :param patches: whether a question may be answered without the world, which stays as the client has it
        """
        self._do(str(request.get("action")), request)
        if patches and self._can_patch(request):
            return ActionReply(answer_metadata(self.state), [], is_patch=True)
        passes = None
        if draw and request.get("renderImage", True) is not False:
            passes = Passes.wanted(self.state.settings, request)
        return self._reply(_sequence(request) or 0, passes)

    def _can_patch(self, request: Mapping[str, Any]) -> bool:
        known = ACTIONS.get(str(request.get("action")))
        if known is None or not known.quick or not self.state.settings.fast_emit:
            return False
        # Whoever asks for a picture, or to see farther, waits for a whole reply.
        return not any(name.startswith("render") or name == "visibilityDistance" for name in request)

    def greeting(self) -> ActionReply:
        """Return the event a player sends before it was asked anything."""
        return self._reply(0, Passes.wanted(self.state.settings, {}))

    def _do(self, name: str, request: Mapping[str, Any]) -> None:
        """Do an action and keep with the agent that did it how it ended."""
        state = self.state
        try:
            _require_sequence(request)
            state.activate(_agent_of(state, request))
            outcome = self._outcome(name, request)
        except ActionError as error:
            state.activate(0)
            outcome = Outcome(name, False, str(error), error.code)
        state.body.outcome = outcome

    def _outcome(self, name: str, request: Mapping[str, Any]) -> Outcome:
        state = self.state
        state.body.collided = ()
        known = ACTIONS.get(name)
        try:
            if known is None:
                raise invalid_action(name)
            arguments = known.bind(request)
            if known.name != "Initialize" and "visibilityDistance" in arguments:
                _see_as_far_as(state, arguments.number("visibilityDistance", 0.0))
            value = known.run(state, arguments)
        except ActionError as error:
            return Outcome(name, False, str(error), error.code)
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            # A client's malformed nested argument must not end the player; the log keeps where it went wrong.
            _LOG.exception("action %s failed", name)
            return Outcome(name, False, f"{type(error).__name__}: {error}. trace: {name}")
        seconds = state.open_seconds if known.opens else known.seconds
        state.world.time += seconds
        if seconds > 0.0:
            contextual.apply(state)
        return Outcome(name, value=value)

    def _reply(self, sequence_id: int, passes: Passes | None) -> ActionReply:
        state = self.state
        pictures: list[Pictures] = []
        colors = None
        if passes is not None:
            pictures = self._studio.views(state, passes)
            if passes.named:
                colors = self._studio.palette.entries(state.world)
        envelope = {
            "agents": [self._agent(number, colors) for number in range(len(state.bodies))],
            "thirdPartyCameras": third_party_cameras(state),
            "activeAgentId": state.acting,
            "sequenceId": sequence_id,
        }
        return ActionReply(envelope, pictures)

    def _agent(self, number: int, colors: list[Json] | None) -> Json:
        """Return the metadata of one agent."""
        state = self.state
        with state.acting_as(number):
            objects = self._book.entries(state, visible(state))
            if len(state.bodies) > 1:  # the book fills in what one agent sees into the same entries
                objects = [dict(entry) for entry in objects]
            return agent_metadata(state, objects, colors)


def _sequence(request: Mapping[str, Any]) -> int | None:
    """Return the number of a request, 0 when it has none, None when it is no number."""
    given = request.get("sequenceId")
    if given is None:
        return 0
    whole = isinstance(given, int) and not isinstance(given, bool)
    return int(given) if whole and abs(given) <= _LARGEST_NUMBER else None


def _require_sequence(request: Mapping[str, Any]) -> None:
    if _sequence(request) is None:
        raise ActionError(f"sequenceId must be a whole number, not {request.get('sequenceId')!r}")


def _agent_of(state: PlayerState, request: Mapping[str, Any]) -> int:
    """Return the number of the agent that shall act.

    :raises ActionError: when it is not in the room
    """
    agent, count = request.get("agentId"), len(state.bodies)
    if agent is None:
        return 0
    if isinstance(agent, bool) or not isinstance(agent, int) or not 0 <= agent < count:
        there = "it has one, 0" if count == 1 else f"it has {count}, 0 to {count - 1}"
        raise ActionError(f"agentId: {agent!r} is not the number of an agent in the room; {there}")
    return agent


def _see_as_far_as(state: PlayerState, distance: float) -> None:
    if distance <= 0.0:
        raise ActionError(f"visibilityDistance must be > 0, not {distance:g}")
    state.settings = replace(state.settings, visibility_distance=distance)
