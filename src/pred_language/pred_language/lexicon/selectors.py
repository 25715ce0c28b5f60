"""Orders not to do something, and ways of doing things that nothing here keeps to."""

from __future__ import annotations

import re

from pred_language.lexicon.exceptions import NOT
from pred_language.lexicon.inflection import named_can
from pred_language.lexicon.people import KIN
from pred_language.lexicon.shapes import NP
from pred_language.lexicon.words import MANNERS

_FORGET = re.compile(r"\b(?:do not|don t|dont|never) forget to\b")
_FORGET_IT = re.compile(
    r"(?: ,)?(?: and| but)? (?:do not|don t|dont|never) forget ((?:the|my|a|an) (?:\w+ ){0,2}?\w+)(?= ?(?:[.,]|$))"
)
_LEFT_AS_IT_IS = re.compile(
    r"(?:(?: ,)?(?: and| but)? |^)\b(?:leave|keep) (?:the|my|a|an|all|any|its|your) (?:\w+ ){0,3}?"
    r"(?:whole|alone|uncut|untouched|as (?:it|they) (?:is|are)|where (?:it|they) (?:is|are))\b"
    r"|(?: ,)?(?: and| but)? \b(?:keep|leave) the (?:other|rest)(?: \w+){0,2}?(?= ?(?:[.,]|$))"
)
_NOT = re.compile(
    r"\b(?:please )?(?:do not|don t|dont|never|must not|should not|shouldn t|mustn t|no need to|not to)\b"
    r"[^.,]*?(?= but | just | only | instead | then |[.,]|$)"
    r"|(?<=, )(?:and |but )?not (?:the|a|an|in|on|that|this|my|any)\b[^.,]*"
)


_ANYWHERE_BUT = re.compile(
    r"\b(?:any ?where|some ?where|any (?:place|spot)|wherever)(?: else)? (?:you like )?(?:but|except|other than|save)\b"
)


_SPARED = re.compile(
    r"\b(?:please )?(?:(?:do not|don t|dont|never) (?:touch|move|take|use|pick up) (?P<one>(?:the|my) (?:\w+ )?\w+)"
    r"|leave (?P<other>(?:the|my) (?:\w+ )?\w+) (?:alone|where it is|as it is))(?: ,)?(?: (?:but|and|just|only|then))*"
    r" (?P<act>[a-z]+(?: [a-z]+)?) (?:all )?(?:the (?:other|remaining)|(?:all )?the rest of the) (?P<noun>\w+)"
)
"""What is not to be touched beside "the others": these are all but that one."""


def _all_but(match: re.Match[str]) -> str:
    return f"{match['act']} all the {match['noun']} {NOT} {match['one'] or match['other']}"


def without_refrains(text: str) -> str:
    """Return a normalised text without what is not to be done; of "do not heat the egg, put it away" the egg stays."""
    text = _SPARED.sub(_all_but, text)
    text = _LEFT_AS_IT_IS.sub("", _FORGET_IT.sub(r" and put \1 there", _FORGET.sub("", text)))
    rest = _NOT.sub(" ", text)
    if not re.search(r"\b(?:it|them)\b", rest):
        return " ".join(rest.split())
    return " ".join(_NOT.sub(lambda match: f" {_named(match.group())} ", text).split())


def _named(refrain: str) -> str:
    """Return the thing of an order not to do something, '' where the subject before it is that thing."""
    if re.match(r"(?:must|should|mustn|shouldn)\b", refrain):
        return ""
    found = re.search(r"\b(?:the|a|an|my|your|that|this) \w+(?: (?!in|on|to|into|onto|at|from)\w+)?", refrain)
    return found.group() if found else ""


_NEGATED_TURN = re.compile(
    r"(?<=[a-z.,;])[\s,]*\b(?:and|but|;|\.)?\s*(?:please )?(?:do not|don'?t|never|without) "
    r"(?:(clos|shutt?|open)(?:e|ing)?|(?:turn|switch)(?:ing)? (?=(?:it|them|(?:the|its) \w+) (?:on|off)\b)) ?"
    r"(it|them|(?:the|its) (?:\w+ )?\w+?)(?: again| afterwards)?(?: (on|off))?(?= ?(?:[.,;!]|$))",
    re.IGNORECASE,
)
_OPPOSITE = {"clos": "open", "shut": "open", "shutt": "open", "open": "closed", "on": "off", "off": "on"}


def with_kept_states(instruction: str) -> str:
    """Return an instruction in which what is not to be closed after something else is to be left open, and so on."""

    def kept(match: re.Match[str]) -> str:
        turned = (match[1] or match[3] or "").lower()
        return f" and leave {match[2]} {_OPPOSITE[turned]}" if turned in _OPPOSITE else match.group()

    return _NEGATED_TURN.sub(kept, instruction)


_THROWN_AT = re.compile(
    r"\b(?:throw|toss|chuck|hurl|fling|kick)(?: (?!away\b)\w+){1,5}? "
    r"(?:at\b|(?:out(?: of)?|through) (?:the|a|an) window)"
)


_SHARP_THROWN = re.compile(
    r"\b(?:throw|toss|chuck|hurl|fling|lob|sling) (?:"
    r"(?:me|us|him|her) (?:the|a|my|that|this) (?:[a-z]+ )?(?:knife|knives|scissors)\b"
    r"|(?:the|a|my|that|this) (?:[a-z]+ )?(?:knife|knives|scissors) (?:(?:to|at) [a-z]+\b|(?:[a-z]+ ){0,6}?"
    r"(?:(?:to|at|towards?) (?:me|us|him|her|them)\b|here\b|(?:this|my|our) way\b)|(?:over|across|down|up|back)?$))"
)


_LEAVES_ALONE = re.compile(r"\bwithout (?:touching|moving|taking|disturbing) (?:the|my|any|that) \w+")
"""A manner that can be kept to: what is named there is left alone."""
_CARRIED = re.compile(
    r"\b(?:(?:carry|take|bring|put|lift|move|walk|drive|roll|push|drag|lay|lower|place|help|lead|fly) (?:me|us)|"
    r"(?:carry|put|lift|place|lay|lower|throw|drop) (?:yourself|myself|ourselves)) "
    r"(?:(?:back|over|up|down|out|straight|right|gently) )*(?:to|into|onto|on|in|inside|out of|off|under)"
    r"(?: (?:the|a|an|my|our|your|this|that))?(?: [a-z]+){1,2}?(?= (?:and|then|please|now|so|i|will|would|can|"
    r"could)\b|$)"
    r"|\b(?:tuck (?:me|us) (?:in|up)|pick (?:me|us) up|carry (?:me|us)|(?:lift|help) (?:me|us) (?:up|down))\b"
)
"""What is asked to be done with people: "carry me to bed"."""


def _bare_words(instruction: str) -> str:
    """Return the words of an instruction in lower case, without signs."""
    return " ".join(re.findall(r"[a-z]+", instruction.lower()))


_LOCKED_IN = re.compile(
    rf"\b(?:lock|shut|close|trap|stuff|hide|stick|throw) (?:up )?(?:him|her|{KIN}|(?:my|our|the|his|her) "
    r"(?:[a-z]+ )?(?:sister|brother|baby|cat|dog|friend|hamster|kid|kids|child|children)) (?:up |away "
    r")?(?:in|into|inside)\b"
)
"""Who is asked to be shut in somewhere."""


def carries_people(instruction: str) -> bool:
    """Tell whether an instruction asks to carry or lift who speaks, or the robot itself."""
    said = _bare_words(instruction)
    return _CARRIED.search(said) is not None or _LOCKED_IN.search(said) is not None


_HURTS = re.compile(
    r"\b(?:stab|shoot|strangle|choke|punch|slap|kick|beat up|attack|hurt|injure|wound|murder|poison|whack|smack|"
    r"hit|kill|bite|scald|electrocute|drown|burn) (?:him|her|them|me|us|yourself|myself|some(?:one|body)|every(?:one|b"
    r"ody)|"
    rf"any(?:one|body)|{KIN}|(?:the|my|our|his|her|that|this) (?:cat|dog|baby|hamster|bird|intruder|burglar|man|woman|"
    rf"kid))\b"
)
"""What is asked to be done to people and animals."""


_FIGHTS = re.compile(
    rf"\b(?:knife|fork|scissors|bat|pan|bottle)\b.*\b(?:so|to|and|then)(?: that)?(?: (?:i|we) (?:can|could|may))?(?: "
    rf"i ll)? "
    rf"(?:fight|scare|threaten|frighten|chase) (?:with )?(?:him|her|them|{KIN}|(?:my|the|his|her) [a-z]+)\b"
)
"""What is asked for to be used against somebody."""
_BY_OTHERS = re.compile(
    rf"\b(?:{KIN}|he|she|they|it|that|this|who|which|moms?|mums?|dads?|wife|husband|boss|landlord) (?:s |is |are |ll "
    rf"|will |would |could |"
    r"gonna |going to |want to |wants to |almost |nearly |really |s gonna )*$"
)
"""Before what others would do: "mum will kill me"."""


def hurts(instruction: str) -> bool:
    """Tell whether an instruction asks to hurt somebody."""
    said = _bare_words(instruction)
    if _FIGHTS.search(said):
        return True
    return any(
        not _NOT_TO.search(said[: match.start()]) and not _BY_OTHERS.search(said[: match.start()])
        for match in _HURTS.finditer(said)
    )


_SOAKS = re.compile(
    rf"\b(?:pour|spill|tip|splash|squirt|spray|drip) {NP} (?:all )?(?:over|onto|on|into|at) "
    rf"(?:the|my|our|his|her|that) "
    r"(?P<thing>[a-z]+(?: [a-z]+)?)"
)
"""What asks to wet something."""


def wets(instruction: str) -> str:
    """Return the appliance over which something is to be poured, '' for none."""
    match = _SOAKS.search(_bare_words(instruction))
    named = f"the {match['thing']}" if match is not None else ""
    return named if named and named_can(named, "toggleable") else ""


_NOT_TO = re.compile(r"\b(?:not|never|don t|without|could|will|would|might|may|can|did|didn t|was|to not|so it doesn "
                     r"t|doesn t) $")
_LEAVES_HOME = re.compile(
    r"(?<!\bi )(?<!\bwe )(?<!\bi m )\b(?:go|nip|pop|run|drive|walk|head)(?: out| down| over| off| round)* to (?:the|a) "
    r"(?:corner )?(?:shops?|store|supermarket|market|bakery|chemist|pharmacy|post office)\b"
    r"|^(?:(?:please|now|can you|could you|go and|robot) )*(?:buy|purchase|order)(?: me| us)? "
    r"(?:some|a|an|the|more|another)\b"
)


def leaves_home(instruction: str) -> bool:
    """Tell whether an instruction asks for what is to be had elsewhere: "nip to the shop and buy me some shampoo"."""
    return _LEAVES_HOME.search(_bare_words(instruction)) is not None


_BURNT = re.compile(
    r"\b(?:until|till|so that|so|to make) (?:it|they|them|the [a-z]+) (?:is |are |start to |starts to )?(?:burns?|"
    r"catch(?:es)? fire|on fire|goes? up in flames)\b|\bset (?:it|them|the [a-z]+|fire to)(?: [a-z]+)? (?:on fire|"
    r"alight|ablaze)\b|\bset fire to\b"
)
"""What is asked to be burnt."""


_READ_OUT = re.compile(
    r"(?<!i ll )(?<!to )(?<!can )(?<!will )\bread (?:me|us|her|him|them|(?:the|my) (?:kids|children|son|daughter)) "
    r"(?:the|my|that|a|from)\b|"
    r"\bread [a-z ]{2,30}?(?:aloud|out loud|to (?:me|us|him|her|them|the kids))\b"
)
"""What is asked to be read out."""


def cannot_keep_to(instruction: str) -> str:
    """Return a way of doing it that an instruction asks for and that nothing here keeps to, '' for none."""
    text = _bare_words(instruction)
    thrown = _READ_OUT.search(text) or _THROWN_AT.search(text) or _SHARP_THROWN.search(text) or _BURNT.search(text)
    if thrown:
        return thrown.group()
    text = _LEAVES_ALONE.sub("", text)
    return next((manner for manner in MANNERS if re.search(rf"\b{manner}\b", text)), "")


_NO_PLACE_AFTER = r"\bfrom\b(?![^.;]*\b(?:to|onto|into|in|on|under|inside)\b)"
_AWAY_FROM = re.compile(
    rf"\bmove\b[^.;]*\baway {_NO_PLACE_AFTER}|\b(?:put|place|set|stand|leave|keep) (?:{NP}|it|them) "
    rf"(?:away|as far(?: away)? as possible|(?:far|farther|further|farthest|furthest)(?: away)?) {_NO_PLACE_AFTER}"
)


def names_no_place(instruction: str) -> bool:
    """Tell whether an instruction says only where a thing shall not go: "anywhere but on the desk", "away from it"."""
    said = instruction.lower()
    return bool(_ANYWHERE_BUT.search(said) or _AWAY_FROM.search(said))


def refrains(instruction: str) -> bool:
    """Tell whether an instruction says what not to do."""
    return bool(_NOT.search(_FORGET.sub("", " ".join(re.findall(r"[a-z]+|[.,]", instruction.lower())))))
