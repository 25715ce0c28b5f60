"""Whether a skill did what it should, by gripper and pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pred_core.outcome import Code
from sim_bridge_thor.effects import Felt, changed, effect
from thor_player.model import Camera
from thor_player.session import Session
from thor_player.vision import renderer

GREY = np.full((30, 30, 3), 100, np.uint8)


def marked(pixels: int) -> np.ndarray:
    picture = GREY.copy()
    picture.reshape(-1, 3)[:pixels, 0] += 60
    return picture


@pytest.mark.parametrize(
    ("skill", "before", "after", "done"),
    [
        ("PickupObject", False, True, True),
        ("PickupObject", False, False, False),
        ("PutObject", True, False, True),
        ("PutObject", True, True, False),
        ("DropObject", True, False, True),
    ],
)
def test_the_gripper_feels_what_is_taken_and_put(skill: str, before: bool, after: bool, done: bool) -> None:
    outcome = effect(skill, "Mug", Felt(GREY, before), Felt(GREY, after))
    assert bool(outcome) is done
    assert done or outcome.code is Code.POSTCONDITION_FAILURE


def test_what_else_is_done_shows_in_the_picture() -> None:
    assert effect("OpenObject", "Fridge", Felt(GREY, False), Felt(marked(40), False))
    failed = effect("OpenObject", "Fridge", Felt(GREY, False), Felt(marked(5), False))
    assert failed.code is Code.POSTCONDITION_FAILURE and "Fridge" in failed.message


def test_a_little_noise_is_no_change() -> None:
    noisy = GREY + np.random.default_rng(0).integers(0, 8, GREY.shape, dtype=np.uint8)
    assert changed(GREY, noisy) == 0


@pytest.mark.parametrize(
    ("kind", "skills"),
    [
        ("Fridge", ("OpenObject", "CloseObject")),
        ("Microwave", ("ToggleObjectOn", "ToggleObjectOff")),
        ("Faucet", ("ToggleObjectOff", "ToggleObjectOn")),
        ("StoveKnob", ("ToggleObjectOn", "ToggleObjectOff")),
        ("Bread", ("SliceObject",)),
    ],
)
def test_the_player_s_pictures_tell_what_was_done_and_what_was_refused(kind: str, skills: tuple[str, ...]) -> None:
    session = Session("FloorPlan1")
    state = session.state

    def step(**action: object) -> dict[str, Any]:
        return dict(session.step(action, draw=False).metadata["agents"][0])

    def look() -> Felt:
        agent = state.agent
        camera = Camera(agent.camera_position(), agent.yaw, agent.horizon, 90.0, 300, 300)
        return Felt(renderer(state).render(camera).rgb, False)

    thing = next(o.object_id for o in state.world.active() if o.object_type == kind)
    poses = step(action="GetInteractablePoses", objectId=thing, standings=[True])["actionReturn"]
    pose = poses[len(poses) // 2]
    at = {"x": pose["x"], "y": pose["y"], "z": pose["z"]}
    step(action="TeleportFull", position=at, rotation=pose["rotation"], horizon=pose["horizon"], standing=True)
    for skill in skills:
        before = look()
        worked = step(action=skill, objectId=thing, forceAction=True)["lastActionSuccess"]
        assert bool(effect(skill, kind, before, look())) is worked, skill
