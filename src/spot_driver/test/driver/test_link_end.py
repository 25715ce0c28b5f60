"""The end of the link to a robot that is gone, or whose guard hangs."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bosdyn.client.exceptions import ProxyConnectionError

from pred_core.forked import SERVER
from pred_core.forked_program import ForkedProgram
from pred_core.outcome import Code, Outcome

pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from spot_driver.bridge import observing
from spot_driver.driver import guarding
from spot_driver.driver.lease import Hold
from spot_driver.driver.link import SpotLink
from spot_driver.driver.link_settings import LinkSettings
from spot_driver.driver.session import Address


class Endpoint:
    """An e-stop's endpoint that must not be asked for anything."""

    def deregister(self) -> None:
        pytest.fail("asked a robot that did not hear the stop")


@pytest.fixture
def link(monkeypatch: pytest.MonkeyPatch) -> SpotLink:
    monkeypatch.setattr(SpotLink, "_keep", lambda _: None)
    monkeypatch.setattr(SpotLink, "_watch", lambda _: None)
    link = SpotLink(LinkSettings(Address("127.0.0.1", 1)))
    link.start()
    return link


def test_a_robot_that_does_not_hear_the_stop_is_not_asked_to_sit_or_to_take_things_back(link: SpotLink) -> None:
    link.lease.hold = Hold.OURS
    link.estop._endpoint = Endpoint()
    link.close()
    assert "no connection" in link.problem.message and not link.estop.held
    assert link.lease.hold is Hold.OURS, "nobody took it back"


def test_a_guard_that_hangs_is_ended(
    link: SpotLink, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(guarding, "ENDS_WITHIN", 0.1)
    (tmp_path / "hanging_guard.py").write_text("if __name__ == '__main__': import time; time.sleep(60)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv(SERVER, raising=False)
    hangs = ForkedProgram("hanging_guard")
    link.guard._process = hangs
    link.close()
    assert hangs.poll() and not link.guard.watching


def test_an_observation_of_a_robot_that_is_gone_ends_with_its_observer(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = threading.Event()

    def take(*_: Any) -> Any:
        tried.set()
        raise ProxyConnectionError(None)

    monkeypatch.setattr(observing, "take", take)
    link: Any = SimpleNamespace(
        session=None,
        wait_newer=lambda *_: SimpleNamespace(still=True),
        heard=lambda _: Outcome(Code.ROBOT_LOST, "gone"),
    )
    nobody: Any = SimpleNamespace()
    observer = observing.Observer(link, nobody, nobody, lambda: 0.0, timeout=3600.0, scale=1.0, warn=print)
    seen: list[Any] = []
    thread = threading.Thread(target=lambda: seen.append(observer._look(observer._stand())))
    thread.start()
    assert tried.wait(20.0)
    observer.close()
    thread.join(20.0)
    assert seen == [(None, "No picture of the hand camera: gone")]
    assert observer._stand() is None
