"""Free words grounded in skills (CAPE III-A, after Huang et al.): which skill of which thing an utterance means."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pred_core.action_model.here import Here
from pred_core.action_model.logic import State
from pred_core.action_model.search import applicable
from pred_core.action_model.sentences import say_step
from pred_core.action_model.simulation import ACTION_OF
from pred_core.action_model.stepping import Step
from pred_core.action_model.things import SOMEWHERE, Thing
from pred_core.vocabulary import is_cleaned_in_place
from pred_language.meaning import encoder

BETA = 0.3
"""Weight of the mean log probability in S_w (CAPE Eq. 1)."""
FLOOR = 0.35
"""Below this score an utterance means no skill, in either score."""
LEAST_LIKE = 0.35
"""Below this cosine words mean no skill, where they are taken narrowly."""

_VERBS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^(?:switch|turn|toggle)\b.*\boff\b"), "toggle_off"),
    (re.compile(r"^(?:switch|turn|toggle)\b.*\bon\b"), "toggle_on"),
    (re.compile(r"^(?:open\b|get .* open$|pull .* open$)"), "open"),
    (re.compile(r"^(?:close|shut)\b|^push .* shut$"), "close"),
    (re.compile(r"^(?:put|set|lay|place|drop)\b|^let go of\b"), "put"),
    (re.compile(r"^(?:pick|grab|take|get|fetch|grasp)\b"), "pickup"),
    (re.compile(r"^(?:slice|cut)\b"), "slice"),
    (re.compile(r"^(?:clean|wipe|polish)\b|^make .*\bbed\b"), "clean"),
    (re.compile(r"^(?:go|walk|move|navigate)\b"), "goto"),
)
"""How an utterance that means an action begins, and which it is; by likeness alone "put it down" is "pick it up"."""

Score = Callable[[float, float], float]


def weighted(cosine: float, log_probability: float) -> float:
    """Return S_w: cosine and weighted mean log probability (CAPE Eq. 1). Unbounded below."""
    return cosine + BETA * log_probability


def geometric(cosine: float, log_probability: float) -> float:
    """Return S_g: the squared geometric mean of likeness and probability, from 0 to 1 (CAPE Eq. 2)."""
    return (cosine + 1.0) / 2.0 * math.exp(min(log_probability, 0.0))


SCORES: Mapping[str, Score] = {"sw": weighted, "sg": geometric}


@dataclass(frozen=True)
class Skill:
    """A skill of a world's thing, in words, and whether it can be done now."""

    step: Step
    words: str
    afforded: bool


@dataclass(frozen=True)
class Grounded:
    """A skill with its score."""

    skill: Skill
    score: float


def skills(here: Here, state: State) -> tuple[Skill, ...]:
    """Return every skill that some thing of the world takes part in, those that can be done first."""
    world = here.plan_world.world
    able = dict.fromkeys(applicable(world, state))
    listed = dict.fromkeys((*able, *_named(here, state)))
    return tuple(Skill(step, say_step(world, step).lower(), step in able) for step in listed)


def _named(here: Here, state: State) -> Iterator[Step]:
    """Yield a skill for each action and thing that it may be done to, whether or not it can be done now."""
    actions = here.plan_world.world.domain.actions
    held = next((fact[1] for fact in state.true.of("holding")), "")
    for name, thing in here.plan_world.things.items():
        where = next((fact[2] for fact in state.true.matching("in", 1, name)), SOMEWHERE)
        for action in ACTION_OF.values():
            if action in actions and action in _fitting(thing):
                yield Step(action, _objects(action, name, held or name, where))


def _fitting(thing: Thing) -> tuple[str, ...]:
    flags = {
        "pickupable": ("pickup",),
        "receptacle": ("put", "pour"),
        "openable": ("open", "close"),
        "toggleable": ("toggle_on", "toggle_off"),
        "sliceable": ("slice",),
    }
    fitting = tuple(action for flag, actions in flags.items() if thing.can(flag) for action in actions)
    return (*fitting, "clean") if is_cleaned_in_place(thing.classes[0]) else fitting


def _objects(action: str, name: str, held: str, where: str) -> tuple[str, ...]:
    return {
        "pickup": (name, where),
        "put": (held, name),
        "pour": (held, name),
        "slice": (name, held, where),
    }.get(action, (name,))


def action_said(utterance: str) -> str:
    """Return the action that an utterance begins with; '' where its verb is not known."""
    words = utterance.lower().strip()
    return next((action for pattern, action in _VERBS if pattern.search(words)), "")


def ranked(
    utterances: Sequence[str],
    candidates: Sequence[Skill],
    score: Score = weighted,
    log_probabilities: Sequence[float] = (),
    *,
    narrowly: bool = False,
) -> list[Grounded]:
    """Return the skills from the one that the utterances mean best; those that they do not mean are left out.

    :param log_probabilities: mean of each utterance's tokens; 0 where the endpoint gives none
    :param narrowly: whether an utterance whose verb is known means skills of that action only, and none that is little
        like it; else likeness alone orders all skills
    """
    likely = [*log_probabilities, *[0.0] * (len(utterances) - len(log_probabilities))]
    spoken = [
        (encoder.embed(text.lower()), action_said(text) if narrowly else "", chance)
        for text, chance in zip(utterances, likely, strict=True)
    ]
    least = LEAST_LIKE if narrowly else -1.0
    found = []
    for skill in candidates:
        own = encoder.embed(skill.words)
        alike = [
            (float(vector @ own), chance) for vector, action, chance in spoken if action in ("", skill.step.action)
        ]
        best = max((score(cosine, chance) for cosine, chance in alike if cosine >= least), default=-math.inf)
        if best >= FLOOR:
            found.append(Grounded(skill, best))
    return sorted(found, key=lambda g: (-g.score, g.skill.words, g.skill.step.objects))


def where_it_can(found: Sequence[Grounded], utterances: Sequence[str]) -> Sequence[Grounded]:
    """Return skills in order, but where no utterance names the place of the best one, with a place that will do first.

    "Put the cup down" says of no table in particular that it is meant.
    """
    if not found or len(found[0].skill.step.objects) < 2 or found[0].skill.afforded:
        return found
    step = found[0].skill.step
    place = step.objects[-1].partition("#")[0].lower()
    if any(place in text.lower().replace(" ", "") for text in utterances):
        return found
    thing = (step.action, step.objects[0])
    able = [g for g in found if g.skill.afforded and (g.skill.step.action, g.skill.step.objects[0]) == thing]
    return [*able, *(g for g in found if g not in able)]
