"""What can be chosen about the executive's ways."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pred_core.described import parameter
from pred_core.plan_language import Kind

NONE = "none"
ASK, WARN, REFUSE = "ask", "warn", "refuse"
PUT_DOWN, HOLD = "put_down", "hold"
STRICTNESS = (ASK, WARN, REFUSE)
"""What is done about words that cannot be used, or that nothing seen fits."""


class ModulesError(ValueError):
    """A list of modules that names something else."""


def modules(text: str) -> tuple[Kind, ...]:
    """Return the modules a parameter names: ``dta,apm``, or ``none``.

    :raises ModulesError: naming what there is
    """
    words = [word.strip().lower() for word in text.split(",") if word.strip()]
    if words in ([], [NONE]):
        return ()
    try:
        return tuple(Kind(word) for word in words)
    except ValueError as error:
        raise ModulesError(f"modules: {text!r}. One or more of {', '.join(Kind)}, or {NONE}.") from error


@dataclass(frozen=True)
class Settings:
    """Limits and habits, described once: the executive's parameters are these and what only its node needs.

    The limits are those of the two benchmarks: 1,000 actions, and 10 (ALFRED) or 30 (TEACh) failed actions.
    """

    max_actions: int = parameter(1000, "Primitives after which a task is given up.", low=1, high=100000)
    max_failures: int = parameter(
        30,
        "Failed primitives after which a task is given up: 30 as in TEACh, 10 as in ALFRED.",
        low=1,
        high=100000,
    )
    time_limit: float = parameter(
        0.0,
        "Seconds of the robot's clock after which a task is given up, 0 = none.",
        low=0,
        high=1e6,
    )
    look_around: bool = parameter(
        True, "Turn around once before planning, so that words are grounded in what is seen."
    )
    mobile: bool = parameter(
        True, "Whether the robot drives; an arm on a table only moves its camera and its hand."
    )
    approach_always: bool = parameter(
        False,
        "Go to (an arm: look at) an object before acting on it even when it is in the picture already.",
    )
    views_before_pick: int = parameter(
        0,
        "Further views of a thing that has look-alikes before it is picked up, where a view costs little.",
        low=0,
        high=4,
    )
    look_after_put: bool = parameter(
        False,
        "Believe that something lies where it was put only once it is seen there: what a real hand lets go may fall.",
    )
    look_into_opened: bool = parameter(
        False,
        "Look down into what was just opened while the hand is empty: what it holds later hides where things may lie.",
    )
    keep_views: bool = parameter(
        False,
        "Give with what something is put on where earlier pictures showed it: a full hand may hide it, all of it even.",
    )
    reach: float = parameter(
        1.5,
        "An object in the picture and nearer than this (m) is acted on from here.",
        low=0.1,
        high=5,
    )
    max_adjustments: int = parameter(
        2,
        "Positioning adjustments of a subgoal before another pose is taken.",
        low=0,
        high=6,
    )
    max_poses: int = parameter(3, "Further interaction poses tried for one object.", low=0, high=20)
    max_instances: int = parameter(3, "Further instances of a class tried for one subgoal.", low=0, high=20)
    max_searched: int = parameter(
        40,
        "Places opened or looked into in the search for one kind of thing until a person is asked (strictness ask) or "
        "the search ends.",
        low=0,
        high=100,
    )
    max_regrounds: int = parameter(
        3, "Times the planner is asked for another meaning of the words.", low=0, high=20
    )
    max_fetches: int = parameter(
        2, "Times something that fell out of the hand is picked up again.", low=0, high=20
    )
    close_searched: bool = parameter(True, "Close what was only opened to look inside.")
    modules: str = parameter(
        "dta,ohv,apm,asr",
        "Discrepancy modules that watch the plan, of dta, ohv, apm, asr, separated by commas; none = none of them.",
    )
    recovery: str = parameter("staged", "Strategy after a failed subgoal.")
    max_corrections: int = parameter(
        12, "Changes of one task's plan that the planner may propose after failures.", low=0, high=100
    )
    strictness: str = parameter(
        ASK,
        "What is done about words that cannot be used, or that nothing seen fits: ask a person (nobody there: stop), "
        "warn and take what is likeliest, refuse.",
        choices=STRICTNESS,
    )
    person: str = parameter(
        "",
        "Where the person who gives the tasks stands in map: x,y or x,y,yaw (m, rad); '' = where the robot stood when "
        "it was asked.",
    )
    answer_looks: int = parameter(
        6,
        "How many pieces of furniture or things the robot looks at from near before it answers a question about them; "
        "0: it answers from what it has seen.",
        low=0,
        high=50,
    )
    offer_seconds: float = parameter(
        10.0,
        "How long something is held out to a person, in seconds of the robot's clock; 0 = until it is taken.",
        low=0.0,
        high=3600.0,
    )
    not_taken: str = parameter(
        PUT_DOWN,
        "What is done with what nobody took in that time: put it down where the person can reach it, or keep hold of "
        "it and end the task.",
        choices=(PUT_DOWN, HOLD),
    )
    vision: bool = parameter(
        False,
        "Show pictures to the planner's model where OHV or APM doubt, where a step failed and where the end was not "
        "seen; its answer is one more witness.",
    )
    max_pictures: int = parameter(6, "Pictures that a model is shown in one task.", low=0, high=100)
    max_revisions: int = parameter(
        12, "Revisions of one task's plan because of discrepancies.", low=0, high=100
    )
    verify_views: int = parameter(
        2,
        "Further views taken of a picked up object that does not look like what was wanted, or did not from afar.",
        low=0,
        high=4,
    )
    camera_height: float = parameter(1.575, "Height of the camera over the floor (m).", low=0.05, high=3)
    turn_step: float = parameter(1.5708, "The robot's own turn (rad).", low=0.01, high=3.15)
    look_step: float = parameter(0.5236, "The robot's own tilt of the camera (rad).", low=0.01, high=1.6)
    move_step: float = parameter(0.25, "The robot's own step (m).", low=0.01, high=2)
    field_of_view: float = parameter(1.5708, "The camera's vertical field of view (rad).", low=0.1, high=3)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The discrepancy modules that are switched on."""
        return modules(self.modules)
