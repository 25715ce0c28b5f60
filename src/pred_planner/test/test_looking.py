"""A model that looks at pictures: its answer is weighed, never followed; servers without eyes cost nothing."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.model_calls import Call, CallLog, ShownPicture, Spent, read_calls
from pred_core.outcome import Code
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.replay import ReplayClient
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.model.looking import PictureVerdict, judged, weighed

PICTURE = ShownPicture.of(b"\xff\xd8 a picture \xff\xd9")
SENTENCES = ("The mug is dirty.", "The mug is clean.")


class Desk:
    """A client with its server and its record."""

    def __init__(self, *replies: Reply) -> None:
        self.server = ScriptedServer(replies)
        self.calls: list[Call] = []
        settings = ModelSettings("m", self.server.base_url, timeout=5.0)
        self.client = LlmClient(settings, self.calls.append, lambda _: None)

    def look(self, *likely: float) -> PictureVerdict:
        return judged(self.client, PICTURE, "Mug", SENTENCES, likely or (0.5, 0.5), 0.8)

    def close(self) -> None:
        self.client.close()
        self.server.close()


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    made = Desk(*request.param)
    yield made
    made.close()


@pytest.mark.parametrize("desk", [[Reply('{"number": 2}')]], indirect=True)
def test_the_picture_and_the_sentences_are_sent_and_the_answer_is_weighed(desk: Desk) -> None:
    seen = desk.look(0.6, 0.4)
    assert seen.outcome and seen.chosen == 1
    assert seen.likely == pytest.approx((0.6 * 0.2 / 0.44, 0.4 * 0.8 / 0.44))
    system, user = desk.server.requests[0]["messages"]
    shown, text = user["content"]
    sent = shown["image_url"]["url"].removeprefix("data:image/jpeg;base64,")
    assert base64.b64decode(sent) == PICTURE.data
    assert "mug that is meant is outlined" in text["text"] and "2. The mug is clean." in text["text"]
    assert isinstance(system["content"], str)


@pytest.mark.parametrize("text", ["2", "2.", '{"Number": "2"}', 'I think {"number": 0} no: {"number": 2}'])
def test_an_answer_is_read_in_the_forms_that_models_give_it(text: str) -> None:
    desk = Desk(Reply(text))
    assert desk.look().chosen == 1
    desk.close()


@pytest.mark.parametrize("desk", [[Reply('{"number": 0}')]], indirect=True)
def test_a_model_that_cannot_tell_changes_nothing(desk: Desk) -> None:
    assert desk.look(0.3, 0.7) == PictureVerdict(desk.look().outcome, (0.3, 0.7))


@pytest.mark.parametrize("wrong", ["clean", '{"number": 3}', '{"number": true}', '{"number": -1}', '{"answer": 1}'])
def test_an_answer_without_a_sentences_number_is_asked_again_once(wrong: str) -> None:
    desk = Desk(Reply(wrong), Reply('{"number": 1}'))
    assert desk.look().chosen == 0 and len(desk.server.requests) == 2
    assert "rejected" in desk.server.requests[1]["messages"][1]["content"][1]["text"]
    desk.close()
    desk = Desk(Reply(wrong))
    seen = desk.look()
    assert seen.outcome.code is Code.PLAN_REJECTED and seen.likely == (0.5, 0.5) and len(desk.server.requests) == 2
    desk.close()


NO_EYES = [
    (400, "Invalid content type. image_url is only supported by certain models."),
    (400, "messages[1].content must be a string"),
    (404, "No endpoints found that support image input"),
    (500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"),
    (415, "This model does not support multimodal requests"),
]


@pytest.mark.parametrize(("status", "says"), NO_EYES)
def test_a_model_without_eyes_is_found_out_once_and_that_is_no_error(status: int, says: str) -> None:
    desk = Desk(Reply(says, status=status))
    seen = desk.look()
    assert seen.outcome.code is Code.UNAVAILABLE and "takes no pictures" in seen.outcome.message
    asked = len(desk.server.requests)
    assert "takes no pictures" in desk.look().outcome.message and len(desk.server.requests) == asked
    assert not desk.client.breaker.failed and not desk.client.breaker.reason, "plans are still asked for"
    desk.close()


def test_without_a_model_or_with_nothing_to_choose_it_is_said() -> None:
    assert "reasoner:=llm" in judged(None, PICTURE, "Mug", SENTENCES, (0.5, 0.5), 0.8).outcome.message
    assert judged(None, PICTURE, "Mug", SENTENCES[:1], (1.0,), 0.8).outcome.code is Code.BAD_INPUT
    assert judged(None, PICTURE, "Mug", SENTENCES, (1.0,), 0.8).outcome.code is Code.BAD_INPUT


@pytest.mark.parametrize("desk", [[Reply('{"number": 2}')]], indirect=True)
def test_what_was_shown_is_kept_beside_the_record_and_replayed(desk: Desk, tmp_path: Path) -> None:
    desk.look()
    log = CallLog(tmp_path / "llm_calls.jsonl")
    for call in desk.calls:
        log.add(call)
    assert (tmp_path / "pictures" / PICTURE.name).read_bytes() == PICTURE.data
    line = json.loads((tmp_path / "llm_calls.jsonl").read_text())
    assert line["pictures"] == [PICTURE.name]
    (read,) = read_calls(tmp_path / "llm_calls.jsonl")
    assert read == replace(desk.calls[0], pictures=(ShownPicture(PICTURE.name),))
    assert "1 call with 1 picture" in Spent.on([read]).report()
    again = ReplayClient(tmp_path / "llm_calls.jsonl", lambda _: None)
    assert judged(again, PICTURE, "Mug", SENTENCES, (0.5, 0.5), 0.8).chosen == 1


def test_the_same_words_about_another_picture_are_another_question() -> None:
    desk = Desk(Reply('{"number": 1}'), Reply('{"number": 2}'))
    other = ShownPicture.of(b"another")
    assert desk.look().chosen == 0 and desk.look().chosen == 0
    assert judged(desk.client, other, "Mug", SENTENCES, (0.5, 0.5), 0.8).chosen == 1
    assert [call.cached for call in desk.calls] == [False, True, False]
    desk.close()


shares = st.lists(st.floats(0.01, 1.0), min_size=2, max_size=6)


@given(shares, st.integers(-1, 5), st.floats(0.5, 0.99))
def test_shares_stay_shares_and_the_chosen_gains(weights: list[float], chosen: int, accuracy: float) -> None:
    likely = [w / sum(weights) for w in weights]
    chosen = min(chosen, len(likely) - 1)
    after = weighed(likely, chosen, accuracy)
    assert sum(after) == pytest.approx(1.0)
    if chosen >= 0:
        assert after[chosen] >= likely[chosen] - 1e-9
    else:
        assert after == tuple(likely)
