"""The pages that list runs and tell one: plain HTML, which works without Studio."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, urlencode

from pred_tools.explain import Piece, StoryPart
from pred_tools.view.runs import Details, Entry

STYLE = """
body { font: 16px/1.45 sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem 1.5rem }
body { background: #15171b; color: #dfe2e7 }
a { color: #8cc4ff } h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } h3 { font-size: 1rem }
.runs { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1rem }
.run, .bar { background: #20242b; border-radius: 8px; padding: .8rem }
.run img { width: 100%; height: 11rem; object-fit: contain; background: #111 }
.done { color: #7ddb9a } .not { color: #ff9d8a } .small { color: #a0a7b2; font-size: .85rem }
pre { background: #20242b; padding: .6rem; overflow-x: auto } img.wide { max-width: 100% }
#robot form { display: inline-block; margin: .2rem .4rem .2rem 0 }
td { padding: .15rem .8rem .15rem 0; vertical-align: top }
""".strip()

TALK = '<script src="/talk.js"></script>'
"""Fills what has the id ``robot`` with what may be said to the robot."""


@dataclass(frozen=True)
class Offer:
    """What the pages link to: this server's port, the live view's websocket (None = no robot), Studio or why not.

    ``talks`` says whether a robot hears what is said on them.
    """

    port: int
    live_port: int | None = None
    studio: bool = True
    why_no_studio: str = ""
    talks: bool = False


def start_page(entries: Sequence[Entry], folder: str, offer: Offer) -> str:
    """Return the page that lists the runs of a folder."""
    live = ""
    if offer.live_port is not None and offer.studio:
        live = f'<p class="bar"><a id="live" href="{live_link(offer.live_port)}">Watch the robot now</a></p>'
    if not offer.studio:
        live = f'<p class="bar not">{escape(offer.why_no_studio)}</p>'
    live += f'<div class="bar" id="robot"></div>{TALK}' if offer.talks else ""
    cards = "".join(_card(entry, offer) for entry in entries) or "<p>No run has been recorded here yet.</p>"
    body = f'<h1>PRED</h1>{live}<h2>Runs in {escape(folder)} ({len(entries)})</h2><div class="runs">{cards}</div>'
    return _page("PRED: runs", body)


def run_page(details: Details, pieces: Sequence[Piece], offer: Offer) -> str:
    """Return the page of one run: its decisions, each with a link to its moment in Studio, and its story."""
    entry = details.entry
    base = f"/runs/{quote(entry.name)}"
    rows = "".join(
        f"<tr><td>step {m.step}</td><td>{escape(m.text)}</td><td>{_links(details, m.step, m.card, offer)}</td></tr>"
        for m in details.moments
    )
    at_end = max(details.times.values(), default=None)
    link = f'<p class="bar"><a href="{bag_link(entry, offer, at_end)}">Open in Studio</a></p>'
    whole = link if _bag(entry, offer) else ""
    body = (
        f'<p><a href="/">All runs</a></p>{whole}<h2>Decisions</h2><table>{rows}</table>'
        f"{_tree(details, base)}<h2>Story</h2>{''.join(_piece(piece, base) for piece in pieces)}"
    )
    return _page(f"PRED: {entry.instruction}", body)


def error_page(sentence: str) -> str:
    """Return the page for what cannot be shown."""
    return _page("PRED", f'<p><a href="/">All runs</a></p><p class="not">{escape(sentence)}</p>')


def live_link(port: int) -> str:
    """Return the address of Studio on the running robot."""
    return "/studio.html?" + urlencode({"ds": "foxglove-websocket", "ds.url": f"ws://127.0.0.1:{port}"})


def bag_link(entry: Entry, offer: Offer, time_ns: int | None = None) -> str:
    """Return the address of Studio on a run's bag, at a time if one is given."""
    url = f"http://127.0.0.1:{offer.port}/runs/{quote(entry.name)}/{quote(entry.bag)}"
    query = {"ds": "remote-file", "ds.url": url, "layout": f"run={entry.name}"}
    if time_ns is not None:
        seconds, rest = divmod(time_ns, 1_000_000_000)
        moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
        query["time"] = f"{moment:%Y-%m-%dT%H:%M:%S}.{rest:09d}Z"
    return "/studio.html?" + urlencode(query)


def _bag(entry: Entry, offer: Offer) -> bool:
    return bool(entry.bag) and offer.studio


def _links(details: Details, step: int, card: str, offer: Offer) -> str:
    links = []
    if _bag(details.entry, offer) and step in details.times:
        links.append(f'<a href="{bag_link(details.entry, offer, details.times[step])}">look</a>')
    if card:
        links.append(f'<a href="/runs/{quote(details.entry.name)}/{quote(card)}">card</a>')
    return " ".join(links)


def _tree(details: Details, base: str) -> str:
    if not details.tree_picture:
        return ""
    return f'<h2>Behaviour tree</h2><p><img class="wide" src="{base}/{quote(details.tree_picture)}" alt=""></p>'


def _card(entry: Entry, offer: Offer) -> str:
    base = f"/runs/{quote(entry.name)}"
    picture = f'<img src="{base}/{quote(entry.picture)}" alt="">' if entry.picture else ""
    verdict = {True: '<b class="done">Done</b>', False: '<b class="not">Not done</b>', None: ""}[entry.done]
    links = f'<a href="{base}/">story</a>' if entry.done is not None or entry.ended else ""
    if _bag(entry, offer):
        links += f' <a href="{bag_link(entry, offer)}">Studio</a>'
    return (
        f'<div class="run">{picture}<h3>{escape(entry.instruction)}</h3><p>{verdict} {escape(entry.ended)}</p>'
        f'<p class="small">{escape(entry.name)}</p><p>{links}</p></div>'
    )


def _piece(piece: Piece, base: str) -> str:
    text = escape(piece.text)
    if piece.part is StoryPart.PICTURE:
        return f'<p><img class="wide" src="{base}/{quote(piece.text)}" alt=""></p>'
    if piece.part is StoryPart.CHANGE:
        rows = "\n".join(escape(f"{row.mark} {row.text}") for row in piece.rows)
        return f"<p>{text}</p><pre>{rows}</pre>"
    tags = {
        StoryPart.TITLE: "h1",
        StoryPart.HEADING: "h2",
        StoryPart.CHAPTER: "h3",
        StoryPart.ITEM: "p",
        StoryPart.TEXT: "p",
    }
    tag = tags[piece.part]
    return f"<{tag}>{text}</{tag}>"


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<link rel="icon" href="data:,"><style>{STYLE}</style></head><body>{body}</body></html>'
    )
