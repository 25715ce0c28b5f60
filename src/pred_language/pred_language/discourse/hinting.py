"""Hints told as the orders that they are: "somebody left the lid up again", "it's getting dark in here".

A hint says how something stands that nobody wants so, or why it should stand otherwise. Only states that are undone by
one action are taken, and only of what is known; what just tells how things are stays a remark. Whether something that
was left on or open is to be undone is asked (:func:`as_undone`).
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon.inflection import named_can
from pred_language.lexicon.people import SOMEBODY
from pred_language.lexicon.shapes import END, NP, PLACE

CONTRARY = {
    **dict.fromkeys(("on", "running", "burning", "lit", "going", "blaring", "dripping"), ("turn off", "toggleable")),
    **dict.fromkeys(("off", "out", "dark"), ("turn on", "toggleable")),
    **dict.fromkeys(("open", "up", "ajar", "wide open"), ("close", "openable")),
    **dict.fromkeys(("closed", "shut"), ("open", "openable")),
}
"""What undoes a state, and what its thing has to be for that."""
_MENDED = {"dirty": "wash", "filthy": "wash", "grubby": "wash", "empty": "fill"}
"""What is done about a state that no switch or door has."""
_STATE = "|".join(sorted(CONTRARY, key=len, reverse=True))
_SEEMS = (
    r"(?:(?:i (?:think|believe|guess|see|fear)|i'm afraid|it (?:seems|looks like)|(?:seems|looks) like)(?: that)? )?"
)
_LEAD = rf"^(?P<lead>\W*(?:(?:oh|ah|ugh|well|so|hey|look|damn|no|dear)[\s,!]+)*){_SEEMS}"
_AGAIN = r"(?: again| once more| all (?:day|night)| all the time| as (?:usual|always))*"
_END = r"(?=\s*[.!…]*\s*$)"
_NEEDS = (
    r"(?:i|we)(?:'ve| have|'m| am|'re| are)?(?: still| just)* (?:got|have|need|want|trying|going|can'?t|cannot|"
    r"can not)\b"
    r"[^,.;!?]*"
)


def undoing(state: str) -> str:
    """Return what is done about a state that nobody wants: "close" of "open", "wash" of "dirty"; '' for none known."""
    return CONTRARY[state][0] if state in CONTRARY else _MENDED.get(state, "")


def _undone(match: re.Match[str]) -> str:
    """Return "close the toilet lid" of "somebody has left the toilet lid up again"."""
    verb, need = CONTRARY[match["state"].lower()]
    if not named_can(match["thing"], need):
        return match.group()
    at = f" that is {match['at']}" if match["at"] else ""
    return f"{match['lead']}{verb} {match['thing']}{at}"


_STILL_SO = re.compile(
    rf"\b(?:{SOMEBODY}(?:'ve| has| have| had| just)* left (?P<one>{NP})|"
    rf"(?P<two>{NP})(?:'s|'re| is| are| was| were| has been| have been)(?: still| left| standing)+|"
    rf"(?P<three>{NP})(?:'s|'re| is| are)(?= (?:running|burning)\b)) "
    rf"(?P<state>on|running|burning|lit|open|ajar){END}",
    re.IGNORECASE,
)
_WHAT_A_WASTE = re.compile(
    r"\s*[,.;!]+ (?:what|such|(?:that|it)(?:'s| is)) (?:such )?(?:an? )?(?:[a-z]+ ){1,4}[a-z]+\W*$", re.IGNORECASE
)
"""What is thought of it: "that is such a waste of water"."""
_AROUND = 3
"""How many words may stand around what was left on or open: "oh no, ..."."""


def as_undone(text: str) -> str:
    """Return "turn off the tap" of "someone left the tap running", '' of what says nothing of the kind, or more."""
    plain = _WHAT_A_WASTE.sub("", text)
    told = _STILL_SO.search(plain)
    if told is None or len(re.findall(r"[\w']+", plain[: told.start()] + plain[told.end() :])) > _AROUND:
        return ""
    return f"{CONTRARY[told['state'].lower()][0]} {(told['one'] or told['two'] or told['three']).lower()}"


def _wanted(match: re.Match[str]) -> str:
    """Return "bring me a cold apple" of "a cold apple would be nice"."""
    return f"{match['lead']}bring me {match['thing']}" if named_can(match["thing"], "pickupable") else match.group()


def _mended(match: re.Match[str]) -> str:
    """Return "turn off the tap" of "the tap is still running, could you sort that out?"."""
    verb = _MENDED.get(match["state"].lower())
    at = f" that is {match['at']}" if match["at"] else ""
    return f"{match['lead']}{verb} {match['thing']}{at}" if verb else _undone(match)


def _bothers(match: re.Match[str]) -> str:
    """Return "close the open cabinet" of "that open cabinet door is bothering me"."""
    verb, need = CONTRARY[match["state"].lower()]
    able = named_can(match["thing"], need)
    return f"{match['lead']}{verb} the {match['state']} {match['thing']}" if able else match.group()


def _too_loud(match: re.Match[str]) -> str:
    """Return "turn off that TV" of "that TV is far too loud"."""
    able = named_can(match["thing"], "toggleable")
    return f"{match['lead']}turn off {match['thing']}" if able else match.group()


def _disturbs(match: re.Match[str]) -> str:
    """Return "turn off that bedside lamp" of "I can't sleep with that bedside lamp shining in my face"."""
    verb, need = CONTRARY.get(match["state"].lower(), ("turn off", "toggleable"))
    able = named_can(match["thing"], need)
    return f"{match['lead']}{verb} {match['thing']}" if able else match.group()


def _forgotten(match: re.Match[str]) -> str:
    """Return "turn the tap off" of "somebody forgot to turn the tap off"."""
    known = match["verb"].lower() in order_verbs()
    return f"{match['lead']}{match['verb']} {match['rest']}" if known else match.group()


_NICE = r"(?:nice|lovely|great|good|wonderful|perfect|brilliant|welcome|appreciated|just the thing)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        r"^(?P<lead>\W*)(?:i|we)(?:'ve| have| are|'re| am|'m) (?:run )?out of (?P<what>[a-z ]+?),? so (?=[a-z]+ )",
        r"\g<lead>there are no \g<what>, so ",
    ),
    (
        (
            rf"{_LEAD}{SOMEBODY}(?: has| have| had|'s|'ve)?(?: just| gone and)? (?:left|forgotten|forgot) "
            rf"(?P<thing>{NP})"
            rf"(?: (?P<at>{PLACE}))? (?P<state>up|off|out|dark|closed|shut){_AGAIN}{_END}"
        ),
        _undone,
    ),
    (
        (
            rf"{_LEAD}(?P<thing>{NP})(?: (?P<at>{PLACE}))? (?:is|are|'s)(?: still| just)* (?P<state>off|out|"
            rf"dark|closed|"
            rf"shut),? (?:and|but|so) {_NEEDS}{_END}"
        ),
        _undone,
    ),
    (
        (
            rf"{_LEAD}(?P<thing>{NP})(?: (?P<at>{PLACE}))? (?:has|have|'s|'ve) been left (?P<state>{_STATE}){_AGAIN}"
            rf"(?:,? (?:and |so )?(?:that|it|this) (?:needs?|wants?) (?:sorting|fixing|seeing to|looking after))"
            rf"{_END}"
        ),
        _undone,
    ),
    (
        (
            rf"{_LEAD}(?:it(?:'s| is)|it(?:'s| is) getting|things are getting)(?: [a-z]+){{0,3}} dark"
            rf"(?: in here| here| now| already)*(?:[,;.]+ (?:and |so )?(?:i|we)(?:'d| would)? (?:could do "
            rf"with|could use|need|"
            rf"want|like) (?:some |more |a bit more |a little |a bit of )*light)?{_END}"
        ),
        r"\g<lead>turn on the light",
    ),
    (
        (
            rf"{_LEAD}(?P<thing>{NP})(?: (?P<at>{PLACE}))?(?:'s|'re| is| are| has been| have been)(?: still| left| "
            rf"always| again)* (?P<state>{_STATE}|{'|'.join(_MENDED)}){_AGAIN}\s*(?:[,.;!]+|,? so|,? "
            rf"and)\s*(?:please )?"
            r"(?:(?:can|could|would|will) you )?(?:please )?(?:see to|take care of|sort out|sort|fix|handle|deal with|"
            rf"do something about) (?:that|it|this)(?: out)?(?: for me|,? please)*\??{_END}"
        ),
        _mended,
    ),
    (
        (
            rf"{_LEAD}(?P<thing>(?:an?|some) (?:[a-z]+ ){{0,2}}?[a-z]+(?: of [a-z]+)?) (?:would|might|could)"
            rf"(?: really| also)? be (?:(?:very|really|so|most|absolutely|quite|much|rather) )?{_NICE}"
            rf"(?: (?:right )?(?:now|about now|please|thanks))*{_END}"
        ),
        _wanted,
    ),
    (
        rf"{_LEAD}{SOMEBODY}(?: has| have|'s|'ve)? (?:forgot|forgotten) to (?P<verb>[a-z]+) (?P<rest>[^.;!?]+?){_END}",
        _forgotten,
    ),
    (
        (rf"{_LEAD}(?:it(?:'s| is)) (?:[a-z]+ ){{0,3}}dark(?: in here| here| already| now)*(?:,? isn't it\?|,? don't "
         r"you think\?)?(?:[.,;!?]* (?:so |and )?(?:i|we) (?:can't|cannot|can hardly|can barely|hardly|barely)(?: "
         rf"even)? see[^.;!?]*)?{_END}"),
        r"\g<lead>turn on the light",
    ),
    (
        (rf"{_LEAD}it(?:'d| would) be (?:nice|good|great|lovely|helpful) to have (?:some|a bit of|a little|more) "
         rf"(?:more )?light(?: in here| here)?{_END}"),
        r"\g<lead>turn on the light",
    ),
    (
        (rf"{_LEAD}(?:that|the|this) (?P<state>open|running) (?P<thing>[a-z]+(?: [a-z]+)??)(?: door)? (?:is "
         rf"(?:bothering|annoying|driving|distracting)|bothers|annoys|drives|distracts) [^.;!?]*{_END}"),
        _bothers,
    ),
    (
        (rf"{_LEAD}(?:i|we) (?:can't|cannot|can hardly) (?:sleep|concentrate|hear|think|read|work|relax|study)"
         rf"[^.;!?]*? with (?P<thing>{NP}) (?P<state>on|open|running|blaring|burning|shining|going)\b[^.;!?]*{_END}"),
        _disturbs,
    ),
    (
        (
            rf"{_LEAD}(?P<thing>{NP}) (?:is|'s) (?:far |way |much |a bit )*too (?:loud|noisy|bright)"
            r"(?:,? and (?:nobody|no one)(?: is|'s)? (?:even )?[a-z]+(?:ing)?(?: it| to it)?)?"
            rf"{_END}"
        ),
        _too_loud,
    ),
    (
        (
            rf"{_LEAD}the water (?:in|at) (?P<at>{NP}) (?:is|'s) (?:still )?running(?: for nothing| for no reason)?"
            rf"{_END}"
        ),
        r"\g<lead>turn off the tap of \g<at>",
    ),
    (rf"{_LEAD}let there be light{_END}", r"\g<lead>turn on the light"),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
