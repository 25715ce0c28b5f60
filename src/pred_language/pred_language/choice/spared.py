"""A second reading of what is to be left as it is: no goal may be about it, whatever the first reading made of it.

Like :mod:`pred_language.choice.second_reading` it goes over the words as the person said them, before anything told
them again, with tables of its own: "don't touch the bread", "leave the other one", "the green one stays there".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pred_core.referring.description import Test, TestKind
from pred_core.vocabulary import spoken
from pred_language.choice.second_reading import stem
from pred_language.meaning.context import Ranked, TaskContext
from pred_language.meaning.parts import in_order

_THE = r"(?:the|my|our|your|his|her|their|that|those|this|these|any(?: of the)?)"
_AT = r"(?:in|on|under|inside|by|near|beside|behind|at|next to|in front of|with) (?:the|my|our|a|it|there)\b"
_END = r"\s*(?:[.,;:!?]|$|\b(?:and|but|so|then|though|please|either|at all|just|only|is|are|instead|too)\b)"
_WHAT = (
    rf"(?P<spared>{_THE} (?:(?!(?:and|but|or|is|are)\b)[a-z-]+ ){{0,3}}?[a-z-]+?)"
    rf"(?P<at> (?:that (?:is|are) )?{_AT}[^.,;!?]*?)?"
)
_NOT = r"(?:don'?t|do not|never|needn'?t|need not|(?:don'?t|do not) (?:need|have) to|no need to|without)"
_LEAVING = r"(?:leav(?:e|ing)|let(?:ting)?|keep(?:ing)?)"
_STAYS = (
    r"(?:alone|be|out of (?:it|this|that)|untouched|(?:(?:just|exactly|right) )?(?:where|as|how) (?:it|they|he|she)"
    r"(?: is| are|'s|'re)?\b|in peace)"
)
_SPARED = tuple(
    re.compile(form)
    for form in (
        (
            rf"\b{_NOT} (?:you )?(?:dare )?(?:touch|mov|tak|disturb|includ|bother|us|bring)(?:e|ing)?"
            rf"(?: with| about| me)* {_WHAT}(?={_END})"
        ),
        rf"\b{_LEAVING} {_WHAT} {_STAYS}\b",
        rf"\bbut (?:please )?(?:leave|keep) {_WHAT}(?=\s*(?:[.!]|$))",
        rf"\b{_LEAVING} (?P<spared>the others?(?: ones?| two| three)?)(?P<at> {_AT}[^.,;!?]*)?(?={_END})",
        (
            rf"(?:^|[.,;!?] |\b(?:and|but|only|while) ){_WHAT} (?:(?:can|may|should|must|has to|is to|are to) )?"
            r"(?:just )?(?:stays?|remains?)\b(?! (?:open|closed|shut|on|off|running)\b)"
        ),
        rf"(?:,|;|\bbut|\band|\bjust|\bonly) not {_WHAT}(?={_END})",
        (
            r"\b(?:except(?:ing)?(?: for)?|apart from|aside from|other than|bar|barring|all but|everything but"
            rf"|any(?:thing)? but|minus|save for) {_WHAT}"
            rf"(?={_END}|\s+(?:in|on|to|into|onto|from|should|must|goes|go)\b)"
        ),
        rf"(?:^|[.,;] |\band |\bbut )(?:skip|ignore|spare) {_WHAT}(?={_END})",
    )
)
_NONE_THERE = re.compile(
    r"\b(?:no|none of (?:the|my|our|those)|not (?:a|one|any)(?: of the| of my)?) (?P<thing>(?:[a-z-]+ ){0,2}?[a-z-]+)"
    r"(?: (?:should|must|may|can|shall|is to|are to|ought to|left|be|lie|stand|stay|remain|go|stands|lies))* "
    r"(?:in|on|inside|under|into|onto) (?:the|my|our|that|this) (?P<place>[a-z-]+(?: [a-z-]+)?)"
)
"""What says that none of a kind is to be in a place."""
_ONES = frozenset({"one", "ones", "other", "others", "two", "three"})
"""Last words of what is spared that name no kind."""
_PLACES = ("destination", "toggle", "source")
_APART = (TestKind.NOT, TestKind.OTHER)
_UNDONE = {"on": "off", "off": "on", "open": "closed", "closed": "open"}
_IN_TURN = re.compile(r"\b(?:again|back|then|after\w*|before|first|later|once|until|twice|for|on and off)\b")
"""What says that a thing is brought to one state and then to its contrary."""


def acted_on(text: str, context: TaskContext) -> Iterator[str]:
    """Yield what a person wants left as it is and a reading does something to, and what it does and undoes.

    :param text: what was said, in the person's own words
    """
    said = " ".join(text.lower().replace("\u2019", "'").split())
    tasks = tuple(in_order(context))
    for pattern in _SPARED:
        for match in pattern.finditer(said):
            if _is_touched(match["spared"], tasks, placed=bool(match.groupdict().get("at"))):
                yield match.group().strip(" ,;.!?")
    for match in _NONE_THERE.finditer(said):
        if any(_is_put(task, match["thing"], match["place"]) for task in tasks):
            yield match.group()
    if not _IN_TURN.search(said):
        yield from _undone(tasks)


def _is_touched(spared: str, tasks: Sequence[TaskContext], *, placed: bool) -> bool:
    """Tell whether tasks are about what is spared.

    :param placed: whether it is told by where it is: others of its kind may be acted on
    """
    *told, last = spared.split()
    tests = [test for task in tasks for test in _of_things(task)]
    excludes = any(test.kind in _APART for test in tests)
    if last in _ONES:
        many = any(task.count != 1 for task in tasks) and not tests
        other = not {"other", "others"}.isdisjoint({*told, last}) and len(tasks) > 1
        return many or (
            other and any(test.words == "other" for task in tasks[1:] for test in _of_things(task))
        )
    acted = any(_is_called(ranked, last, task.count != 1) for task in tasks for ranked in _things(task))
    told_apart = placed or len(told) > 1
    return acted and not excludes and not (told_apart and tests)


def _is_put(task: TaskContext, thing: str, place: str) -> bool:
    """Tell whether a task puts a thing of a kind in a place of a kind."""
    moved = [(task.target, task.destination), *((part.thing, part.destination) for part in task.also)]
    noun = thing.rsplit(maxsplit=1)[-1]
    return any(
        _is_called(what, noun, True) and any(_is_called(where, word, True) for word in place.split())
        for what, where in moved
    )


def _things(task: TaskContext) -> Iterator[Ranked]:
    yield from (task.target, task.movable)
    yield from (part.thing for part in (*task.also, *task.parts))


def _is_called(ranked: Ranked, noun: str, many: bool) -> bool:
    """Tell whether a noun names what some words mean, by these words or the type that they are taken for.

    :param many: whether all types of the words may be meant: bread is food
    """
    types = ranked.classes if many else ranked.classes[:1]
    names = (ranked.words, *map(spoken, types))
    return stem(noun) in {stem(word) for name in names for word in name.lower().split()[-1:]}


def _of_things(task: TaskContext) -> Iterator[Test]:
    """Yield what tells the things of a task, not its places."""
    for slot, tests in task.said.items():
        if not slot.startswith(_PLACES) and not slot.endswith("_place"):
            yield from tests


def _undone(tasks: Sequence[TaskContext]) -> Iterator[str]:
    """Yield the words of a thing that is brought to a state by one task and to its contrary by another."""
    made: dict[tuple[str, str], str] = {}
    for task in tasks:
        for state in task.states & _UNDONE.keys():
            before = made.get((task.target.best, _UNDONE[state]))
            if before is not None and before != task.target.words:
                yield task.target.words
            made[task.target.best, state] = task.target.words
