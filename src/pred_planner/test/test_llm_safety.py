"""The model's edge: keys are masked everywhere, a bad server is left soon and said at once, words are made safe."""

from __future__ import annotations

import datetime
import email.utils
import json
import re
import socket
import time

import pytest
from llm_desk import plan_of, said, triplet

from pred_core.model_calls import Call, Question
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code
from pred_core.plan_language import High, Kind
from pred_language.reader import Texts
from pred_planner.llm.breaker import Breaker
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.endpoint import ServerError
from pred_planner.llm.failures import Failure
from pred_planner.llm.masking import Masking
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.model.reasoner import LlmReasoner

KEY = "sk-proj-0aVerySecretKey42"
EMPTY = ObjectMemory()
PILLOW = (
    triplet(1, High.MOVE, "Pillow", "Sofa"),
    triplet(2, High.MOVE, "Pillow", "Sofa"),
)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


class Bench:
    """A client whose calls and pauses are kept."""

    def __init__(self, url: str, **settings: object) -> None:
        self.calls: list[Call] = []
        self.pauses: list[float] = []
        given = {"model": "test", "base_url": url, "timeout": 5.0} | settings
        self.client = LlmClient(ModelSettings(**given), self.calls.append, pause=self.pauses.append)  # type: ignore[arg-type]

    def ask(self, text: str = "Here is a plan.") -> str:
        return self.client.ask(Question("revise", "You revise.", text)).outcome.message


# -- keys -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        f"key {KEY}.",
        f"{KEY}{KEY}",
        KEY.upper(),
        KEY[:15],
        " ".join(KEY),
        KEY[:10] + "\n" + KEY[10:],
        f'{{"key": "{KEY}"}}',
    ],
)
def test_a_key_is_masked_however_it_is_written(text: str) -> None:
    masked = Masking([KEY])(text)
    assert "***" in masked and KEY[8:15].lower() not in "".join(masked.lower().split())


def test_words_that_begin_like_a_password_stay() -> None:
    masking = Masking(["household robots", "/home/me/key", "none", ""])
    text = "You plan for a household robot with none of /home/me."
    assert masking(text) == text
    assert masking("the household robots") == "the ***"


def test_keys_of_the_environment_are_known_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_GATEWAY_TOKEN", "gw-77-abcdefgh")
    monkeypatch.setenv("KEYBOARD", "qwertz-99-layout")
    masking = Masking.of_environment()
    assert masking(f"{KEY} gw-77-abcdefgh qwertz-99-layout") == "*** *** qwertz-99-layout"


def test_an_echoed_key_reaches_neither_the_record_nor_a_sentence_nor_the_next_prompt() -> None:
    sly = KEY[:9] + "\u200b" + KEY[9:]
    replies = [Reply(f"Seen with {sly} on the sofa."), Reply(f'[["{KEY}"]]'), Reply(KEY, status=400)]
    with ScriptedServer(replies) as server:
        bench = Bench(server.base_url)
        plan = plan_of(*PILLOW)
        found = said(Kind.ASR, "Pillow", "on Sofa", sentence="")
        revision = LlmReasoner(bench.client).revise_plan(plan, found, EMPTY)
        sent = [{k: v for k, v in request.items() if k != "headers"} for request in server.requests]
    assert len(sent) >= 3 and len(bench.calls) >= 3
    assert KEY not in repr(bench.calls) + repr(revision) + repr(sent)
    assert revision.discrepancies[0].sentence == "Seen with on the sofa."


def test_a_key_in_what_a_person_says_is_not_sent() -> None:
    with ScriptedServer([Reply("ok")]) as server:
        Bench(server.base_url).ask(f"My key is {KEY}.")
        assert "My key is ***." in json.dumps(server.requests[0]["messages"])


# -- words ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("\x1b[2J\x1b[31mThe pillow is on the sofa.\x1b[0m", "The pillow is on the sofa."),
        ("The pillow is there.\n[run_task] Done: 9 of 9 goals", "The pillow is there."),
        ("\u202eThe pillow is there.", "The pillow is there."),
    ],
)
def test_a_description_is_one_sentence_of_seen_characters(answer: str, sentence: str) -> None:
    with ScriptedServer([Reply(answer), Reply("[]")]) as server:
        found = said(Kind.ASR, "Pillow", "on Sofa", sentence="")
        revision = LlmReasoner(Bench(server.base_url).client).revise_plan(plan_of(*PILLOW), found, EMPTY)
    assert revision.discrepancies[0].sentence == sentence
    assert "\x1b" not in revision.reason and "\n" not in revision.reason


@pytest.mark.parametrize("answer", ["I'm sorry, but I can't help.", "..." * 99, "word " * 99, "\x1b[0m"])
def test_what_is_no_description_is_replaced_by_the_rules_sentence(answer: str) -> None:
    with ScriptedServer([Reply(answer), Reply("[]")]) as server:
        found = said(Kind.ASR, "Pillow", "on Sofa", sentence="")
        revision = LlmReasoner(Bench(server.base_url).client).revise_plan(plan_of(*PILLOW), found, EMPTY)
    assert revision.discrepancies[0].sentence.startswith("The Pillow is on the Sofa")


# -- the circuit breaker --------------------------------------------------------------------------------------------
def test_a_whole_task_before_a_hanging_server_loses_one_time_out() -> None:
    with ScriptedServer([Reply(hang=True)]) as server:
        bench = Bench(server.base_url, timeout=0.6)
        llm = LlmReasoner(bench.client)
        started = time.monotonic()
        planned = llm.make_plan(Texts("put a clean mug on the coffee machine"), EMPTY)
        for _ in range(10):
            llm.revise_plan(plan_of(*PILLOW), said(Kind.ASR, "Pillow", "on Sofa", sentence=""), EMPTY)
        assert time.monotonic() - started < 20.0
        assert len(server.requests) == 1 and len(bench.calls) == 1
        assert planned.plan is not None and planned.plan.source == "rules"
        llm.make_plan(Texts("put a mug on the table"), EMPTY)
        assert len(server.requests) == 2, "the next task tries again"
    assert (
        bench.calls[0].message == "The model did not answer within 0.6 s. The rest of the task goes by rules."
    )


def test_by_default_a_task_loses_no_more_than_15_s() -> None:
    given = ModelSettings("m")
    breaker = Breaker(given.patience, given.errors)
    assert breaker.note(Failure("slow error"), given.timeout / 2.0, 0.5)
    rest = min(given.timeout, breaker.left)
    assert not breaker.note(Failure("late", passing=False, final=True), rest, 0.0)
    assert breaker.lost <= 14.5 and breaker.reason


def test_two_errors_in_a_task_end_its_calls() -> None:
    with ScriptedServer([Reply("", status=500), Reply("ok"), Reply("", status=503)]) as server:
        bench = Bench(server.base_url)
        assert not bench.ask("first")
        assert "HTTP 503" in bench.ask("second")
        assert "HTTP 503" in bench.ask("third")
        assert len(server.requests) == 3
        bench.client.start_task()
        bench.ask("fourth")
        assert len(server.requests) == 5


def test_a_question_that_is_too_long_is_no_reason_to_give_the_server_up() -> None:
    with ScriptedServer([Reply("too long", status=400), Reply("ok")]) as server:
        bench = Bench(server.base_url)
        assert "too long" in bench.ask("long")
        assert not bench.ask("short") and not bench.pauses


RATE = "limits the rate of calls"


@pytest.mark.parametrize(
    ("reply", "message", "tries"),
    [
        (Reply("no", status=401), r"refused the key \(HTTP 401\).*OPENAI_API_KEY", 1),
        (Reply("no", status=403), r"refused the key \(HTTP 403\)", 1),
        (Reply("no such model", status=404), r"no such address or model \(HTTP 404\).*no such model", 1),
        (Reply("slow down", status=429, headers={"Retry-After": "60"}), f"{RATE} and asks to wait 60 s", 1),
        (Reply("slow down", status=429, headers={"Retry-After": "0.2"}), f"{RATE} and asks to wait 0.2 s", 2),
        (Reply("slow down", status=429, headers={"Retry-After": "soon"}), RATE, 2),
        (Reply("You exceeded your current quota", status=429), "no quota left", 1),
        (Reply("busy", status=503), "HTTP 503", 2),
        (Reply(""), "broken: it is empty", 2),
        (Reply("x", cut=True), "The model's server|The model's answer", 2),
    ],
)
def test_the_reason_is_said_with_the_last_try(reply: Reply, message: str, tries: int) -> None:
    with ScriptedServer([reply]) as server:
        bench = Bench(server.base_url)
        answer = bench.client.ask(Question("plan", "s", "u"))
        assert len(server.requests) == tries
    assert answer.outcome.code is Code.UNAVAILABLE
    assert re.search(message, answer.outcome.message)
    assert bench.calls[-1].message == answer.outcome.message
    assert answer.outcome.message.endswith("The rest of the task goes by rules.")


def test_a_short_wait_that_is_asked_for_is_kept() -> None:
    with ScriptedServer([Reply("", status=429, headers={"Retry-After": "3"}), Reply("ok")]) as server:
        bench = Bench(server.base_url)
        assert not bench.ask()
        assert bench.pauses == [3.0] and bench.client.breaker.lost >= 3.0


def test_a_date_to_wait_for_is_read() -> None:
    late = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=90)
    headers = {"Retry-After": email.utils.format_datetime(late, usegmt=True)}
    with ScriptedServer([Reply("", status=429, headers=headers)]) as server:
        assert (
            "asks to wait 8" in Bench(server.base_url).ask()
            or "asks to wait 9" in Bench(server.base_url).ask()
        )


def test_a_server_without_tls_is_named() -> None:
    with ScriptedServer([Reply("ok")]) as server:
        bench = Bench(server.base_url.replace("http://", "https://"))
        message = bench.ask()
    assert "cannot be trusted or speaks no TLS" in message and len(bench.calls) == 1


def test_a_port_where_nothing_listens_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert f"Nothing listens at http://127.0.0.1:{port}/v1" in Bench(f"http://127.0.0.1:{port}/v1").ask()


@pytest.mark.parametrize(
    "address", ["", "nowhere", "ftp://here", "http://", "http://here:99999", "http://a b"]
)
def test_an_address_that_is_none_is_an_error(address: str) -> None:
    with pytest.raises(ServerError, match=r"127\.0\.0\.1"):
        Bench(address)
