"""What is to be so, told by asking who left it otherwise, by complaining, or by what was meant to be done.

"Who left the box open? Close it", "I can't stand the lamp being on", "I've been meaning to wash it, can you?".
"""

from __future__ import annotations

import re

from pred_language.discourse.hinting import undoing
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wishing import MADE
from pred_language.discourse.wrapping import base_of_gerund, base_of_participle, first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun
from pred_language.lexicon.people import SOMEBODY
from pred_language.lexicon.shapes import DET, LAST, NAME, NP, PLACE

_STATE = r"(?:on|off|open|closed|shut|ajar|running|lit|burning|dirty|filthy|grubby|empty|full)"
_PLEASE = r"(?:please |so |then |now |just |(?:can|could|would|will) you (?:please )?)*"


def _undone(match: re.Match[str]) -> str:
    """Return "turn off the lamp" of "I can't stand the lamp being on"."""
    verb = undoing(match["so"].lower())
    return f"{verb} {match['thing']}" if verb and known_noun(match["thing"]) else match.group()


def _made(match: re.Match[str]) -> str:
    """Return "close the box" of "I'd feel better with the box shut"."""
    verb = MADE.get(match["so"].lower(), "")
    return f"{verb} {match['thing']}" if verb and known_noun(match["thing"]) else match.group()


def _it_named(match: re.Match[str]) -> str:
    """Return "close the box" of "who left the box open? Close it"."""
    verb, way = match["verb"].lower(), (match["way"] or "").strip()
    if verb not in order_verbs() or not known_noun(match["thing"]):
        return match.group()
    way = re.sub(r"^(?:back|again|straight) ?", "", way)
    if way in ("on", "off"):
        return f"{verb} {way} {match['thing']}"
    return f"{verb} {match['thing']} {way}".rstrip()


def _back(match: re.Match[str]) -> str:
    """Return "turn on the lamp" of "somebody turned the lamp off. Back on please"."""
    return f"turn {match['way']} {match['thing']}" if known_noun(match["thing"]) else match.group()


def _put_there(match: re.Match[str]) -> str:
    """Return "put the bottle on the shelf" of "what is the bottle doing on the bed? It should be on the shelf"."""
    return f"put {match['thing']} {match['to']}" if known_noun(match["thing"]) else match.group()


def _meant_to(match: re.Match[str]) -> str:
    """Return "wash the mug" of "I've been meaning to wash the mug, can you do it?"."""
    order = re.sub(r" myself$", "", match["order"].strip())
    return f"please {order}" if match["verb"].lower() in order_verbs() else match.group()


def _if_not_done(match: re.Match[str]) -> str:
    """Return "wash the plate" of "has the plate been washed? If not, wash it", and of "did you wash the plate? ..."."""
    base = base_of_participle(match["done"])
    return f"{base} {match['thing']}" if base and known_noun(match["thing"]) else match.group()


def _tagged(match: re.Match[str]) -> str:
    """Return "turn on the lamp" of "the lamp is off, isn't it? Turn it on then"."""
    return f"{match['told']}. {match['order']}" if first_order_verb(match["order"]) else match.group()


def _needed(match: re.Match[str]) -> str:
    """Return "wash the cup" of "washing of the cup is needed"."""
    base = base_of_gerund(match["doing"].lower())
    return f"{base} {match['thing']}" if base and known_noun(match["thing"]) else match.group()


def _until_so(match: re.Match[str]) -> str:
    """Return "heat the potato" of "put the potato in the microwave until it's hot"."""
    verb = MADE.get(match["so"].lower(), "")
    return f"{match['lead']}{verb} {match['thing']}" if verb in ("heat", "cool") else match.group()


def _going_for(match: re.Match[str]) -> str:
    """Return "bring me the phone from the bed" of "nip over to the bed for the phone"."""
    known = known_noun(match["place"]) and known_noun(match["thing"])
    return f"{match['lead']}bring me {match['thing']} from {match['place']}" if known else match.group()


def _brought(match: re.Match[str]) -> str:
    """Return "bring me the mug" of "nobody has brought me the mug yet"."""
    at = f" that is {match['at']}" if match.groupdict().get("at") else ""
    return f"bring me {match['thing']}{at}" if known_noun(match["thing"]) else match.group()


def _from_place(match: re.Match[str]) -> str:
    known = known_noun(match["thing"]) and known_noun(match["place"])
    return f"bring me {match['thing']} from {match['place']}" if known else match.group()


def _moved(match: re.Match[str]) -> str:
    """Return "move the cup to the shelf" of "the right place for the cup is the shelf"."""
    known = known_noun(match["thing"]) and known_noun(match["place"])
    return f"move {match['thing']} to {match['place']}" if known else match.group()


_IT_ORDER = (
    rf"{_PLEASE}(?P<verb>[a-z]+) (?:it|them)(?P<way>(?: back| again| straight)*(?: (?:on|off|up|out))?)(?: again| now|"
    rf" then| please)*{LAST}"
)
_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"^\W*who (?:turned|switched|put) (?P<thing>{NAME}) (?:on|off)\s*\?+\s*{_IT_ORDER}", _it_named),
    ((rf"^\W*who (?:closed|opened|shut|left|moved|washed|dirtied) (?P<thing>{NAME})(?: {_STATE})?(?: "
      rf"again)?\s*\?+\s*{_IT_ORDER}"), _it_named),
    (rf"^\W*(?:must|does|do) (?P<thing>{NAME}) (?:have to |need to )?be {_STATE}\s*\?+\s*{_IT_ORDER}", _it_named),
    ((rf"^\W*is (?P<thing>{NAME}) (?:still )?{_STATE}\s*\?+\s*{_PLEASE}(?P<verb>[a-z]+) it(?P<way>(?: on| off)?),? if "
      rf"it is(?: still)?{LAST}"),
     _it_named),
    ((rf"^\W*{SOMEBODY} (?:has |have )?(?:turned|switched|put) (?P<thing>{NAME}) (?:on|off)(?: "
      rf"again)?\s*[.,;!]+\s*(?:so )?(?:back )?(?P<way>on|off)(?: again)?(?:,? please)?{LAST}"), _back),
    ((rf"^\W*has (?P<thing>{NAME}) been (?P<so>on|open|running|burning) (?:all|the whole|this)[a-z ]*\?+\s*(?:off|"
      r"closed?|shut)?(?: it| with it)?\s*[.!]*\s*$"), _undone),
    ((rf"^\W*(?P<thing>{NAME}) (?:has|have|'s) been (?P<so>on|open|running|burning|off) (?:(?:quite )?long enough|too "
      rf"long|for (?:ages|hours|long enough)|all (?:day|night|morning))(?: now)?{LAST}"), _undone),
    ((r"^\W*(?:i|we) (?:can't|cannot|can not|don't|do not|couldn't) (?:stand|bear|like|want|have|abide) "
      rf"(?P<thing>{NAME}) (?:being )?(?P<so>{_STATE}){LAST}"),
     _undone),
    ((r"^\W*(?:it (?:bothers|annoys|irritates|worries|bugs) me that|i (?:hate|dislike) (?:it )?(?:that|when)|i hate) "
      rf"(?P<thing>{NAME}) (?:is|being|are|has been left|was left)(?: still)? (?P<so>{_STATE}){LAST}"), _undone),
    ((rf"^\W*(?P<thing>{NAME}) (?:is|was left|has been left|are|were left)(?: all| so| really| still| standing)? "
      rf"(?P<so>{_STATE})\s*[.,;!]+ (?:you know what to do|(?:please )?(?:see to (?:it|that)|sort (?:it|that)(?: "
      rf"out)?|do something about (?:it|that)|fix (?:it|that)|deal with (?:it|that)))(?:,? please)?{LAST}"), _undone),
    (rf"\bmake sure (?:nobody|no one) (?:finds|sees) (?P<thing>{NAME}) (?P<so>{_STATE}){LAST}", _undone),
    ((r"^\W*(?:i|we)(?:'d| would) (?:sleep|feel|be|work|rest) (?:so much |much |a lot |far )?(?:better|safer|happier|"
      rf"calmer|easier)(?: off)? (?:with|if) (?P<thing>{NAME}) (?:were |was |turned |switched "
      rf")?(?P<so>{'|'.join(MADE)}){LAST}"), _made),
    ((rf"^\W*(?:what(?:'s| is)|why(?:'s| is)|who (?:put|left)) (?P<thing>{NAME}) (?:doing )?{PLACE}\s*\?+\s*(?:it|"
      r"they|that) (?:should be|should go|goes|go|belongs?|lives?|has to be|needs to be)(?: back)? "
      rf"(?P<to>{PLACE}){LAST}"), _put_there),
    ((rf"^\W*(?:i|we) (?:usually |always |normally |like to |tend to )+keep (?P<thing>{NAME}) "
      rf"(?P<to>{PLACE})\s*[,.;]+ (?:so )?(?:please )?put (?:it|them) (?:there|back)(?: there)?(?:,? "
      rf"please)?{LAST}"), _put_there),
    ((rf"^\W*(?:the )?(?:right |proper |usual |best )?(?:place|spot|home) (?:for|of) (?P<thing>{NAME}) is "
      rf"(?P<place>{NAME}){LAST}"), _moved),
    ((r"^\W*(?:i|we)(?:'ve been meaning to| have been meaning to| was going to| were going to| meant to| wanted to| "
      r"keep forgetting to| always forget to| forgot to| have forgotten to|'ve forgotten to| never got round to| "
      r"should have) (?P<order>(?P<verb>[a-z]+) [^,.;!?]+?)(?: myself)?\s*[,.;]+ (?:but |so |and )?(?:(?:can|could|"
      r"would|will) you|you|please)(?: please)?(?: (?:do|see to) (?:it|that|so|this))?(?: for me| instead| "
      r"please)*\s*[?.!]*\s*$"),
     _meant_to),
    ((rf"^\W*(?:has|have) (?P<thing>{NAME}) been (?P<done>[a-z]+)(?: yet)?\s*\?+\s*(?:if (?:not|it hasn't|they "
      r"haven't)),? (?:then )?(?:please )?(?:[a-z]+ (?:it|them)|do (?:it|so|that))(?:,? "
      rf"please)?{LAST}"), _if_not_done),
    ((r"^\W*did you (?P<order>(?P<verb>[a-z]+) [^,.;!?]+?)(?: yet| already)?\s*\?+\s*(?:if (?:not|you didn't|you "
      rf"haven't)),? (?:then )?(?:please )?do (?:it|so|that)(?: now|,? please)?{LAST}"), _meant_to),
    ((rf"^\W*(?P<told>{NAME} (?:is|are) (?:{_STATE}|{PLACE})), (?:isn't it|aren't they|right|no|yes|is it "
      r"not)\s*\?+\s*(?P<order>[a-z]+ [^?]+)$"), _tagged),
    (rf"^\W*(?P<doing>[a-z]+ing) of (?P<thing>{NAME}) is (?:needed|required|necessary|wanted){LAST}", _needed),
    ((rf"^(?P<lead>\W*(?:please )?)(?:put|pop|stick|bung|shove|place|leave|keep|throw) (?P<thing>{NAME}) in(?:to)? "
      r"(?:the (?:microwave|fridge|freezer|oven)) (?:until|till|so) (?:it's|it is|they're|they are) (?:nice and |"
      rf"really |good and )?(?P<so>hot|warm|cold|cool|heated|chilled){LAST}"), _until_so),
    ((r"(?P<lead>^\W*(?:please )?(?:be a [a-z]+ and )?)(?:nip|pop|run|walk|head|dash|go)(?: over| across| up| down)* "
      rf"to (?P<place>{NAME}) (?:for|and (?:fetch|get|grab)(?: me)?) (?P<thing>{NP}){LAST}"), _going_for),
    ((rf"^\W*(?:nobody|no one) (?:has )?(?:brought|given|handed|got|fetched) me (?P<thing>{DET} [a-z]+(?: "
      rf"(?!yet\b)[a-z]+)?)(?: yet)?{LAST}"), _brought),
    ((rf"^\W*am i (?:ever )?(?:getting|going to get) (?P<thing>{DET} [a-z]+(?: [a-z]+)??)(?: or not)?(?: today| now| "
      r"at all)?\s*\?*\s*$"), _brought),
    (rf"^\W*(?:i'm |i am )?(?:still )?waiting (?:for|on) (?P<thing>{NP})(?: here)?{LAST}", _brought),
    (rf"^\W*(?:i'm|i am) (?:sat|sitting|stuck|standing|lying) here without (?P<thing>{NP}){LAST}", _brought),
    ((rf"^\W*(?P<thing>{NP}) (?:would|could|might) (?:come in (?:very |really )?(?:handy|useful)|do nicely|hit the "
      r"spot|go down well|be (?:very |really |most )?(?:handy|useful|welcome))(?: right now| just now| now| about "
      rf"now)?{LAST}"), _brought),
    (rf"^\W*would (?P<thing>{NP}) be too much to ask(?: for)?\s*\?*\s*$", _brought),
    ((rf"^\W*(?:do you |you |can you )?see (?P<thing>{NAME}) (?P<at>{PLACE})\s*\?+\s*that(?:'s| is) (?:what|the one) "
      rf"i(?:'d| would)? (?:need|want|like)(?: now)?{LAST}"),
     _brought),
    ((rf"^\W*there(?:'s| is) (?P<thing>{NP}) (?P<at>{PLACE}) (?:that|which)? ?i(?:'d| would)? (?:like|want|need)(?: "
      rf"to have)?{LAST}"), _brought),
    (rf"^\W*(?:what|how) about (?P<thing>{NP})\s*\?+\s*i (?:need|want) (?:it|them)(?: here| now)*{LAST}", _brought),
    (rf"^\W*(?P<thing>{NP}) please,? (?:it's|it is|they're|they are) (?P<at>{PLACE}){LAST}", _brought),
    (rf"^\W*(?P<thing>{NP})(?: (?P<at>{PLACE}))? ?: (?:to me|over here|here|for me)(?:,? please)?{LAST}", _brought),
    (rf"^\W*(?P<thing>(?:one|an?|the|my) [a-z]+(?: [a-z]+)?), please,? from (?P<place>{NAME}){LAST}", _from_place),
    (r"\b(?P<lead>what |all |the thing )?i(?:'m| am) after is (?=(?:the|a|an|my)\b)", "i would like "),
    (r"\b(?P<to>to) (?:the )?user\b", r"\g<to> me"),
    (r"\bdeliver to me\b", "bring it to me"),
    ((r"^\W*(?:need|want|request|wanted|required|item) ?: (?:the )?(?P<noun>[a-z]+(?: [a-z]+)?)[.,;] (?:location|"
      r"place|where|position) ?: (?P<place>(?:the )?[a-z]+(?: "
      r"[a-z]+)?)\s*[.!]*\s*$"), r"bring me the \g<noun> from \g<place>"),
    (r"\bi(?:'d| would) sooner\b", "i would rather"),
    ((r"(?P<have>\b(?:let me have|lend me|give me|can i have|could i have|pass me) [^.,;!?]+?) (?:just )?for a "
      r"(?:second|sec|moment|minute|bit|while)(?=\s*(?:[.,;!?]|$))"),
     r"\g<have>"),
    (rf"^\W*not {PLACE}\s*[!.,;:]+ (?=(?:the|my|that|put|it)\b)", ""),
    ((r"\b(?:see|make sure|ensure|see to it)(?: that)? (?P<thing>(?:the|my) [a-z]+(?: [a-z]+)?) gets (?:put |moved |"
      r"placed )?(?=(?:on|in|into|onto|to)\b)"),
     r"put \g<thing> "),
    (r"\bit(?:'d| would) be (?:very |so |most |really )?kind(?: of you)? if i could have\b", "i would like"),
    (r"\bi(?:'ll| will| shall) have (?=(?:the|that|my|one of)\b)", "bring me "),
    (rf"\b(?:let me (?:see|look)|i(?:'d| would) like to (?:see|look)) inside (?P<thing>{NAME}){LAST}",
     r"open \g<thing>"),
    (rf"\bget (?:the|all the|that) (?:dirt|grime|muck|stains?|mess) off (?P<thing>{NAME})", r"wash \g<thing>"),
    (r"\bis due (?:for )?a (?=wash|clean|rinse|scrub)", "needs a "),
    (r"\bwants heating through\b", "wants heating"),
    (r"\bso off with it\b", "so turn it off"),
    (rf"\bget (?P<thing>{NAME}) (?P<so>open|closed|shut) for me\b", r"make sure \g<thing> is \g<so>"),
    ((rf"(?P<done>\bopen (?P<holder>(?:the|my|that) [a-z]+)\b[^.;!?]*?\bput {NP} (?:in|inside) it),? (?:and )?leave "
      r"it open\b"),
     r"\g<done> and leave \g<holder> open"),
    (rf"^\W*make (?P<thing>{NAME}) (?:to )?go (?P<way>on|off){LAST}", r"turn \g<way> \g<thing>"),
    (rf"\bleave (?P<thing>{NAME}) (?P<so>open|closed|on|off) for me{LAST}", r"leave \g<thing> \g<so>"),
    ((rf"^\W*(?:i(?:'ve| have)? (?:lost|misplaced)|i can't find|i cannot find) (?P<thing>{NAME})\s*[.,;]+ (?:have you "
      r"seen|do you know where|any idea where|did you see) (?:it|them|it is|they are)(?: "
      r"anywhere)?\s*\?*\s*$"), r"where is \g<thing>?"),
    (rf"^\W*tell me the (?:place|location|whereabouts|position) of (?P<thing>{NAME}){LAST}", r"where is \g<thing>?"),
    (rf"^\W*(?:i|we) (?:left|put) (?P<thing>{NAME}) (?P<at>{PLACE}), didn't (?:i|we)\s*\?*\s*$",
     r"is \g<thing> \g<at>?"),
    (rf"^\W*check (?:on )?(?P<thing>{NAME})\s*[:;,.]+ (?:and )?if (?:it's|it is) (?P<so>{_STATE}),? ",
     r"if \g<thing> is \g<so>, "),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
"""Rules that tell such words as the order that is meant."""
