"""What stands before and after a token: whether a number is a label, a verb is left out, a comma parts a list."""

from __future__ import annotations

from pred_core.vocabulary import object_types
from pred_language.lexicon.phrases import LABEL, Event, Mention
from pred_language.lexicon.qualities import TREATING
from pred_language.lexicon.tagger import Tag, Token, first_noun
from pred_language.lexicon.words import TURNING, Prep

_HOW_MANY = frozenset({"another", "both", "couple", "pair", "single"})


def token_after(tokens: list[Token], index: int) -> Token | None:
    """Return the token after one, None at the end."""
    return tokens[index + 1] if index + 1 < len(tokens) else None


def is_label(tokens: list[Token], index: int) -> bool:
    """Tell whether a number says which one it is, of "burner 4", rather than how many follow.

    :param index: of a number that stands right after a noun
    """
    after = next((t for t in tokens[index + 1 :] if t.tag not in (Tag.STATE, Tag.FILLER)), None)
    counts = after is not None and after.tag in (Tag.NOUN, Tag.UNKNOWN, Tag.UNIT)
    return not counts and tokens[index].text not in (*_HOW_MANY, "one")


def is_next_label(tokens: list[Token], index: int, last: Mention | None) -> bool:
    """Tell whether a number goes on with those of "burners 1 and 3".

    :param last: what was named before it
    """
    joint = index > 0 and (tokens[index - 1].tag is Tag.CONJ or tokens[index - 1].text == ",")
    after = next(iter(tokens[index + 1 :]), None)
    ends = after is None or after.tag in (Tag.STOP, Tag.CONJ, Tag.PREP, Tag.VERB)
    labelled = last is not None and any(word.startswith(LABEL) for word in last.adjectives)
    return joint and ends and labelled and tokens[index].text not in (*_HOW_MANY, "one")


def repeats_verb(tokens: list[Token], index: int, event: Event | None) -> bool:
    """Tell whether a verb is left out: "put the apple in the fridge and the mug in the sink".

    :param index: of "and" or a comma
    :param event: the event before it
    """
    if event is None or event.verb is None:
        return False
    if all(prep is Prep.WITH for prep, _ in event.attached):  # "a pan with an egg and a fork in the sink"
        return False
    rest = tokens[index + 1 :]
    noun = first_noun(rest)
    to_me = is_for_me(tokens, index, event)
    after = rest[noun + 1] if noun + 1 < len(rest) else None
    last = to_me and bool(event.attached) and (after is None or after.tag in (Tag.STOP, Tag.CONJ))
    if noun >= len(rest) or not (last or (after and after.tag is Tag.PREP)):
        return False
    classes = rest[noun].classes
    if rest[noun].tag is Tag.PRONOUN and noun > 1 and event.objects:  # "... and the red one on the sofa"
        classes = event.objects[-1].classes
    elif rest[noun].tag is not Tag.NOUN:
        return False
    carried = any(object_types()[name].can("pickupable") for name in classes)
    from_there = (Prep.FROM, Prep.AT, Prep.ME) if to_me else ()
    return carried and (last or (after is not None and after.value in (Prep.IN, Prep.ON, Prep.TO, *from_there)))


def is_for_me(tokens: list[Token], index: int, event: Event) -> bool:
    """Tell whether what is read goes to the one who speaks, now or in the end."""
    return event.to_me or any(token.value == Prep.ME for token in tokens[index + 1 :])


def in_list(tokens: list[Token], index: int, event: Event) -> bool:
    """Tell whether a comma stands between the objects of one verb: "put the knife, glass in the sink"."""
    following = token_after(tokens, index)
    if tokens[index].text != "," or following is None or event.verb is None or event.attached:
        return False
    if following.tag is Tag.NUMBER:  # "turn on burners 1, 2 and 4"
        return any(
            word.startswith(LABEL) for mention in event.objects[-1:] for word in mention.adjectives
        )
    if following.tag not in (Tag.NOUN, Tag.DET):
        return False
    rest = tokens[index + 1 :]
    if any(t.tag is Tag.PREP for t in rest):
        return True
    noun = next((i for i, t in enumerate(rest) if t.tag is Tag.NOUN), len(rest))
    ends = noun + 1 == len(rest) or (noun + 1 < len(rest) and rest[noun + 1].tag in (Tag.STOP, Tag.CONJ))
    return lists_objects(event) and ends


def lists_objects(event: Event) -> bool:
    """Tell whether a comma may stand between things without a place: "open the fridge, the drawer and the safe"."""
    return event.verb in TURNING | TREATING and not event.attached
