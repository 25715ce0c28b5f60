"""``./pred home`` shows what is remembered, and forgets all or some of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pred_core.exit_codes import BAD_INPUT, DONE
from pred_core.home import Home, LastSeen, home_of
from pred_core.objects import ObjectState
from pred_planner.commands.home import main


@pytest.fixture
def flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    home, now = home_of("flat"), time.time()
    at, size = (0.0, 0.0, 1.0), (0.1, 0.1, 0.1)
    home.keep(
        LastSeen(
            (
                ObjectState("Sofa_1", "Sofa", at, size, last_seen=now - 90_000_000.0),
                ObjectState("Mug_1", "Mug", at, size, parent_id="Sofa_1", last_seen=now),
                ObjectState("Mug_2", "Mug", at, size, held=True, last_seen=now - 1.0),
            )
        )
    )
    return home


def test_homes_and_what_was_seen_in_one_are_shown_the_latest_first(
    flat: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show"]) == DONE and capsys.readouterr().out == "flat\n"
    assert main(["show", "flat"]) == DONE
    mug, held, sofa = capsys.readouterr().out.splitlines()
    assert mug.split()[:4] == ["Mug_1", "on", "the", "sofa"] and "today at" in mug
    assert "in the hand" in held and sofa.split()[:2] == ["Sofa_1", "on"] and " at " in sofa


def test_some_or_all_of_it_is_forgotten(flat: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget", "flat", "Mug_2"]) == DONE and "1 thing\n" in capsys.readouterr().out
    assert [one.id for one in flat.seen().objects] == ["Sofa_1", "Mug_1"]
    assert main(["forget", "flat"]) == DONE
    assert main(["show"]) == DONE and "No home is remembered" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "house"], "there is no home 'house'"),
        (["show", "../flat"], "is no name"),
        (["forget", "flat", "Teapot"], "nothing that is 'Teapot' was seen there"),
    ],
)
def test_what_is_not_there_is_said(
    flat: Home, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == BAD_INPUT
    assert said in capsys.readouterr().err and len(flat.seen().objects) == 3
