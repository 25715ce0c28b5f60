"""The command that measures: a rate through ai2thor's client, and where the time goes."""

import re

import pytest

from thor_player import protocol, rate
from thor_player.session import Session


def test_it_prints_rates_and_what_a_step_is_spent_on(capsys: pytest.CaptureFixture[str]) -> None:
    before = protocol.send, Session.step
    assert rate.main(["--scenes", "FloorPlan401", "--steps", "2"]) == 0
    out = capsys.readouterr().out
    found = re.search(r"FloorPlan401 +this player +([0-9.]+) steps/s", out)
    assert found is not None and float(found[1]) > 0.0
    spent = {
        line[:40].strip(): float(line[40:])
        for line in out.splitlines()
        if re.fullmatch(r"\D{40} +[0-9.]+", line)
    }
    total = spent.pop("all")
    assert sum(spent.values()) == pytest.approx(total, abs=0.05)
    assert spent["colours"] > 0.0 and spent["triangles, depth and ids"] > 0.0
    assert (protocol.send, Session.step) == before


def test_a_folder_without_a_player_is_refused(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rate.main(["--against", str(tmp_path)])
    assert "holds no thor_player" in capsys.readouterr().err
