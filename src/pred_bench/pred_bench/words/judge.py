"""Judges what the rules make of a sentence in a remembered room."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pred_bench.words.ends import End, outlook
from pred_bench.words.rooms import Room
from pred_bench.words.suite import Sentence, Wanted
from pred_core.action_history import ActionHistory
from pred_core.plan_language import ANSWERS, OFFERED, UNDECIDED, Plan
from pred_core.referring.choosing import not_told_apart
from pred_core.referring.open_references import OpenReference, is_so_already, narrowed, open_references
from pred_core.vocabulary import can_be_carried, part_of, within_domain
from pred_language.questions.conditions import NOTHING_TO_DO
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner
from pred_tasks.world import UNKNOWN, short_forms

_UNDONE = {"off": ("on", False), "closed": ("open", False), "empty": ("filled", False)}
"""States that are the lack of another one."""


class Verdict(StrEnum):
    """How a sentence came out. ``FALSE`` is what counts as false success: done, and not what was meant."""

    RIGHT = "right"
    ASKED = "asked"
    REFUSED = "refused"
    FALSE = "false"


@dataclass(frozen=True)
class Judged:
    """A sentence's verdict, why, and how long reading and grounding took, in seconds."""

    sentence: Sentence
    verdict: Verdict
    why: str
    seconds: float
    offered: bool | None = None
    """Of what is asked about in other words: whether these are what was meant; None where nothing is offered."""
    which: bool = False
    """Whether it is asked which of several things is meant."""


def judge(sentence: Sentence, room: Room, *, retells: bool = True) -> Judged:
    """Return how a sentence comes out when every step of its plan succeeds.

    A question that may be refused is right when it is answered or refused, other than that one or the other.

    :param retells: whether what has no full meaning is told again in plain orders
    """
    with within_domain(room.domain):
        started = time.perf_counter()
        answer = RulesReasoner(history=ActionHistory, retells=retells).make_plan(Texts(sentence.say), room.memory)
        plan = narrowed(answer.plan, room.memory, room.robot) if answer.plan is not None else None
        found = outlook(plan, room) if plan is not None else None
        seconds = time.perf_counter() - started
        if plan is None or found is None:
            right = "refuse" in sentence.instead
            return Judged(
                sentence, Verdict.RIGHT if right else Verdict.REFUSED, answer.outcome.message, seconds
            )
        context = plan.context
        if UNDECIDED in context:
            verdict = Verdict.RIGHT if "refuse" in sentence.instead else Verdict.REFUSED
            return Judged(sentence, verdict, str(context[UNDECIDED]), seconds)
        if OFFERED in context:
            verdict = Verdict.RIGHT if "ask" in sentence.instead else Verdict.ASKED
            meant = bool(sentence.wanted) and not found.open and not _wrong(sentence.wanted, found.ends, room)
            return Judged(sentence, verdict, f"offers {context[OFFERED]!r}", seconds, meant)
        if sentence.answers or ANSWERS in context:
            return _judged_answer(sentence, context.get(ANSWERS, ()), seconds)
        dropped = context.get("left_out", ())
        unseen = [word for word, _, _ in not_told_apart(context, room.memory, room.robot)]
        if found.open or dropped or unseen or context.get("guessed"):
            right = "ask" in sentence.instead
            verdict = Verdict.RIGHT if right else Verdict.ASKED
            why = f"nothing fits {found.open}, left out: {dropped}, unseen: {unseen}"
            return Judged(sentence, verdict, why, seconds)
        return _judged_plan(sentence, plan, found.ends, room, seconds)


def _judged_plan(
    sentence: Sentence, plan: Plan, ends: Sequence[End], room: Room, seconds: float
) -> Judged:
    """Return the verdict on a plan that would be carried out once it is settled what each thing is.

    Of what is so already the robot asks whether that is meant: where it is, nothing is wrong with that.
    """
    which = list(open_references(plan, room.memory, room.robot))
    if which:
        return _judged_question(sentence, which, ends, room, seconds)
    wrong = "it is to be refused" if sentence.instead else _wrong(sentence.wanted, ends, room)
    told = f"{wrong}: {_told(ends)}" if wrong else ""
    if wrong and is_so_already(plan, room.memory, room.robot):
        verdict = Verdict.RIGHT if "ask" in sentence.instead else Verdict.ASKED
        return Judged(sentence, verdict, f"so already; {told}", seconds)
    return Judged(sentence, Verdict.FALSE if wrong else Verdict.RIGHT, told, seconds)


def _judged_question(
    sentence: Sentence, which: Sequence[OpenReference], ends: Sequence[End], room: Room, seconds: float
) -> Judged:
    """Return the verdict on asking which of several is meant: right where that, or any of several, is wanted.

    All else that is planned has to be as wanted then, as it is done after the answer.
    """
    known = [o.id for one in which for o in one.candidates]
    any_will_do = all(
        any(sum(wanted.may_be(o.id) for o in one.candidates) > 1 for wanted in sentence.wanted) for one in which
    )
    right = "ask" in sentence.instead or (
        bool(sentence.wanted) and any_will_do and not _wrong(sentence.wanted, ends, room)
    )
    verdict = Verdict.RIGHT if right else Verdict.ASKED
    return Judged(sentence, verdict, f"asks which: {', '.join(known)}", seconds, which=True)


def _judged_answer(sentence: Sentence, answers: Sequence[Mapping[str, Any]], seconds: float) -> Judged:
    """Return the verdict on an answer. Who says that it is not known has refused; another answer is false."""
    if len(answers) != 1:
        return Judged(sentence, Verdict.FALSE, "a plan for a question, or an answer to an order", seconds)
    if answers[0]["sentence"].endswith(NOTHING_TO_DO) and "refuse" in sentence.instead:
        return Judged(sentence, Verdict.RIGHT, answers[0]["sentence"], seconds)
    found = short_forms(answers[0])
    verdict = Verdict.REFUSED if UNKNOWN in found else Verdict.FALSE
    verdict = Verdict.RIGHT if _in_any_order(found) & _in_any_order(sentence.answers) else verdict
    return Judged(sentence, verdict, answers[0]["sentence"], seconds)


def _in_any_order(answers: frozenset[str]) -> frozenset[str]:
    """Return answers whose lists of ids are sorted: in which order things are named says nothing."""
    return frozenset(",".join(sorted(one.split(","))) for one in answers)


def _wrong(wanted: Sequence[Wanted], found: Sequence[End], room: Room) -> str:
    """Return what differs from what is wanted, '' for nothing."""
    if not _assigned(wanted, found, frozenset()):
        return "not as wanted"
    carried = (end for end in _new(found, room) if can_be_carried(end.thing.rpartition("_")[0]))
    moved = {end.thing for end in carried if end.place or end.held}
    extra = sorted(t for t in moved if not any(w.may_be(t) or t in w.places for w in wanted))
    too_many = len(moved) > len([w for w in wanted if w.places or w.state]) + sum(
        any(t in w.places for w in wanted) for t in moved
    )
    return f"also moves {', '.join(extra)}" if extra else "moves more than is wanted" if too_many else ""


def _new(found: Sequence[End], room: Room) -> list[End]:
    """Return the ends without those that are so already: who puts all on the bed may leave what lies there."""
    lying = {o.id: {o.parent_id, o.parent_id.rpartition("_")[0]} for o in room.memory.objects}
    return [end for end in found if end.states or not end.place or end.place not in lying.get(end.thing, ())]


def _assigned(wanted: Sequence[Wanted], found: Sequence[End], used: frozenset[tuple[str, bool]]) -> bool:
    """Tell whether all that is wanted is met, each place of it by a thing of its own."""
    if not wanted:
        return True
    first, *rest = wanted
    for end in found:
        key = (end.thing, bool(first.places))
        if key in used or not first.may_be(end.thing) or not _meets(first, end):
            continue
        if _assigned(rest, found, used | ({key} if first.places else set())):
            return True
    return False


def _meets(wanted: Wanted, end: End) -> bool:
    if wanted.places:
        whole = part_of().get(end.place, end.place)  # who puts it in the basin puts it in the sink
        of_class = {place for place in wanted.places if place.rpartition("_")[0] in (end.place, whole)}
        return end.place in wanted.places or bool(of_class)  # "on any of the tables": the plan leaves it open
    if wanted.state == "held":
        return end.held
    name, value = _UNDONE.get(wanted.state, (wanted.state, True))
    alike = {"filled": ("filled", "coffee", "water")}.get(name, (name,))
    return any(end.states.get(one) is value for one in alike)


def _told(found: Sequence[End]) -> str:
    parts = []
    for end in found:
        states = [name if value else f"not {name}" for name, value in end.states.items()]
        states += [f"@ {end.place}"] if end.place else []
        parts.append(f"{end.thing} {' '.join(states)}{' held' if end.held else ''}")
    return "; ".join(parts)
