"""Questions that leave something out: "what is in the box besides the pen?", "how many cups but the red one?"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pred_language.lexicon.inflection import plural, singular
from pred_language.questions.rewordings import PREP

_BESIDES = (
    r"(?:besides|apart from|other than|except(?: for)?|aside from|in addition to|excluding|not counting|not including|"
    r"as well as|together with)"
)
_NAMED = r"(?:(?:the|my|our|a|an) [a-z]+(?: [a-z]+)?|(?:[a-z]+ )?[a-z]+s)"
_ONE = rf"the (?:one (?:that is )?{PREP} .+?|[a-z]+ ones?)"
_TAIL = r"(?P<tail>(?: (?:are|is) there| do (?:you|we|i) (?:see|have)| (?:here|in here))*)"
_WHAT = re.compile(
    rf"^(?P<asks>what(?:'s| is| are| do (?:we|you|i) (?:have|see))?(?: else)?"
    rf"(?: is| are)?(?: there)? .+?),? {_BESIDES} (?P<spared>{_NAMED})$"
)
_ANYTHING = re.compile(
    rf"^(?P<asks>(?:is|are) there (?:still )?(?:anything|something)(?: else)? .+?),? {_BESIDES} (?P<spared>{_NAMED})$"
)
_OF_ALL = re.compile(
    rf"^(?P<asks>(?:how many|which|what) (?P<noun>[a-z]+)\b[^,]*?),? {_BESIDES} (?P<one>{_ONE}){_TAIL}$"
)
_OTHERS = re.compile(
    rf"^(?P<asks>(?:is|are) there (?:any |an? )?)(?:other|another) (?P<noun>[a-z]+)(?P<rest>\b[^,]*?),? {_BESIDES} "
    rf"(?P<one>{_ONE}){_TAIL}$"
)
_WHERE = re.compile(
    rf"^(?P<asks>where (?:is|are)) the (?:other |second |third )?(?P<noun>[a-z]+(?: [a-z]+)?),? (?:but |and )?(?:the "
    rf"one )?"
    rf"(?:(?:that|which)(?: is|'s) |that is |that's )?not (?:the one )?(?:that is |that's )?(?P<at>{PREP} .+)$"
)


@dataclass(frozen=True)
class Besides:
    """A question without what it leaves out, and that in words."""

    asks: str
    spared: str


def besides_in(question: str) -> Besides | None:
    """Return what a question asks and what it leaves out, None where it leaves nothing out.

    :param question: in lower case, without its sign
    """
    match = _WHAT.match(question) or _ANYTHING.match(question)
    if match is not None and not match["asks"].startswith(("what color", "what colour")):
        return Besides(re.sub(r" else\b", "", match["asks"]), match["spared"])
    if where := _WHERE.match(question):
        at = re.sub(rf"^(?P<prep>{PREP}) (?!(?:the|my|our|a|an|this|that)\b)", r"\g<prep> the ", where["at"])
        return Besides(f"{where['asks']} the {where['noun']}", f"{plural(where['noun'])} {at}")
    match = _OF_ALL.match(question) or _OTHERS.match(question)
    if match is None:
        return None
    spared = re.sub(r"\bone\b", singular(match["noun"]), match["one"].replace(" ones", f" {match['noun']}"), count=1)
    rest = match.groupdict().get("rest")
    asks = match["asks"] if rest is None else f"{match['asks']}{match['noun']}{rest}"
    return Besides(f"{asks}{match['tail']}", spared)
