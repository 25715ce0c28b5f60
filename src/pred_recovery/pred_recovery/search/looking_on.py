"""How long a search opens one place after the other: as long as the words, or a person, say that it may be there."""

from __future__ import annotations

from pred_core.objects import ObjectState
from pred_core.plan_language import Subgoal
from pred_core.vocabulary import spoken
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking
from pred_recovery.mission.settings import WARN
from pred_recovery.refer.asking import agree_to_look_on


def may_look_on(mission: Mission, subgoal: Subgoal, place: ObjectState) -> Asking[bool]:
    """Tell whether the next place is looked into, though all before it were in vain.

    A person is asked, where anybody is, once as many places as a search has were tried, and before furniture of another
    kind than the words say is opened. Where nobody is asked that ends the search; with ``warn`` only the number does.
    """
    sought = subgoal.object
    many = mission.search.tried >= mission.settings.max_searched
    elsewhere = subgoal.inside and place.class_name not in subgoal.inside and sought not in mission.search.widened
    if not many and (not elsewhere or mission.settings.strictness == WARN):
        return True
    looked = mission.search.told()
    if (yield from agree_to_look_on(mission, f"I found no {spoken(sought)}.{f' {looked}.' if looked else ''}")):
        mission.search.tried = 0
        mission.search.widened.add(sought)
        return True
    mission.search.given_up.add(sought)
    return False
