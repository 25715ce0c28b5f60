"""The README is short, and its sentences are: a stranger reads it to the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
MOST_LINES, MOST_COLUMNS, MOST_WORDS = 150, 120, 30
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([\w-]+))?\)")


def sentences(text: str) -> list[str]:
    """Return the sentences of a page: of its paragraphs, lists and cells, without code, pictures and addresses."""
    plain = re.sub(r"```.*?```|!\[.*?\]\(.*?\)", "", text, flags=re.DOTALL)
    plain = re.sub(r"\]\(.*?\)", "]", plain)
    parts = re.split(r"\n\n|\n(?=[-|#])|\|", plain)
    return [s for part in parts for s in re.split(r"(?<=[.!?:])\s+(?=[A-Z0-9`*\[])", part.strip()) if s]


def test_it_is_short() -> None:
    lines = README.splitlines()
    assert len(lines) <= MOST_LINES
    assert not [line for line in lines if len(line) > MOST_COLUMNS]


def test_its_sentences_are_short() -> None:
    assert len(sentences(README)) > 50
    assert not [s for s in sentences(README) if len(s.split()) > MOST_WORDS]


def anchors(page: Path) -> set[str]:
    """Return the addresses of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"`|\[|\]\(.*?\)", "", t)).strip().lower().replace(" ", "-") for t in titles}


@pytest.mark.parametrize(
    "page", sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]), ids=lambda p: p.name
)
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = []
    for path, anchor in LINK.findall(re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)):
        if path.startswith(("http:", "https:")):
            continue
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            lost.append(f"{path}#{anchor}")
    assert not lost
