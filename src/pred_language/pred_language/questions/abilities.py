"""What the robot of a domain can do, in a sentence: the answer to "what can you do?"."""

from __future__ import annotations

from pred_core.action_model.effects import has_primitive
from pred_core.plan_language import Primitive
from pred_language.lexicon.qualities import made_states
from pred_language.questions.wording import listed

_BY_ACTION = (
    (Primitive.PICKUP, "bring and put things"),
    (Primitive.OPEN, "open and close what has a door"),
    (Primitive.TOGGLE_ON, "switch things on and off"),
)
_BY_STATE = (("clean", "wash"), ("hot", "heat"), ("cold", "cool"), ("sliced", "slice"), ("filled", "fill"))


def told_abilities() -> str:
    """Return what can be asked for."""
    does = [told for primitive, told in _BY_ACTION if has_primitive(primitive)]
    does += [verb for state, verb in _BY_STATE if state in made_states()]
    return f"I can {listed([*does, 'say what I have seen and where it is'])}."
