"""The replayer on the documentation site: one page for each hand of docs/hands, made from the room's own page.

`write(folder)` puts ``NAME.html`` for each ``NAME.phh`` there, and the scripts, styles and texts of the room's page
below ``web/``. A page has its hand in itself and asks no server for it. A documentation page shows it in an
``<iframe>``. The hand is seen by the player who lost most.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from standpat.engine.event import HandEnd, to_builtins
from standpat.engine.seen import view
from standpat.history.file import read_file
from standpat.history.record import Record
from standpat.history.replay import replay
from standpat.language import languages
from standpat.protocol.room import betting_after_each
from standpat.room.server.assets import Assets
from standpat.table_view.public_state import PublicState

HANDS: Final = Path(__file__).parent / "hands"

_ANSWER: Final = """<script>
      {
        const hand = %s;
        const ask = window.fetch;
        window.fetch = (address, ...how) =>
          String(address).startsWith("/api/") ? Promise.resolve(Response.json(hand)) : ask(address, ...how);
      }
    </script>
    <style>.home, .back-link, .downloads { display: none }</style>
  </head>"""


_INSTALLED = re.compile(r'^ *<link rel="(manifest|apple-touch-icon)"[^\n]*\n', re.MULTILINE)
"""What makes the room an app, which a page of the documentation is not."""


def write(folder: Path) -> None:
    """Write the pages of all hands and the files that they need into `folder`."""
    assets = Assets()
    files = assets.address("")
    text = _INSTALLED.sub("", assets.page("hand").data.decode())
    for name in (*_files(text, files), *(f"locale/{code}.json" for code in languages())):
        found = assets.at(files.removeprefix("/web/") + name)
        if found is None:
            raise ValueError(f"the room's page has no file {name}")
        target = folder / "web" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(found[0].data)
    text = text.replace(files, "web/")
    for path in sorted(HANDS.glob("*.phh")):
        [record] = read_file(path)
        if not isinstance(record, Record):
            raise ValueError(f"{path.name}: {record}")
        answer = json.dumps(_answer(record)).replace("</", "<\\/")
        (folder / f"{path.stem}.html").write_text(text.replace("</head>", _ANSWER % answer, 1), "utf-8")


def _files(text: str, files: str) -> Iterator[str]:
    """The names of the files that a page asks for."""
    for part in text.split(files)[1:]:
        yield part.partition('"')[0]


def _answer(record: Record) -> dict[str, Any]:
    """What the room answers about a hand to the player who lost most (docs/protocol.md)."""
    played = replay(record)
    if not played.complete:
        raise ValueError(f"hand {record.hand_no} is not complete: {played.disagreements}")
    [nets] = [event.nets for event in played.events if isinstance(event, HandEnd)]
    viewer = nets.index(min(nets))
    seen, state = view(played.events, viewer), PublicState(record.game, record.stakes, viewer, due=record.posts)
    return {
        "id": None,
        "hand_no": record.hand_no,
        "table": {
            "id": "",
            "name": "standpat",
            "game": msgspec.to_builtins(record.game),
            "stakes": msgspec.to_builtins(record.stakes),
            "seats": len(record.stacks),
        },
        "players": record.players,
        "seat_map": list(range(len(record.stacks))),
        "viewer": viewer,
        "events": [to_builtins(event) for event in seen],
        "betting": msgspec.to_builtins(betting_after_each(seen, state)),
        "formats": [],
    }
