"""Several agents in one room: where they come in, and that they stand in each other's way."""

from __future__ import annotations

import numpy as np

from .breaking import fall
from .collision import RADIUS, is_free, stands_on
from .errors import ActionError
from .hand import release
from .model import Agent, Array
from .reachability import reachable_cells
from .state import AgentBody, PlayerState

_APART = 2.0 * RADIUS
_ROOM = 0.75  # metres between agents that come in
_SIGHT = 2.0  # multiples of the grid between the places where they may


def set_count(state: PlayerState, count: int) -> None:
    """Bring agents into the room, or send the last ones away; what those held falls.

    :raises ActionError: when there is no room for so many; then all is as it was
    """
    if count < 1:
        raise ActionError(f"agentCount must be at least 1, not {count}")
    newcomers = _newcomers(state, count - len(state.bodies))
    for leaver in range(count, len(state.bodies)):
        with state.acting_as(leaver):
            held = state.held()
            if held is not None:
                release(state, held)
                fall(state, held, held.box.center, 0.0)
    state.bodies = [*state.bodies[:count], *newcomers]
    state.activate(0)


def _newcomers(state: PlayerState, count: int) -> list[AgentBody]:
    if count <= 0:
        return []
    first = state.bodies[0].agent
    taken = [body.agent.position[[0, 2]] for body in state.bodies]
    found: list[AgentBody] = []
    for x, z in reachable_cells(state.world, _SIGHT * state.settings.grid_size):
        place = np.array([x, stands_on(state.world), z])
        if all(np.hypot(*(place[[0, 2]] - other)) >= _ROOM for other in taken) and is_free(
            state.world, place
        ):
            taken.append(place[[0, 2]])
            found.append(AgentBody(Agent(place, first.yaw)))
        if len(found) == count:
            return found
    raise ActionError(
        f"agentCount: there is no room for {len(state.bodies) + count} agents in {state.world.scene}"
    )


def blocking(state: PlayerState, start: Array, end: Array) -> int | None:
    """Return the number of the agent that stops the acting one on a straight way (3,) to (3,), or None.

    Agents that touch already may only part.
    """
    way = (end - start)[[0, 2]]
    for number, body in enumerate(state.bodies):
        if number == state.acting:
            continue
        off = (body.agent.position - start)[[0, 2]]
        square = float(way @ way)
        along = float(np.clip(off @ way / square, 0.0, 1.0)) if square > 0.0 else 0.0
        nearest = float(np.hypot(*(off - along * way)))
        if nearest < _APART - 1e-3 and nearest < float(np.hypot(*off)) - 1e-6:
            return number
    return None


def touching(state: PlayerState, place: Array) -> int | None:
    """Return the number of another agent that stands where the acting one would, or None."""
    for number, body in enumerate(state.bodies):
        apart = np.hypot(*(body.agent.position - place)[[0, 2]])
        if number != state.acting and apart < _APART - 1e-3:
            return number
    return None


def name_of(number: int) -> str:
    """Return what an agent is called."""
    return "agent" if number == 0 else f"agent_{number}"
