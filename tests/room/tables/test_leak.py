"""No frame, history or log has a card that its reader may not see.

Tables of every kind are played by people and house players, without a disk, before viewers of every kind: seated,
folded, a spectator, a visitor without an account, a player of another table, and one who always comes back too late and
gets snapshots. The cards that each viewer may see are counted here from the real hands, not by `standpat.engine.seen`.
"""

import asyncio
import json
import logging
import random
import re
from collections import defaultdict
from functools import partial
from itertools import count
from typing import Any

import pytest

from standpat.bots import player, situation
from standpat.cards.card import TEXT
from standpat.engine.action import Action
from standpat.engine.event import DealHole, DrawResult, Event, ShowdownShow
from standpat.engine.hand import Hand
from standpat.protocol import room as wire
from standpat.room.server.downloads import FORMATS, download
from standpat.room.store import journal, ledger
from standpat.room.tables.actor import TableActor
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import BotRules, NewTable, make
from standpat.room.tables.viewer import Viewer

CARD = re.compile(r"(?<![A-Za-z0-9])((?:[2-9TJQKA][cdhs])+)(?![A-Za-z0-9])")
SUITS = str.maketrans("♣♦♥♠", "cdhs")
BOTS = BotRules(("random", "caller"), keep=3)
TABLES = (
    NewTable("27td", "online", bots=BOTS),
    NewTable("27td", "optional", house="cardroom", bots=BOTS),
    NewTable("27sd", "wsop", house="wsop", bots=BOTS),
    NewTable("a5td", "all", house="arena", bots=BOTS),
)
PEOPLE = ("ann", "bob", "cid")


class NoDisk:
    """A store without a memory: every player is rich, and nobody was here before."""

    async def commit(self, *_ops: Any) -> tuple[Any, ...]:
        return ()

    async def read(self, look: Any, *_args: Any) -> int | None:
        return 1_000_000 if look is ledger.balance else None


class Ear:
    """A channel that stores what it receives."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def send(self, text: str) -> None:
        self.heard.append(text)

    async def close(self, code: int, reason: str) -> None:
        pass


def cards_in(text: str) -> set[str]:
    """Every card in a text, alone or in a row, with its suit as a letter or a symbol."""
    text = text.translate(SUITS)
    return {row[at : at + 2] for row in CARD.findall(text) for at in range(0, len(row), 2)}


def visible(events: tuple[Event, ...], seat: int | None) -> set[str]:
    """The cards that a viewer may have seen so far."""
    cards: set[int] = set()
    for event in events:
        if isinstance(event, ShowdownShow) or (isinstance(event, DealHole) and event.seat == seat):
            cards |= set(event.cards)
        elif isinstance(event, DrawResult) and event.seat == seat:
            cards |= set(event.drawn)
    return {TEXT[card] for card in cards}


class Watch:
    """One table with its viewers. It counts what was checked."""

    def __init__(self, wish: NewTable, chance: random.Random) -> None:
        self.chance = chance
        self.host = TableActor(
            make(wish, wish.name),
            NoDisk(),  # type: ignore[arg-type]
            next_hand_id=count(1).__next__,
            metrics=Metrics(),
            pace=Pace(0.0, 0.0, 0.001),
        )
        self.viewers: dict[str, tuple[Viewer, Ear]] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.lives: dict[int, LiveHand] = {}
        self.shown: dict[int, list[ShowdownShow]] = defaultdict(list)
        self.shows = 0
        self.frames = 0
        self.hands = 0

    def enter(self, kind: str, user: str) -> None:
        ear = Ear()
        viewer = Viewer(user, user, ear, self.host.snapshot)
        self.viewers[kind] = (viewer, ear)
        self.tasks.append(asyncio.create_task(viewer.run()))
        self.host.join(viewer, wire.You(user, user, "guest", 0))

    async def play(self, hands: int) -> None:
        self.host.start()
        for kind in (*PEOPLE, "spectator", "late"):
            self.enter(kind, kind)
        self.enter("nobody", "")
        for person in PEOPLE:
            await self.host.ask(
                partial(self.host.cashier.sit, Sitter(person, person, person), self.host.rules.buy_in[1])
            )
        done: set[tuple[int, int]] = set()
        asked: set[int] = set()
        ids = count(1000)
        while self.hands < hands:
            await asyncio.sleep(0)
            live = self.host.live
            if live is None:
                continue
            self.lives[live.record.hand_no] = live
            self.shown[live.record.hand_no] = self.host.runner.shown
            user, key = live.user_to_act, (live.record.hand_no, live.seq)
            if user in PEOPLE and key not in done:
                done.add(key)
                viewer = self.viewers[user][0]
                if self.chance.randrange(4) == 0:
                    wish = wire.Wish(next(ids), live.record.hand_no, self.chance.choice(["show", "muck"]))
                    self.host.said(viewer, wish)
                turn = live.turn(None)
                assert turn is not None
                self.host.said(viewer, wire.act(next(ids), turn, live.record.hand_no, self.choose(live.hand)))
            if self.chance.randrange(10) == 0:
                self.viewers["late"][0].catch_up()
            self.look()
            if live.over:
                await self.rebuy()
                if live.record.hand_no not in asked:
                    asked.add(live.record.hand_no)
                    self.show_something(live, next(ids))
        for task in self.tasks:
            task.cancel()
        await self.host.stop()

    def show_something(self, live: LiveHand, id: int) -> None:
        """A player shows their hand, or a card of it."""
        user = self.chance.choice(PEOPLE)
        held = live.hand.cards(live.record.users.index(user)) if user in live.record.users else ()
        cards = (TEXT[held[0]],) if held and self.chance.random() < 0.5 else None
        self.host.said(self.viewers[user][0], wire.Show(id, live.record.hand_no, cards))

    def choose(self, hand: Hand) -> Action:
        return player(self.chance.choice(["random", "caller"]))(situation(hand, self.chance))

    async def rebuy(self) -> None:
        for at, seat in enumerate(self.host.seating.seats):
            if seat and not seat.bot and not seat.stack + seat.added and self.host.live_over:
                self.host.seating.top_up(at, self.host.rules.buy_in[1])

    def look(self) -> None:
        """Check what was received since the last check."""
        for user, (viewer, ear) in self.viewers.items():
            heard, ear.heard = ear.heard, []
            for text in heard:
                self.frames += 1
                self.check(viewer.user, user, text)

    def check(self, user: str, kind: str, text: str) -> None:
        message = json.loads(text)
        hand = message.get("hand") or message
        hand_no = hand.get("hand_no")
        if hand_no is None or hand_no not in self.lives:
            live = self.host.live
            assert not cards_in(text) or live is not None, (kind, text)
            if hand_no is None:
                assert not cards_in(text), (kind, text)
                return
            assert live is not None
            self.lives[live.record.hand_no] = live
        live = self.lives[hand_no]
        seat = live.seat_of(user)
        self.shows += message["t"] == "play" and message["events"][0]["event"] == "showdown-show"
        leaked = cards_in(text) - visible((*live.hand.events, *self.shown[hand_no]), seat)
        assert not leaked, (kind, leaked, text)
        for event in hand.get("events", []):
            if event["event"] in ("deal-hole", "draw-result", "discard-announced") and event["seat"] != seat:
                assert not event.get("cards"), (kind, text)
                assert not event.get("drawn"), (kind, text)
                assert not event.get("discarded"), (kind, text)
            assert event["event"] != "wished" or event["seat"] == seat
            assert event["event"] != "burned" or not event["cards"]
        turn = hand.get("turn")
        if turn and turn["decision"]:
            assert turn["seat"] == seat, (kind, text)
        if any([isinstance(event, dict) and event.get("event") == "hand-end" for event in hand.get("events", [])]):
            self.ended(live)

    def ended(self, live: LiveHand) -> None:
        """Check the downloads of a hand that is over."""
        if getattr(live, "looked_at", False):
            return
        live.looked_at = True  # type: ignore[attr-defined]
        self.hands += 1
        if self.hands % 7:
            return
        shown = tuple(self.shown[live.record.hand_no])
        story = journal.StoredHand(live.record, live.hand.events, None, shown)
        for user in (*live.record.users, "spectator", ""):
            may = visible((*live.hand.events, *shown), live.seat_of(user))
            for form in FORMATS:
                leaked = cards_in(download(story, user, form, "Willow")) - may
                assert not leaked, (user, form, leaked)


async def watch(hands: int) -> dict[str, int]:
    chance = random.Random(hands)
    totals: dict[str, int] = defaultdict(int)
    for wish in TABLES:
        table = Watch(wish, chance)
        async with asyncio.timeout(60 + hands):
            await table.play(hands // len(TABLES))
        totals["hands"] += table.hands
        totals["frames"] += table.frames
        totals["shows"] += table.shows
        assert table.host._metrics.value("troubles_total") == 0
    return totals


def test_no_frame_history_or_log_leaks_a_card(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        totals = asyncio.run(watch(200))
    assert totals["hands"] >= 200
    assert totals["frames"] > 20_000
    assert totals["shows"] > 20
    assert not cards_in(caplog.text)


@pytest.mark.slow
def test_no_frame_of_ten_thousand_hands_leaks_a_card() -> None:
    totals = asyncio.run(watch(10_000))
    print(dict(totals))
    assert totals["hands"] >= 10_000


def test_the_search_finds_cards() -> None:
    assert cards_in('{"cards":["7c","Td"]} 2h5s [Ks 3c]') == {"7c", "Td", "2h", "5s", "Ks", "3c"}
    assert cards_in("Ada: K♠ 3♣") == {"Ks", "3c"}
    assert cards_in("Ada As7 7cc") == set()
