"""The files of pages, as they are sent: compressed, joined, and under an address with the digest of their contents.

All files together have one digest, and their addresses begin with it: ``/web/DIGEST/css/base.css``. A file at such an
address never changes, so a browser keeps it for a year and does not ask again. When any file changes, all addresses
change.

The text of a page (`standpat.room.server.html_pages`) is rewritten for this. Its modules are joined into one script
(`standpat.room.server.bundle`) and its style sheets into one sheet, both at addresses with the digest. It gets the list
of languages that have files (`with_languages`). A browser asks for a page itself each time, and mostly gets 304.

An address with another digest comes from a page that was opened before an update. It gives the present file, for which
the browser asks each time, as does an address without a digest. Texts are compressed once (gzip), not for each request.

`Assets.now()` looks at the times of the files at most once a second, and reads all of them again if one has changed.
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
"""The folder of the package."""
KEEP: Final = "public, max-age=31536000, immutable"
"""The ``Cache-Control`` of a file that never changes."""
ASK: Final = "no-cache"
"""The ``Cache-Control`` of a file for which the browser asks each time."""
PACKED_FROM: Final = 500
"""Texts of fewer bytes are not compressed."""
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at the times of the files."""

_DIGEST: Final = re.compile(r"[0-9a-f]{16}")
_STYLE: Final = re.compile(r'^ *<link rel="stylesheet" href="/web/(css/\w+\.css)">\n', re.MULTILINE)
_MODULE: Final = re.compile(r'^( *)<script type="module" src="/web/js/([\w/]+)\.js"></script>\n', re.MULTILINE)
_NEXT: Final = {"lobby": ("table",)}
"""Pages whose scripts and styles are fetched ahead, by the page that leads to them."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent.

    Attributes:
        data: Its bytes.
        packed: Its bytes compressed with gzip; None if that saves nothing.
        kind: Its media type.
    """

    data: bytes
    packed: bytes | None
    kind: str

    @classmethod
    def of(cls, name: str, data: bytes) -> "Asset":
        """Make the asset of a file; the media type follows from its name."""
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        is_text = kind.startswith("text/") or kind in ("application/json", "image/svg+xml")
        packed = gzip.compress(data, 9, mtime=0) if is_text and len(data) >= PACKED_FROM else None
        return cls(data, packed, kind)

    def response(self, request: Request, cache: str, tag: str) -> Response:
        """The response for this client: compressed, uncompressed, or without a body (304)."""
        headers = {"Cache-Control": cache, "ETag": f'"{tag}"', "Vary": "Accept-Encoding"}
        if f'"{tag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=self.kind)
        return Response(self.data, headers=headers, media_type=self.kind)


class Assets:
    """All files at one moment."""

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
        """These assets, or new ones if a file has changed."""
        if time.monotonic() - self._looked < LOOK_EVERY:
            return self
        self._looked = time.monotonic()
        return self if _times(self.folder) == self._times else Assets(self.folder)

    def page(self, name: str) -> Asset:
        """A page by its name, one of `PAGES`."""
        return self._pages[name]

    def at(self, path: str) -> tuple[Asset, str] | None:
        """The file below ``/web/`` and its ``Cache-Control``; None if there is none."""
        head, _, rest = path.partition("/")
        named = _DIGEST.fullmatch(head) is not None
        asset = self._files.get(rest if named else path)
        return None if asset is None else (asset, KEEP if named and head == self.digest else ASK)

    def address(self, path: str) -> str:
        """The address of a file, with the digest."""
        return f"/web/{self.digest}/{path}"

    def _parts(self, name: str, text: str, contents: Mapping[str, bytes]) -> dict[str, bytes]:
        """The style sheet and the script of a page."""
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
    """Add the languages that have files to a page: code, name in the language itself, and other codes for it."""
    files = {Path(name).stem: json.loads(data) for name, data in contents.items() if name.startswith("locale/")}
    entries = [[code, words.get("language", code), words.get("codes", [])] for code, words in sorted(files.items())]
    return page.replace("<html ", f'<html data-languages="{html.escape(json.dumps(entries, ensure_ascii=False))}" ', 1)


def _paths(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of the web folder and the texts of all languages, with their names below ``/web/``."""
    for path in sorted((folder / "web").rglob("*")):
        if path.is_file():
            yield path.relative_to(folder / "web").as_posix(), path
    for path in sorted((folder / "language").glob("*.json")):
        yield f"locale/{path.name}", path


def _times(folder: Path) -> dict[str, tuple[int, int]]:
    return {name: (stat.st_mtime_ns, stat.st_size) for name, path in _paths(folder) for stat in (path.stat(),)}


_shelf: list[Assets] = []


def assets() -> Assets:
    """The package's own files as they are now."""
    _shelf[:] = [_shelf[0].now() if _shelf else Assets()]
    return _shelf[0]


async def file(request: Request) -> Response:
    """Serve ``/web/PATH``."""
    files = assets()
    asset = files.at(request.path_params["path"])
    if asset is None:
        return PlainTextResponse("There is no such file.\n", 404)
    return asset[0].response(request, asset[1], files.digest)
