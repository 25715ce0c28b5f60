"""Orders among clauses that are none: what is told of plans, habits, others and reasons, and what is not to be done.

An order stands in a frame. Some frames ask for it ("I was hoping you would ..."), some say why or how ("now that we
have eaten"), and in some nothing is asked ("I'm about to ...", "Anna will ...", "you needn't ..."). The last are left
away where an order stands beside them; alone they are no order. This comes first, once slips of the hand are mended.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pred_language.discourse.joining import JOINED, joined
from pred_language.discourse.rewriting import Rule, retold, rules
from pred_language.discourse.wrapping import base_of_gerund, base_of_participle, order_verbs
from pred_language.lexicon.courtesy import WRAPPING
from pred_language.lexicon.inflection import name_any
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.people import KIN
from pred_language.lexicon.shapes import NP

NOTHING_ASKED = "I know that"
"""What a text becomes in which only frames stand that ask for nothing: a remark."""
_ADVERBS = r"(?:(?:just|now|then|really|always|never|often|already|also|gladly|simply|soon|probably) )*"
_OTHERS = (
    rf"(?P<who>he|she|they|{KIN}|(?:my|our|his|her|the) others?|"
    r"(?!(?:I|You|We|It|This|That|There|Some\w+|Every\w+|Robot)\b)[A-Z][a-z]+)"
)
_WILL = (
    r"(?:'ll| will| wants? to| wanted to| has to| have to| had to| (?:is|are) (?:about|going) to| likes? to|"
    r" loves? to|"
    r" used to| tried to| forgot to| promised to| refused to| said (?:he|she|they)(?:'d| would))"
)
_LEADING = r"(?:(?:well|ok|okay|so|and|but|oh|wait|no|yes|look|since|as|because|while) )*"
_NOT_ASKED = (
    rf"(?:i|we)(?:'m|'re| am| are| was| were) {_ADVERBS}(?:about|going|off|planning|trying|meaning) to (?P<verb>\w+)",
    rf"(?:i|we)(?:'ll| will| shall|'d better| had better) {_ADVERBS}(?P<verb>(?!have\b|take\b|get\b)\w+)",
    rf"(?:i|we)(?:'ll| will) {_ADVERBS}(?P<verb>take|get) [^,]* (?:to|on|onto|in|into|myself|ourselves)\b",
    rf"let me {_ADVERBS}(?P<verb>(?!have\b|know\b|see\b|ask\b)\w+) (?!you\b)",
    (
        rf"(?:i|we|you|people|nobody|everybody|he|she|they) {_ADVERBS}(?:would never |would )?(?:love|hate|enjoy|like|"
        r"dislike|miss|regret|remember|prefer|loves|hates|enjoys|likes) (?P<verb>\w+ing)\b"
    ),
    (
        rf"(?:i|we|you) {_ADVERBS}(?:used|tried|meant|managed|failed|forgot|remembered|refuse|refused|hesitated|"
        r"learned|promised) to (?P<verb>\w+)"
    ),
    r"(?:just )?(?:imagine|picture|suppose|assume|pretend)(?: that)?(?: you| i| we)?(?: to)? (?P<verb>\w+)",
    (
        r"i (?:wonder|was wondering|am wondering|ask myself|am not sure|don'?t know|doubt) (?:whether|if) (?:to|i|we) "
        r"(?:should |could |can |must |ought to )?(?P<verb>\w+)"
    ),
    r"(?:nobody|no one|no-one|who) (?:\w+ )?(?:asked|told|ordered|wants|wanted) you to (?P<verb>\w+)",
    rf"(?:shall|should|must) i {_ADVERBS}(?P<verb>\w+)",
    (
        r"you (?:need ?n'?t|need not|don'?t (?:have|need) to|do not (?:have|need) to|are not to|may not|"
        r"had better not|better not|aren'?t (?:supposed|allowed) to) (?P<verb>\w+)"
    ),
    r"(?:there(?:'s| is) )?no need to (?P<verb>\w+)",
    r"(?:i|we) (?:would|'d) never (?P<verb>\w+)",
    r"(?:i|we) changed (?:my|our) minds? about (?P<verb>\w+ing)\b",
    r"(?:i|we) (?:dreamt|dreamed|heard|noticed|saw|knew)(?: that)? (?:you|he|she|they|someone) (?P<done>\w+)\b",
    r"(?:please )?stop (?P<verb>\w+ing)\b",
    r"(?:i|we|you|he|she|they) (?:should|could|might|would)(?:n'?t| not| never)? have (?P<done>\w+)\b",
    rf"(?:i|we|you)(?:'ve| have) {_ADVERBS}(?P<done>\w+)\b",
    r"(?:i|we|you) (?:(?:already|just|also) )+(?P<done>\w+)\b",
)
_NOT_TOLD: tuple[LatePattern | re.Pattern[str], ...] = (
    *(LatePattern(f"^{_LEADING}{form}") for form in _NOT_ASKED),
    re.compile(
        rf"^(?:(?:[Ww]ell|[Oo]k|[Ss]o|[Aa]nd|[Bb]ut|[Ss]ince|[Aa]s|[Bb]ecause) )*{_OTHERS}{_WILL} (?P<verb>\w+)"
    ),
    re.compile(
        r"^(?:(?:[Pp]lease|[Ss]o|[Aa]nd) )*(?:[Tt]ell|[Aa]sk|[Rr]emind|[Gg]et) "
        rf"(?:{_OTHERS}|him|her|them) to (?P<verb>\w+)"
    ),
)
"""Frames in which nothing is asked, with the verb that stands in them."""
_WHO = (
    r"(?:i|we|he|she|they|it|that|there|people|guests|visitors|friends|company|everyone|everybody|someone|"
    r"somebody|nobody"
    rf"|{KIN}|(?:the|my|our|his|her|all) [a-z]+(?: [a-z]+)?)"
)
_IS = (
    r"(?:'[a-z]+|n't)?(?: (?:is|are|was|were|am|have|has|had|can|can'?t|cannot|could|will|won'?t|do|don'?t|does|need|"
    r"want|might|may|must|feel|keep|never|already|just|really|left|like)\b|(?<='[smdt])\b|(?<='re)|(?<='ve)|(?<='ll))"
)
_TOLD = r"(?P<told>[^.;:!?,]*)"
_WHY = (
    LatePattern(
        rf",? \b(?:because|now that|seeing (?:as|that)|given that|considering|so that(?! (?:it|they|the|this)\b))\b "
        rf"(?!of\b){_TOLD}"  # "so that it is behind the hammer" says where
    ),
    LatePattern(
        r"(?<!soon)(?<!long)(?<!just)(?<!well)(?<!much)(?<!far)(?<!same)(?<!many)(?<!ly),? (?:since|as|in "
        r"case|although|"
        rf"even though) (?={_WHO}{_IS}){_TOLD}"
    ),
    LatePattern(rf",? while (?:i|we|he|she|they|{KIN})\b{_TOLD}"),
    LatePattern(rf",? before (?=(?:i|we|he|she|they|{KIN}|(?:my|our|his|her|the) others?|people|anyone|somebody|"
    rf"someone)\b){_TOLD}"),
    LatePattern(
        r"(?:,? or(?: else)?|[,;.]? otherwise) (?=(?:i|we|he|she|they|it|someone|somebody|everything|everyone|"
        r"everybody|something|things|mum|mom|dad|(?:the|my) \w+)"
        rf"(?:'ll| will| would|'d| might| may)\b){_TOLD}"
    ),
)
"""Clauses that say why, behind an order."""
_WHY_FIRST = LatePattern(
    rf"^(?:(?:ok|so|well|right|and) )*(?:(?:because|since|as|seeing (?:as|that)|now that|given that|considering|"
    rf"in case|although) (?:you(?:'re| are) |(?={_WHO}\b))|(?:in order |so as )?to (?P<aim>[a-z]+) "
    rf")(?P<told>[^,.;!?]*), "
)
_PLAIN: tuple[Rule, ...] = rules(
    (
        (
            (r",? in case (?=(?:it|they)(?: is|'s| are|'re) (?:still )?(?:on|off|open|closed|shut|running|lit|"
            r"dirty|empty|full)"
            r"\s*(?:[.!]|$))"),
            " if ",
        ),
        (
            (r"^(?P<so>(?:if|should) [^,.;]+), (?:i|we)(?:'d| would) (?:like|love|want) (?:to have )?(?P<it>it|"
            r"them|one)(?=[.!]*$)"),
            r"\g<so>, bring \g<it> to me",
        ),
        (r"^(?:provided|assuming|as long as|so long as)(?: that)? (?=(?:the|my|our|there) [^,.;]*,)", "if "),
        (
            (r",? (?:for a (?:change|moment)|as usual|(?:like|as) (?:always|usual|ever|last time)|(?:just )?"
            r"(?:like|as) (?:you (?:always|usually|normally) (?:do|did)|(?:we )?(?:discussed|agreed))|(?:like|"
            r"as) (?:i|we) "
            r"(?:showed|told|taught) you(?: to)?|straight ?away|right away|at once|one more time|once more|"
            r"(?:very )?carefully|with (?:great |extreme |some )?care|as a (?:surprise|favou?r|treat)|"
            r"for (?:[a-z]+'?s|goodness|heaven'?s|god'?s) sake|to make (?:some )?(?:room|space)|first thing|"
            r"for (?:the|my|our|a) "
            r"(?:guests|visitors|kids|children|family|party|occasion|soup|salad|stew|sauce|pie|curry|meal|"
            r"dinner|lunch|supper|breakfast|picnic|barbecue|sandwich|sandwiches)|in one go|"
            r"as [a-z]+(?:ly)? as (?:you can|possible|you like)|just (?:to be (?:safe|sure)|in case)|"
            r"to be (?:safe|sure|on the safe side)|before (?:you do )?anything else|"
            r"without (?:making|causing|any) (?:an? |any |too much )?(?:mess|noise|sound|fuss|trouble))"
            r"(?=\s*(?:[.,;!?]|$|and\b|then\b))"),
            "",
        ),
        (
            (r"^\W*(?:(?:listen|look|look here|quick one|one (?:more|last) thing|(?:i )?tell you what|you know what|"
            r"guess what|"
            r"last but not least|for the last time|once and for all|to be (?:safe|sure|on the safe side)|"
            r"next up|say|right then|"
            r"(?:ok |okay |right )?(?:so )?here(?:'s| is) the (?:plan|thing|deal)|before i forget|first things first|"
            r"no hurry(?:,? but)?|instead of (?:just )?(?:standing|sitting|hanging|lying) (?:there|around|about))"
            r"\s*[,:.!-]+\s*|(?:you get to|you(?:'re| are) supposed to|i was hoping (?:that )?you (?:would|"
            r"could|might)|"
            r"i (?:was|am|'m) counting on you to) )+(?=[a-z])"),
            "",
        ),
        (
            (r"^\W*(?:(?:now|so|right|well|ok|okay|hm+|er+m?|uh+m?)\b[\s,.]*)*(?:(?:now )?where was i|what was i "
            r"(?:going to "
            r"say|saying|after)|what (?:else|next)|what was it|how was it|let me (?:think|see)|let'?s see)\b[\s,.?!-]+"
            r"(?:(?:ah|oh|right|yes|ok|okay|well|so|hm+|now|got it|i know|there|that'?s it)\b[\s,.!-]*)*(?=[a-z])"),
            "",
        ),
        (
            (r"(?:,| [-–—]|\.|\.\.\.)\s*(?:yes,? )?(?:that|it|there)(?:'s| is| would be| will be| 'd be) (?:much |"
            r"far |a lot |"
            r"even |a bit )?(?:better|nicer|best|more like it|the one|the place|where (?:it|they) "
            r"belongs?)(?=\s*[.!]*$)"),
            ".",
        ),
        (r"^\W*(?:hurry(?: up)?|make yourself useful|be useful|get a move on|come on|get up) and (?=[a-z])", ""),
        (
            (r"^\W*(?:i|we)(?:'d| would) be (?:[a-z]+ )*(?:grateful|thankful|glad|happy|pleased|obliged|"
            r"delighted) if you"
            r"(?:'d| would| could)? "),
            "please ",
        ),
        (
            (r"^\W*would it be (?:[a-z]+ )*(?:nuisance|trouble|bother|problem|imposition|inconvenience|"
            r"hassle|ok|okay|fine"
            r"|possible|right) (?:for you )?(?:to|if you(?:'d| would| could)?) "),
            "please ",
        ),
        (r" (?:all in all|altogether|all told|in total|in all)(?=\s*\?)", ""),
    )
)
"""Manners and openers that say nothing of what is to be done."""
_SWUNG = "pull|push|slid|slide|swing|flip|pop|prop|crack|prise|pry|throw"
_PULLED: tuple[Rule, ...] = rules(
    (
        rf"\b(?:{_SWUNG}){end} (?:{state}(?: up)? (?P<one>{NP})|(?P<two>{NP}) {state})\b",
        rf"{verb} \g<one>\g<two>",
    )
    for state, of in (("open", ("open", "opening", "opened")), ("(?:shut|closed)", ("close", "closing", "closed")))
    for end, verb in zip(("", "p?ing", "p?ed"), of, strict=True)
)
"""Doors and lids that are pulled open and pushed shut."""
_SENTENCE = re.compile(r"[^.;!?\n]+(?:\.\.\.|[.;!?\n])*\s*")
_CLAUSE = re.compile(
    r"(\s*(?:,|:|;|\s[-–—]\s)\s*(?:(?:and|but|so|now|then|instead|just|only|you(?= [a-z]+ (?:the|a|an|my|me|"
    r"it)\b)) )*"
    r"|\s+(?:and|but|while)\s+(?=(?:i|we)(?:'ll|'m|'ve| will| am| have)? ))",
    re.IGNORECASE,
)
_BACK = re.compile(r"\b(?:it|them|one|ones|there|those|that|these|this|so|other|others)\b", re.IGNORECASE)
"""Words that may point back to what is left away."""
_LEAD = frozenset({"please", "now", "and", "then", "so", "just", "also", "first", "you", "but", "kindly"})
_ASIDE = LatePattern(
    r"^(?:(?:i|we)(?:'m|'ve|'re| am| are| have| can'?t| cannot| can not| don'?t| feel| haven'?t)|(?:my|our) "
    r"[a-z]+ [a-z]+|"
    r"it(?:'s| is| has| was)|there(?:'s| is| are)|(?:the )?(?:guests|kids|children|visitors|others) (?:are|will)|"
    r"thanks|thank you|time flies)\b"
)
_OF_OTHERS = LatePattern(
    r"^(?:(?:the|my|our|your|his|her) )?(?!(?:it|that|this|what|here|he|she|who|where|how|all|both|everything|"
    r"please)\b)"
    r"[a-z]+(?:'s|'re|'ll| is| are| was| were| has| have| had| will)(?: (?:just|almost|nearly|already|about|due|"
    r"still))* "
    r"[a-z]+(?: [a-z]+){0,3}$"
)
"""What is told of somebody or something that has no name here: "Mum's coming", "supper is ready"."""
_TELLING = re.compile(
    r"\b(?:you|one|ones|in|on|at|under|near|by|next|behind|left|right|there|here|other|need|needs?|want|wants|would|"
    r"should|must|to|goes|belongs?|if|when|until|unless|dirty|clean|on|off|mean|meant|red|green|blue|yellow|white|"
    r"black|brown|gr[ae]y|pink|purple|orange|big|small|larger?|smaller|after|think|remember|wonder|sure)\b",
    re.IGNORECASE,
)
"""Words by which an aside may say what is meant after all."""


def framed(text: str) -> str:
    """Return a text without frames that ask for nothing, where it has orders beside them."""
    if not re.search(r"[a-z] [a-z]", text, re.IGNORECASE):
        return text
    told = retold(_without_why(retold(text, _PULLED, _PLAIN)), _PLAIN)
    told = joined(retold(told, JOINED))
    kept = [_asked(sentence) for sentence in _SENTENCE.findall(told)]
    asked = [sentence for sentence in kept if sentence]
    if len(asked) == len(kept):
        return _without_asides("".join(asked))
    if not any(map(_orders, asked)):
        return told if asked else NOTHING_ASKED
    left = "".join(asked)
    return told if _BACK.search(left) else _without_asides(left)


def _asked(sentence: str) -> str:
    """Return a sentence without its clauses that ask for nothing, '' where it has no other."""
    pieces = _CLAUSE.split(sentence)
    clauses, signs = pieces[::2], pieces[1::2]
    kept = [i for i, clause in enumerate(clauses) if not _asks_nothing(clause)]
    if len(kept) == len(clauses):
        return sentence
    rest = [clauses[i] for i in kept if not set(re.findall(r"[a-z']+", clauses[i].lower())) <= WRAPPING]
    if not rest:
        return ""
    if not any(map(_orders, rest)) or _BACK.search(" ".join(rest)):
        return sentence
    end = "" if kept[-1] == len(clauses) - 1 else ". "
    told = clauses[kept[0]]
    for index in kept[1:]:
        told += f"{signs[index - 1]}{clauses[index]}"
    return f"{told}{end}"


def _asks_nothing(clause: str) -> bool:
    """Tell whether a clause is a frame that asks for nothing, about what could have been an order."""
    for pattern in _NOT_TOLD:
        match = pattern.match(clause.strip())
        if match is None:
            continue
        found = match.groupdict()
        if (found.get("who") or "").lower() in nouns():
            continue
        if found.get("done") and base_of_participle(found["done"]):
            return True
        verb = (found.get("verb") or "").lower()
        if verb in order_verbs() or base_of_gerund(verb):
            return True
    return False


def _orders(clause: str) -> bool:
    """Tell whether a clause begins as an order does."""
    said = [word for word in re.findall(r"[a-z']+", clause.lower()) if word not in _LEAD]
    return bool(said) and said[0] in order_verbs()


_AS_IT_IS = re.compile(r"\W*as (?:it|they|that|those) (?:is|are|was|were)\W*", re.IGNORECASE)


def _without_why(text: str) -> str:
    """Return a text without clauses that only say why."""
    first = _WHY_FIRST.match(text)
    if first is not None and _is_aim(first["aim"]):
        rest = text[first.end() :]
        if not (_BACK.search(rest) and name_any(first["told"])):
            text = rest
    for pattern in _WHY:
        for match in reversed(list(pattern.compiled.finditer(text))):
            told = _before_order(match["told"])
            before = text[: match.start()]
            if re.match(r"\W*as\b", match.group()) and re.search(r"\b(?:same|such|as|so)\b[^,.;!?]*$", before):
                continue  # "the same shelf as the vase is on"
            if _AS_IT_IS.fullmatch(match.group()):
                continue  # "leave the lamp as it is"
            if _orders(re.sub(r"^.*[.;!?]\s*", "", before)) or _says_something(before):
                text = before + text[match.end() - len(match["told"]) + len(told) :]
    return text


def _is_aim(verb: str | None) -> bool:
    return verb is None or verb.lower() not in ("the", "a", "an", "my", "your", "me", "this", "that", "him", "her")


def _says_something(before: str) -> bool:
    """Tell whether what stands before a reason is an order in some frame, not a question or a condition."""
    said = re.findall(r"[a-z']+", before.lower())
    return (
        bool(said)
        and said[0] not in ("if", "when", "is", "are", "was", "did", "does", "do", "why", "what", "where", "who", "how")
        and any(word in order_verbs() or base_of_gerund(word) for word in said)
    )


def _before_order(told: str) -> str:
    """Return the part of a reason up to the order that goes on behind it: "it is late and close the box"."""
    for match in re.finditer(r" and (?:then )?([a-z]+)\b", told):
        if match[1] in order_verbs():
            return told[: match.start()]
    return told


def _without_asides(text: str) -> str:
    """Return a text without clauses of one's own state that name nothing, where orders stand beside them."""
    sentences = _SENTENCE.findall(text)
    kept = ["".join(_kept_clauses(_CLAUSE.split(sentence))) for sentence in sentences]
    if not any(map(_orders, (part for sentence in kept for part in _CLAUSE.split(sentence)[::2]))):
        return text
    left = [sentence for sentence in kept if re.search(r"\w", sentence) and not _is_aside(sentence.strip(" .!;?\n"))]
    return "".join(left) if left else text


def _kept_clauses(pieces: Sequence[str]) -> list[str]:
    """Return clauses and the signs between them without asides; the sign before an aside goes with it."""
    clauses = pieces[::2]
    kept: list[str] = []
    for index, clause in enumerate(clauses):
        bare = clause.strip(" .!;?\n")
        if _is_aside(bare) and len(clauses) > 1:
            end = re.search(r"[.!;?\n]\s*$", clause)
            kept += [end.group()] if end and kept else []
            continue
        kept += [pieces[2 * index - 1]] if index and kept else []
        kept.append(clause)
    return kept


def _is_aside(clause: str) -> bool:
    told = _ASIDE.match(clause) or _OF_OTHERS.match(clause)
    return bool(told) and not _TELLING.search(clause) and not name_any(clause)
