"""Reads attributes of remembered objects from the picture: a few views a frame, those worth most first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pred_core.action_model.effects import switched
from pred_core.objects import Attribute, Truth
from pred_perception.attributes.encoder import Encoder
from pred_perception.attributes.gallery import Gallery
from pred_perception.attributes.thumbnails import Thumbnail, difference, thumbnail
from pred_perception.attributes.votes import LEAST, Votes
from pred_perception.observation import Detections, Observation
from pred_perception.tracks import Track

LARGE = 300
"""So many pixels are worth encoding from any distance: a lamp across the room, a fridge."""
CHANGED = 12.0
"""Difference of one cell of a thumbnail, in levels of 255, from which the object itself changed."""
BURST = 3
"""So many times the usual number of views are read when objects change before a resting camera."""
SURE = 2.0
"""Log odds from which on an attribute is known so well that another view like those before adds nothing."""
ENOUGH = 4
"""So many views of an object say what there is to say, however unsure they leave its attributes."""
LARGER = 2.0
"""How many times as many pixels as the view judged last a better view has, which is judged all the same."""
AWAY = 20
"""Observations out of sight after which somebody may have changed an object: the next view of it is judged."""
FELT = 1.5
"""Log odds that an action the robot reports as done adds, for the object that changed most in its course."""


@dataclass(frozen=True)
class ReaderSettings:
    """``per_frame`` views are encoded a frame, of at least ``min_pixels`` and, unless large, within ``max_distance`` m.

    Under ``least`` confidence an attribute is UNKNOWN.
    """

    per_frame: int = 3
    min_pixels: int = 100
    max_distance: float = 2.5
    least: float = LEAST


@dataclass
class _Known:
    """What is known of one object: its votes, how it looked and how large it was when last judged, and the last frame.

    ``returned``: it was long out of sight, and has not been judged since.
    """

    votes: Votes = field(default_factory=Votes)
    judged: Thumbnail | None = None
    pixels: int = 0
    last: Thumbnail | None = None
    step: int = -1
    returned: bool = False

    def see(self, thumbnail: Thumbnail, step: int) -> None:
        """Keep how it looks in a frame."""
        self.returned |= 0 <= self.step < step - AWAY
        self.last, self.step = thumbnail, step

    def open_to(self, pixels: int) -> bool:
        """Tell whether a view of so many pixels may say more than is known."""
        if self.judged is None or self.returned or pixels >= LARGER * self.pixels:
            return True
        unsure = not self.votes.evidence or min(map(abs, self.votes.evidence.values())) < SURE
        return unsure and self.votes.views < ENOUGH


@dataclass(frozen=True)
class _View:
    """One object in the frame. ``change`` since the last frame, ``news`` since it was last judged, levels of 255.

    Only views that are ``clear``, large and near enough, are judged. ``labels`` is HxW, of the window.
    """

    track: Track
    window: tuple[slice, slice]
    labels: NDArray[np.uint16]
    label: int
    thumbnail: Thumbnail
    change: float
    news: float
    clear: bool


class AttributeReader:
    """Judges the views of remembered objects by a gallery, and lets the views of one object vote."""

    def __init__(self, encoder: Encoder, gallery: Gallery, settings: ReaderSettings | None = None) -> None:
        self._encoder = encoder
        self._gallery = gallery
        self._settings = settings or ReaderSettings()
        self._known: WeakKeyDictionary[Track, _Known] = WeakKeyDictionary()
        self._camera: NDArray[np.float64] | None = None

    def read(self, observation: Observation, detections: Detections, tracks: Sequence[Track]) -> int:
        """Judge some of the visible objects, and write what all their views say into their tracks.

        Objects that changed before a resting camera come first and lose their older votes; then those with the
        fewest votes and the largest views. A view that looks as when it was last judged says nothing new, and what is
        known well is judged again from much nearer or after a while out of sight only. Of what changes in a switching
        and is too small to be judged, as a burner under a pot, it is not known any longer whether it is on.

        :returns: how many views were encoded
        """
        colour = observation.colour
        if colour is None:
            return 0
        still = self._camera is not None and np.allclose(self._camera, observation.transform, atol=1e-3)
        self._camera = observation.transform
        views = self._views(observation, colour, detections, tracks, still)
        clear = [v for v in views if v.clear]
        changed = sorted((v for v in clear if v.change > CHANGED), key=lambda v: -v.change * v.track.pixels)
        for view in changed:
            self._known[view.track].votes.forget()
        name, made = switched().get(observation.last_action, ("", False))
        for view in (v for v in views if v.change > CHANGED and not v.clear):
            self._doubt(view.track, name)
        others = sorted((v for v in clear if v.change <= CHANGED < v.news and self._may_tell(v)), key=self._rank)
        chosen = changed[: BURST * self._settings.per_frame]
        chosen += others[: max(0, self._settings.per_frame - len(chosen))]
        felt = self._felt(name, made, changed) if observation.last_succeeded else {}
        for view in chosen:
            self._judge(view, colour, felt if changed and view is changed[0] else {})
        return len(chosen)

    def look_at(self, observation: Observation, detections: Detections, track: Track) -> bool:
        """Judge one object that somebody asks about, whatever else would be worth more.

        :returns: whether this view said something new; False when the object is not in it, or was judged in it
        """
        if observation.colour is None:
            return False
        for view in self._views(observation, observation.colour, detections, [track], still=True):
            if view.clear and view.news > CHANGED:
                self._judge(view, observation.colour, {})
                return True
        return False

    def _views(
        self,
        observation: Observation,
        colour: NDArray[np.uint8],
        detections: Detections,
        tracks: Sequence[Track],
        still: bool,
    ) -> list[_View]:
        numbers = {item.id: item.label for item in detections.items}
        windows = detections.windows
        views = []
        for track in tracks:
            label = numbers.get(track.detection_id, 0) if track.visible else 0
            window = windows[label - 1] if 0 < label <= len(windows) else None
            if window is None or not self._gallery.attributes_of(track.class_name):
                continue
            labels = detections.labels[window]
            now = thumbnail(colour[window], labels, label)
            known = self._known.setdefault(track, _Known())
            seen_before = still and known.step == observation.step - 1
            change = difference(known.last, now) if seen_before else 0.0
            known.see(now, observation.step)
            news = difference(known.judged, now)
            views.append(_View(track, window, labels, label, now, change, news, self._is_clear(track)))
        return views

    def _is_clear(self, track: Track) -> bool:
        near = track.distance <= self._settings.max_distance or track.pixels >= LARGE
        return near and track.pixels >= self._settings.min_pixels

    def _may_tell(self, view: _View) -> bool:
        return self._known[view.track].open_to(view.track.pixels)

    def _doubt(self, track: Track, name: str) -> None:
        """Forget one attribute of a thing that looks otherwise than before and cannot be judged as it looks now."""
        known = self._known[track]
        if known.votes.evidence.pop(name, None) is not None:
            track.judge({name: Attribute(name, Truth.UNKNOWN, 0.5)})
            known.judged = None

    def _rank(self, view: _View) -> tuple[float, str]:
        votes = self._known[view.track].votes.views
        return -view.track.pixels / (1.0 + votes) ** 2, view.track.id

    def _felt(self, name: str, made: bool, changed: Sequence[_View]) -> dict[str, float]:
        """Return the evidence of the action that led here for the object that changed most, if it affords it."""
        if not changed or name not in self._gallery.attributes_of(changed[0].track.class_name):
            return {}
        return {name: FELT if made else -FELT}

    def _judge(self, view: _View, colour: NDArray[np.uint8], felt: Mapping[str, float]) -> None:
        features = self._encoder.encode(colour[view.window], view.labels == view.label)
        evidence = self._gallery.judge(view.track.class_name, features)
        known = self._known[view.track]
        known.votes.add({name: value + felt.get(name, 0.0) for name, value in evidence.items()})
        known.judged, known.pixels, known.returned = view.thumbnail, view.track.pixels, False
        view.track.judge(known.votes.attributes(self._settings.least))
