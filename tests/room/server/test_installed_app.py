"""The manifest, the service worker, and the page for when the room cannot be reached.

What the worker does in a browser is in tests/web/test_real_room.py.
"""

import io
import json
import re
from collections.abc import Iterator

import httpx
import pytest
from PIL import Image

from room_scene import serving
from standpat.language import language, languages
from standpat.room.server.assets import assets


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        serving(f"sqlite:///{tmp_path_factory.mktemp('room') / 'room.sqlite'}", first=()) as room,
        httpx.Client(base_url=room.url) as client,
    ):
        yield client


def test_a_browser_can_install_the_room(client: httpx.Client) -> None:
    for address in ("/", "/no/such/page"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get(address).text
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = client.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            wide, high = Image.open(io.BytesIO(picture.content)).size
            assert icon["sizes"] == f"{wide}x{high}"


def test_the_worker_keeps_the_page_of_every_language_and_nothing_of_the_room(client: httpx.Client) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    told = re.match(r"self\.OFFLINE = (.*);\n", answer.text)
    assert told is not None
    kept = json.loads(told[1])
    assert kept["digest"] == assets().digest
    assert sorted(kept["pages"]) == sorted(languages())
    assert (kept["codes"]["no"], kept["codes"]["nn"]) == ("nb", "nb")
    for code, address in kept["pages"].items():
        page = client.get(address)
        assert "set-cookie" not in page.headers  # nobody becomes a guest by it
        assert f'<html lang="{code}">' in page.text
        assert language(code)("offline.title") in page.text
        asked = re.findall(r'(?:href|src)="(/[^"]+)"', page.text)
        assert sorted(asked) == sorted(kept["files"])
        assert all(client.get(file).status_code == 200 for file in asked)
    assert client.get("/offline/xx").status_code == 404
    assert client.get("/offline/..%2fen").status_code == 404
