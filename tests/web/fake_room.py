"""A room without a server: the page's files, requests and socket are answered inside the browser's network layer.

`FakeRoom(page, ...)` serves pages and files under http://standpat.test as the room sends them, with the room's own CSP.
A page has one script and one style sheet, so a test waits for a few files instead of a hundred. The room plays a table
of one viewer by a script: real hands of the engine, and frames made by `standpat.protocol.room`. The test decides what
other players do (`play`), and controls the clock.
"""

import json
import time
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

from standpat.engine.action import Action
from standpat.engine.dealer import Dealer, ScriptedDealer
from standpat.engine.event import to_builtins
from standpat.engine.games import Game, Stakes, game
from standpat.engine.hand import Hand
from standpat.engine.seen import seen
from standpat.protocol import room as wire
from standpat.room.server.assets import FOLDER, Assets, with_languages
from standpat.room.server.html_pages import PAGES, TEMPLATE, html_page
from standpat.table_view.public_state import PublicState

ORIGIN = "http://standpat.test"
CSP = "default-src 'self'; connect-src 'self' ws://standpat.test; base-uri 'none'; frame-ancestors 'none'"
PAGE_NAMES = {
    "": "lobby",
    "tables": "table",
    "hands": "hand",
    "shared": "hand",
    "learn": "lesson",
    "operator": "operator",
    "my-tables": "my_tables",
    "clubs": "club",
    "tournaments": "tournament",
}
NAMES = ("You", "Marit", "Halvor", "Wheelhouse", "Kansas", "tenfour")


@cache
def assets(folder: Path) -> Assets:
    """The files as the room sends them."""
    return Assets(folder)


def page_in_parts(folder: Path, name: str) -> bytes:
    """A page with each style sheet and module at its own address."""
    words = {f"locale/{one.name}": one.read_bytes() for one in (folder / "language").glob("*.json")}
    text = html_page((folder / "web" / TEMPLATE).read_text("utf-8"), PAGES[name])
    return with_languages(text, words).encode()


class FakeRoom:
    """See the module.

    Seats of the hand are those of the table. Seat 0 is the viewer's unless they watch (`watches`). `font` replaces the
    system's font.
    """

    def __init__(
        self,
        page: Page,
        record: Game | None = None,
        stakes: Stakes | None = None,
        stacks: Sequence[int] = (400, 382, 96, 688, 500, 417),
        button: int = 0,
        script: str | None = None,
        watches: bool = False,
        empty: Sequence[int] = (),
        seconds: float = 20.0,
        font: str = "",
        names: Sequence[str] = NAMES,
        asks: Sequence[int] = (),
    ) -> None:
        self.page = page
        self.game = record or game("27td")
        self.stakes = stakes or Stakes.limit(10)
        self.stacks = list(stacks)
        self.button = button
        self.viewer = None if watches else 0
        self.seconds = seconds
        self.font = font
        self.names = names
        self.asks = asks
        self.hand_no = 41
        self.bots: Collection[int] = (3, 5)  # by seat
        self.v = 1_000_000
        self.script = script
        self.hand: Hand | None = None
        self.seat_map = tuple(s for s in range(len(stacks)) if s not in empty)
        self.places = len(stacks)
        self.chat: list[dict[str, Any]] = []
        self.owner: str | None = None
        self.approval = False
        self.rotation: dict[str, Any] | None = None
        self.straddle = self.chop = False
        self.link: dict[str, Any] | None = None
        self.tournament: str | None = None
        self.silent: set[str] = set()  # kinds of messages that get no answer
        self.said: list[dict[str, Any]] = []
        self.refuse: dict[str, str] = {}
        self.sockets: list[WebSocketRoute] = []
        self.root: Path = FOLDER
        self.apart = False  # each module at its own address, for a test that calls one of them in the page
        self.locked = False  # the table wants its password
        self.lang = "en-GB"
        self.deaf = False  # incoming messages are ignored
        self.pings = 0
        self.missing: set[str] = set()  # addresses that lead to nothing
        self.away = False  # no server: each connection is closed at once
        self.answers: dict[str, Any] = {}
        self.log: list[bytes] = []
        page.route("**/*", self._serve)
        page.route_web_socket("**/socket*", self._open)

    # The server's side ------------------------------------------------------------------------------------

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).split("?")[0]
        headers = {
            "Content-Security-Policy": CSP.replace("ancestors 'none'", "ancestors 'self'")
            if path.endswith("/tile")
            else CSP
        }
        if path in self.answers or path.startswith("/api/"):
            answer = self.answers.get(path, {"hands": []} if path.endswith("/hands") else {})
            if callable(answer):
                answer = answer(route.request)
            status = 200
            if isinstance(answer, tuple):  # a refusal, with its status
                status, answer = answer
            route.fulfill(status=status, headers=headers, content_type="application/json", body=json.dumps(answer))
            return
        if path.startswith("/web/"):
            found = assets(self.root).at(path.removeprefix("/web/"))
            if found is None:
                route.fulfill(status=404, body="")
                return
            kind, body = found[0].kind, found[0].data
            if self.font and path.endswith(("/base.css", *[f"/page/{name}.css" for name in PAGES])):
                body += f'\nbody, kbd {{ font-family: "{self.font}" !important; }}\n'.encode()
            route.fulfill(status=200, headers=headers, content_type=kind, body=body)
            return
        name = self._page(path)
        text = page_in_parts(self.root, name) if self.apart else assets(self.root).page(name).data
        route.fulfill(status=200, headers=headers, content_type="text/html", body=text)

    def _page(self, path: str) -> str:
        """The name of the page at an address, one of `PAGES`."""
        parts = path[1:].split("/")
        if path in self.missing:
            return "not_found"
        if path in ("/hands", "/clubs", "/tournaments"):
            return parts[0]
        if path == "/tournaments/new":
            return "new_tournament"
        if parts[-1] in ("rules", "session"):
            return parts[-1]
        if parts[-1] == "clock":
            return "tournament_clock"
        return PAGE_NAMES.get(parts[0], "not_found")

    def _open(self, socket: WebSocketRoute) -> None:
        if self.away:
            socket.close(code=1012)
            return
        if self.locked and "/lobby/" not in socket.url:
            socket.close(code=4403)
            return
        self.sockets.append(socket)
        socket.on_message(lambda text: self._receive(socket, json.loads(text)))
        if "/lobby/" in socket.url:
            socket.send(json.dumps({"t": "tables", "tables": self.answers.get("tables", [])}))
            return
        self.send_hello()
        self.send_snapshot()

    def _receive(self, socket: WebSocketRoute, message: dict[str, Any]) -> None:
        if self.deaf:
            return
        if message["t"] == "ping":
            self.pings += 1
            socket.send(json.dumps({"t": "pong", "id": message["id"], "server_time": time.time()}))
            return
        self.said.append(message)
        read = wire.read(json.dumps(message))
        if message["t"] in self.silent:
            return
        code = self.refuse.get(message["t"])
        if code:
            socket.send(json.dumps({"t": "error", "id": message["id"], "code": code, "text": "", "right": ""}))
            return
        socket.send(json.dumps({"t": "ack", "id": message["id"]}))
        if isinstance(read, wire.Act):
            self.play(read.chosen())
        elif isinstance(read, wire.Since):
            self.send_snapshot()

    def send(self, frame: dict[str, Any]) -> None:
        """Send to the newest connection."""
        self.sockets[-1].send(json.dumps(frame))

    def send_hello(self) -> None:
        seat = self.viewer
        self.send(
            {
                "t": "hello",
                "v": self.v,
                "protocol": 2,
                "server_time": time.time(),
                "you": {
                    "user": "u0" if seat == 0 else "u9",
                    "name": "You",
                    "role": "guest",
                    "chips": 5000,
                    "seat": seat,
                },
                "table": {
                    "id": "t1",
                    "name": "Rosenkrantz",
                    "game": msgspec.to_builtins(self.game),
                    "changed": {},
                    "stakes": msgspec.to_builtins(self.stakes),
                    "seats": self.places,
                    "buy_in": [100, 800],
                    "clock": {"act": 20.0, "draw": 20.0, "long_draw": 30.0, "bank": 30.0},
                    "public": True,
                    "owner": self.owner,
                    "bots": {"players": ["rule"], "keep": 3, "make_room": True},
                    "rotation": self.rotation,
                    "straddle": self.straddle,
                    "chop": self.chop,
                    "link": self.link,
                    "tournament": self.tournament,
                },
            }
        )

    def seats(self) -> list[dict[str, Any]]:
        return [
            {
                "seat": seat,
                "user": f"u{seat}",
                "name": self.names[seat] if seat or self.viewer is not None else "Sofie",
                "bot": seat in self.bots,
                "stack": self.stacks[seat],
                "state": "playing",
                "owed": 0,
            }
            for seat in self.seat_map
        ]

    def send_snapshot(self) -> None:
        hand = self._view(self.hand.events) if self.hand else None
        nets = ([65, -40, 0, -5, -10, -10], [-20, -40, 0, 80, -10, -10])
        last = [  # the oldest first, as the room has them
            {
                "id": f"5f0c3a9e81d24b7766aa0e{no:02}",
                "hand_no": no,
                "ended": no / 10,
                "names": list(self.names),
                "nets": nets[no % 2],
            }
            for no in range(34, 41)
        ]
        self.send(
            {
                "t": "snapshot",
                "v": self.v,
                "seats": self.seats(),
                "button": self._button(),
                "hand": hand,
                "last_hands": last,
                "chat": self.chat,
                "host": {"co_hosts": [], "approval": self.approval, "paused": None, "coming": None},
            }
        )

    def _button(self) -> int:
        return self.seat_map[self.button]

    def _seen(self, events: Sequence[Any]) -> list[Any]:
        return [to_builtins(e) for e in (seen(event, self.viewer) for event in events) if e is not None]

    def _view(self, events: Sequence[Any]) -> dict[str, Any]:
        seen = self._seen(events)
        told = {"hand_no": self.hand_no, "seat_map": self.seat_map, "events": seen, "turn": self.turn()}
        return {**told, "betting": self.betting()}

    def betting(self) -> Any:
        hand = self.hand
        assert hand is not None
        state = PublicState.of(hand.game, hand.stakes, hand.events, due=hand.posts)
        return msgspec.to_builtins(wire.betting(state))

    def turn(self) -> dict[str, Any] | None:
        hand = self.hand
        if hand is None or hand.to_act is None:
            return None
        decision = msgspec.to_builtins(wire.decision(hand.legal)) if hand.to_act == self.viewer else None
        decided = ("Acted", "DrawResult", "DiscardAnnounced", "ShowdownShow", "Mucked")
        showdown = hand.legal.showdown is not None
        return {
            "seq": sum(1 for e in hand.events if type(e).__name__ in decided),
            "seat": hand.to_act,
            "time": 8.0 if showdown else 20.0,
            "deadline": time.time() + (self.seconds * 0.4 if showdown else self.seconds),
            "bank": 0.0 if showdown else 30.0,
            "decision": decision,
            "showdown": showdown,
        }

    # What happens at the table ----------------------------------------------------------------------------

    def deal(self, tell: bool = True) -> Hand:
        """Deal the next hand, and tell the page if it is open already."""
        self.hand_no += 1
        dealer = ScriptedDealer(self.script) if self.script else Dealer(f"{self.hand_no:064x}")
        stacks = [self.stacks[seat] for seat in self.seat_map]
        self.hand = Hand(self.game, self.stakes, stacks, self.button, dealer, hand_no=self.hand_no, asks=self.asks)
        if tell and self.sockets:
            self.v += 1
            view = self._view(self.hand.events)
            self.send({"t": "deal", "v": self.v, "seats": self.seats(), "button": self._button(), "hand": view})
        return self.hand

    def play(self, *actions: Action) -> None:
        """Decisions in order, each with its frame."""
        assert self.hand is not None
        for action in actions:
            events = self.hand.apply(action)
            if not self.sockets:
                continue
            self.v += 1
            frame = {"t": "play", "v": self.v, "hand_no": self.hand_no, "events": self._seen(events)}
            self.send({**frame, "turn": self.turn(), "betting": self.betting()})

    def until(self, stop: Callable[[Hand], bool], choose: Callable[[Hand], Action]) -> None:
        """Let `choose` decide until `stop` is true."""
        assert self.hand is not None
        while not stop(self.hand) and not self.hand.over:
            self.play(choose(self.hand))

    def wait_for(self, heard: Callable[[], object], what: str) -> None:
        """Wait until what the page has sent makes `heard()` true; `what` says what that is. 15 seconds at most."""
        for _ in range(750):
            if heard():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the page has not sent {what}")

    def go(self, path: str = "/tables/t1") -> None:
        self.page.goto(ORIGIN + path)
