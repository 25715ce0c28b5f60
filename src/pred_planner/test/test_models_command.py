"""``./pred models check`` against servers of several kinds: what they can do is said as it is."""

from __future__ import annotations

import json

import pytest
from test_llm_endpoints import nothing_of_ours

from pred_core.exit_codes import BAD_INPUT, DONE, NOT_DONE, UNAVAILABLE
from pred_planner.commands.models import main
from pred_planner.llm.scripted_server import Reply, ScriptedServer

GOOD = json.dumps(
    {
        "wants": [
            {"thing": {"type": "Mug"}, "states": ["clean"], "to": {"type": "Shelf"}},
            {"thing": {"type": "Fridge"}, "states": ["closed"], "then": True},
        ],
        "plan": [["Clean", "Mug", "None"], ["Move", "Mug", "Shelf"], ["Close", "Fridge", "None"]],
    }
)


def checked(capsys: pytest.CaptureFixture[str], *replies: Reply, more: tuple[str, ...] = ()) -> tuple[int, str]:
    with ScriptedServer(replies) as server:
        code = main(["check", "--base-url", server.base_url, "--model", "small", *more])
    return code, capsys.readouterr().out


def test_a_good_server_is_told_in_ten_lines(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = checked(capsys, Reply(GOOD), more=("--prompt-price", "1000", "--answer-price", "1000"))
    assert code == DONE and len(out.splitlines()) <= 10
    assert "JSON schema  taken" in out and "its plan     used" in out
    assert "10 tokens told, 5 written, 0.0150 in money" in out


def test_what_a_server_does_not_take_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = checked(capsys, Reply(GOOD, mislikes=nothing_of_ours))
    assert code == DONE
    for told in ("JSON schema  not taken", "temperature  not taken", "max_completion_tokens", "system role  not taken"):
        assert told in out


def test_a_model_that_is_not_up_to_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = checked(capsys, Reply("I would wash the mug."))
    assert code == NOT_DONE and "its plan     not used: The rules read the words" in out


def test_a_server_that_refuses_the_key_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = checked(capsys, Reply("bad key", status=401))
    assert code == UNAVAILABLE and "answers      no: The model's server refused the key (HTTP 401)" in out


def test_what_cannot_be_used_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--base-url", "nowhere"]) == BAD_INPUT
    assert main(["check", "--extra-body", "[]"]) == BAD_INPUT
    assert "models: " in capsys.readouterr().err
