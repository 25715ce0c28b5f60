"""Object heterogeneity verification (section 3.1.2, C.2): it looks different from another side."""

from __future__ import annotations

from collections import Counter

from pred_core.plan_language import Discrepancy, Kind
from pred_core.views import lead_of_others
from pred_perception.discrepancy.detector import Situation

RIGHT = 0.75
"""How often a view is believed to show what a thing is."""


class AppearanceDetector:
    """Compares the class at the time of interaction, c_0, with the classes from the other views, c_i.

    The paper turns a thing away for one view that differs. Views err, so here they are weighed against each other.
    """

    kind = Kind.OHV

    def check(self, situation: Situation) -> Discrepancy | None:
        """Return the discrepancy when some c_i differs from what was wanted.

        Its confidence is the probability that the thing is another, for views that are right independently of each
        other with probability :data:`RIGHT`.
        """
        wanted = situation.subgoal.object
        others = [name for name in situation.held_views[1:] if name]
        different = Counter(name for name in others if name != wanted)
        if not different:
            return None
        observed, _ = min(different.items(), key=lambda item: (-item[1], item[0]))
        odds = (RIGHT / (1.0 - RIGHT)) ** lead_of_others(wanted, others)
        return Discrepancy(
            kind=self.kind,
            subgoal_id=situation.subgoal.id,
            subject=wanted,
            subject_id=situation.subject_id,
            expected=wanted,
            observed=observed,
            confidence=odds / (1.0 + odds),
        )
