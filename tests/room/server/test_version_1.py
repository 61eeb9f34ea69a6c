"""A client of version 1 of the protocol can still play. It knows only the messages and fields of that version.

`FIELDS` is what version 1 documented for each message. The client skips everything else, as that version told clients
to do, and fails if a field that it knows is missing.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import ClientConnection, connect

from room_scene import Served, serving
from standpat.room.tables.table import NewTable

FIELDS: dict[str, set[str]] = {
    "hello": {"v", "protocol", "server_time", "you", "table"},
    "snapshot": {"v", "seats", "button", "hand", "last_hands", "chat"},
    "deal": {"v", "seats", "button", "hand"},
    "play": {"v", "hand_no", "events", "turn"},
    "turn": {"v", "hand_no", "turn"},
    "seats": {"v", "seats", "button"},
    "table": {"v", "table"},
    "timeout": {"v", "hand_no", "seat", "did"},
    "chat": {"v", "line"},
    "notice": {"v", "key", "args"},
    "wallet": {"chips"},
    "ack": {"id"},
    "pong": {"id", "server_time"},
    "error": {"id", "code", "text", "right", "key", "args"},
}
PARTS: dict[str, set[str]] = {
    "you": {"user", "name", "role", "chips", "seat", "shows"},
    "table": {"id", "name", "game", "changed", "stakes", "seats", "buy_in", "clock", "public", "owner", "bots"},
    "hand": {"hand_no", "seat_map", "events", "turn"},
    "turn": {"seq", "seat", "time", "deadline", "bank", "decision"},
    "line": {"at", "user", "name", "text"},
}
SEAT = {"seat", "user", "name", "bot", "stack", "state", "owed"}
EVENTS: dict[str, set[str]] = {
    "hand-start": {"hand_no", "button", "stacks"},
    "post": {"seat", "kind", "amount", "all_in"},
    "street-start": {"street", "label"},
    "deal-hole": {"seat", "cards", "count"},
    "acted": {"seat", "action", "street_commit", "all_in"},
    "draw-result": {"seat", "discarded", "drawn", "count"},
    "showdown-show": {"seat", "cards"},
    "uncalled-returned": {"seat", "amount"},
    "pot-awarded": {"pot", "side", "winners"},
    "hand-end": {"nets"},
}


class Visitor:
    """A client with the cookie that its first page has set."""

    def __init__(self, url: str) -> None:
        self.address = urlsplit(url)
        self.cookie = ""
        self.http("GET", "/")

    def http(self, method: str, path: str, **body: Any) -> Any:
        connection = HTTPConnection(self.address.hostname or "", self.address.port, timeout=60)
        with contextlib.closing(connection):
            headers = {"Content-Type": "application/json", "Cookie": self.cookie}
            connection.request(method, path, json.dumps(body) if method == "POST" else None, headers)
            response = connection.getresponse()
            text = response.read().decode()
            assert response.status == 200, text
            for cookie in response.headers.get_all("Set-Cookie", []):
                if cookie.startswith("standpat="):
                    self.cookie = cookie.partition(";")[0]
            return json.loads(text) if path.startswith("/api/") else text


class Client:
    """The state of a table in version 1, read from plain JSON."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count(1)
        self._said: dict[int, dict[str, Any]] = {}
        self.kinds: list[str] = []
        self.v = 0
        self.you: dict[str, Any] = {}
        self.seats: list[dict[str, Any]] = []
        self.hand_no = 0
        self.seat_map: list[int] = []
        self.events: list[dict[str, Any]] = []
        self.turn: dict[str, Any] | None = None

    async def read(self) -> None:
        """Read the next frame."""
        message = json.loads(await asyncio.wait_for(self._socket.recv(), 10))
        kind = message["t"]
        self.kinds.append(kind)
        assert FIELDS[kind] <= message.keys(), kind
        for part in PARTS.keys() & message.keys():
            if isinstance(message[part], dict):
                assert PARTS[part] <= message[part].keys(), (kind, part)
        if kind in ("ack", "pong", "error"):
            self._said[message["id"]] = message
        if "v" in message:
            assert kind in ("hello", "snapshot") or message["v"] == self.v + 1, "a version is missing"
            self.v = message["v"]
        if kind == "hello":
            self.you = message["you"]
        if kind in ("snapshot", "deal", "seats"):
            self.seats = message["seats"]
            assert all([seat.keys() >= SEAT for seat in self.seats])
        if kind in ("snapshot", "deal") and message["hand"]:
            self.hand_no, self.seat_map = message["hand"]["hand_no"], message["hand"]["seat_map"]
            self.events, self.turn = [], message["hand"]["turn"]
            self._see(message["hand"]["events"])
        if kind == "play":
            assert message["hand_no"] == self.hand_no
            self.turn = message["turn"]
            self._see(message["events"])
        if kind == "turn":
            self.turn = message["turn"]
        assert self.turn is None or PARTS["turn"] <= self.turn.keys()

    def _see(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            if event["event"] in EVENTS:  # unknown messages are skipped
                assert EVENTS[event["event"]] <= event.keys(), event["event"]
                self.events.append(event)

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self.read()

    async def say(self, kind: str, **rest: Any) -> dict[str, Any]:
        """Send a message. Returns the answer."""
        id = next(self._ids)
        await self._socket.send(json.dumps({"t": kind, "id": id, **rest}))
        await self.until(lambda: id in self._said)
        return self._said[id]

    @property
    def stack(self) -> int:
        (own,) = [seat["stack"] for seat in self.seats if seat["user"] == self.you["user"]]
        return int(own)

    @property
    def seat(self) -> int:
        """The client's engine seat."""
        (place,) = [seat["seat"] for seat in self.seats if seat["user"] == self.you["user"]]
        return self.seat_map.index(place)

    @property
    def cards(self) -> list[str]:
        """The client's cards, from what was dealt and drawn."""
        hand: list[str] = []
        for event in self.events:
            if event["event"] == "deal-hole" and event["seat"] == self.seat:
                hand = event["cards"]
            if event["event"] == "draw-result" and event["seat"] == self.seat:
                hand = [card for card in hand if card not in event["discarded"]] + event["drawn"]
        return hand

    @property
    def nets(self) -> list[int] | None:
        return next((event["nets"] for event in self.events if event["event"] == "hand-end"), None)


@contextlib.asynccontextmanager
async def at_table(visitor: Visitor, table: str) -> AsyncIterator[Client]:
    address = f"ws://{visitor.address.netloc}/tables/{table}/socket"
    async with connect(address, additional_headers={"Cookie": visitor.cookie}) as socket:
        client = Client(socket)
        await client.until(lambda: "snapshot" in client.kinds)
        yield client


def chosen(client: Client) -> dict[str, Any]:
    """Raise once before the first draw, discard one card at each draw, else check or call."""
    assert client.turn
    decision = client.turn["decision"]
    if decision["kind"] == "draw":
        assert decision["max_discards"] == 5
        return {"kind": "discard", "cards": client.cards[:1]}
    assert decision["kind"] == "wager", "a question that version 1 does not know"
    acted = [event["action"]["kind"] for event in client.events if event["event"] == "acted"]
    if "raise" in decision and "raise" not in acted:
        return {"kind": "raise", "to": decision["raise"]["min_to"]}
    return {"kind": "check"} if decision["check"] else {"kind": "call"}


@pytest.fixture(params=["online", "cardroom"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """A table for two. At a table with the cardroom's rules a current client would be asked whether to show."""
    table = NewTable("27td", "Old friends", house=request.param, seats=2)
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", first=(table,)) as room:
        yield room


def test_a_hand_from_seat_to_showdown(served: Served) -> None:
    async def play() -> None:
        ann, bob = [await asyncio.to_thread(Visitor, served.url) for _ in range(2)]
        (row,) = (await asyncio.to_thread(ann.http, "GET", "/api/tables"))["tables"]
        async with at_table(ann, row["id"]) as hers, at_table(bob, row["id"]) as his:
            assert hers.you["role"] == "guest"
            assert (await hers.say("sit", buy_in=400, seat=0))["t"] == "ack"
            assert (await his.say("sit", buy_in=300, seat=None))["t"] == "ack"
            assert (await his.say("sit", buy_in=300, seat=None))["code"] == "not-possible"
            for client in (hers, his):
                await client.until(lambda client=client: client.hand_no == 1)  # type: ignore[misc]
                assert len(client.cards) == 5
                assert {"deal-hole"} == {event["event"] for event in client.events if event.get("cards") == []}
            taken = 0
            while hers.turn is not None:
                client = hers if hers.turn["seat"] == hers.seat else his
                seq = hers.turn["seq"]
                assert seq == taken
                await client.until(lambda client=client, seq=seq: bool(client.turn and client.turn["seq"] == seq))  # type: ignore[misc]
                answer = await client.say("act", hand_no=1, seq=seq, action=chosen(client))
                assert answer["t"] == "ack", answer
                taken += 1
                await hers.until(lambda seq=seq: hers.turn is None or hers.turn["seq"] > seq)  # type: ignore[misc]
            await his.until(lambda: his.nets is not None)
            nets = hers.nets
            assert nets is not None
            assert nets == his.nets
            assert sum(nets) == 0
            drawn = [event["count"] for event in hers.events if event["event"] == "draw-result"]
            assert drawn == [1] * 6
            assert any([event["event"] == "showdown-show" for event in hers.events])
            (own,) = [event for event in his.events if event["event"] == "deal-hole" and event["seat"] == his.seat]
            assert own["cards"]
            net = nets[hers.seat]
            await hers.until(lambda: hers.kinds[-1] == "seats" or hers.hand_no > 1)
            assert hers.stack == 400 + net
            (finished,) = [
                hand
                for hand in (await asyncio.to_thread(ann.http, "GET", f"/api/tables/{row['id']}/hands"))["hands"]
                if hand["hand_no"] == 1
            ]
            assert finished["nets"] == nets
            hand = await asyncio.to_thread(ann.http, "GET", f"/api/hands/{finished['id']}")
            assert {"hand_no", "players", "seat_map", "viewer", "events"} <= hand.keys()
            assert hand["viewer"] == hand["seat_map"].index(0)

    asyncio.run(asyncio.wait_for(play(), 60))


def test_all_else_that_it_can_say(served: Served) -> None:
    async def talk() -> None:
        ann, bob = [await asyncio.to_thread(Visitor, served.url) for _ in range(2)]
        (row,) = (await asyncio.to_thread(ann.http, "GET", "/api/tables"))["tables"]
        async with at_table(ann, row["id"]) as hers, at_table(bob, row["id"]) as his:
            first = hers.v
            assert (await hers.say("sit", buy_in=400, seat=1))["t"] == "ack"
            assert (await hers.say("top-up", amount=100))["t"] == "ack"
            await hers.until(lambda: hers.stack == 500)
            for kind, rest in (
                ("always-show", {"on": True}),
                ("sit-out", {"on": True}),
                ("post-blind", {"on": True}),
                ("chat", {"text": "good luck"}),
                ("ping", {}),
            ):
                assert (await hers.say(kind, **rest))["t"] == ("pong" if kind == "ping" else "ack"), kind
            last, hers.v = hers.v, first
            assert (await hers.say("since", v=first))["t"] == "ack"  # the later frames come once more, in order
            assert hers.v == last
            await his.until(lambda: "chat" in his.kinds)
            assert (await hers.say("act", hand_no=1, seq=0, action={"kind": "fold"}))["code"] == "late"
            assert (await hers.say("wish", hand_no=1, wish="muck"))["code"] == "late"
            assert (await hers.say("show", hand_no=1, cards=None))["code"] == "late"
            assert (await his.say("leave"))["code"] == "not-seated"
            assert (await hers.say("leave"))["t"] == "ack"
            await hers.until(lambda: not hers.seats)
            assert (await asyncio.to_thread(ann.http, "GET", "/api/me"))["chips"] == hers.you["chips"]

    asyncio.run(asyncio.wait_for(talk(), 60))
