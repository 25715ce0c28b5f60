from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pred_tools.view.server import PortError, Site, ViewServer


@pytest.fixture
def server(runs: Path, tmp_path: Path) -> Iterator[ViewServer]:
    (tmp_path / "studio" / "assets").mkdir(parents=True)
    (tmp_path / "studio" / "assets" / "index.js").write_text("studio")
    server = ViewServer(Site(runs, tmp_path / "studio", live_port=8765), 0)
    yield server
    server.close()


def ask(server: ViewServer, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer, answer.read()


def test_the_start_page_lists_runs_with_how_they_ended_and_links(server: ViewServer) -> None:
    answer, body = ask(server, "/")
    page = body.decode()
    assert answer.status == 200
    assert "tidy done" in page and "1 of 1 goals, 3 actions" in page
    assert "No &lt;Mug&gt; was found." in page and "<Mug>" not in page
    assert "A run that cannot be read" in page and "something_else" not in page
    assert "ds=foxglove-websocket" in page and 'src="/runs/done/map.png"' in page


def test_without_studio_the_pages_say_why_and_still_tell_the_runs(server: ViewServer) -> None:
    server.studio_is_at(None, "There is no internet.")
    page = ask(server, "/")[1].decode()
    assert "There is no internet." in page and "tidy done" in page and "studio.html" not in page
    assert ask(server, "/studio/assets/index.js")[0].status == 404


def test_a_run_is_told_and_a_broken_one_said_to_be_so(server: ViewServer) -> None:
    answer, body = ask(server, "/runs/not_done/")
    assert answer.status == 200 and "How it ended" in body.decode()
    answer, body = ask(server, "/runs/broken/")
    assert answer.status == 404 and "events.jsonl" in body.decode()


@pytest.mark.parametrize(
    ("asked", "status", "body", "span"),
    [
        ("bytes=2-4", 206, b"234", "bytes 2-4/10"),
        ("bytes=8-", 206, b"89", "bytes 8-9/10"),
        ("bytes=-3", 206, b"789", "bytes 7-9/10"),
        ("bytes=5-99", 206, b"56789", "bytes 5-9/10"),
        ("bytes=10-", 416, b"", "bytes */10"),
        ("lines=1-2", 200, b"0123456789", None),
    ],
)
def test_files_of_runs_come_in_ranges(
    server: ViewServer, asked: str, status: int, body: bytes, span: str | None
) -> None:
    answer, got = ask(server, "/runs/done/map.png", Range=asked)
    assert (answer.status, got, answer.headers["Content-Range"]) == (status, body, span)


@pytest.mark.parametrize(
    "path",
    ["/runs/../secret", "/runs/done/../../secret", "/runs/%2e%2e/secret", "/studio/../secret", "/nothing"],
)
def test_nothing_else_of_this_machine_is_served(server: ViewServer, tmp_path: Path, path: str) -> None:
    (tmp_path / "secret").write_text("secret")
    answer, body = ask(server, path)
    assert answer.status == 404 and b"secret" not in body


def test_pages_of_elsewhere_get_nothing(server: ViewServer) -> None:
    assert ask(server, "/", Host="evil.example")[0].status == 403


def test_the_layout_is_of_the_namespace(server: ViewServer) -> None:
    layout = json.loads(ask(server, "/layout.json")[1])
    pictures = [p["cameraTopic"] for name, p in layout["configById"].items() if name.startswith("ImageView")]
    assert "/pred/detections/overlay/compressed" in pictures
    assert len(pictures) == len(set(pictures)) == 5
    table = layout["configById"]["Table!memory"]
    assert table == {"topicPath": "/pred/object_memory.objects"}, "of several values Studio shows the first only"
    tabs = layout["configById"]["Tab!plan"]["tabs"]
    assert {tab["layout"] for tab in tabs} <= set(layout["configById"])


def test_a_port_that_is_taken_is_said(server: ViewServer, runs: Path) -> None:
    with pytest.raises(PortError, match=f"port {server.port} of this machine is taken"):
        ViewServer(Site(runs, None), server.port)
