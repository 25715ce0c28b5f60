from __future__ import annotations

import base64
import hashlib
import io
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from pred_tools.view import studio
from pred_tools.view.studio import PACKAGES, StudioError, fetched, installed

FILES = {
    "@foxglove/studio-base": {
        "package/assets/index.js": b'"foxglove.websocket.v1"\n//# sourceMappingURL=data:application/json;base64,AA',
        "package/assets/table.js": b"initialState: { pageSize: 30 }; children: [10, 20, 30, 40, 50].map(",
        "package/assets/live.js": b"\n".join(found for found, _ in studio.HEARD),
        "package/assets/draw.wasm": b"\0asm foxglove.websocket.v1",
        "package/src/not_taken.js": b"",
        "package/assets/../../../escaped.js": b"",
    },
    "react": {"package/umd/react.production.min.js": b"react"},
    "react-dom": {"package/umd/react-dom.production.min.js": b"dom"},
}


def archive(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return out.getvalue()


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    archives = {name: archive(files) for name, files in FILES.items()}
    pinned = [
        replace(p, sha512=base64.b64encode(hashlib.sha512(archives[p.name]).digest()).decode())
        for p in PACKAGES
    ]
    monkeypatch.setattr(studio, "PACKAGES", tuple(pinned))
    monkeypatch.delenv("NPM_CONFIG_REGISTRY", raising=False)
    return {f"https://registry.npmjs.org/{p.url}": archives[p.name] for p in pinned}


def test_studio_is_fetched_once_and_asks_for_the_protocol_that_is_spoken(
    registry: dict[str, bytes], tmp_path: Path
) -> None:
    folder = fetched(tmp_path / "deep" / "studio", registry.__getitem__)
    assert installed(folder)
    assert (folder / "assets/index.js").read_bytes() == b'"foxglove.sdk.v1"'
    table = (folder / "assets/table.js").read_bytes()
    assert b"pageSize: 1000" in table and b"50, 1000].map(" in table, "no object is on a second page"
    live = (folder / "assets/live.js").read_bytes()
    assert all(wanted in live for _, wanted in studio.HEARD), "what was comes with the time at which it was"
    assert (folder / "assets/draw.wasm").read_bytes() == FILES["@foxglove/studio-base"][
        "package/assets/draw.wasm"
    ]
    assert (folder / "react.js").read_bytes() == b"react" and not list(tmp_path.rglob("escaped.js"))
    assert not list(tmp_path.rglob("not_taken.js"))
    assert fetched(folder, lambda url: pytest.fail(f"{url} was asked for again")) == folder
    assert [p.name for p in folder.parent.iterdir()] == ["studio"]


def test_what_an_older_version_kept_is_changed_without_fetching_it_again(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/table.js").write_bytes(FILES["@foxglove/studio-base"]["package/assets/table.js"])
    (tmp_path / "assets/draw.wasm").write_bytes(b"pageSize: 30")
    (tmp_path / "complete").write_text("")
    assert not installed(tmp_path)
    fetched(tmp_path, lambda url: pytest.fail(f"{url} was asked for again"))
    assert installed(tmp_path) and b"pageSize: 1000" in (tmp_path / "assets/table.js").read_bytes()
    assert (tmp_path / "assets/draw.wasm").read_bytes() == b"pageSize: 30"
    assert not list(tmp_path.rglob("*.part"))


def test_what_is_not_as_pinned_is_not_used(registry: dict[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(StudioError, match=r"@foxglove/studio-base 1.48.0 is not what it was"):
        fetched(tmp_path / "studio", lambda url: registry[url] + b"x")
    assert not list(tmp_path.iterdir())


def test_without_internet_it_is_said_what_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9/")
    with pytest.raises(StudioError, match="list of runs works without it"):
        fetched(tmp_path / "studio")
