"""FLARE's dialect: one flat list Action, Object, Receptacle, Action, Object, Receptacle, ... with 0 for none.

Seen from models: numbers before actions ("1. PickupObject"), quotes and brackets, one triplet a line, names outside
the vocabulary, the last triplet cut off, prose before and after. The place in the triplet says what a word is: the name
of a class is never an action.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from pred_core.plan_language import High, Level
from pred_planner.dialects import actions, records
from pred_planner.dialects.cleaning import no_plan, read_blocks
from pred_planner.dialects.names import NOTHING, Names, normalise
from pred_planner.plan.parsed import Parsed, ParsedStep, Rejected, RejectionCode, Repairs, finish

_LEAD = re.compile(r"next plans?\s*[:–-]", re.IGNORECASE)
_NEXT_TASK = re.compile(r"\n[ \t]*task description\b.*", re.IGNORECASE | re.DOTALL)
_AFTERWORD = re.compile(
    r"\n[ \t*]*(?:note|explanation|reason\w*|this|the (?:plan|robot|agent|above))\b", re.IGNORECASE
)
_COMMENT = re.compile(r"(?:#|//).*")
_ASIDE = re.compile(r"(?<=\w) +\([a-z ]+\)")
_ACTION_WORD = re.compile(r"\b[A-Z][A-Za-z]*Object(?:On|Off)?\b")
_BETWEEN = re.compile(r"[,\n;|\[\](){}:]|->|=>|→|[<>]|[.!?](?=\s|\Z)")
_NUMBER = re.compile(r"(?:(?:step|subgoal)\s*)?(?:[1-9]\d*|#)", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-*•>]|\d+[.)])\s+")
_ENDS = frozenset({"stop", "end", "done", "finish", "finished", "eos"})
_NEEDS_RECEPTACLE = frozenset({High.PUT, High.MOVE})


def parse(text: str, names: Names) -> Parsed:
    """Read an answer in FLARE's dialect.

    :raises Rejected: with the reason
    """
    return read_blocks(text, lambda block, repairs: _Reading(_atoms(block), names, repairs).plan(block))


def _atoms(text: str) -> list[str]:
    text = _NEXT_TASK.sub("", text)
    lead = _LEAD.search(text)
    text = text[lead.end() :] if lead else text
    ends = (m.start() for m in _AFTERWORD.finditer(text) if _ACTION_WORD.search(text, 0, m.start()))
    text = text[: next(ends, None)]
    text = _ASIDE.sub("", _COMMENT.sub("", records.as_lists(text)))
    parts = _BETWEEN.split(_ACTION_WORD.sub(r",\g<0>,", text))
    stripped = (_BULLET.sub("", part.strip(" \t\r\"'`*")).strip(" \t\"'`*") for part in parts)
    return [atom for atom in stripped if atom and not _NUMBER.fullmatch(atom)]


class _Reading:
    """One pass over the words of an answer."""

    def __init__(self, atoms: Sequence[str], names: Names, repairs: Repairs) -> None:
        self._atoms = atoms
        self._names = names
        self._repairs = repairs
        self._at = 0
        self._is_open = False

    def plan(self, text: str) -> Parsed:
        """Return the plan, or raise why there is none."""
        self._is_open = text.rstrip()[-1:].isalnum()  # so that the last word may be a part of one
        self._skip_lead(text)
        steps = []
        while self._at < len(self._atoms):
            if self._action(self._atoms[self._at]) is not None:
                steps.append(self._step())
            elif not self._passed_over(steps[-1]):
                break
        return finish(Level.TRIPLET, steps, self._repairs)

    def _skip_lead(self, text: str) -> None:
        meant = [i for i, atom in enumerate(self._atoms) if self._action(atom) is not None]
        start = next((i for i in meant if self._is_step(i)), meant[0] if meant else None)
        lead = self._atoms[:start]
        for before, atom in itertools.pairwise(lead):
            if self._is_filling(atom) and re.fullmatch(r"\w+", before):
                raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{before!r} is not an action.")
        if start is None:
            raise no_plan(text)
        if start:
            self._repairs.add("left out words before the plan")
        self._at = start

    def _step(self) -> ParsedStep:
        action = actions.high(self._atoms[self._at], self._repairs)
        self._at += 1
        slots = self._slots()
        last = self._at == len(self._atoms)
        if last and self._is_open and slots and self._goes_on(slots):
            raise Rejected(RejectionCode.TRUNCATED, f"The answer is cut off at {slots[-1]!r}.")
        target = self._object(slots[0]) if slots else ""
        receptacle = self._object(slots[1]) if len(slots) > 1 else ""
        if not target:
            cut = last and not slots
            raise _incomplete(cut, f"{action} without an object", RejectionCode.UNKNOWN_OBJECT)
        if action in _NEEDS_RECEPTACLE and not receptacle:
            cut = last and len(slots) == 1
            what = f"({action}, {target}) without a receptacle"
            raise _incomplete(cut, what, RejectionCode.MISSING_RECEPTACLE)
        if len(slots) == 1:
            self._repairs.add(f"({action}, {target}): receptacle taken as none")
        return ParsedStep(action, target, receptacle)

    def _slots(self) -> list[str]:
        """Take the object and the receptacle that follow an action."""
        slots: list[str] = []
        while len(slots) < 2 and self._at < len(self._atoms) and not self._ends_step(self._atoms[self._at]):
            slots.extend(self._split(self._atoms[self._at]) if not slots else [self._atoms[self._at]])
            self._at += 1
        return slots

    def _split(self, atom: str) -> list[str]:
        """Part "Watch Shelf", written without a comma, into its two names."""
        if self._names.spelled(atom):
            return [atom]
        words = atom.split()
        for cut in range(1, len(words)):
            pair = [" ".join(words[:cut]), " ".join(words[cut:])]
            if all(part.lower() in NOTHING or self._names.spelled(part) for part in pair):
                return pair
        return [atom]

    def _ends_step(self, atom: str) -> bool:
        if normalise(atom) in _ENDS:
            return True
        is_action = self._action(atom) is not None
        return is_action and (_ACTION_WORD.fullmatch(atom) is not None or not self._names.spelled(atom))

    def _passed_over(self, before: ParsedStep) -> bool:
        """Pass over a word after a whole step that says nothing; False where only prose is left.

        :raises Rejected: where the word should have been an action
        """
        atom, rest = self._atoms[self._at], self._atoms[self._at :]
        is_said = not (self._is_filling(atom) or _ACTION_WORD.fullmatch(atom))
        heads_step = len(rest) > 1 and is_said and self._is_written(rest[1])
        if atom.lower() in NOTHING or normalise(atom) in _ENDS or heads_step:
            self._repairs.add(f"left out {atom!r} after a whole step")
            self._at += 1
            return True
        if len(rest) == 1 and any(normalise(a).startswith(normalise(atom)) for a in actions.high_names()):
            raise Rejected(RejectionCode.TRUNCATED, f"The answer is cut off at {atom!r}.")
        if any(self._is_filling(a) or self._action(a) is not None for a in rest) or _ACTION_WORD.fullmatch(
            atom
        ):
            where = ", ".join(before.as_list())
            raise Rejected(RejectionCode.UNKNOWN_ACTION, f"After ({where}) comes {atom!r}: no action.")
        self._repairs.add("left out words after the plan")
        return False

    def _action(self, atom: str) -> str | None:
        return None if self._names.is_class(atom) else actions.high_or_none(atom)

    def _is_step(self, at: int) -> bool:
        """Tell whether an action that may be a word of prose is one: written as FLARE does, or with its object."""
        following = self._atoms[at + 1 : at + 2]
        return self._is_written(self._atoms[at]) or any(map(self._names.spelled, following))

    def _is_written(self, atom: str) -> bool:
        """Tell whether a word is an action as FLARE writes it."""
        return _ACTION_WORD.fullmatch(atom) is not None and self._action(atom) is not None

    def _is_filling(self, atom: str) -> bool:
        return atom.lower() in NOTHING or self._names.is_class(atom)

    def _goes_on(self, slots: list[str]) -> bool:
        """Tell whether the last word of an answer may be a part: of another name, or of a step that lacks a place."""
        return self._names.is_cut(slots[-1]) or (len(slots) == 1 and self._names.begins_another(slots[0]))

    def _object(self, raw: str) -> str:
        return "" if raw.lower() in NOTHING else self._names.resolve(raw, self._repairs)


def _incomplete(cut: bool, what: str, code: RejectionCode) -> Rejected:
    if cut:
        return Rejected(RejectionCode.TRUNCATED, f"The answer ends with {what}.")
    return Rejected(code, f"The answer has {what}.")
