"""The pages' files as they are sent: named by what is in them, small, and each once.

All files together have one digest, and their addresses begin with it: ``/web/DIGEST/css/base.css``. What has such an
address never changes, so a browser keeps it for a year and does not ask again; when any file changes, all addresses do.
A page (`standpat.room.server.html_pages`) is written anew for that: its modules are joined into one script
(`standpat.room.server.bundle`), its style sheets into one sheet, and both stand under the digest. It is told which
languages there are files of (`with_languages`). Pages themselves are asked for each time (304 mostly).

An address with another digest, of a page that was opened before the room was changed, gives the file as it is now, to
be asked for each time; so does one without a digest. Texts are packed once (gzip), not for each request.

`Assets.now()` reads the files again where one has changed: at most once a second it looks at their times.
"""

import gzip
import hashlib
import html
import json
import mimetypes
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from standpat.room.server.bundle import joined
from standpat.room.server.html_pages import PAGES, TEMPLATE, html_page

FOLDER: Final = Path(str(files("standpat")))
KEEP: Final = "public, max-age=31536000, immutable"
ASK: Final = "no-cache"
PACKED_FROM: Final = 500
"""Bytes; smaller texts gain nothing by being packed."""
LOOK_EVERY: Final = 1.0
"""Seconds."""

_DIGEST: Final = re.compile(r"[0-9a-f]{16}")
_STYLE: Final = re.compile(r'^ *<link rel="stylesheet" href="/web/(css/\w+\.css)">\n', re.MULTILINE)
_MODULE: Final = re.compile(r'^( *)<script type="module" src="/web/js/([\w/]+)\.js"></script>\n', re.MULTILINE)
_NEXT: Final = {"lobby": ("table",)}
"""What is fetched ahead, once a page is there: the scripts and styles of the pages it leads to."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    data: bytes
    packed: bytes | None
    kind: str

    @classmethod
    def of(cls, name: str, data: bytes) -> "Asset":
        """The file of this name, packed where that saves something."""
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        is_text = kind.startswith("text/") or kind in ("application/json", "image/svg+xml")
        packed = gzip.compress(data, 9, mtime=0) if is_text and len(data) >= PACKED_FROM else None
        return cls(data, packed, kind)

    def response(self, request: Request, cache: str, tag: str) -> Response:
        """As this client may have it: packed, whole, or not at all (304)."""
        headers = {"Cache-Control": cache, "ETag": f'"{tag}"', "Vary": "Accept-Encoding"}
        if f'"{tag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=self.kind)
        return Response(self.data, headers=headers, media_type=self.kind)


class Assets:
    """All files at one moment. `at(path)` is a file below ``/web/``, `page(name)` a page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        contents = {name: path.read_bytes() for name, path in _paths(folder)}
        template = contents.pop(TEMPLATE).decode()
        pages = {name: html_page(template, page) for name, page in PAGES.items()}
        whole = hashlib.sha256()
        for name, data in sorted({**contents, **{name: text.encode() for name, text in pages.items()}}.items()):
            whole.update(f"{name}:{len(data)}:".encode() + data)
        self.digest = whole.hexdigest()[:16]
        self._times = _times(folder)
        self._looked = time.monotonic()
        self._pages: dict[str, Asset] = {}
        for name, text in pages.items():
            contents |= self._parts(name, text, contents)
        for name, text in pages.items():
            self._pages[name] = Asset.of(f"{name}.html", self._page(name, text, contents).encode())
        self._files = {name: Asset.of(name, data) for name, data in contents.items()}

    def now(self) -> "Assets":
        """These, or the newer ones."""
        if time.monotonic() - self._looked < LOOK_EVERY:
            return self
        self._looked = time.monotonic()
        return self if _times(self.folder) == self._times else Assets(self.folder)

    def page(self, name: str) -> Asset:
        """The page of this name, one of `PAGES`."""
        return self._pages[name]

    def at(self, path: str) -> tuple[Asset, str] | None:
        """The file below ``/web/`` and how it is kept, None where there is none."""
        head, _, rest = path.partition("/")
        named = _DIGEST.fullmatch(head) is not None
        asset = self._files.get(rest if named else path)
        return None if asset is None else (asset, KEEP if named and head == self.digest else ASK)

    def address(self, path: str) -> str:
        """Where a file is to be asked for."""
        return f"/web/{self.digest}/{path}"

    def _parts(self, name: str, text: str, contents: Mapping[str, bytes]) -> dict[str, bytes]:
        """The one style sheet and the one script of a page."""
        styles = b"\n".join([contents[sheet] for sheet in _STYLE.findall(text)])
        modules = {
            file.removeprefix("js/").removesuffix(".js"): data.decode()
            for file, data in contents.items()
            if file.startswith("js/")
        }
        scripts = "".join([joined(entry, modules) for _, entry in _MODULE.findall(text)])
        return {f"page/{name}.css": styles, f"page/{name}.js": scripts.encode()}

    def _page(self, name: str, text: str, contents: Mapping[str, bytes]) -> str:
        style = f'<link rel="stylesheet" href="/web/page/{name}.css">'
        script = f'<script type="module" src="/web/page/{name}.js"></script>'
        later = [
            f'<link data-later href="/web/page/{following}.{ending}" as="{kind}">\n'
            for following in _NEXT.get(name, ())
            for ending, kind in (("css", "style"), ("js", "script"))
        ]
        text = _MODULE.sub(lambda at: "".join([at[1] + line for line in (style + "\n", script + "\n", *later)]), text)
        return with_languages(_STYLE.sub("", text).replace('"/web/', f'"/web/{self.digest}/'), contents)


def with_languages(page: str, contents: Mapping[str, bytes]) -> str:
    """The page with the languages that there are files of among these: code, own name, and the codes that mean it."""
    files = {Path(name).stem: json.loads(data) for name, data in contents.items() if name.startswith("locale/")}
    entries = [[code, words.get("language", code), words.get("codes", [])] for code, words in sorted(files.items())]
    return page.replace("<html ", f'<html data-languages="{html.escape(json.dumps(entries, ensure_ascii=False))}" ', 1)


def _paths(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files by their names below ``/web/``: those of the web folder, and the words."""
    for path in sorted((folder / "web").rglob("*")):
        if path.is_file():
            yield path.relative_to(folder / "web").as_posix(), path
    for path in sorted((folder / "language").glob("*.json")):
        yield f"locale/{path.name}", path


def _times(folder: Path) -> dict[str, tuple[int, int]]:
    return {name: (stat.st_mtime_ns, stat.st_size) for name, path in _paths(folder) for stat in (path.stat(),)}


_shelf: list[Assets] = []


def assets() -> Assets:
    """The package's own files, as they are now."""
    _shelf[:] = [_shelf[0].now() if _shelf else Assets()]
    return _shelf[0]


async def file(request: Request) -> Response:
    """``/web/PATH``."""
    files = assets()
    asset = files.at(request.path_params["path"])
    if asset is None:
        return PlainTextResponse("There is no such file.\n", 404)
    return asset[0].response(request, asset[1], files.digest)
