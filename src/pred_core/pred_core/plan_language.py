"""The plan language: PRED's two levels, triplets and tuples (PRED section C.1).

A triplet is (Action, Object, Receptacle), e.g. ``(Move, Mug, CoffeeMachine)`` or ``(Clean, Plate, None)``.
A tuple is (Object, PrimitiveAction), e.g. ``(Mug, PickupObject)``; the rule-based function f_c
(:mod:`pred_planner.plan.expansion`) makes tuples of triplets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pred_core.objects import Attribute
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import is_cover


class Level(StrEnum):
    """Which of the two levels a subgoal belongs to."""

    TRIPLET = "triplet"
    TUPLE = "tuple"


class High(StrEnum):
    """Actions of triplets."""

    MOVE = "Move"  # pick Object up, put it on/in Receptacle
    PICKUP = "Pickup"  # pick Object up and keep it
    PUT = "Put"  # put the held Object on/in Receptacle
    CLEAN = "Clean"  # wash Object, or wipe or make it where it stands if it cannot be carried
    HEAT = "Heat"
    COOL = "Cool"
    SLICE = "Slice"
    COOK = "Cook"  # potato on a stove, egg in a pan, ...
    TOAST = "Toast"
    BOIL = "Boil"
    FILL = "Fill"  # fill Object (with water unless the receptacle says CoffeeMachine)
    POUR = "Pour"  # pour what the held Object holds into Receptacle ('' = empty it)
    TOGGLE_ON = "ToggleOn"
    TOGGLE_OFF = "ToggleOff"
    OPEN = "Open"
    CLOSE = "Close"
    LOOK_AT = "LookAt"  # hold Object and toggle on the lamp given as Receptacle
    GOTO = "Goto"
    HAND_OVER = "HandOver"  # pick Object up, hand it to the person given as Receptacle
    TOUCH = "Touch"  # bring the empty hand onto Object
    GAZE = "Gaze"  # bring Object into the middle of the picture; LookAt wants a lamp
    SIT_DOWN = "SitDown"  # these three are about the robot itself, and so is their Object
    STAND_UP = "StandUp"
    LOCALIZE = "Localize"  # find out where the robot is
    PASS = "Pass"  # do nothing (PRED listing 5)


class Primitive(StrEnum):
    """Actions of tuples: what a robot bridge executes as a skill, plus going somewhere."""

    GOTO = "GotoObject"
    PICKUP = "PickupObject"
    PUT = "PutObject"
    OPEN = "OpenObject"
    CLOSE = "CloseObject"
    TOGGLE_ON = "ToggleObjectOn"
    TOGGLE_OFF = "ToggleObjectOff"
    SLICE = "SliceObject"
    POUR = "PourObject"
    CLEAN = "CleanObject"  # wipe Object with what the hand holds, or make it with an empty hand
    HAND_OVER = "HandOverObject"  # hold out what the hand holds to the person it acts on
    TOUCH = "TouchObject"
    LOOK_AT = "LookAtObject"
    SIT_DOWN = "SitDown"
    STAND_UP = "StandUp"
    LOCALIZE = "Localize"


WIPER = "wiper"
"""The variable of what things are wiped with: it goes back where it was taken from."""


@dataclass(frozen=True)
class Expectation:
    """What a subgoal assumes of the world before it starts: the opposite of what it wants (C.1)."""

    class_name: str = ""
    place: str = ""
    place_id: str = ""
    attributes: tuple[Attribute, ...] = ()
    relation: str = ""
    relation_target: str = ""


@dataclass(frozen=True)
class Subgoal:
    """One step of a plan. Field by field the same as pred_msgs/Subgoal, where each is described."""

    id: str
    level: Level
    action: str
    object: str
    receptacle: str = ""
    object_ref: str = ""
    receptacle_ref: str = ""
    object_id: str = ""
    object_alternatives: tuple[str, ...] = ()
    receptacle_alternatives: tuple[str, ...] = ()
    required: tuple[Attribute, ...] = ()
    relation: str = ""
    inside: tuple[str, ...] = ()
    expectation: Expectation = field(default_factory=Expectation)
    parent: str = ""
    note: str = ""

    def as_triplet(self) -> tuple[str, str, str]:
        """Return (Action, Object, Receptacle) with 'None' for what is absent, as PRED writes it."""
        return (self.action, self.object or "None", self.receptacle or "None")

    def as_tuple(self) -> tuple[str, str]:
        """Return (Object, PrimitiveAction), as PRED writes it."""
        return (self.object, self.action)


ANSWERS = "answers"
"""Under which key a plan's context has the answers to a person's questions, each with its ``sentence``."""
LOOK_AT = "look_at"
"""Where the classes of what is to be looked at before a question is answered stand in a plan's context."""
UNDECIDED = "undecided"
"""Under which key a plan's context says why nothing is done: on what it hangs is not known, unless a look shows it."""
DECISION = "decision"
"""Under which key a plan's context says who read the words and made the plan, and why, where a model was to."""
MODEL = "model"
"""What a plan is asked for by when a person has chosen the model's reading."""
OTHERWISE = "otherwise"
"""The key in a plan's context of what another reading of the words would do, where they leave it open."""

OFFERED = "offered"
"""The key in a plan's context of what the words are guessed to ask for, in plain orders: done if a person agrees."""


@dataclass(frozen=True)
class Plan:
    """A plan at both levels, with a cursor into the tuples and its provenance."""

    plan_id: str
    instruction: str
    task_type: str
    source: str
    triplets: tuple[Subgoal, ...]
    subgoals: tuple[Subgoal, ...]
    context: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0
    cursor: int = 0

    @property
    def current(self) -> Subgoal | None:
        """The tuple under the cursor, or None when the plan is done."""
        return self.subgoals[self.cursor] if self.cursor < len(self.subgoals) else None

    def taken_after(self, index: int) -> int | None:
        """Return which tuple takes what the one at ``index`` opens a place, or moves a cover, for; None for others."""
        steps = self.subgoals[index : index + 3]
        actions = [s.action for s in steps]
        if actions[:1] == [Primitive.OPEN] and actions[1:2] in ([Primitive.PICKUP], [Primitive.SLICE]):
            return index + 1
        moved = actions == [Primitive.PICKUP, Primitive.PUT, Primitive.PICKUP] and is_cover(steps[0].object)
        if moved and steps[2].expectation.place in (steps[0].object, *steps[0].object_alternatives):
            return index + 2
        return None

    def advanced(self) -> Plan:
        """Return the plan with the cursor one tuple further."""
        return replace(self, cursor=min(self.cursor + 1, len(self.subgoals)))


class Kind(StrEnum):
    """The four ways an observation contradicts an expectation (PRED section 3.1)."""

    DTA = "dta"  # presence: the object is elsewhere
    OHV = "ohv"  # appearance: not the object it looked like
    APM = "apm"  # an attribute differs
    ASR = "asr"  # relationship: already where it should go


PRECEDENCE = (Kind.OHV, Kind.ASR, Kind.DTA, Kind.APM)
"""The order in which discrepancies of one observation are dealt with: a wrong thing goes out of the hand first;
what need not be moved need not be fetched; of a place that need not be opened the state does not matter."""


@dataclass(frozen=True)
class Discrepancy:
    """An observation that contradicts an expectation. Its pictures stay in the message.

    For APM, ``expected`` and ``observed`` are attributes as ``name`` or ``not name``.
    """

    kind: Kind
    subgoal_id: str
    subject: str
    subject_id: str = ""
    expected: str = ""
    observed: str = ""
    confidence: float = 1.0
    sentence: str = ""


@dataclass(frozen=True)
class PlanRevision:
    """One change of a plan: what caused it, who made it, before and after."""

    trigger: str
    source: str
    reason: str
    before: Plan
    after: Plan
    discrepancies: tuple[Discrepancy, ...] = ()
    outcome: Outcome = field(default_factory=lambda: Outcome(Code.SUCCESS))

    @property
    def accepted(self) -> bool:
        """Whether ``after`` is to be followed."""
        return bool(self.outcome)
