"""How a thing is to be, in the many frames of wishing, told as the order that brings it about.

A frame and what it frames are two tables: "see that", "I was hoping to see", "what I want is", "it would be great if"
stand before a thing and a state or a place, and each pair of them means the same.
"""

from __future__ import annotations

import re

from pred_language.discourse.end_states import BACK, MADE_SO
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_participle, first_order_verb
from pred_language.lexicon.courtesy import PRAISED
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.shapes import DET, LAST, NAME, NO_NOUN, NP, PREP, THE

_SO = r"(?:(?:really|just|so|only|rather|quite|much|kind of|sort of) )*"
_LEAD = r"^(?P<lead>\W*(?:(?:oh|ah|well|so|and|now|then|please|kindly|robot|hey|hi|hello)\b[\s,!]+)*)"
_OF = rf"(?:(?:all|both|one|two|three|four|each|every|any)(?: of)?(?: {THE})?|{DET})"
_THINGS = rf"(?P<thing>{_OF} {NO_NOUN}[a-z][a-z-]*(?: {NO_NOUN}[a-z][a-z-]*){{0,2}}?(?: that is {PREP} {NAME})?)"
_STATES = (
    r"on|off|open|opened|closed|shut|lit|running|clean|washed|cleaned|rinsed|heated|warmed|cooked|microwaved|cooled|"
    r"chilled|sliced|chopped|filled|emptied"
)
_NEEDED = {
    **dict.fromkeys(("on", "off", "running", "lit"), "toggleable"),
    **dict.fromkeys(("open", "opened", "closed", "shut"), "openable"),
}
"""What a thing has to be that is brought to a state; to the others whatever is known."""
_END = (
    rf"(?: (?:up|again|now|already|for once|at last|straight away|right now|right away|for me|please|(?:{BACK})|"
    r"before (?:noon|lunch|dinner|breakfast|tonight|supper)|by (?:noon|tonight|lunch|dinner))|,? "
    rf"(?:please|thanks|thank you|will you|would you|(?:{BACK})))*\??{LAST}"
)
_WAY = (
    r"(?:(?:all|both|back|over|there|sitting|lying|standing|nicely|neatly|safely|put|placed|set|turned|switched) )*"
)
_COMPLEMENT = rf"(?:(?P<at>{PREP} {NAME}) )??{_WAY}(?:(?P<so>{_STATES})|(?P<to>(?:to|{PREP}) {NP}))"
_CLAUSE_FRAMES = (
    rf"(?:see(?: to it)?(?: that)?|make (?:sure|certain)(?: that)?|ensure(?: that)?|take care that|"
    rf"(?:it|that)(?:'d| would) {_SO}be {_SO}{PRAISED} if|(?:i|we) (?:was|were|am|are|'m) {_SO}hoping(?: that)?|"
    rf"(?:i|we)(?:'d| would) {_SO}be {_SO}{PRAISED} if|all i ask is that|"
    r"my (?:wish|request|order) is that)"
)
_IS = (
    r"(?:is|are|was|were|be|gets?|got|ends? up|ended up|comes?|goes|go|(?:would|will|could|should|must) "
    r"(?:be|go|get|end up))"
)
_WISH_FRAMES = (
    rf"(?:(?:i|we) (?:was|were|'m|am|are) {_SO}(?:hoping|looking|wanting|wishing) "
    r"(?:to (?:see|find|have)|for(?= [^.;!?]* to be ))|"
    rf"(?:what|all|the thing|one thing) (?:i|we) {_SO}(?:want|need|wish for|ask for|would like|'d like)(?: now)? is|"
    rf"(?:i|we) {_SO}(?:expect(?: to (?:see|find|have))?|need|want|require|wish(?: to (?:see|find|have)))|"
    rf"(?:i|we)(?:'d| would) {_SO}(?:like|love|want|prefer)(?: to (?:see|find|have))?|let(?:'s| us| me) have|have|"
    r"(?P<get>get)|(?<=kindly )see)"
)
_SHOULD = (
    r"(?:had better|'d better|better|would do well to|would like to|wants to|want to|is supposed to|are supposed to|"
    r"is meant to|are meant to) (?:be|go|get)|could do with being|would be (?:much |far )?(?:better|best)(?: off)?|"
    r"(?:would|will|might) look (?:much |far )?(?:nicer|nice|better|best|good|great|lovely)|"
    r"(?:is|are) (?:much |far )?better off|deserves? to be|wants? being|is wanted|are wanted"
)


def _brought_about(match: re.Match[str]) -> str:
    """Return "close the drawer" of "see that the drawer is closed", and "put the cup on the desk" of a place."""
    thing, lead = match["thing"], match["lead"]
    if match["to"] and match.groupdict().get("get") and not match["to"].lower().startswith(("onto", "into")):
        return match.group()  # "get the pen in the cup" says where it is
    if match["to"] and re.fullmatch(_STATES, match["to"].split()[-1], re.IGNORECASE):
        return match.group()  # "have the mug on the table cleaned" is about a state
    if match["at"]:
        thing = f"{thing} that is {match['at']}"
    if match["to"]:
        return f"{lead}put {thing} {match['to']}" if named_can(thing, "pickupable") else match.group()
    state = match["so"].lower()
    needed = _NEEDED.get(state, "")
    if not (named_can(thing, needed) if needed else known_noun(thing)):
        return match.group()
    verb = MADE_SO.get(state) or base_of_participle(state)
    return f"{lead}{verb} {thing}" if verb else match.group()


def _made_at_last(match: re.Match[str]) -> str:
    """Return "put the apple in the fridge and close it" of "... and make sure it's closed"."""
    it = {"they": "them", "that": "it"}.get(match["it"].lower(), match["it"])
    sep = match["sep"] or " and"
    return f"{match['put']}{sep} {MADE_SO[match['so'].lower()]} {it}"


def _of_place(match: re.Match[str]) -> str:
    """Return "put the towel in the hamper" of "the hamper is where I want the towel"."""
    carried = named_can(match["thing"], "pickupable")
    return f"{match['lead']}put {match['thing']} to {match['place']}" if carried else match.group()


def _thrown(match: re.Match[str]) -> str:
    """Return "throw the lettuce away" of "the lettuce can go"."""
    carried = named_can(match["thing"], "pickupable")
    return f"{match['lead']}throw {match['thing']} away" if carried else match.group()


def _spoiled(match: re.Match[str]) -> str:
    """Return the same of what goes off; a laptop that "can go" is not thrown away unasked."""
    food = any(named_can(match["thing"], one) for one in ("sliceable", "cookable"))
    return _thrown(match) if food else match.group()


def _promised(match: re.Match[str]) -> str:
    """Return "put the laptop in the safe" of "I promised Tom you would put the laptop in the safe"."""
    return f"{match['lead']}{match['order']}" if first_order_verb(match["order"]) else match.group()


def _fetched(match: re.Match[str]) -> str:
    """Return "bring me the spoon" of "get the spoon and come back"."""
    carried = named_can(match["thing"], "pickupable")
    return f"{match['lead']}bring me {match['thing']}" if carried else match.group()


_REPAIR = (
    r"\?+ (?:please )?(?:(?:put|bring|move|get|set) (?:it|them) (?:back )?(?:there|back)|(?:do|fix|change|correct) "
    r"(?:it|that|this)|see to it|make it so|turn (?:it|them) (?:on|off)|(?:open|close|shut|wash|clean) (?:it|them))"
)
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            r"(?P<put>[a-z]\b[^.;!?]*?)(?P<sep>(?:\s*[,;.])?(?: (?:and|then|but))*) (?:please )?"
            r"(?:make (?:sure|certain)|see(?: to it)?|ensure|check|mind|take care)(?: that)? "
            r"(?P<it>it|they|that|(?:the|its) (?:door|lid))"
            r"(?:'s| is|'re| are| gets| stays)(?: all| nicely| properly)? (?P<so>closed|shut|open|on|off)"
            r"(?: (?:again|afterwards|after that|properly|behind you|when you're done|in the end|at the end|too))*"
            rf"{LAST}"
        ),
        _made_at_last,
    ),
    (
        (
            r"(?P<put>[a-z]\b[^.;!?]*?)(?P<sep>\s*[,;.](?: (?:and|then|but))*) (?P<it>it|they) (?:should|must|has to|"
            r"needs to|is to|ought to)(?: then| also)? be(?: left)? (?P<so>closed|shut|open|on|off)"
            rf"(?: (?:again|afterwards|after that|when you're done|in the end|at the end|then|too))*{LAST}"
        ),
        _made_at_last,
    ),
    (rf"{_LEAD}{_CLAUSE_FRAMES} {_THINGS} {_IS} {_COMPLEMENT}{_END}", _brought_about),
    (rf"{_LEAD}{_WISH_FRAMES} {_THINGS} (?:to be |to go |being )?{_COMPLEMENT}{_END}", _brought_about),
    (rf"{_LEAD}{_THINGS} (?:{_SHOULD}) {_COMPLEMENT}{_END}", _brought_about),
    (rf"{_LEAD}why (?:isn't|aren't|is|are) {_THINGS}(?: not)? {_COMPLEMENT}{_REPAIR}{_END}", _brought_about),
    (
        (rf"{_LEAD}(?:nobody|no one|no-one) (?:has )?(?:put|placed|moved|brought) {_THINGS} {_COMPLEMENT}(?: "
        rf"yet)?[.,;!]+ (?:so |please |now )*(?:do (?:it|that|so)|put (?:it|them) there){_END}"),
        _brought_about,
    ),
    (
        (
            rf"{_LEAD}(?:i|we)(?:'ve| have)? promised (?:(?:the|my|our) )?[a-z]+,? (?:that )?"
            r"you(?:'d| would|'ll| will) (?P<order>[a-z]+ [^.;!?]+)"
        ),
        _promised,
    ),
    (rf"{_LEAD}how come {_THINGS} (?:isn't|aren't|is not|are not) {_COMPLEMENT}{_REPAIR}{_END}", _brought_about),
    (
        (rf"{_LEAD}(?P<place>{NAME}) is (?:the (?:place|spot) )?where (?:i|we)(?:'d| would)? (?:want|need|like) "
        rf"{_THINGS}(?: to (?:be|go|end up|stay))?{_END}"),
        _of_place,
    ),
    (
        (rf"{_LEAD}(?P<place>{NAME}) is (?:the (?:place|spot) )?where {_THINGS} (?:should|must|ought to|has to|have to|"
        rf"needs to|is to|are to|is supposed to|is meant to) (?:be|go|end up){_END}"),
        _of_place,
    ),
    (rf"{_LEAD}{_THINGS} can be (?:thrown out|thrown away|binned|tossed out|discarded){_END}", _thrown),
    (rf"{_LEAD}{_THINGS} can go(?: away)?{_END}", _spoiled),
    (rf"{_LEAD}{_THINGS} (?:is|are) (?:just |only )?(?:rubbish|garbage|trash|waste){_END}", _spoiled),
    (rf"{_LEAD}(?:bin|ditch|scrap|junk|trash) {_THINGS}{_END}", _thrown),
    (rf"{_LEAD}(?:toss|dump) {_THINGS}{_END}", _spoiled),
    (
        rf"{_LEAD}{_THINGS}\?+ (?P<to>(?:in|on|into|onto) {NAME}) with (?:it|them){_END}",
        lambda m: f"{m['lead']}put {m['thing']} {m['to']}" if named_can(m["thing"], "pickupable") else m.group(),
    ),
    (
        (rf"{_LEAD}(?:go (?:and )?)?(?:get|fetch|grab|find|take|pick up) {_THINGS},? (?:and|then|and then) "
        rf"(?:come|drive|walk|get) (?:back|here|over here|back here|back to me|to me)(?: with (?:it|them))?{_END}"),
        _fetched,
    ),
    (rf"{_LEAD}(?:come|come back|get back|come over|return)(?: here| to me)? with {_THINGS}{_END}", _fetched),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
