"""Questions that compare how many there are: "are there more books than pillows?", "as many spoons as cups?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pred_language.questions.answering import Answer
from pred_language.questions.rewordings import PREP

_SEE = r"(?:do|can|did|have) (?:you|we|i) (?:have|see|got|count|spot)"
_THERE = rf"(?:(?:is|are) there|(?:do|have) (?:you|we|i)(?: have| see| got)?|{_SEE})"
_IS = rf"(?:(?:is|are)(?: there)?|{_SEE}|lie|lies|stand)"
_HERE = r"(?: (?:in (?:this|the) room|in here|here|there|around|altogether|in total|overall))*"
_N = r"(?P<{}>(?:(?:of )?(?:the|my|our) )?[a-z]+(?: [a-z]+){{0,2}}?)"
_ONE, _OTHER = _N.format("one"), _N.format("other")
_AT = rf"(?P<at>{PREP} (?:(?! than | or ).)+?)"
_AS_MANY = r"as many|just as many|equally many|(?:the same|an equal) (?:number|amount) of"
_THERE_THAN = rf"(?P<there>{PREP} .+?)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"^how many (?P<by>more|fewer|less) {_ONE} {_IS} {_AT} than (?:there are )?{_THERE_THAN}{_HERE}$",
        rf"^how many (?P<by>more|fewer|less) {_ONE} {_IS}{_HERE} than {_OTHER}{_HERE}$",
        rf"^how many (?P<by>more|fewer|less) {_ONE} than {_OTHER} {_IS}{_HERE}$",
        rf"^(?P<sum>how many) {_ONE} and {_OTHER} {_IS}(?: there)? {_AT}{_HERE}$",
        rf"^(?P<sum>how many) {_ONE} and {_OTHER} {_IS}{_HERE}$",
        rf"^by how (?:many|much) do {_ONE} (?P<over>outnumber|exceed) {_OTHER}$",
        rf"^(?:do|does) {_ONE} (?P<how>outnumber) {_OTHER}$",
        rf"^(?:is|are) (?P<how>more|fewer|less) {_ONE} (?P<so>[a-z]+) than (?P<so_other>[a-z]+)$",
        rf"^(?:is|are) (?:there )?(?P<how>more|fewer|less) {_ONE} {_AT} than {_THERE_THAN}{_HERE}$",
        rf"^(?:where )?(?:is|are) there (?P<which>more|fewer|less) {_ONE},? {_AT},? or {_THERE_THAN}{_HERE}$",
        rf"^{_THERE} (?P<how>as many|just as many) {_ONE} {_AT} as {_THERE_THAN}{_HERE}$",
        rf"^{_THERE} (?P<how>more|fewer|less) (?P<one>.+?) than (?P<other>.+?){_HERE}$",
        rf"^{_THERE} (?P<how>{_AS_MANY}) (?P<one>.+?) (?:as|and) (?P<other>.+?){_HERE}$",
        (rf"^(?:what|which)(?: are there| do we have| is there)? (?P<which>more|fewer)(?: of)?(?: here)?[,:] "
        rf"(?P<one>.+?) or (?P<other>.+?){_HERE}$"),
    )
)


@dataclass(frozen=True)
class Amounts:
    """Two kinds of things of which the numbers are compared or summed.

    ``how``: "more", "fewer", "same", "which" (of both), "by more", "by fewer" (how many) or "sum".

    ``one`` and ``other`` are their words, with places: "books on the shelf".
    """

    how: str
    one: str
    other: str

    @property
    def counts(self) -> tuple[str, str]:
        """The questions for both numbers."""
        return f"how many {self.one} are there", f"how many {self.other} are there"


def amounts_in(question: str) -> Amounts | None:
    """Return what a question compares, None where it compares no numbers of things.

    :param question: in lower case, without its sign
    """
    match = next((found for form in _FORMS if (found := form.match(question))), None)
    if match is None:
        return None
    said = match.groupdict()
    one = re.sub(r"^(?:of )?(?:the|my|our) ", "", said["one"])
    other = re.sub(r"^(?:of )?(?:the|my|our) ", "", said.get("other") or one)
    if re.match(r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)$", other):
        return None
    if said.get("so"):  # "are more of the plates clean than dirty"
        one, other = f"{said['so']} {one}", f"{said['so_other']} {one}"
    if said.get("there"):
        one, other = f"{one} {said['at']}", f"{one} {said['there']}"
    if said.get("sum") and len(one.split()) > len(other.split()):
        return None  # of "clean plates and mugs" the mugs may be meant to be clean or not
    if said.get("sum") and said.get("at"):
        one, other = f"{one} {said['at']}", f"{other} {said['at']}"
    other = re.sub(r"\bones?$", one.split()[-1], other)
    return Amounts(_how(said), one, other)


def _how(said: dict[str, str | None]) -> str:
    """Return how the numbers are compared by the words for it."""
    if said.get("which") or said.get("sum"):
        return "which" if said.get("which") else "sum"
    if said.get("by") or said.get("over"):
        return "by fewer" if said.get("by") in ("fewer", "less") else "by more"
    how = {"less": "fewer", "outnumber": "more"}.get(said["how"] or "", said["how"] or "")
    return how if how in ("more", "fewer") else "same"


def weighed(amounts: Amounts, answers: Sequence[Answer]) -> Answer:
    """Return which are more, or whether it is so; not known where one of both could not be counted."""
    first, second = answers
    told = replace(first, sentence=f"{first.sentence} {second.sentence}", things=(*first.things, *second.things))
    told = replace(told, look_at=(*first.look_at, *second.look_at))
    one, other = first.value, second.value
    if not isinstance(one, int) or not isinstance(other, int):
        return replace(told, value=None)
    if amounts.how == "which":
        most = amounts.one if one > other else amounts.other if other > one else "as many of both"
        return replace(told, sentence=f"{most[:1].upper()}{most[1:]}: {told.sentence}", value=most)
    if amounts.how == "sum":
        both = tuple(dict.fromkeys(told.things))  # a mug is among the cups, too
        return replace(told, sentence=f"{len(both)}: {told.sentence}", value=len(both), things=both)
    if amounts.how.startswith("by "):
        ahead = one - other if amounts.how == "by more" else other - one
        begin = str(ahead) if ahead > 0 else "None"
        return replace(told, sentence=f"{begin}: {told.sentence}", value=max(ahead, 0))
    so = {"more": one > other, "fewer": one < other, "same": one == other}[amounts.how]
    return replace(told, sentence=f"{'Yes' if so else 'No'}: {told.sentence}", value=so)
