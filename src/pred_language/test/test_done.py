"""What was done is told from the robot's log: also what was washed, heated or cooled, in any words for it."""

from __future__ import annotations

import pytest

from pred_core.action_history import ActionHistory, DoneAction
from pred_core.plan_language import Primitive
from pred_core.referring.description import Description
from pred_language.questions.done import Past, asked_of_past, known_of

MUG = Description("mug", ("Mug",), (1.0,))
_KNOWN = {"mug": "Mug", "pot": "Pot", "lamp": "DeskLamp", "plant": "HousePlant", "drawer": "Drawer", "fridge": "Fridge"}


def _describe(words: str) -> Description:
    name = _KNOWN.get(words.rsplit(maxsplit=1)[-1], "")
    return Description(words, (name,) if name else (), (1.0,) if name else ())


def _log(*steps: tuple[Primitive, str, str]) -> ActionHistory:
    return ActionHistory(tuple(DoneAction(action, thing, place) for action, thing, place in steps))


IN_SINK = (Primitive.PUT, "Mug_1", "SinkBasin_1")
TAP_ON = (Primitive.TOGGLE_ON, "Faucet_1", "")
TAKEN = (Primitive.PICKUP, "Mug_1", "")


@pytest.mark.parametrize(
    ("said", "actions", "attribute"),
    [
        ("have you washed the mug yet", frozenset(), "clean"),
        ("did you heat the pot up", frozenset(), "hot"),
        ("have you finished washing the mug", frozenset(), "clean"),
        ("have you already switched the lamp on", frozenset({Primitive.TOGGLE_ON}), ""),
        ("was it you who opened the drawer", frozenset({Primitive.OPEN}), ""),
        ("was the drawer opened by you", frozenset({Primitive.OPEN}), ""),
        ("didn't you put the mug away", frozenset({Primitive.PUT, Primitive.HAND_OVER}), ""),
        ("did you water the plant", frozenset({Primitive.POUR}), ""),
    ],
)
def test_verbs_name_what_was_done(said: str, actions: frozenset[Primitive], attribute: str) -> None:
    past = asked_of_past(said, _describe)
    assert past is not None and (past.actions, past.attribute) == (actions, attribute)


def test_what_was_brought_to_me_went_to_the_person() -> None:
    past = asked_of_past("haven't you brought me the mug yet", _describe)
    assert past is not None and past.to_me and past.thing is not None and past.thing.classes == ("Mug",)


@pytest.mark.parametrize(
    ("attribute", "history", "value"),
    [
        ("clean", _log(), False),
        ("clean", _log(TAKEN, IN_SINK, TAP_ON, TAKEN), True),
        ("clean", _log(TAKEN, IN_SINK, TAKEN, TAP_ON), None),
        ("clean", _log(TAKEN, (Primitive.PUT, "Mug_1", "DiningTable_1"), TAP_ON), False),
        ("clean", _log((Primitive.PUT, "Cup_1", "SinkBasin_1"), TAP_ON), False),
        ("cold", _log(TAKEN, (Primitive.PUT, "Mug_1", "Fridge_1")), True),
        ("hot", _log(TAKEN, (Primitive.PUT, "Mug_1", "Microwave_1")), None),
        ("cooked", _log(TAKEN, (Primitive.PUT, "Mug_1", "Pot_1")), None),
        ("clean", _log((Primitive.CLEAN, "Mug_1", "")), True),
        ("filled", _log((Primitive.POUR, "Kettle_1", "Mug_1")), True),
    ],
)
def test_a_treatment_is_what_was_put_there_while_it_ran(
    attribute: str, history: ActionHistory, value: bool | None
) -> None:
    assert known_of(Past(frozenset(), MUG, attribute=attribute), history)[0] is value


def test_of_two_mugs_the_colour_tells_which_was_washed() -> None:
    washed = _log(TAKEN, IN_SINK, TAP_ON)
    assert known_of(Past(frozenset(), MUG, attribute="clean", ids=frozenset({"Mug_2"})), washed)[0] is False


def test_what_was_not_done_at_all_is_said() -> None:
    past = asked_of_past("have you done anything today", _describe)
    assert past == Past() and known_of(past, _log())[1] == "No: I have done nothing since I was started."


def test_whether_it_was_washed_before_the_robot_was_started_is_not_known() -> None:
    yet, ever = (asked_of_past(text, _describe) for text in ("have you washed the mug yet", "did you wash the mug"))
    assert yet is not None and known_of(yet, _log())[0] is False
    assert ever is not None and known_of(ever, _log())[0] is None
