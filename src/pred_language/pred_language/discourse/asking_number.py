"""Questions for a number or about all of a kind: "count the cups for me", "are the forks both there?"."""

from __future__ import annotations

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon.shapes import LAST, NAME, PREP

_END = (
    r"(?: (?:here|in here|there|in total|altogether|for me|around|please|in this room|in the room))*,?(?: please)?"
    rf"\s*[.?!]*{LAST}"
)
_NS = r"(?:all )?(?:the |my |our )?(?P<ns>[a-z]+(?: of [a-z]+| [a-z]+)?s)"
_KNOW = (
    r"(?:(?:can|could|would|will|do) you (?:please )?(?:tell me|say|know|see|check)|tell me|i(?:'d| would) like to "
    r"know|i (?:want|need) to know|i wonder|i(?:'m| am) wondering|let me know|any idea)"
)
_THERE = r"(?:there (?:is|are)|(?:we|i|you)(?:'ve| have)? (?:got|have|see|own)|(?:we|i|you) (?:have|own|see))"
_AT = rf"(?P<at>{PREP} {NAME})"
_SOME = r"(?:any(?:one|body)|some(?:one|body)|i|we|he|she|they)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"^\W*(?:please )?(?:(?:can|could|would) you (?:please )?)?count {_NS}{_END}", r"how many \g<ns> are there?"),
    (rf"^\W*(?:please )?(?:give me |tell me )?(?:what(?:'s| is) )?the number of {_NS}{_END}", (r"how many \g<ns> "
    r"are there?")),
    (rf"^\W*{_KNOW},? how many (?P<ns>[a-z]+(?: of [a-z]+| [a-z]+)?s) {_THERE}{_END}", r"how many \g<ns> are there?"),
    (rf"^\W*how many (?P<ns>[a-z]+(?: [a-z]+)?s) exist{_END}", r"how many \g<ns> are there?"),
    (
        (r"^\W*(?:do|have) (?:we|i|you) (?:have|got|see) (?P<how>at least|more than|at most|exactly|only) "
         rf"(?P<n>[a-z]+) (?P<ns>[a-z]+(?: [a-z]+)?){_END}"),
        r"are there \g<how> \g<n> \g<ns>?",
    ),
    ((r"^\W*(?:do|have) (?:we|i|you) (?:have|got|see) (?:several|multiple|a few|many) "
      rf"(?P<ns>[a-z]+(?: [a-z]+)?s){_END}"),
     r"are there more than one \g<ns>?"),
    (rf"^\W*(?:can|could|do|did) you (?:see|spot|find) any (?P<ns>[a-z]+(?: [a-z]+)?){_END}", r"are there any \g<ns>?"),
    ((rf"^\W*(?:has|have|did) {_SOME} (?:leave|left|put|forget|forgotten) "
      rf"(?P<thing>an? [a-z]+(?: [a-z]+)??) {_AT}{_END}"),
     r"is there \g<thing> \g<at>?"),
    (
        (rf"^\W*there(?:'s| is) (?P<thing>an? [a-z]+(?: [a-z]+)??) {_AT},? "
         rf"(?:right|correct|is that right|am i right|isn't that so)\?{LAST}"),
        r"is there \g<thing> \g<at>?",
    ),
    (rf"^\W*are the (?P<ns>[a-z]+s) (?P<all>all|both) {_AT}{_END}", r"are \g<all> the \g<ns> \g<at>?"),
    (rf"^\W*is (?:each|every one|every single one) of the (?P<ns>[a-z]+s) {_AT}{_END}", r"are all the \g<ns> \g<at>?"),
    (rf"^\W*is there not a single (?P<n>[a-z]+(?: [a-z]+)??) {_AT}{_END}", r"is there no \g<n> \g<at>?"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
