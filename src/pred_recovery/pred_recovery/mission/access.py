"""Which wings of the package read the mission's state and which change it, field by field.

``test_state_access.py`` holds this table against the code. The wing ``mission`` itself may always do both; what it
offers as methods and properties (:class:`~pred_recovery.mission.mission.Mission`) is open to all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pred_recovery.mission.beliefs import Beliefs
from pred_recovery.mission.bindings import Bindings
from pred_recovery.mission.progress import Progress
from pred_recovery.mission.search import Search
from pred_recovery.mission.trace import Trace
from pred_recovery.mission.words import Words

PARTS: Mapping[str, type] = {
    "progress": Progress,
    "bindings": Bindings,
    "beliefs": Beliefs,
    "search": Search,
    "trace": Trace,
    "words": Words,
}


class Access(NamedTuple):
    """Names of wings, separated by spaces."""

    readers: str = ""
    writers: str = ""


ACCESS: Mapping[str, Access] = {
    "progress.asked": Access("refer", ""),
    "progress.plan": Access("act recover refer search subgoal tree verify", ""),
    "progress.attempted": Access("", ""),
    "progress.done": Access("recover search", ""),
    "progress.outcome": Access("tree verify", "tree"),
    "progress.case": Access("recover", "recover subgoal tree"),
    "progress.unverified": Access("verify", "subgoal verify"),
    "progress.started": Access("refer", "tree"),
    "progress.spent": Access("", ""),
    "progress.started_over": Access("recover", "recover"),
    "progress.regrounds": Access("recover", "recover"),
    "progress.fetches": Access("recover", "recover"),
    "progress.pictures": Access("refer", "refer"),
    "progress.corrections": Access("recover", "recover"),
    "progress.added": Access("recover", "recover"),
    "progress.revised_by": Access("tree verify", "verify"),
    "progress.last_revision": Access("recover", ""),
    "bindings.variables": Access("act recover refer ros search subgoal verify", "search verify"),
    "bindings.before_cut": Access("search", "subgoal"),
    "bindings.rejected": Access("recover search", "act recover search"),
    "bindings.missed": Access("search", "search subgoal"),
    "bindings.placed": Access("act recover refer search", "subgoal"),
    "bindings.lay": Access("recover search", "subgoal"),
    "bindings.placed_among": Access("act search", "subgoal"),
    "bindings.turned_away": Access("recover verify", "act verify"),
    "bindings.trusted": Access("recover verify", "recover"),
    "beliefs.attributes": Access("", ""),
    "beliefs.felt": Access("", "act"),
    "beliefs.doors": Access("act search", "act"),
    "beliefs.opened": Access("refer", "act"),
    "beliefs.in_hand": Access("", "verify"),
    "beliefs.heeded": Access("verify", "verify"),
    "beliefs.doubted": Access("verify", "verify"),
    "beliefs.shown": Access("verify", "verify"),
    "beliefs.approached": Access("verify", "verify"),
    "search.explored": Access("search verify", "search"),
    "search.looked_at": Access("search", "search"),
    "search.cut_short": Access("search", "search"),
    "search.looked_into": Access("search", "search"),
    "search.left_open": Access("subgoal", "search subgoal"),
    "search.sought": Access("", ""),
    "search.tried": Access("search", "search"),
    "search.under_way": Access("", "search"),
    "search.widened": Access("search", "search"),
    "search.given_up": Access("search", "search"),
    "search.taken_from": Access("", "search subgoal"),
    "trace.swayed_by": Access("tree", "act search subgoal verify"),
    "words.let_go": Access("refer", "refer"),
    "words.questions": Access("refer tree", "refer"),
    "words.not_used": Access("refer tree", "refer"),
    "words.stand_ins": Access("refer", "refer"),
    "words.not_verified": Access("refer tree", "refer"),
}
