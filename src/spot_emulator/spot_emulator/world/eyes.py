"""The robot's eyes: a process of its own that keeps a copy of the room and draws it.

A picture takes tens of milliseconds of Python and compiled code that would hold up every remote call of the robot.
"""

from __future__ import annotations

import multiprocessing
import pickle
import threading
import warnings
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from spot_emulator.world.house import House
from spot_emulator.world.shots import Labels, Pixel, Shot
from spot_emulator.world.view import View


class NoPictureError(Exception):
    """The process that draws failed or is gone."""


@dataclass(frozen=True)
class _Failed:
    reason: str


@dataclass(frozen=True)
class _Load:
    scene: str
    seed: int


@dataclass(frozen=True)
class _Look:
    news: bytes  # pickled: copies of changed objects, ids of those that are gone
    shots: tuple[Shot, ...]
    probe: tuple[View, float, float] | None = None
    labelled: View | None = None


class Eyes:
    """The side of the robot: sends what changed in the room with every request, and waits for the pictures."""

    def __init__(self, house: House) -> None:
        context = multiprocessing.get_context("fork")  # what it needs is loaded here
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, self._pipe), daemon=True)
        with warnings.catch_warnings():
            # the thread that hears of the end waits, and holds nothing; the server's come later
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        other.close()
        self._lock = threading.Lock()
        self.load(house)

    def load(self, house: House) -> None:
        """Let the copy be another room, as freshly loaded.

        :raises NoPictureError: when the process ended
        """
        with self._lock:
            self._house = house
            self._sent: dict[str, int] = dict(house.fresh)
            self._ask(_Load(house.scene, house.seed))

    def _news(self) -> bytes:
        """Return what changed since the last look. Called with the robot's lock held: pickling sees one moment."""
        changed = []
        objects = self._house.world.objects
        for name, obj in objects.items():
            if self._sent.get(name) != obj.version:
                slim = copy(obj)
                slim.record = {}
                changed.append(slim)
                self._sent[name] = obj.version
        gone = [name for name in self._sent if name not in objects]
        for name in gone:
            del self._sent[name]
        return pickle.dumps((changed, gone))

    def look(self, shots: Sequence[Shot], lock: Any) -> list[bytes]:
        """Return the data of pictures taken at one moment. ``lock``: the robot's, held only to see what changed."""
        with self._lock:
            with lock:
                news = self._news()
            found: list[bytes] = self._ask(_Look(news, tuple(shots)))
            return found

    def probe(self, view: View, x: float, y: float, lock: Any) -> Pixel:
        """Return what a view shows at a pixel."""
        with self._lock:
            with lock:
                news = self._news()
            found: Pixel = self._ask(_Look(news, (), (view, x, y)))
            return found

    def labels(self, view: View, lock: Any) -> Labels:
        """Return what a view shows at every pixel."""
        with self._lock:
            with lock:
                news = self._news()
            found: Labels = self._ask(_Look(news, (), labelled=view))
            return found

    def _ask(self, request: Any) -> Any:
        try:
            self._pipe.send(request)
            answer = self._pipe.recv()
        except (EOFError, BrokenPipeError) as error:
            raise NoPictureError("the process that draws the pictures has ended") from error
        if isinstance(answer, _Failed):
            raise NoPictureError(answer.reason)
        return answer

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join(timeout=3.0)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve(pipe: Connection, others: Connection) -> None:
    """Draw until the pipe closes, whose other end this process has as well."""
    from spot_emulator.world.studio import Studio, hear_no_signals  # compiles; only this process needs it

    hear_no_signals()
    others.close()
    studio: Studio | None = None
    while True:
        try:
            request = pipe.recv()
        except EOFError:
            return
        try:
            if isinstance(request, _Load):
                studio = Studio(request.scene, request.seed)
                pipe.send(True)
            elif studio is not None:
                pipe.send(_draw(studio, request))
        except (ValueError, KeyError, OSError) as error:
            pipe.send(_Failed(f"{type(error).__name__}: {error}"))


def _draw(studio: Any, request: _Look) -> Any:
    changed, gone = pickle.loads(request.news)
    studio.update(changed, gone)
    if request.probe is not None:
        return studio.probe(*request.probe)
    if request.labelled is not None:
        return studio.labels(request.labelled)
    return [studio.take(shot) for shot in request.shots]
