"""The files of the pages as they are sent: cached for ever under their digest, revalidated elsewhere, compressed, and
new after a change."""

import gzip
import re
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from room_scene import serving
from standpat.room.server import assets as asset
from standpat.room.server.assets import ASK, FOLDER, KEEP, Assets
from standpat.room.server.html_pages import PAGES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part in ("web", "language"):
        shutil.copytree(FOLDER / part, tmp_path / part)
    return tmp_path


def test_one_changed_file_changes_every_address(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asset, "LOOK_EVERY", 1e9)
    first = Assets(folder)
    assert first.now() is first
    assert Assets(folder).digest == first.digest
    script = folder / "web" / "js" / "common" / "dom.js"
    script.write_text(script.read_text() + "// changed\n")
    assert first.now() is first, "files are looked at so often and no more"
    monkeypatch.setattr(asset, "LOOK_EVERY", 0.0)
    second = first.now()
    assert second.digest != first.digest
    page = second.page("table")
    assert f"/web/{second.digest}/page/table.js".encode() in page.data
    script_now = second.at(f"{second.digest}/page/table.js")
    assert script_now is not None
    assert b"// changed" in script_now[0].data


def test_a_word_that_changes_and_a_file_that_goes_are_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asset, "LOOK_EVERY", 0.0)
    first = Assets(folder)
    (folder / "language" / "nb.json").write_text("{}")
    (folder / "web" / "icon.svg").unlink()
    second = first.now()
    assert second.digest != first.digest
    assert first.at("icon.svg") is not None
    assert second.at("icon.svg") is None


def test_only_the_present_digest_is_kept() -> None:
    held = Assets()
    assert held.at(f"{held.digest}/js/common/dom.js")[1] == KEEP  # type: ignore[index]
    old = "0123456789abcdef"
    assert held.at(f"{old}/js/common/dom.js")[1] == held.at("js/common/dom.js")[1] == ASK  # type: ignore[index]
    for path in ("", held.digest, f"{held.digest}/", f"{held.digest}/js", "page.html", "../room/app.py", "js/none.js"):
        assert held.at(path) is None, path


def test_a_page_wants_one_sheet_one_script_and_what_comes_early() -> None:
    held = Assets()
    assert len(PAGES) == 17
    for name in PAGES:
        page = held.page(name)
        wanted = re.findall(rb' (?:rel="stylesheet" href|src)="([^"]+)"', page.data)
        below = f"/web/{held.digest}/".encode()
        assert wanted == [
            below + b"js/common/boot.js",
            below + b"page/%b.css" % name.encode(),
            below + b"page/%b.js" % name.encode(),
        ]
        for path in re.findall(rb'(?:href|src)="/web/([^"]+)"', page.data):
            assert held.at(path.decode()) is not None, path


def test_a_sheet_has_all_its_parts_in_order() -> None:
    held = Assets()
    sheet = held.at("page/table.css")
    assert sheet is not None
    parts = [
        (FOLDER / "web" / "css" / f"{name}.css").read_bytes()
        for name in ("base", "appearance", "table", "table_small", "forced", "host", "ranking", "habits")
    ]
    assert sheet[0].data == b"\n".join(parts)


def test_what_is_sent(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}") as room, httpx.Client(base_url=room.url) as client:
        page = client.get("/")
        assert page.headers["cache-control"] == ASK
        assert "standpat" in page.cookies
        again = client.get("/", headers={"If-None-Match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        table = f"/tables/{next(iter(room.room.tables))}"
        assert client.get(table, headers={"If-None-Match": page.headers["etag"]}).status_code == 200
        (script,) = re.findall(r'src="(/web/[0-9a-f]{16}/page/lobby\.js)"', page.text)
        packed = client.get(script)
        assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == "Accept-Encoding"
        assert packed.headers["content-type"].startswith("text/javascript")
        assert packed.headers["x-content-type-options"] == "nosniff"
        plain = client.get(script, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == packed.content
        words = client.get("/locale/nb.json")
        assert words.json()["plural"]
        assert words.headers["cache-control"] == ASK
        assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
        assert client.get("/web/js/none.js").status_code == 404


def test_texts_are_packed_and_small_ones_are_not(folder: Path) -> None:
    (folder / "web" / "small.txt").write_text("as it is")
    held = Assets(folder)
    small: Any = held.at("small.txt")
    assert small[0].packed is None
    large: Any = held.at("page/table.js")
    assert gzip.decompress(large[0].packed) == large[0].data
    assert len(large[0].packed) < 65_000


def test_the_rooms_own_files_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asset, "LOOK_EVERY", 1e9)
    assert asset.assets() is asset.assets()
