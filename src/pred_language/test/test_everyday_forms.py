"""Everyday forms of orders and questions: what is asked for, set so, looked for, left out of, and why."""

from __future__ import annotations

from types import ModuleType

import pytest

from pred_language.discourse import (
    asked_for,
    asking_number,
    asking_where,
    hinting,
    one_after_other,
    one_but_not,
    reasons_first,
    set_so,
    subjects,
    that_or_other,
)
from pred_language.discourse.rewriting import retold
from pred_language.questions.condition_frames import in_plain_frames


@pytest.mark.parametrize(
    ("kind", "said", "plainly"),
    [
        (asked_for, "I'd like the watch.", "bring me the watch."),
        (asked_for, "I'll need the laptop in a minute.", "bring me the laptop."),
        (asked_for, "Send the pen over.", "bring me the pen."),
        (asked_for, "Bring over the kettle.", "bring me the kettle."),
        (asked_for, "Reach for the phone and give it to me.", "take the phone and give it to me."),
        (asked_for, "I'd appreciate it if you brought me the laptop.", "please bring me the laptop."),
        (asked_for, "I'd prefer the candle on the counter.", "put the candle on the counter."),
        (
            asked_for,
            "Check that the candle is on the counter, and if not put it there.",
            "put the candle on the counter.",
        ),
        (
            asked_for,
            "Don't leave the phone on the desk, put it on the table.",
            "put the phone that is on the desk on the table.",
        ),
        (asked_for, "I'd like the lamp on.", None),
        (asked_for, "I'd like the garden.", None),
        (set_so, "I need the floor lamp switched on.", "turn on the floor lamp."),
        (set_so, "Can we have the TV off?", "turn off the TV"),
        (set_so, "I'd like the egg heated up.", "heat the egg."),
        (set_so, "Make sure the desk lamp isn't left on.", "turn off the desk lamp."),
        (set_so, "Check that the tap is off, and if not turn it off.", "turn off the tap."),
        (set_so, "Unlock the safe.", "open the safe."),
        (set_so, "Go open the fridge.", "open the fridge."),
        (set_so, "Nobody closed the laptop. Do it please.", "close the laptop."),
        (set_so, "I don't want the toilet lid up.", "close the toilet lid."),
        (set_so, "Everything dirty in the sink needs washing.", "wash Everything dirty in the sink."),
        (
            set_so,
            "The mug has gone cold, could it be warmed up again?",
            "The mug has gone cold, please warm it up again",
        ),
        (set_so, "Turn the tap off if it's on.", "Turn off the tap if it's on."),
        (set_so, "Start the conversation.", None),
        (set_so, "Get the apple on.", None),
        (asking_where, "Ugh, where is the lettuce?", "where is the lettuce?"),
        (asking_where, "Wait, where is my phone?", "where is my phone?"),
        (asking_where, "Could you tell me where I can find the egg?", "where is the egg?"),
        (asking_where, "Any clue where the watch went?", "where is the watch?"),
        (asking_where, "Where does the vase stand?", "where is the vase?"),
        (asking_where, "What is the location of the candle?", "where is the candle?"),
        (asking_where, "See if the bear is on the chair.", "is the bear on the chair?"),
        (asking_where, "Did I put the watch on the dresser?", "is the watch on the dresser?"),
        (asking_where, "Is a phone on the bed?", "is there a phone on the bed?"),
        (asking_where, "I had two remotes. Which one is on the shelf?", "which remote is on the shelf?"),
        (asking_where, "Did I leave the lamp on again?", "Did I leave the lamp on?"),
        (asking_where, "Wait for me.", None),
        (
            one_but_not,
            "I need a towel, but don't bring me the one from the floor.",
            "I need a towel that is not on the floor.",
        ),
        (one_but_not, "Bring me a mug, not the red one.", "Bring me a mug that is not red."),
        (one_but_not, "Bring me a mug, just not the burning one.", "Bring me a mug that is not lit."),
        (
            one_but_not,
            "Bring me two towels, but not the one on the floor.",
            "Bring me two towels that are not on the floor.",
        ),
        (one_but_not, "put any mug but the red one in the sink", None),
        (one_but_not, "Bring me the towel, not the book on the bed.", None),
        (reasons_first, "So that nobody burns themselves, turn off the stove.", "turn off the stove."),
        (reasons_first, "Before you put the mug on the shelf, wash it.", None),
        (reasons_first, "Workout time, pass me the dumbbell.", "pass me the dumbbell."),
        (
            reasons_first,
            "Wash the bowl first, then put it back on the dresser.",
            "Wash the bowl, then put it back on the dresser.",
        ),
        (
            reasons_first,
            "Take the racket, the bat and the ball and put the lot on the bed.",
            "Take the racket, the bat and the ball and put them on the bed.",
        ),
        (
            reasons_first,
            "Not the blue cushion, the other one should be on the sofa.",
            "put the cushion that is not blue on the sofa.",
        ),
        (
            reasons_first,
            "The bear on the side table can join the one on the bed.",
            "put The bear on the side table on the bed.",
        ),
        (reasons_first, "There's something sticky in the yellow mug, it should be washed.", "wash the yellow mug."),
        (
            reasons_first,
            "Bring me the soap bottle from the shelf, the other one is empty.",
            "Bring me the soap bottle from the shelf.",
        ),
        (
            subjects,
            "What's on the desk, lamp and laptop excepted, goes in the drawer.",
            "put everything that is on the desk in the drawer except lamp and laptop.",
        ),
        (
            subjects,
            "Everything on the desk except the lamp and the laptop goes in the open drawer.",
            "put Everything on the desk in the open drawer except the lamp and the laptop.",
        ),
        (
            subjects,
            "Apart from the candle, everything on the coffee table should move to the side table.",
            "put everything on the coffee table to the side table except the candle.",
        ),
        (subjects, "The pot is wanted on the dining table.", "put The pot on the dining table."),
        (
            subjects,
            "Why are the remotes all over the place? Both on the coffee table, please.",
            "put both the remotes on the coffee table.",
        ),
        (subjects, "Bring me a cloth, the clean one.", "Bring me the clean cloth."),
        (subjects, "What's on the desk?", None),
        (asking_number, "Count the candles for me.", "how many candles are there?"),
        (asking_number, "Could you tell me how many plates we've got?", "how many plates are there?"),
        (asking_number, "Give me the number of mugs.", "how many mugs are there?"),
        (asking_number, "Do we have at least two mugs?", "are there at least two mugs?"),
        (asking_number, "Are the forks all on the table?", "are all the forks on the table?"),
        (asking_number, "Has anyone left a cup on the desk?", "is there a cup on the desk?"),
        (asking_number, "Is there not a single spoon in the sink?", "is there no spoon in the sink?"),
        (one_after_other, "Open the box, but bring me the apple first.", "bring me the apple, then Open the box."),
        (
            one_after_other,
            "1. turn on the lamp 2. put the bread on the table",
            "turn on the lamp. Then put the bread on the table.",
        ),
        (
            one_after_other,
            "Turn on the TV. In addition, bring me the statue.",
            "Turn on the TV. Then bring me the statue",
        ),
        (
            one_after_other,
            "Close the drawer now and put the bowl on the shelf later.",
            "Close the drawer. Then put the bowl on the shelf",
        ),
        (one_after_other, "Close the box, but before that put the card in.", None),
        (
            one_after_other,
            "Not only open the safe but also bring me the pen.",
            "open the safe. Then bring me the pen",
        ),
        (
            that_or_other,
            "One apple is on the table. Bring me the other one.",
            "Bring me the apple that is not on the table.",
        ),
        (
            that_or_other,
            "Leave the mug on the desk and bring me the one on the bed.",
            "bring me the mug that is on the bed.",
        ),
        (
            that_or_other,
            "There's one tomato on the counter and one in the fridge. Bring me the latter.",
            "Bring me the tomato that is in the fridge.",
        ),
        (
            that_or_other,
            "Not the fork on the table but the one in the drawer, bring me that.",
            "bring me the fork that is in the drawer.",
        ),
        (
            that_or_other,
            "Look in the drawer, there's a fork. Bring it to me.",
            "bring the fork that is in the drawer to me.",
        ),
        (
            that_or_other,
            "Go to the drawer and bring me the fork that's there.",
            "bring me the fork that is in the drawer.",
        ),
        (
            that_or_other,
            "The cup in the sink stays, the others go on the shelf.",
            "put all the cups that are not in the sink on the shelf.",
        ),
        (
            that_or_other,
            "Take the white mug to the table and wash the other one.",
            "Take the white mug to the table and wash the mug that is not white.",
        ),
        (that_or_other, "The green mug is clean already, but wash the other one.", "wash the mug that is not green."),
        (
            that_or_other,
            "Bring me the mug on the desk and wash the one in the sink.",
            "Bring me the mug on the desk and wash the mug that is in the sink.",
        ),
        (that_or_other, "Put the lamp on the desk.", None),
        (that_or_other, "The cup in the sink stays, the other plates go on the shelf.", None),
        (
            subjects,
            "Make sure every towel is on the counter, except the one on the shelf.",
            "put every towel on the counter except the one on the shelf.",
        ),
        (
            subjects,
            "Don't leave any candle lying around, put them all on the table.",
            "put all the candles on the table.",
        ),
        (
            subjects,
            "Put any mug that isn't on the counter on the bed.",
            "Put all the mugs that are not on the counter on the bed.",
        ),
        (hinting, "It's rather dark in here, isn't it? I can hardly see what I'm doing.", "turn on the light."),
        (hinting, "That open cabinet door is bothering me.", "close the open cabinet."),
        (hinting, "I can't sleep with that bedside lamp shining in my face.", "turn off that bedside lamp."),
        (hinting, "I think somebody forgot to turn the tap off.", "turn the tap off."),
    ],
)
def test_they_are_told_plainly(kind: ModuleType, said: str, plainly: str | None) -> None:
    assert retold(said, kind.RULES) == (said if plainly is None else plainly)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Check whether the box is closed; if it is, open it.", "if the box is closed, open it."),
        ("Only if the tap is off, turn it on.", "if the tap is off, turn it on."),
        ("Have a look at the lid: if it's closed, open it.", "if the lid is closed, open it."),
        ("Is the desk lamp on? If yes, turn on the TV.", "if the desk lamp Is on, turn on the TV."),
        ("if fridge is closed, open the cabinet", "if the fridge is closed, open the cabinet"),
        ("If there's still something in the cup, empty it.", "If the cup is full, empty it."),
        ("If it turns out that the lamp is on, turn it off.", "If the lamp is on, turn it off."),
        ("Turn off the TV if you see that the box is open.", "Turn off the TV if the box is open."),
        ("Wash the cup.", None),
    ],
)
def test_conditions_stand_in_plain_frames(said: str, plainly: str | None) -> None:
    assert in_plain_frames(said) == (said if plainly is None else plainly)
