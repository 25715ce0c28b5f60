"""Asking a person about the words: only where the answer changes what is done, and at most a few times a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pred_core.action_model.goals import conditions_of
from pred_core.asking import Asked, Question
from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import OFFERED, OTHERWISE, Plan, PlanRevision, Subgoal
from pred_core.referring.choosing import not_told_apart
from pred_core.referring.open_references import is_so_already, narrowed, open_references, settled
from pred_core.referring.qualities import COLOUR
from pred_core.vocabulary import spoken, whole_of
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Ask, Asking, Reply, Steps
from pred_recovery.mission.settings import ASK, WARN
from pred_recovery.refer.described import description_of_ref, view
from pred_recovery.refer.taken import other_than_named, took_instead

MOST_QUESTIONS = 2
"""Questions a task."""
MOST_CANDIDATES = 6
GO_ON, ANY, STOP = "go on without these words", "take any of them", "stop"
MEANT, TAKE_IT, LOOK_ON = "yes, that is meant", "yes, take it", "yes, look on"


def agree_on_words(mission: Mission) -> Steps:
    """Before anything is done: words that name a thing, a place or an action and had no part in the plan are kept.

    They are asked about, refused or, where nobody is to be asked, told.
    """
    plan = mission.plan
    context = plan.context if plan is not None else {}
    agreed = yield from _agree_on_offer(mission, str(context.get(OFFERED, "")))
    if not agreed:
        return agreed
    agreed = yield from _agree_on_guesses(mission, context.get("guessed"))
    if not agreed:
        return agreed
    agreed = yield from _agree_on_unseen(mission, context)
    if not agreed:
        return agreed
    agreed = yield from _agree_on_what_is_so(mission)
    if not agreed:
        return agreed
    agreed = yield from _agree_on_which(mission)
    if not agreed:
        return agreed
    left_out, not_used = (_texts(context.get(key)) for key in ("left_out", "not_used"))
    mission.words.not_used = (*left_out, *not_used)
    if mission.words.not_used:
        mission.note("not used", f"Not used: {', '.join(mission.words.not_used)}.")
    if not left_out or mission.settings.strictness == WARN:
        return Outcome.success()
    words = ", ".join(repr(word) for word in left_out)
    if mission.settings.strictness == ASK:
        text = f"I can do this only without {words}. Shall I?"
        question = Question(Asked.CHOICE, text, candidates=(GO_ON, STOP), default=STOP)
        if (yield from _chosen(mission, question)) == GO_ON:
            return Outcome.success()
    return Outcome(
        Code.NOT_UNDERSTOOD, f"I did not understand what to do about {words}: please say it otherwise."
    )


def means_otherwise(mission: Mission, made: Reply) -> Asking[bool]:
    """Tell whether a person means the other reading of the words, where these leave it open; nobody there: no."""
    other = str(made.plan.context.get(OTHERWISE, "")) if made.plan is not None else ""
    if not other or mission.settings.strictness != ASK:
        return False
    question = Question(Asked.CHOICE, "Which do you mean?", candidates=(made.text, other), default=made.text)
    return (yield from _chosen(mission, question)) == other


def _is_meant(mission: Mission, text: str) -> Asking[bool]:
    """Ask a person, where anybody is asked, and return whether they say that it is meant."""
    if mission.settings.strictness != ASK:
        return False
    question = Question(Asked.CHOICE, text, candidates=(MEANT, STOP), default=STOP)
    return (yield from _chosen(mission, question)) == MEANT


def _agree_on_offer(mission: Mission, plainly: str) -> Steps:
    """What was not understood is done as it was guessed only where a person says that it is meant."""
    if not plainly:
        return Outcome.success()
    text = f"I am not sure what you mean. Do you mean: {plainly!r}?"
    if (yield from _is_meant(mission, text)):
        return Outcome.success()
    return Outcome(Code.NOT_UNDERSTOOD, f"{text} Please say it otherwise.")


def _agree_on_guesses(mission: Mission, guessed: object) -> Steps:
    """A word that is not known is not taken for one that looks like it without being asked about, refused or told."""
    pairs = [tuple(map(str, pair)) for pair in guessed] if isinstance(guessed, list | tuple) else []
    if not pairs:
        return Outcome.success()
    words = " and ".join(repr(word) for word, _ in pairs)
    guesses = " and ".join(repr(guess) for _, guess in pairs)
    if mission.settings.strictness == WARN:
        taken = tuple(f"took {word!r} for {guess!r}" for word, guess in pairs)
        mission.words.stand_ins = (*mission.words.stand_ins, *taken)
        return Outcome.success()
    text = f"I don't know {words}; did you mean {guesses}?"
    if (yield from _is_meant(mission, text)):
        return Outcome.success()
    return Outcome(Code.NOT_UNDERSTOOD, text)


def _agree_on_unseen(mission: Mission, context: Mapping[str, Any]) -> Steps:
    """Of several things that are known none is taken for the rotten one where nothing here sees what is rotten."""
    if mission.settings.strictness == WARN:
        return Outcome.success()
    for unseen, noun, known in not_told_apart(context, mission.memory, view(mission)):
        text = f"I know of {len(known)} that may be the {noun} and cannot see which of them is {unseen!r}."
        if mission.settings.strictness != ASK:
            return Outcome(Code.NOT_UNDERSTOOD, f"{text} Please say it otherwise.")
        question = Question(
            Asked.CHOICE, f"{text} Shall I take any of them?", candidates=(ANY, STOP), default=STOP
        )
        if (yield from _chosen(mission, question)) != ANY:
            return Outcome(Code.NOT_UNDERSTOOD, f"{text} Please say it otherwise.")
    return Outcome.success()


def _agree_on_what_is_so(mission: Mission) -> Steps:
    """Who orders what was seen to be so before the order likely means something else: they are asked."""
    plan = mission.plan
    if plan is None or mission.settings.strictness != ASK or not is_so_already(plan, mission.memory, view(mission)):
        return Outcome.success()
    so = "; ".join(condition.sentence() for condition in conditions_of(plan.triplets))
    text = f"As far as I have seen that is so already: {so}. Is that what you mean?"
    question = Question(Asked.CHOICE, text, candidates=(MEANT, STOP), default=MEANT)
    if (yield from _chosen(mission, question)) == STOP:
        return Outcome(Code.NOT_UNDERSTOOD, f"That is so already: {so}. Please say it otherwise.")
    return Outcome.success()


def _agree_on_which(mission: Mission) -> Steps:
    """Of several that differ and may all be "the mug" a person says which is meant.

    Where nobody is asked or answers, it is the nearest, and the result says that it was one of several.
    """
    if mission.plan is None:
        return Outcome.success()
    plan = narrowed(mission.plan, mission.memory, view(mission))
    if plan is not mission.plan:
        mission.follow(plan)
    for one in open_references(plan, mission.memory, view(mission)):
        text = f"I know of {len(one.candidates)} that may be the {one.words}."
        options = {told(mission, state): state for state in one.candidates[:MOST_CANDIDATES]}
        answer = ""
        if mission.settings.strictness == ASK:
            question = Question(
                Asked.CHOICE,
                f"{text} Which one do you mean?",
                candidates=tuple(options),
                ids=tuple(state.id for state in options.values()),
            )
            answer = yield from _chosen(mission, question)
        if answer in options and mission.plan is not None:
            mission.follow(settled(mission.plan, one, options[answer]))
        elif answer:
            return Outcome(Code.NOT_UNDERSTOOD, f"{text} Please say which one you mean.")
        else:
            taken = f"took the nearest of {len(one.candidates)} that may be the {one.words}"
            mission.words.stand_ins = (*mission.words.stand_ins, taken)
    return Outcome.success()


def ask_which(
    mission: Mission, subgoal: Subgoal, usable: Sequence[ObjectState]
) -> Asking[ObjectState | None]:
    """Ask which instance is meant where none that is known fits the words; None for none of them."""
    description = description_of_ref(mission, subgoal.object_ref)
    options = list(usable)[:MOST_CANDIDATES]
    if not description or not options or mission.settings.strictness != ASK:
        return None
    question = Question(
        Asked.CHOICE,
        f"I see nothing that fits {description.sentence()}. Which one do you mean?",
        reason=f"For {subgoal.action} {subgoal.object}.",
        candidates=tuple(told(mission, state) for state in options),
        ids=tuple(state.id for state in options),
    )
    answer = yield from _chosen(mission, question)
    chosen = next((state for state in options if told(mission, state) == answer), None)
    if chosen is not None:
        mission.words.let_go.add(subgoal.object_ref)
    return chosen


def agree_on_kind(mission: Mission, subgoal: Subgoal, state: ObjectState) -> Asking[bool]:
    """Tell whether a thing may be used that is of another kind than the words name: asked about or refused.

    Where nobody is to be asked it may, and the result tells it (:mod:`pred_recovery.refer.taken`).
    """
    context = mission.plan.context if mission.plan is not None else {}
    named = other_than_named(context, subgoal.object, state)
    if not named or mission.settings.strictness == WARN:
        return True
    if mission.settings.strictness != ASK:
        return False
    more = "other " if mission.memory.of_class(named) else ""
    text = f"I know of no {more}{spoken(named)} to use. Shall I take {told(mission, state)}?"
    question = Question(Asked.CHOICE, text, candidates=(TAKE_IT, STOP), default=STOP)
    return (yield from _chosen(mission, question)) == TAKE_IT


def agree_to_look_on(mission: Mission, found_out: str) -> Asking[bool]:
    """Tell whether to go on opening things in a search in vain; only where a person says so.

    :param found_out: what was looked into so far, as a sentence
    """
    if mission.settings.strictness != ASK:
        return False
    text = f"{found_out} Shall I look on?"
    question = Question(Asked.CHOICE, text, candidates=(LOOK_ON, STOP), default=STOP)
    return (yield from _chosen(mission, question)) == LOOK_ON


def agree_on_stand_in(mission: Mission, missing: str, revision: PlanRevision) -> Asking[bool]:
    """Tell whether a plan with another class than was named may be taken, and note what stands in for what.

    Another meaning of the words may. What is only like what was named is asked about or refused, for who gave the
    instruction did not say it; where nobody is to be asked, it is taken and told.
    """
    others = sorted(_classes(revision.after) - _classes(revision.before) - _meanings(revision.before, missing))
    if not others:
        return True
    name = " and ".join(others)
    if mission.settings.strictness == ASK:
        text = f"I found no {missing}. Shall I take the {name} instead?"
        question = Question(Asked.CHOICE, text, candidates=(name, STOP), default=STOP)
        return (yield from _chosen(mission, question)) == name
    if mission.settings.strictness == WARN:
        mission.words.stand_ins = (*mission.words.stand_ins, took_instead(missing, others, seen=False))
        return True
    return False


def _classes(plan: Plan) -> set[str]:
    named = {name for s in (*plan.triplets, *plan.subgoals) for name in (s.object, s.receptacle) if name}
    return {whole_of(name) or name for name in named}


def _meanings(plan: Plan, missing: str) -> set[str]:
    """Return the other classes that the words for a class may mean."""
    steps = (*plan.triplets, *plan.subgoals)
    listed = [s.object_alternatives for s in steps if s.object == missing]
    listed += [s.receptacle_alternatives for s in steps if s.receptacle == missing]
    return {whole_of(name) or name for names in listed for name in names}


def _chosen(mission: Mission, question: Question) -> Asking[str]:
    """Ask and return the answer, '' for none."""
    if mission.words.questions >= MOST_QUESTIONS:
        return ""
    mission.report(question.text)
    reply = yield Ask(question)
    mission.words.questions += reply.answered
    mission.note("question", question.text, answer=reply.text, answered=reply.answered)
    return reply.text


def told(mission: Mission, state: ObjectState) -> str:
    """Return an instance in words: "the green Mug_2 on CounterTop_1"."""
    shown = (n for n, a in state.attributes.items() if n.startswith(COLOUR) and a.value is Truth.TRUE)
    colours = " and ".join(sorted(name.removeprefix(COLOUR) for name in shown))
    parent = mission.memory.get(state.parent_id)
    where = f" at {parent.id}" if parent is not None else ""
    return " ".join(word for word in ("the", colours, f"{state.id}{where}") if word)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()
