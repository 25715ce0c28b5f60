"""A player without its pipes, driven as a client drives it."""

from __future__ import annotations

import pickle
from functools import cache
from typing import Any

from thor_player.session import Session


@cache
def _loaded(scene: str) -> bytes:
    """Return a player as it starts: loading takes longer than reading that, and copying it three times as long."""
    session = Session(scene)
    session.step({"action": "Pass"}, draw=False)
    session.state.world.time = 0.0
    return pickle.dumps(session)


class Driver:
    """Sends actions to a session; nothing is drawn."""

    def __init__(self, scene: str) -> None:
        self.session: Session = pickle.loads(_loaded(scene))
        self.agent = self.do("Initialize", gridSize=0.25)

    def do(self, action: str, **arguments: Any) -> dict[str, Any]:
        """Return the agent's metadata after an action, whatever came of it."""
        reply = self.session.step({"action": action, **arguments}, draw=False)
        self.agent = reply.metadata["agents"][0]
        return self.agent

    def ok(self, action: str, **arguments: Any) -> dict[str, Any]:
        """Do an action that must succeed."""
        agent = self.do(action, **arguments)
        assert agent["lastActionSuccess"], f"{action}: {agent['errorMessage']}"
        return agent

    def fails(self, text: str, action: str, **arguments: Any) -> dict[str, Any]:
        """Do an action that must fail with that text in its error."""
        agent = self.do(action, **arguments)
        assert not agent["lastActionSuccess"], f"{action} succeeded"
        assert text in agent["errorMessage"]
        return agent

    def all(self, kind: str) -> list[dict[str, Any]]:
        """Return the metadata of all objects of a type."""
        return [o for o in self.agent["objects"] if o["objectType"] == kind]

    def id(self, kind: str) -> str:
        """Return the id of the first object of a type."""
        return str(self.all(kind)[0]["objectId"])

    def get(self, object_id: str) -> dict[str, Any]:
        """Return the metadata of one object."""
        return next(o for o in self.agent["objects"] if o["objectId"] == object_id)

    def hold(self, kind: str) -> str:
        """Take the first object of a type into the hand and return its id."""
        object_id = self.id(kind)
        self.ok("PickupObject", objectId=object_id, forceAction=True)
        return object_id

    def move_to(self, kind: str, receptacle: str) -> str:
        """Put the first object of a type into a receptacle and return its id."""
        object_id = self.hold(kind)
        self.ok("PutObject", objectId=receptacle, forceAction=True)
        return object_id
