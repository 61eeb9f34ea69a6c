"""The room as an installed app: its manifest, its service worker, and the page for when it cannot be reached.

The worker (`web/js/offline/worker.js`) keeps that page in every language, with its style sheets and the icon, and
nothing else. The page tries the address again by itself (`AGAIN`).
"""

import html
import json
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from standpat.language import Language, language, languages
from standpat.room.server.assets import ASK, Assets, assets

AGAIN: Final = 20
"""Seconds after which the page tries to reach the room again."""
SCRIPT: Final = "text/javascript"
MANIFEST: Final = "application/manifest+json"
STYLES: Final = ("css/base.css", "css/offline.css")
ICON: Final = "icon.svg"
PICTURES: Final = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"),
                   ("icon-maskable-512.png", "512x512", "maskable"))  # fmt: skip
"""Icons for systems that want pictures: the file, its size, its purpose."""
GREEN, PAPER = "#0f4338", "#eef0ed"
"""The colours of the icon, and of a page before it is drawn."""
_PAGE: Final = """\
<!doctype html>
<html lang="{code}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="{again}">
    <title>{title}</title>
    {styles}
  </head>
  <body>
    <main class="offline">
      <img src="{icon}" alt="" width="72" height="72">
      <h1>{title}</h1>
      <p>{note}</p>
      <a href="">{go}</a>
    </main>
  </body>
</html>
"""


async def manifest(request: Request) -> Response:
    """What a browser must know to install the room."""
    files = assets()
    icons = [{"src": files.address(name), "sizes": size, "type": "image/png", "purpose": use}
             for name, size, use in PICTURES]  # fmt: skip
    icons.append({"src": files.address(ICON), "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    told = {
        "id": "/",
        "name": "standpat",
        "short_name": "standpat",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": GREEN,
        "background_color": PAPER,
        "icons": icons,
    }
    return Response(json.dumps(told), headers={"Cache-Control": ASK}, media_type=MANIFEST)


async def worker(request: Request) -> Response:
    """The service worker, with what it keeps."""
    files = assets()
    kept = {
        "digest": files.digest,
        "pages": {code: f"/offline/{code}" for code in languages()},
        "codes": {other: code for code in languages() for other in language(code).words.get("codes", ())},
        "files": [files.address(name) for name in (*STYLES, ICON)],
    }
    text = _text(files, "js/offline/worker.js")
    return Response(f"self.OFFLINE = {json.dumps(kept)};\n{text}", headers={"Cache-Control": ASK}, media_type=SCRIPT)


async def offline(request: Request) -> Response:
    """The page for when the room cannot be reached, in a language."""
    code = request.path_params["code"]
    if code not in languages():
        return PlainTextResponse("There is no such language.\n", 404)
    return Response(_page(assets(), language(code)), headers={"Cache-Control": ASK}, media_type="text/html")


def _page(files: Assets, say: Language) -> str:
    styles = "\n    ".join([f'<link rel="stylesheet" href="{files.address(name)}">' for name in STYLES])
    title, note, go = [html.escape(say(f"offline.{key}")) for key in ("title", "note", "go")]
    return _PAGE.format(code=say.code, again=AGAIN, title=title, note=note, go=go, styles=styles,
                        icon=files.address(ICON))  # fmt: skip


def _text(files: Assets, name: str) -> str:
    asset = files.at(name)
    assert asset is not None
    return asset[0].data.decode()
