"""Object heterogeneity verification (section 3.1.2, C.2): it looks different from another side."""

from __future__ import annotations

from collections import Counter

from pred_perception.discrepancy.detector import Situation
from pred_planner.language import Discrepancy, Kind


class AppearanceDetector:
    """Compares the class at the time of interaction, c_0, with the classes from the other views, c_i."""

    kind = Kind.OHV

    def check(self, situation: Situation) -> Discrepancy | None:
        """Return the discrepancy when some c_i differs from what was wanted; its confidence is their share."""
        wanted = situation.subgoal.object
        others = [name for name in situation.held_views[1:] if name]
        different = Counter(name for name in others if name != wanted)
        if not others or not different:
            return None
        observed, _ = min(different.items(), key=lambda item: (-item[1], item[0]))
        return Discrepancy(
            kind=self.kind,
            subgoal_id=situation.subgoal.id,
            subject=wanted,
            subject_id=situation.subject_id,
            expected=wanted,
            observed=observed,
            confidence=different.total() / len(others),
        )
