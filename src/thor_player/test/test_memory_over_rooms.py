"""A player that goes from room to room does not grow."""

import gc
from collections.abc import Sequence

from thor_player.model import SimObject
from thor_player.session import Session
from thor_player.shapes.mesh import Mesh

ROOMS = [f"FloorPlan{number}" for number in range(401, 417)]


def _alive(kind: type) -> int:
    gc.collect()
    return sum(type(each) is kind for each in gc.get_objects())


def _visit(session: Session, rooms: Sequence[str]) -> None:
    for room in rooms:
        session.step({"action": "Reset", "sceneName": room}, draw=False)
        session.step({"action": "Initialize"}, draw=False)


def test_what_was_left_behind_is_forgotten() -> None:
    session = Session(ROOMS[0])
    _visit(session, ROOMS[:2])
    things, meshes = _alive(SimObject), _alive(Mesh)
    _visit(session, ROOMS[2:])
    # One bathroom has 30 to 70 things; 14 of them have 600 things and nearly as many shapes.
    assert _alive(SimObject) - things < 100
    assert _alive(Mesh) - meshes < 390
