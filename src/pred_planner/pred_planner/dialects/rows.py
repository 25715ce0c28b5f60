"""The rows of words that are the steps of a plan in PRED's dialect, found in whatever a model wrote around them.

A row is a bracket without brackets in it, or a line. Rows in one outer list, and rows with no heading between them, are
one plan; of several plans the last one counts that is not headed as the old one. Brackets inside sentences are prose.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pred_core.plan_language import High, Primitive
from pred_planner.dialects import actions, records
from pred_planner.dialects.names import NOTHING, Names
from pred_planner.plan.parsed import Rejected, RejectionCode, Repairs, placeholder

Row = list[str]
NEAR = 200
"""Characters before a row that say whether it stands in a sentence."""

_NUMBER = re.compile(r"(?<!\w)\(\d+\)")
_COMMENT = re.compile(r"(?<=[\]),])[ \t]*(?:#|//)[^\n]*")
_ASIDE = re.compile(r"(?<=\w) +\([a-z ]+\)")
_KEYED = re.compile(r"\b([A-Za-z]+)[\"']?[ \t]*:?[ \t]*\[([^()\[\]]*)\]")
"""A step under its action: {"Move": ["Mug", "Desk"]}, Move[Mug, Desk]."""
_STRUCK = re.compile(r"~~[^~\n]+~~")
_KEY_WORDS = re.compile(r"_|(?<=[a-z])(?=[A-Z])")
"""Where the words of a key like original_plan or originalPlan part."""
_CALL = re.compile(r"\b([A-Za-z_]+) ?\(([^()\[\]]*)\)")
_BRACKET = re.compile(r"[\[\]()]")
_BULLET = re.compile(r"^\s*(?:(?:step|action)?\s*\d+\s*[.):-]|[-*•])?\s*", re.IGNORECASE)
_BETWEEN = re.compile(r",|->|=>|→")
_HEADING = re.compile(
    r"\b(?:plan|sequence|output|answer|result|revis\w+|updated|modified|corrected|final|new|becomes?|instead"
    r"|original|current|remaining|remov\w+|explanation)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\W*(?:step|action)?\s*\d*\W*", re.IGNORECASE)
_NEW = re.compile(r"\b(?:revis\w+|updated|modified|corrected|final|new|after|becomes?|result|output)\b", re.I)
_OLD = re.compile(
    r"\b(?:original|current|given|old|initial|previous|remov\w+|delet\w+|before|explanation)\b", re.I
)
_LAST_WORD = re.compile(r"([A-Za-z']{2,})[\"'` ]*\Z")
_LINKS = frozenset({"then", "and", "next", "finally"})
_NAMED = re.compile(
    r"\b(?:remov\w*|drop\w*|skip\w*|delet\w*|omit\w*|without|instead of|redundant|unnecessary|need\w*|no longer"
    r"|replac\w*|chang\w*|example|such as|like|format|form)\b[^.!\n]*(?<!\bplan)(?<!\bsequence)(?<!\bis)(?<!\bto)\s+\Z",
    re.IGNORECASE,
)
_DISMISSED = re.compile(
    r"[\"'` ]*(?:is|was|are|were|has been|have been|can be|should be)\b(?! (?:the|my|our)\b)"
)
_GOES_ON = re.compile(r"[ ,]*(?:and )?[ ]*")
_SMALL_WORDS = frozenset({"to", "on", "in", "onto", "into", "at", "the", "a", "an"})
_STRIP = " \t\r\n\"'`.;*<>\\"
_FIELDS = frozenset(
    {
        "action",
        "primitive",
        "object",
        "target",
        "receptacle",
        "recep",
        "parent",
        "destination",
        "step",
        "number",
        "no",
    }
)
"""Words over the columns of a table, or in the brackets of a format that is only told."""


def _is_written(word: str) -> bool:
    """Tell whether a word is an action, letter by letter."""
    return word in actions.written() or word in Primitive


@dataclass
class _Unit:
    """Rows written in one bracket or on one line, and the words around."""

    rows: list[Row]
    before: str
    after: str = ""
    outer: int | None = None

    @property
    def heading(self) -> str:
        """The line that heads this unit; what stands behind the last one on its line is no heading, but for a colon."""
        first, *others = _KEY_WORDS.sub(" ", self.before).split("\n")
        lines = [line for line in others if not _NUMBERED.fullmatch(line)]
        if lines:
            return lines[-1]
        return first if not others or first.rstrip().endswith(":") else ""

    @property
    def is_headed(self) -> bool:
        """Whether a new plan starts here."""
        return bool(_HEADING.search(self.heading)) and not re.match(r"\W*(?:step|action)?\s*\d", self.heading)

    @property
    def lead(self) -> str:
        """The end of the words before this."""
        return self.before[-NEAR:]

    @property
    def is_told(self) -> bool:
        """Whether a sentence runs into this."""
        return _LAST_WORD.search(self.lead) is not None and not self.is_headed

    @property
    def is_linked(self) -> bool:
        """Whether this goes on from the unit before: "[...], [...], then [...]"."""
        word = _LAST_WORD.search(self.lead)
        by_word = word is not None and word.group(1).lower() in _LINKS
        return by_word or _GOES_ON.fullmatch(self.before) is not None

    @property
    def is_named(self) -> bool:
        """Whether a sentence speaks of this as of something that is no step of the plan."""
        named = _LAST_WORD.search(self.lead) is not None and _NAMED.search(self.lead) is not None
        return named or _DISMISSED.match(self.after) is not None


@dataclass
class _Node:
    """An open bracket while a text is scanned."""

    start: int
    end_of_last: int = -1
    units: list[_Unit] = field(default_factory=list)


def find(text: str, names: Names, repairs: Repairs) -> list[Row]:
    """Return the rows of the plan in a text, or none.

    :raises Rejected: TRUNCATED where the text ends inside a row or its list
    """
    text = _COMMENT.sub("", _NUMBER.sub("\n", records.as_lists(text)))
    text = _KEYED.sub(_call_as_list, _CALL.sub(_call_as_list, _STRUCK.sub("", text)))
    text = _ASIDE.sub("", text)
    finder = _Finder(names, repairs)
    units = list(finder.bracketed(text))
    if not units:
        units = list(finder.lines(text))
        if units:
            finder.refuse_cut_line(text, units)
            repairs.add("read bare lines")
    return _chosen(units, repairs)


def _call_as_list(match: re.Match[str]) -> str:
    name, inner = match.groups()
    atoms = _atoms(inner)
    is_step = _is_written(name) and not (atoms and _is_action(atoms[0]))
    return f"[{name}, {inner}]" if is_step else match.group(0)


class _Finder:
    def __init__(self, names: Names, repairs: Repairs) -> None:
        self._names = names
        self._repairs = repairs

    def bracketed(self, text: str) -> Iterator[_Unit]:
        """Return the brackets that hold rows, in order."""
        stack: list[_Node] = []
        units: list[_Unit] = []
        past = 0
        for match in _BRACKET.finditer(text):
            if match.group() in "[(":
                stack.append(_Node(match.end()))
            elif stack:
                node = stack.pop()
                if stack:
                    stack[-1].end_of_last = match.end()
                rows = self._rows(text[node.start - 1 : match.start()]) if node.end_of_last < 0 else []
                if rows:
                    outer = stack[0].start if stack else None
                    units.append(_Unit(rows, text[past : node.start - 1].strip("[]("), outer=outer))
                    past = match.end()
        self._refuse_cut_end(text, stack)
        for unit, following in itertools.pairwise(units):
            unit.after = following.before
        if units:
            units[-1].after = text[past:]
        return iter(units)

    def _refuse_cut_end(self, text: str, stack: list[_Node]) -> None:
        """An answer that ends inside a step, or after a comma in its list, is not the whole plan, so it is no plan."""
        if not stack:
            return
        node = stack[-1]
        if node.end_of_last >= 0 or self._begins_row(text, node):
            raise _cut(text)

    def _begins_row(self, text: str, node: _Node) -> bool:
        rest = text[node.start :]
        return text[node.start - 1] == "[" or any(_is_action(a) or self._is_thing(a) for a in _atoms(rest))

    def lines(self, text: str) -> Iterator[_Unit]:
        """Return the lines, or their parts between semicolons, that are rows."""
        before = ""
        for line in re.split(r"[\n;]", text):
            atoms = _atoms(_BULLET.sub("", re.sub(r"[|\t]", ",", line)))
            rows = [row for row in self._split(atoms) if self._is_line(row)]
            if rows:
                yield _Unit(rows, before)
                before = ""
            else:
                before += line + "\n"

    def refuse_cut_line(self, text: str, units: list[_Unit]) -> None:
        """Bare lines that end inside a row, or in a word that may be the beginning of another, are no plan either."""
        if not text.rstrip()[-1:].isalnum():
            return
        rows = [row for unit in units for row in unit.rows]
        *others, last = rows
        ending = _atoms(_BULLET.sub("", re.split(r"[\n;|\t]", text.rstrip())[-1]))
        if ending[-1:] != last[-1:]:
            last = ending
            begins = len(ending) == 1 and (_is_action(ending[0]) or self._names.is_class(ending[0]))
        else:
            begins = bool(others) and len(last) < min(map(len, others))
        written = {atom for row in others for atom in row} | NOTHING
        word = last[-1]
        may_go_on = len(last) <= 3 and (actions.is_cut(word) or self._names.is_cut(word))
        if begins or (may_go_on and word not in written and not placeholder(word)):
            raise _cut(text)

    def _rows(self, bracket: str) -> list[Row]:
        """Return the rows in a bracket, given from its opening on; half a row in a square one is kept as it is."""
        atoms = _atoms(bracket[1:])
        if (
            bracket[0] == "["
            and len(atoms) == 1
            and (_is_written(atoms[0]) or self._names.is_class(atoms[0]))
        ):
            return [atoms]
        return [row for row in self._split(atoms) if self._is_row(row)]

    def _split(self, atoms: Row) -> list[Row]:
        """Return the rows in the words of one bracket or line: mostly one; several where a plan is one flat list."""
        if len(atoms) > 2 and atoms[0].isdigit():
            atoms = atoms[1:]
        composite = [self._parts(atom) for atom in atoms]
        if atoms and all(composite):
            return composite
        for size, places, is_action in (
            (3, (0,), actions.high_or_none),
            (2, (0, 1), actions.primitive_or_none),
        ):
            rows = [atoms[i : i + size] for i in range(0, len(atoms), size)]
            fits = len(atoms) > 3 and len(atoms) % size == 0
            if fits and any(all(is_action(row[place]) for row in rows) for place in places):
                return rows
        return [atoms]

    def _parts(self, atom: str) -> Row:
        """Return the action and its objects of one phrase such as "Mug PickupObject" or "Move Mug Shelf", or []."""
        words = re.findall(r"[\w/]+", atom)
        if not 2 <= len(words) <= 6:
            return []
        first, *others = words
        if words[-1] in Primitive:
            return [" ".join(words[:-1]), words[-1]]
        if first in Primitive:
            return [first, " ".join(others)]
        things = [word for word in others if word.lower() not in _SMALL_WORDS]
        return (
            [first, *things]
            if first in actions.written() and len(things) <= 2 and all(map(self._is_thing, things))
            else []
        )

    def _is_row(self, row: Row) -> bool:
        fields = {atom.lower() for atom in row}
        if fields <= _FIELDS and not fields.isdisjoint({"action", "primitive"}):
            return False
        if len(row) == 1:
            return actions.high_or_none(row[0]) is High.PASS
        if any(map(_is_action, row)):
            return len(row) > 1
        words = all(re.fullmatch(r"[\w/]+", atom) for atom in row)
        return len(row) in (2, 3) and words and any(placeholder(a) or self._names.is_class(a) for a in row)

    def _is_line(self, row: Row) -> bool:
        if len(row) > 3 or not self._is_row(row):
            return False
        return any(_is_written(atom) or self._is_thing(atom) for atom in row)

    def _is_thing(self, atom: str) -> bool:
        return atom.lower() in NOTHING or bool(placeholder(atom) or self._names.spelled(atom))


def _cut(text: str) -> Rejected:
    return Rejected(RejectionCode.TRUNCATED, f"The answer is cut off at {text.strip()[-60:]!r}.")


def _atoms(inner: str) -> Row:
    return [a for a in (part.strip(_STRIP) for part in _BETWEEN.split(inner)) if a]


def _is_action(atom: str) -> bool:
    return bool(actions.high_or_none(atom) or actions.primitive_or_none(atom))


def _chosen(units: list[_Unit], repairs: Repairs) -> list[Row]:
    """Return the rows of the last plan among units; of an old plan, or in sentences, only where there is no other."""
    plans = [_standing(plan) for plan in _plans(_unnamed(units))]
    if sum(map(len, plans)) < len(units):
        repairs.add("left out brackets inside sentences")
    if len(plans) > 1:
        repairs.add(f"took one of {len(plans)} lists")
    own = [plan for plan in plans if not all(unit.is_told for unit in plan)] or plans
    fresh = [plan for plan in own if _NEW.search(plan[0].heading) or not _OLD.search(plan[0].heading)] or own
    return [row for unit in fresh[-1] for row in unit.rows] if fresh else []


def _unnamed(units: list[_Unit]) -> list[_Unit]:
    """Leave out the units that a sentence names, one or several: "[...] and [...] are removed"."""
    named = [unit.is_named for unit in units]
    links = [_GOES_ON.fullmatch(unit.before) is not None for unit in units]
    for i in range(1, len(units)):
        named[i] = named[i] or (links[i] and named[i - 1])
    for i in range(len(units) - 1, 0, -1):
        named[i - 1] = named[i - 1] or (links[i] and named[i])
    return [unit for unit, is_named in zip(units, named, strict=True) if not is_named]


def _standing(plan: list[_Unit]) -> list[_Unit]:
    """Leave out of a plan what stands in sentences, unless all of it does."""
    kept: list[_Unit] = []
    goes_on = False
    for number, unit in enumerate(plan):
        goes_on = goes_on if number and unit.is_linked else not unit.is_told
        if goes_on:
            kept.append(unit)
    return kept or plan


def _plans(units: list[_Unit]) -> list[list[_Unit]]:
    """Part units into plans: at the borders of outer lists with several rows, and at headings."""
    sizes: dict[int | None, int] = {}
    for unit in units:
        sizes[unit.outer] = sizes.get(unit.outer, 0) + len(unit.rows)
    several = any(size > 1 for outer, size in sizes.items() if outer is not None)
    plans: list[list[_Unit]] = []
    last: int | None = None
    for unit in units:
        outer = unit.outer if several else None
        if not plans or outer != last or (outer is None and unit.is_headed):
            plans.append([])
        plans[-1].append(unit)
        last = outer
    return plans
