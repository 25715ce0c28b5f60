"""The way from free text to a TaskContext, or a refusal that says what was understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pred_language.actions import dishes
from pred_language.actions.fusion import combine
from pred_language.actions.own_skills import read_skills
from pred_language.actions.sentences import TaskReader
from pred_language.choice.accounting import left_out, not_used
from pred_language.choice.cannot import catches_fire, not_poured, untreatable
from pred_language.choice.guesses import with_guesses
from pred_language.choice.second_reading import unheard
from pred_language.choice.spared import acted_on
from pred_language.choice.strays import strays
from pred_language.choice.usage import prefer
from pred_language.choice.whose import whose
from pred_language.discourse.antecedents import mentions, points_back, resolved, with_antecedent, with_nouns
from pred_language.discourse.bare_clauses import with_articles
from pred_language.discourse.clauses import interpret
from pred_language.discourse.enclosed import ENCLOSED
from pred_language.discourse.gone_to import with_place_gone_to
from pred_language.discourse.grammar import parse
from pred_language.discourse.independent import independent
from pred_language.discourse.rewriting import retold
from pred_language.discourse.taken_back import nouns_in, unheeded
from pred_language.discourse.utterances import REFUSALS, Heard, UtteranceKind, heard
from pred_language.lexicon.clearing import with_what_is_taken
from pred_language.lexicon.exceptions import ANYTHING
from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.phrases import Event
from pred_language.lexicon.selectors import (
    cannot_keep_to,
    carries_people,
    hurts,
    leaves_home,
    names_no_place,
    wets,
    with_kept_states,
)
from pred_language.lexicon.several import partitions
from pred_language.lexicon.shapes import NAME, NO_NOUN
from pred_language.lexicon.tagger import normalise, tag
from pred_language.meaning.context import FOUND, NEAR, Refusal, TaskContext, TaskType
from pred_language.meaning.grounding import Grounder, as_named
from pred_language.meaning.parts import in_order, joined
from pred_language.meaning.room_light import with_room_light
from pred_language.meaning.rooms import not_here

_SEEKS = re.compile(
    r"\W*(?:(?:please|now|robot|hey|(?:can|could|would|will) you)\b\W*)*(?:find|locate|(?:look|search) for)\b"
)
"""How an order begins that only asks where something is."""
_WANTED = re.compile(r"\W*(?:i|we)(?:'d| would)? (?:want|need|like|have to have)\b")
"""How somebody begins who says until when something is to be so, rather than when to begin with it."""
_ME = re.compile(r"\b(?:me|us)\b", re.IGNORECASE)
_ACTING = ("driver", "follower", "robot", "agent")


@dataclass(frozen=True)
class Texts:
    """Everything a person said: a goal sentence, step-by-step texts (ALFRED), lines of a dialogue (TEACh)."""

    instruction: str
    steps: tuple[str, ...] = ()
    dialogue: tuple[str, ...] = ()


def understand(texts: Texts, grounder: Grounder, usage: Weights | None = None) -> TaskContext | Refusal:
    """Return the meaning of everything that was said.

    :param usage: what people mean by their words, instead of what was learned
    """
    alone = not texts.steps and not texts.dialogue
    skills = read_skills(texts.instruction, lambda part: understand(Texts(part), grounder, usage)) if alone else None
    if skills is not None:
        return skills
    meant = _goal(texts, grounder, usage)
    if texts.steps:
        meant = combine(meant, read(". ".join(texts.steps), grounder, usage))
    if isinstance(meant, TaskContext) and any(_holds_several(task) for task in in_order(meant)):
        return Refusal("I can hold one thing at a time: tell me where to put them.", final=True)
    return meant


def _holds_several(task: TaskContext) -> bool:
    """Tell whether a task only takes up more than one thing."""
    return task.task_type is TaskType.DO and not task.states and task.count != 1


def _goal(texts: Texts, grounder: Grounder, usage: Weights | None) -> TaskContext | Refusal:
    """Return the meaning of what is to be done; what was said beside it and is not served is left out of it.

    What has no full meaning is read once more with the articles that it lacks.
    """
    told = heard(texts.instruction)
    alone = _one_by_one(texts, told, grounder, usage)
    if alone is not None and not any(acted_on(texts.instruction, alone)):
        return alone
    goal = _goal_as_said(texts, told, grounder, usage)
    if isinstance(goal, TaskContext) and "clean" in goal.left_out and not texts.dialogue:
        washed = _ON_CLEAN.sub(_washed_before, told.orders)
        other = _goal_as_said(Texts(washed), heard(washed), grounder, usage) if washed != told.orders else goal
        goal = other if isinstance(other, TaskContext) and not other.left_out else goal
    if texts.dialogue or (isinstance(goal, TaskContext) and not goal.left_out):
        return goal
    articled = with_articles(texts.instruction)
    if articled == texts.instruction:
        return goal
    other = _goal_as_said(texts, heard(articled), grounder, usage)
    full = isinstance(other, TaskContext) and not other.left_out
    return other if full else goal


def _one_by_one(texts: Texts, told: Heard, grounder: Grounder, usage: Weights | None) -> TaskContext | None:
    """Return the meaning of orders that have nothing to do with each other, each read alone.

    None where there is one order, or where two are about the same kind of thing, or any has no full meaning.
    """
    parts = independent(told.orders)
    named = [nouns_in(part) for part in parts]
    same = any(one & other for index, one in enumerate(named) for other in named[index + 1 :])
    if len(parts) < 2 or same or texts.dialogue or told.unserved:
        return None
    read_alone = [_goal_as_said(Texts(part), heard(part), grounder, usage) for part in parts]
    goals = [goal for goal in read_alone if isinstance(goal, TaskContext) and not goal.left_out]
    if len(goals) < len(parts):
        return None
    return _in_turn(goals)


def _in_turn(goals: Sequence[TaskContext]) -> TaskContext:
    """Return tasks one after the other, with what was not used of any and the least sure one's confidence."""
    return replace(
        joined(goals),
        not_used=tuple(word for goal in goals for word in goal.not_used),
        confidence=min(goal.confidence for goal in goals),
    )


_ON_CLEAN = re.compile(
    rf"^(?P<order>\W*[a-z]+ [^.;!?]*? (?:in|on|into|onto) )(?:a|the|some) clean (?P<noun>{NO_NOUN}[a-z]+)(?=\s*(?:[.,;"
    rf"!?]|$))", re.IGNORECASE
)


def _washed_before(match: re.Match[str]) -> str:
    """Return "wash the plate, then put the apple on the plate" of "put the apple on a clean plate": none is clean."""
    return f"wash the {match['noun']}, then {match['order']}the {match['noun']}"


def _goal_as_said(texts: Texts, told: Heard, grounder: Grounder, usage: Weights | None) -> TaskContext | Refusal:
    """Return the meaning of what was heard, with all that was said beside it."""
    thrown = cannot_keep_to(texts.instruction)
    if thrown and not texts.dialogue:
        return _refused_manner(thrown)
    if carries_people(texts.instruction) and not texts.dialogue:
        return Refusal("I carry things, not people.", final=True, forbidden=True)
    if hurts(texts.instruction) and not texts.dialogue:
        return Refusal("I do not hurt anybody.", final=True, forbidden=True)
    wetted = "" if texts.dialogue else wets(texts.instruction)
    if wetted:
        return Refusal(f"I pour nothing over {wetted}: that would spoil it.", final=True, forbidden=True)
    if leaves_home(texts.instruction) and not texts.dialogue:
        return Refusal("I buy nothing and do not leave this place.", final=True, forbidden=True)
    if told.refusal and not texts.dialogue:
        return Refusal(told.refusal, final=not told.tells_a_state)
    orders = replace(texts, instruction=told.orders)
    said = ". ".join(said_to_robot(orders))
    if texts.instruction.strip() and not said.strip():  # "thank you"
        return Refusal(REFUSALS[UtteranceKind.REMARK], final=True)
    # who talks to a robot from outside the room means by "get me a knife" that it takes one
    goal = read(_ME.sub("him", said) if texts.dialogue else said, grounder, usage)
    if isinstance(goal, Refusal) and texts.dialogue:
        goal = read(said, grounder, usage)
    if isinstance(goal, TaskContext) and not texts.dialogue and not goal.left_out and any(unheard(told.orders, goal)):
        goal = _read_apart(said, told, grounder, usage) or goal
    elsewhere = () if texts.dialogue else not_here(told.orders, grounder)
    if isinstance(goal, Refusal):
        return Refusal(f"I know no {elsewhere[0]} here.", goal.understood) if elsewhere and not goal.final else goal
    harm = untreatable(goal) or catches_fire(goal)
    if harm:
        return Refusal(harm, final=True, forbidden=True)
    missed = () if texts.dialogue else (
        *unheard(told.orders, goal), *whose(told.orders, goal, grounder), *not_poured(told.orders)
    )
    missed += () if texts.dialogue else unheeded(texts.instruction, told.orders)
    read_so_far = replace(goal, left_out=(*goal.left_out, *missed))
    missed += () if texts.dialogue else tuple(acted_on(texts.instruction, goal))
    missed += () if texts.dialogue or not grounder.literal else tuple(strays(told.orders, read_so_far))
    missed = tuple(word for word in missed if not any(word in room.split() for room in elsewhere))
    spans = ("for ", "in ", "within ") if _WANTED.match(told.orders.lower()) else ("for ",)
    timed = tuple(one for one in told.unserved if one.startswith(spans) and _treats(goal))
    unserved = tuple(one for one in told.unserved if one not in timed)
    left = tuple(dict.fromkeys((*goal.left_out, *missed, *elsewhere, *unserved)))
    return replace(goal, left_out=left, not_used=(*goal.not_used, *timed))


_INTO_IT = re.compile(rf"(?P<before>^\W*[a-z]+ (?P<holder>{NAME})(?:,? and(?: then)?|,? then|[.;]) [^.;]*? "
                      rf"(?:in|on|into|onto) )(?:it\b|(?P=holder))", re.I)
"""Where something is put that was treated before: "wash the plate and put the apple on it"."""


def _named_again(match: re.Match[str]) -> str:
    return f"{match['before']}{match['holder']}"


def _read_apart(said: str, told: Heard, grounder: Grounder, usage: Weights | None) -> TaskContext | None:
    """Return the meaning of several orders each read by itself, None where that drops a word as well.

    Read as one, a thing and where it goes are looked at once, and what is to be done with the place is not seen: "wash
    the plate and put the apple on it".
    """
    text = with_place_gone_to(with_nouns(said), grounder)
    if _INTO_IT.match(text) is None:
        return None
    goal = _read_in_parts(_INTO_IT.sub(_named_again, text), grounder, usage)
    return None if goal is None or any(unheard(told.orders, goal)) else replace(goal, instruction=said)


def _treats(goal: TaskContext) -> bool:
    """Tell whether something is heated or cooled: "for 30 seconds" is told not to be kept to, not asked about."""
    return any({"hot", "cold"} & one.states for one in in_order(goal))


def accounted(context: TaskContext, texts: Texts) -> TaskContext:
    """Return a reading that somebody else made of a person's words, with those that have no part in it left out."""
    told = heard(texts.instruction)
    text = with_nouns(". ".join(said_to_robot(replace(texts, instruction=told.orders))))
    tokens = tag(text)
    left = left_out(tokens, resolved(parse(tokens)), context)
    left += (
        () if texts.dialogue else unheard(told.orders, replace(context, left_out=(*context.left_out, *left)))
    )
    left += () if texts.dialogue else tuple(acted_on(texts.instruction, context))
    return replace(context, left_out=tuple(dict.fromkeys((*context.left_out, *left, *told.unserved))))


def said_to_robot(texts: Texts) -> list[str]:
    """Return what is asked for, in order: the goal sentence, and of a dialogue what the one who acts did not say."""
    said = [texts.instruction, *(line for line in map(_of_commander, texts.dialogue) if line)]
    return [part for part in said if part.strip()]


def _of_commander(line: str) -> str:
    """Return what a line of dialogue asks for: what the one who acts says is only an answer."""
    speaker, colon, text = line.partition(":")
    if not colon:
        return line
    return "" if speaker.strip().lower().removesuffix(" did") in _ACTING else text.strip()


def _refused_manner(manner: str) -> Refusal:
    return Refusal(f"I cannot do things {manner!r}: nothing here sees to that.", final=True, forbidden=True)


def read(instruction: str, grounder: Grounder, usage: Weights | None = None) -> TaskContext | Refusal:
    """Return the meaning of an instruction of one or more sentences.

    :param grounder: chooses among the meanings of ambiguous words by what was seen
    :param usage: what people mean by their words, instead of what was learned; none at all for the bare reading
    """
    if not instruction.strip():
        return Refusal("The instruction is empty.", final=True)
    manner = cannot_keep_to(instruction)
    if manner:
        return _refused_manner(manner)
    if names_no_place(instruction):
        return Refusal("I do not know where to put that: name a place where it shall go.", final=True)
    said = retold(instruction, ENCLOSED)
    told = with_place_gone_to(with_nouns(with_kept_states(with_what_is_taken(said))), grounder)
    told = with_room_light(told, grounder)
    reading = with_guesses(told, lambda text: _read_text(text, grounder, usage))
    return reading if isinstance(reading, Refusal) else replace(reading, instruction=instruction)


def _read_text(text: str, grounder: Grounder, usage: Weights | None) -> TaskContext | Refusal:
    """Return the meaning of a text as one task, or of its parts where that leaves nothing out."""
    whole = _read_as_one(text, grounder, usage)
    if _SEEKS.match(text.lower()) and len(parse(tag(text))) == 1:
        whole = _sought(whole, _SEEKS.sub("go to", text.lower(), count=1), grounder, usage)
    if isinstance(whole, Refusal) or not whole.left_out:
        return whole
    return _read_in_parts(text, grounder, usage) or whole


def _sought(
    taken: TaskContext | Refusal, going: str, grounder: Grounder, usage: Weights | None
) -> TaskContext | Refusal:
    """Return the reading of "find the keys" and no more: they are looked for, and it is said where they are.

    :param taken: the same read as taking them up
    :param going: the same as going there: furniture is not taken up
    """
    there = taken if isinstance(taken, TaskContext) else _read_as_one(going, grounder, usage)
    alone = isinstance(there, TaskContext) and there.task_type is TaskType.DO and there.count == 1
    if isinstance(there, TaskContext) and alone and there.states <= {NEAR} and not there.then:
        return replace(there, states=frozenset({FOUND}))
    return taken


def _read_in_parts(instruction: str, grounder: Grounder, usage: Weights | None) -> TaskContext | None:
    """Return the meaning of several tasks in one instruction, when in parts nothing of it is left out."""
    known: dict[tuple[str, str], TaskContext | None] = {}  # the same part comes in many ways to cut
    for parts in partitions(instruction):
        contexts = []
        for index, told in enumerate(parts):
            before = ". ".join(parts[:index]) if points_back(told) else ""
            part = with_antecedent(told, before)
            if (before, part) not in known:
                known[before, part] = _read_whole(part, before, grounder, usage)
            context = known[before, part]
            if context is None:
                break
            contexts.append(context)
        if len(contexts) == len(parts):
            return _in_turn(contexts)
    return None


def _read_whole(part: str, before: str, grounder: Grounder, usage: Weights | None) -> TaskContext | None:
    """Return the meaning of a part of which nothing is left out, None where there is none.

    :param before: the parts before it, for what "it" may stand for
    """
    context = _read_as_one(part, grounder, usage, before)
    return context if isinstance(context, TaskContext) and not context.left_out else None


def _read_as_one(
    instruction: str, grounder: Grounder, usage: Weights | None, before: str = ""
) -> TaskContext | Refusal:
    """Return the meaning of an instruction as one task, with the words that have no part in it."""
    tokens = tag(instruction)
    earlier = [mention for event in (parse(tag(before)) if before else ()) for mention in mentions(event)]
    events = resolved(parse(tokens), earlier)
    context = _read_events(instruction, events, grounder, usage)
    if isinstance(context, Refusal):
        return context
    return replace(context, left_out=left_out(tokens, events, context, earlier), not_used=not_used(events, context))


def _read_events(
    instruction: str, events: list[Event], grounder: Grounder, usage: Weights | None
) -> TaskContext | Refusal:
    discourse = interpret(
        events, lambda thing, place: grounder.lies(thing.classes, place.classes), literal=grounder.literal
    )
    dish = dishes.read(instruction, normalise(instruction), events, discourse, grounder)
    if dish is not None:
        return dish
    context = TaskReader(instruction, events, discourse, grounder).context()
    if isinstance(context, Refusal) or context.target.words in ANYTHING:
        return context
    first, *later = (as_named(prefer(one, grounder, usage), grounder) for one in in_order(context))
    return replace(first, then=tuple(later))
