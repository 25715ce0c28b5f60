"""Which remembered objects are one, and which cannot all be there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from pred_core.vocabulary import group, object_types, part_of
from pred_perception.association import are_one, fits_one
from pred_perception.extent import within_its_size
from pred_perception.frame import DOORS, Frame
from pred_perception.instances import Instance
from pred_perception.tracks import Track

MEET = 0.05
"""How near two pieces of one fixture come, m: of the player's rooms no two sinks are nearer than 0.1 m."""
SUREST = 0.999
"""How likely anything is at most."""
MUCH_SMALLER, SELDOM = 0.25, 1.0 / 6.0
"""Share of a door's box, and of how often it was seen, up to which what lies in that box is a sliver of its front.
With a third of the views one cabinet in ten of three validation rooms was taken for one, with a sixth none."""


def unite(remembered: list[Track], fallible: bool) -> None:
    """Note which objects are seen side by side, and unite those of the others that are one.

    :param remembered: all tracks; those that turn out to be another one are taken out
    :param fallible: the detector errs: two tracks may be pieces of one thing
    """
    visible = [t for t in remembered if t.visible]
    kin = _kin(remembered)
    for track in visible:
        own = kin[track.class_name]
        track.rivals.update(t.id for t in visible if t.class_name in own and t is not track)
    for track in visible:
        own = kin[track.class_name]
        others = [t for t in remembered if t.class_name in own and not t.visible]
        for other in [t for t in others if not t.held and not t.loose]:
            pieces = (fallible and _are_pieces(track, other)) or _are_of_one_fixture(track, other, remembered)
            if not track.held and (are_one(track, other) or pieces):
                older, younger = sorted((track, other), key=_age)
                absorb(remembered, older, younger)
                if older is other:
                    older.take_over(track)
                    break


def absorb(remembered: list[Track], older: Track, younger: Track) -> None:
    """Make two tracks one, with all that lies on the younger."""
    older.absorb(younger)
    remembered.remove(younger)
    for track in remembered:
        if track.parent_id == younger.id:
            track.parent_id = older.id


def piece_of(remembered: Iterable[Track], instance: Instance) -> Track | None:
    """Return a visible thing that an instance is another piece of: together they need no more room than one."""
    alike = (t for t in remembered if t.visible and not t.held and t.class_name == instance.class_name)
    return next((t for t in alike if fits_one(t, instance.points)), None)


def gather(remembered: list[Track], frame: Frame) -> None:
    """Unite what the robot has opened or closed, of which a room has only one, with what looks like another beside it.

    An open door looks like a second fridge. What is too far away to be a part of it stays, and is none. Right after a
    door was used only what has moved is it: by how the box grows then its side is told.

    :param remembered: all tracks; those that turn out to be parts are taken out
    """
    swung = frame.observation.last_action in DOORS
    for used in [t for t in remembered if t.belief.confirmed and t.class_name in group("one_a_room")]:
        others = (t for t in remembered if t is not used and t.class_name == used.class_name and not t.held)
        for other in [t for t in others if not swung or frame.shows_change(t)]:
            together = np.concatenate([used.points, other.points])
            if used in remembered and len(within_its_size(used.class_name, together)) == len(together):
                absorb(remembered, used, other)
                if other.visible and not used.visible:
                    used.take_over(other)


def weigh(remembered: Sequence[Track]) -> None:
    """Weigh what cannot all be there against each other: of some things a room has at most one, a front is one door.

    What the robot has opened or closed is it: an open door looks like a second fridge. Of others the surest keeps what
    its views say of it: that there are two claims makes it no less likely that there is one.
    """
    alike: dict[str, list[Track]] = defaultdict(list)
    for track in remembered:
        track.standing = 1.0
        if track.class_name in group("one_a_room"):
            alike[track.class_name].append(track)
    for tracks in alike.values():
        surest = max(tracks, key=lambda t: (t.belief.confirmed, t.sure, t.observations))
        odds = [likely / (1.0 - likely) for likely in (min(t.sure, SUREST) for t in tracks)]
        for track, own in zip(tracks, odds, strict=True):
            share = own / (1.0 + sum(odds)) / max(track.sure, 1.0 - SUREST)
            track.standing = 1.0 if track is surest else 0.0 if surest.belief.confirmed else share
    _set_slivers_aside(remembered)


def _set_slivers_aside(remembered: Sequence[Track]) -> None:
    """Take no more for doors and drawers of their own what few views saw of a front that many saw whole.

    In such a view both are there side by side, so that they are never united: doors stand in rows.
    """
    fronts: dict[str, list[Track]] = defaultdict(list)
    doors = group("furniture_parts") & group("must_be_open")
    for track in remembered:
        if track.class_name in doors:
            fronts[track.class_name].append(track)
    for alike in fronts.values():
        for track in alike:
            if not track.belief.confirmed and any(_is_sliver_of(track, whole) for whole in alike):
                track.standing = 0.0


def _is_sliver_of(track: Track, whole: Track) -> bool:
    """Tell whether a track lies in the box of one that is much larger and was seen far more often."""
    if track.observations > SELDOM * whole.observations or track.volume > MUCH_SMALLER * whole.volume:
        return False
    return bool(((whole.low <= track.center) & (track.center <= whole.high)).all())


def _are_pieces(one: Track, other: Track) -> bool:
    return one.class_name == other.class_name and fits_one(one, other.points)


def _are_of_one_fixture(one: Track, other: Track, remembered: Iterable[Track]) -> bool:
    """Tell whether two tracks are pieces of one sink or bathtub, or of its basin: from near they fill the picture.

    No sink touches another, so two that meet are one; basins are one where they lie in one sink. Two that were seen
    side by side are two.
    """
    wholes, name = part_of(), one.class_name
    whole = wholes.get(name)
    if name != other.class_name or (whole is None and name not in wholes.values()) or one.is_apart_from(other):
        return False
    if whole is None:
        gap = np.maximum(one.low, other.low) - np.minimum(one.high, other.high)
        return bool((gap <= MEET).all())
    return any(t.class_name == whole and _is_over(t, one) and _is_over(t, other) for t in remembered)


def _is_over(whole: Track, part: Track) -> bool:
    """Tell whether the middle of a part lies where its whole is, seen from above."""
    return bool((whole.low[:2] <= part.center[:2]).all() and (part.center[:2] <= whole.high[:2]).all())


def _kin(remembered: Sequence[Track]) -> dict[str, frozenset[str]]:
    """Return per remembered class which of the others may be taken for it."""
    names = {t.class_name for t in remembered}
    types = object_types()
    alikes = {name: types[name].alike for name in names if name in types and types[name].alike}
    return {name: frozenset({name, *(n for n in alikes if name in alikes[n])}) for name in names}


def _age(track: Track) -> int:
    return int(track.id.rsplit("_", 1)[1])
