"""What a question is about, said before it: "I only have one clean mug, where is it?" asks where the clean mug is.

Also what is asked once more in other words ("can I eat off it, I mean, is it clean?"), and what is left out first
("apart from the plant, what is on the table?"). Only texts that end with a question are told again here.
"""

from __future__ import annotations

import re

from pred_language.discourse.asking_framed import asked_outright
from pred_language.discourse.asking_stories import without_story
from pred_language.discourse.asking_to_act import as_order
from pred_language.discourse.rewriting import Change, Rule, retold, rules
from pred_language.lexicon.inflection import known_noun, singular
from pred_language.lexicon.shapes import NAME, NO_NOUN, PLACE, PREP

_WORDS = rf"(?:{NO_NOUN}[a-z][a-z-]*)(?: {NO_NOUN}[a-z][a-z-]*){{0,3}}?"
_THE = r"(?:the|my|our|your|that|this|those|these)"
_SEVERAL = ("two", "three", "four", "a few", "several", "some")
_SOME = rf"(?:an?|any|one|{'|'.join(_SEVERAL)}|a couple of|only one|just one|another)"
_THING = rf"(?:(?P<det>{_THE}|{_SOME}) )?(?P<np>{_WORDS})"
_NP = rf"(?P<np>{_THE} [a-z]+(?: [a-z]+){{0,2}}?(?: {PLACE})?)"
_HERE = (
    r"(?: (?:somewhere|anywhere|everywhere|for (?:ages|hours|[a-z]+ minutes)|all day|all "
    r"morning|around|about|here|left|lying|in here|in this room|again|at home|earlier|"
    r"this morning))*"
)
_ADVERBS = (
    r"(?:(?:only|just|still|also|really|now|definitely|actually|probably|always|surely|thought|think|am sure|"
    r"know) )*"
)
_HAS = (
    rf"(?:i|we)(?:'ve| have|'m|'d| am)? {_ADVERBS}"
    r"(?:got|have|had|own|need|want|miss|missing|after|looking for|been (?:hunting|looking|searching) "
    r"for|can'?t find|lost|left|put|saw|seen|bought|keep|kept|like|use|"
    r"could use|would like)(?: only| just)?"
)
_IS_SOMEWHERE = (
    rf"(?:there(?:'s|'re| is| are| was| were| should be| must be| ought to be| used to be) {_ADVERBS}"
    r"|(?:i|we) (?:thought|think|believe|know|remember) there (?:was|were|is|are) )"
)
_ASKED = (
    r"(?P<asks>(?:where|what|which|is|are|has|have|did|does|do|was|were|how|any idea|do you know|"
    r"can you (?:tell|see))\b[^.;!?]*)"
)
_END = r"\s*\?\s*$"
_JOINS = r"\s*(?:[.,;:!]+|-+|–|—|\.\.\.|(?= and | but | so ))\s*(?:(?:and|but|so|now|well|please|tell me)[, ]+)*"
_MEANT = (
    r"[?,.;]* ?(?:-+ |– |— )?(?:(?:or|and|so|well|no),? )?"
    r"(?:i mean|i\.e\.?|ie|that is(?: to say)?|in other words|meaning)[,:]? "
)
_IS_IT_SO = r"[,;:-]* (?P<be>is|are) (?:it|they) (?P<so>[a-z]+(?: or [a-z]+)?)"
_BESIDES = r"(?:apart from|besides|other than|aside from|except(?: for)?|not counting|leaving out|in addition to)"
_PHRASE = rf"(?:{_THE}|an?) {_WORDS}"
_SET = r"(?P<asks>(?:what|which|is there|are there|how many)\b[^.;!?]*?)"
_WONDERS = (
    r"i(?:'m| was| am) (?:just )?(?:wondering|curious)|any chance (?:that )?you (?:know|remember)|"
    r"i don'?t suppose (?:that )?you(?:'d)?(?: would)?(?: happen to)? (?:know|remember)|"
    r"have you (?:any )?(?:idea|clue)|you (?:wouldn|don)'?t (?:happen to )?know"
)
_SURE = (
    r"are you (?:quite |really |absolutely )?(?:sure|certain)|(?:do|would) you (?:think|reckon|believe|say|suppose)|"
    r"can we be sure|is it the case"
)
_IT = re.compile(r"\b(?:it|they|them|that one|that)\b", re.IGNORECASE)
_ONE = re.compile(
    r"\bthe (?:(?P<how>[a-z]+ )ones?\b|ones?\b(?= (?:that|which|in|on|under|from|by|near|next)\b))", re.IGNORECASE
)
_WITH_PLACE = re.compile(
    rf"\b(?P<thing>{_THE} {_WORDS})(?P<at> (?:{PREP}) {_THE} [a-z]+(?: [a-z]+)?)?"
    r"(?= *$| (?:on|off|open|closed|shut|clean|dirty|running|still)\b|,)",
    re.IGNORECASE,
)


def _told_of(match: re.Match[str]) -> str:
    """Return the question with what was said before it for "it"; the whole as it was where nothing stands for it."""
    said, asks = match.groupdict(), match["asks"]
    noun = said["np"]
    if not known_noun(noun):
        return match.group()
    one = _ONE.search(asks)
    if one is not None:
        named = singular(noun) if (said["det"] or "") in _SEVERAL else noun
        return f"{asks[: one.start()]}the {one['how'] or ''}{named}{asks[one.end() :]}?"
    at = f" {said['at']}" if said.get("at") else ""
    told, found = _IT.subn(f"the {noun}{at}", asks, count=1)
    return f"{told}?" if found else match.group()


def _asked_again(match: re.Match[str]) -> str:
    """Return "is the plate clean" of "can I eat off the plate, I mean, is it clean"."""
    asks, thing = match["asks"], _WITH_PLACE.search(match["first"])
    if thing is None:
        return match.group()
    told, found = _IT.subn(f"{thing['thing']}{thing['at'] or ''}", asks, count=1)
    return f"{told}?" if found or _WITH_PLACE.search(asks) else match.group()


_MADE_SO = {
    "opened": "open", "closed": "closed", "shut": "closed", "washed": "clean", "cleaned": "clean", "filled": "full",
    "emptied": "empty",
}  # fmt: skip
"""How things are after somebody did something with them."""
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            r"^\W*(?:before|while|when|now that|since|as) (?:i|we)\b[^:,.;?]*[:,] "
            r"(?=(?:how many|is|are|where|what|which|do|does|has|have)\b[^.;!]*\?)"
        ),
        "",
    ),
    (
        (rf"(?P<asks>^\W*(?:is|are) there [^?]*?) for (?:tonight|later|now|me|us|(?:the |our |my "
        rf")?(?:dinner|lunch|tea|breakfast|"
        rf"supper|salad|guests|party|cake)){_END}"),
        r"\g<asks>?",
    ),
    (
        (
            rf"^\W*how many (?P<things>[a-z]+(?: [a-z]+)?) (?:does|do|has|have) {_NP}(?: have| got)? (?:on|in|inside) "
            rf"(?:it|them)(?: right now| now| at the moment)?{_END}"
        ),
        r"how many \g<things> are on \g<np>?",
    ),
    (
        (
            rf"^\W*(?:has|have) (?:some(?:one|body)|any(?:one|body)) (?:turned|switched) (?P<way>on|off) {_NP}{_END}"
        ),
        r"is \g<np> \g<way>?",
    ),
    (
        (
            r"^\W*(?:has|have) (?:some(?:one|body)|any(?:one|body)) "
            r"(?P<done>opened|closed|shut|washed|cleaned|filled|emptied) "
            rf"{_NP}{_END}"
        ),
        lambda m: f"is {m['np']} {_MADE_SO[m['done'].lower()]}?",
    ),
    (
        (
            r"^\W*(?P<thing>(?:the|my|that) [a-z]+(?: [a-z]+)??)(?: that)? (?:some(?:one|body)|i|you|he|she) left "
            rf"(?P<so>open|closed|on|off|dirty), (?P<asks>what colou?r|where) is (?:that|it){_END}"
        ),
        r"\g<asks> is \g<thing> that is \g<so>?",
    ),
    (
        (
            r"^\W*(?P<first>(?:is|are|can|could|may|should|do|does|would|where|what|which|has|have)\b[^.;!?]*?)"
            rf"{_MEANT}{_ASKED}{_END}"
        ),
        _asked_again,
    ),
    (
        (
            r"^\W*(?P<be>is|are) (?P<np>(?:the|my) [a-z]+(?: [a-z]+)?) (?P<so>[a-z]+)[?,]? i mean(?: just| only)?,? "
            rf"the ones? (?P<at>{PREP} {_THE} [a-z]+(?: [a-z]+)?){_END}"
        ),
        r"\g<be> \g<np> \g<at> \g<so>?",
    ),
    (rf"^\W*what(?:'s| is|'re| are) {_NP} like{_IS_IT_SO}{_END}", r"\g<be> \g<np> \g<so>?"),
    (rf"^\W*what(?:'s| is|'re| are) {_NP}{_IS_IT_SO}{_END}", r"\g<be> \g<np> \g<so>?"),
    (
        (
            r"^\W*(?:can|could|may|should) (?:i|we|one|you) [a-z]+ (?:(?:off|from|out of|with|in|on|into) )?"
            rf"{_NP},? or (?P<be>is|are) (?:it|they) (?:still |too |already )*"
            rf"(?P<so>clean|dirty|empty|full|open|closed|shut|on|off){_END}"
        ),
        r"\g<be> \g<np> \g<so> or not?",
    ),
    (
        (
            r"^\W*(?:do|should|must) (?:i|we) (?:need )?(?:to )?(?:have to )?(?:buy |get |fetch |order |need )?"
            r"(?:any |some |more )*(?P<np>[a-z]+(?: [a-z]+)?),? or (?:is|are) there (?:still |already )*"
            rf"(?:one|some|any|enough|plenty|more)(?: left)?(?P<at>(?: {PLACE})?){_END}"
        ),
        r"are there any \g<np>\g<at>?",
    ),
    (
        (
            rf"^\W*{_BESIDES} (?P<np>{_PHRASE}),? {_SET}(?: (?:with|beside|next to|along with) (?:it|them))?{_END}"
        ),
        r"\g<asks> besides \g<np>?",
    ),
    (rf"^\W*{_SET},? (?!not counting|leaving out){_BESIDES} (?P<np>{_PHRASE}){_END}", r"\g<asks> besides \g<np>?"),
    (r"^\W*what else (?:do|can|did) (?:you|we|i) (?:see|have|find|spot) (?=[^?]* besides )", "what is "),
    (
        rf"^\W*(?:{_HAS}|{_IS_SOMEWHERE}) ?{_THING}(?: (?P<at>{PLACE}))?{_HERE}(?: now)?{_JOINS}{_ASKED}{_END}",
        _told_of,
    ),
    (
        (
            r"^(?P<lead>\W*)(?P<be>is|are) there (?:only|just) "
            r"(?=(?:one|two|three|four|five|six|a single)\b[^?]*\?)"
        ),
        r"\g<lead>\g<be> there exactly ",
    ),
    (
        (
            rf"^\W*(?:{_WONDERS}|{_SURE})(?: (?:if|whether|that))? "
            r"(?=(?:the|my|our|there|any|all|both|one|either)\b[^.;!?]*\?)"
        ),
        "is it true that ",
    ),
    (
        (
            rf"^\W*(?:(?:you|they|he|she|someone|somebody|mum|dad|{NAME}) (?:keeps? (?:on )?|have |has )?(?:saying|"
            r"says?|said|told me|tells? me|claims?|claimed)|(?:i|we) (?:think|believe|heard|read|was told|were told|"
            r"thought)|it's said|supposedly|apparently)(?: that)?,? (?P<told>[^.;!?]+?)\s*[.,;!-]+ (?:and )?(?:is "
            r"(?:that|it|this) (?:really )?(?:true|right|correct|so|the case)|am i (?:right|correct)|right|correct|"
            r"true|is it)\?"
        ),
        r"is it true that \g<told>?",
    ),
    (
        (r"^\W*(?:you|we|i|somebody|someone)(?:'ve| have)? [a-z]+(?:ed|t) (?P<thing>(?:the|my|"
         r"our) [a-z]+(?: [a-z]+)??),? so (?:it|that|they)(?P<be>'s| is|'re|"
         r" are) (?P<so>[a-z]+(?: [a-z]+)??)(?: now| again)?,? (?:right|correct|yes|isn't it|aren't they)\?"),
        lambda m: f"{'are' if 're' in m['be'] else 'is'} {m['thing']} {m['so']}?",
    ),
    (r"^\W*where ?abouts (?=(?:is|are|did)\b[^?]*\?)", "where "),
    (rf"^\W*(?:{_WONDERS}) (?=(?:where|how many|what|which)\b[^.;!?]*\?)", ""),
    (
        (
            r"^\W*there (?:is|are)(?:n't| not)(?P<any> any| an?) (?P<rest>[^,?]+?)(?: any ?more| yet)?,? "
            rf"(?:is|are) there{_END}"
        ),
        r"is there\g<any> \g<rest>?",
    ),
    (
        rf"^\W*there(?:'s| is| are) no (?P<rest>[^,?]+?)(?: any ?more)?,? (?:is|are) there{_END}",
        r"is there any \g<rest>?",
    ),
    (
        (
            r"^\W*(?:none|neither|not (?:a single )?one) of (?:the|my|our) (?P<np>[a-z]+(?: [a-z]+)?) "
            rf"(?:is|are) (?P<so>[^,?]+?),? (?:is|are) (?:it|they|one){_END}"
        ),
        r"are any of the \g<np> \g<so>?",
    ),
    (
        (
            r"^\W*(?P<none>(?:none|neither|not (?:a single )?one) of (?:the|my|our) |"
            r"(?:no|not a single|not one|at least|at most|more than|less than|fewer than|only|exactly) )"
            r"(?P<rest>[a-z][^,?]*? (?:is|are) [^,?]+?),? "
            rf"(?:right|correct|yes|true|am i right|isn't it|aren't they){_END}"
        ),
        r"is it true that \g<none>\g<rest>?",
    ),
)
_RULES: tuple[Rule, ...] = rules(_FORMS)
_QUESTION = re.compile(r"\?\s*$")
_NOTHING_ELSE = re.compile(
    r"^(?P<question>[^?]+\?)\s+(?:but )?(?:i )?(?:don't|do not|dont) (?!you\b)[^?]*?(?:,? i (?:just|only) (?:want|"
    r"wanted|need|ask)[^?]*)?[.!]*$",
    re.IGNORECASE,
)
"""A question, and that nothing is to be done about it."""
_YES_OR_NO = re.compile(
    r"^(?P<question>\W*(?:is|are|was|were|do|does|did|have|has|can)\b[^?]+?)\??,? yes or no[?.!]*$", re.IGNORECASE
)


def with_what_it_is_about(text: str) -> str:
    """Return a text that ends with a question with what it is about in the question itself; any other as it is."""
    text = _YES_OR_NO.sub(r"\g<question>?", _NOTHING_ELSE.sub(r"\g<question>", text))
    text = asked_outright(as_order(text))
    return retold(without_story(text), _RULES) if _QUESTION.search(text) else text
