"""What a robot has done, as its log tells."""

from __future__ import annotations

from pred_core.action_history import ActionHistory, DoneAction
from pred_core.outcome import Code


def after(*events: tuple[str, str, str]) -> ActionHistory:
    history = ActionHistory().after("start", "put the apple away", {})
    for skill, name, code in events:
        history = history.after("skill", "", {"skill": skill, "id": name, "code": code})
    return history


def test_what_was_picked_up_is_what_is_put_down() -> None:
    done = after(("PickupObject", "Apple_1", Code.SUCCESS), ("PutObject", "Fridge_1", Code.SUCCESS)).done
    said = "put the apple away"
    taken, put = DoneAction("PickupObject", "Apple_1", "", said), DoneAction("PutObject", "Apple_1", "Fridge_1", said)
    assert done == (taken, put)


def test_what_failed_was_not_done() -> None:
    failed = ("PickupObject", "Apple_1", Code.EXECUTION_FAILURE)
    assert after(failed, ("PutObject", "Fridge_1", Code.SUCCESS)).done == ()


def test_other_events_are_no_actions() -> None:
    assert ActionHistory().after("go", "Going to Apple_1.", {"id": "Apple_1"}) == ActionHistory()
