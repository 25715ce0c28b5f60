"""What a model that sees makes of a picture: one more witness where the robot's own senses leave a doubt."""

from __future__ import annotations

from collections.abc import Sequence

from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, ShowPicture


def seen_by_model(
    mission: Mission, object_id: str, subject: str, sentences: Sequence[str], likely: Sequence[float]
) -> Asking[tuple[float, ...]]:
    """Return how likely each sentence is once a model has looked, as before where none does.

    :param object_id: what is outlined for it, '' = it sees the whole picture
    :param likely: how likely each sentence is held to be, in sum 1
    """
    before = tuple(likely)
    settings = mission.settings
    if not settings.vision or mission.progress.pictures >= settings.max_pictures or len(sentences) < 2:
        return before
    mission.progress.pictures += 1
    reply = yield ShowPicture(object_id, subject, tuple(sentences), before)
    what = object_id or "the picture"
    if not reply.outcome:
        mission.note("picture", f"No model has looked at {what}: {reply.outcome.message}", id=object_id)
        return before
    best = max(range(len(sentences)), key=reply.likely.__getitem__)
    told = "it cannot tell" if reply.likely == before else f"{sentences[best]} ({reply.likely[best]:.2f})"
    pairs = zip(sentences, before, reply.likely, strict=True)
    shares = {sentence: [round(share, 3), round(now, 3)] for sentence, share, now in pairs}
    mission.note("picture", f"A model looked at {what}: {told}", id=object_id, likely=shares)
    return reply.likely
