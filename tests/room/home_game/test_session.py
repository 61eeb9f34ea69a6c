"""The session of a table: what the ledger and the journal say, who may see it, and its files."""

import asyncio
import csv
import io
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from play import random_action
from room_scene import OPEN, Served, patient, serving
from standpat import Dealer, Hand, Stakes, game
from standpat.engine.event import Acted, Post, StreetStart, UncalledReturned
from standpat.language import language, languages
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.home_game import session as session_module
from standpat.room.home_game.debts import BANK
from standpat.room.home_game.export import FORMATS
from standpat.room.home_game.session import Session, summary
from standpat.room.limits.limit import Rate
from standpat.room.store import Insert, Store, journal, ledger, result, schema
from standpat.room.tables.table import NewTable, make

PEOPLE = ("Ann", "=SUM(A1)", "Cy", "Di", "Ed", "Robot")
HOUSE = "bot:rule:Ada"


class Evening:
    """A table where people come, play and go at random, and a count of everything beside it."""

    def __init__(self, store: Store, chance: Random) -> None:
        self.store = store
        self.chance = chance
        self.stacks: dict[str, int] = {}
        self.took: dict[str, int] = {}
        self.balances: dict[str, int] = {}  # by party
        self.nets: dict[str, int] = {}
        self.pots: dict[int, int] = {}
        self.games: dict[str, int] = {}
        self._clock = count(1000)

    def now(self) -> float:
        return float(next(self._clock))

    async def open(self) -> None:
        people = [
            {"id": f"p{k}", "name": name, "name_key": name, "kind": "registered", "role": "player", "barred": False}
            for k, name in enumerate(PEOPLE)
        ]
        rows = [{**person, "password": None, "owner": None, "created": 0.0} for person in people]
        record = msgspec.json.encode(make(NewTable("27td", "Kitchen"), "T1", "p0")).decode()
        await self.store.commit(
            Insert(((schema.person, rows),)),
            journal.open_table("T1", record, "{}", self.now()),
            *[ledger.move(ledger.BANK, ledger.wallet(f"p{k}"), 10**6, "welcome", at=0) for k in range(6)],
        )

    @staticmethod
    def party(user: str) -> str:
        """Who pays for a user: p0 for the robot p5, the bank for the house player."""
        return BANK if user == HOUSE else "p0" if user == "p5" else user

    def account(self, user: str) -> str:
        return ledger.BANK if user == HOUSE else ledger.wallet(self.party(user))

    async def buys(self, user: str, chips: int) -> None:
        reason = "top-up" if self.stacks.get(user) else "buy-in"
        seat = ledger.seat("T1", user)
        await self.store.commit(ledger.move(self.account(user), seat, chips, reason, at=self.now()))
        self.stacks[user] = self.stacks.get(user, 0) + chips
        self.took.pop(user, None)

    async def goes(self, user: str) -> None:
        chips = self.took[user] = self.stacks.pop(user)
        if chips:
            seat = ledger.seat("T1", user)
            await self.store.commit(ledger.move(seat, self.account(user), chips, "cash-out", at=self.now()))

    async def plays(self, number: int) -> None:
        users = [user for user, chips in self.stacks.items() if chips]
        if len(users) < 2:
            return
        record, stakes = game(self.chance.choice(("27td", "a5td", "27sd"))), Stakes(5, 10)
        stacks = tuple([self.stacks[user] for user in users])
        hand = Hand(record, stakes, stacks, 0, Dealer(number), hand_no=number)
        seats, bots = tuple(range(len(users))), tuple([user == HOUSE for user in users])
        start = journal.HandRecord(
            number,
            "T1",
            number,
            self.now(),
            record,
            stakes,
            0,
            stacks,
            hand.posts,
            seats,
            tuple(users),
            tuple(users),
            bots,
        )
        begun = len(hand.events)
        await self.store.commit(journal.begin(start, "00", hand.events, None))
        while not hand.over:
            hand.apply(random_action(hand, self.chance))
        assert hand.nets is not None
        nets = dict(zip(users, hand.nets, strict=True))
        await self.store.commit(
            journal.append(number, begun, hand.events[begun:]),
            journal.finish(number, hand.nets, self.now()),
            ledger.settle("T1", number, nets, at=self.now()),
            result.rows(number, users, hand),
        )
        self.pots[number] = pot(hand)
        self.games[record.id] = self.games.get(record.id, 0) + 1
        for user, net in nets.items():
            self.stacks[user] += net
            self.nets[user] = self.nets.get(user, 0) + net
            self.balances[self.party(user)] = self.balances.get(self.party(user), 0) + net

    async def pass_(self, hands: int) -> None:
        """Play some hands; between them people come, rebuy and go."""
        everybody = [*[f"p{k}" for k in range(6)], HOUSE]
        for number in range(1, hands + 1):
            for user in everybody:
                if user not in self.stacks and len(self.stacks) < 6 and self.chance.random() < 0.3:
                    await self.buys(user, self.chance.randint(40, 400))
                elif user in self.stacks and self.chance.random() < (0.6 if not self.stacks[user] else 0.05):
                    await (self.buys(user, 200) if self.chance.random() < 0.7 else self.goes(user))
            await self.plays(number)

    async def told(self) -> Session:
        told = await self.store.read(summary, "T1")
        assert told is not None
        return told


def pot(hand: Hand) -> int:
    """What the players put in and did not get back, counted from posts and actions."""
    total, committed = 0, dict[int, int]()
    for event in hand.events:
        match event:
            case StreetStart(street=street) if street:
                total, committed = total + sum(committed.values()), {}
            case Post(seat=seat, amount=amount):
                committed[seat] = committed.get(seat, 0) + amount
            case Acted(seat=seat, street_commit=commit):
                committed[seat] = commit
            case UncalledReturned(amount=amount):
                total -= amount
    return total + sum(committed.values())


def evening(database_url: str, seed: int, hands: int) -> tuple[Session, Evening]:
    """The summary of a random evening."""

    async def whole() -> tuple[Session, Evening]:
        store = Store.open(database_url)
        try:
            scene = Evening(store, Random(seed))
            await scene.open()
            await scene.pass_(hands)
            assert await store.read(ledger.audit, {ledger.seat("T1", u): c for u, c in scene.stacks.items()}) == []
            c = schema.result.c
            pots = await store.read(lambda connection: connection.execute(select(c.hand_id, c.pot)).all())
            assert {tuple(row) for row in pots} == {*scene.pots.items()}
            return await scene.told(), scene
        finally:
            await store.close()

    return asyncio.run(whole())


@pytest.mark.parametrize("seed", range(2))
def test_the_summary_is_what_was_played(database_url: str, seed: int) -> None:
    told, scene = evening(database_url, seed, 60)
    assert told.whole
    assert told.hands == len(scene.pots)
    assert told.games == scene.games
    assert told.difference == 0
    lines = {line.user: line for line in told.players}
    assert {user: line.net for user, line in lines.items() if line.net} == {u: n for u, n in scene.nets.items() if n}
    assert {user: line.stack for user, line in lines.items() if line.stack} == {
        u: c for u, c in scene.stacks.items() if c
    }
    for line in told.players:
        assert line.net == line.cashed_out + line.stack - line.brought - line.bought_in - line.topped_up
        assert line.stacks[-1].stack == (line.stack or scene.took.get(line.user, 0))
        assert [point.hand_no for point in line.stacks] == sorted({point.hand_no for point in line.stacks})
    assert told.settlement is not None
    got: dict[str, int] = {}
    for payment in told.settlement.payments:
        got[payment.payee] = got.get(payment.payee, 0) + payment.amount
        got[payment.payer] = got.get(payment.payer, 0) - payment.amount
    assert got == {party: net for party, net in scene.balances.items() if net}
    best = sorted(scene.pots.items(), key=lambda item: (-item[1], item[0]))[: session_module.POTS]
    assert [(big.hand_no, big.amount) for big in told.pots] == best
    totals = [(line.user, line.totals.net) for line in told.statistics]
    assert HOUSE not in dict(totals)
    for user, net in scene.nets.items():
        assert user == HOUSE or sum([more for one, more in totals if one == user]) == net
    assert sum([move.amount for move in told.movements]) == sum(scene.stacks.values())
    assert [move.at for move in told.movements] == sorted([move.at for move in told.movements])


def test_a_long_session_is_shown_from_its_last_hands(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chips that were on the table before count as brought; the settlement is of these hands alone."""
    monkeypatch.setattr(session_module, "MOST_HANDS", 20)
    monkeypatch.setattr(session_module, "MOST_POINTS", 5)
    told, scene = evening(sqlite_url, 7, 50)
    assert not told.whole
    assert told.hands == 20
    assert sum(told.games.values()) == 20
    assert told.difference == 0
    assert told.settlement is not None
    assert any(line.brought for line in told.players)
    assert max([len(line.stacks) for line in told.players]) == 5
    assert {big.hand_no for big in told.pots} <= {*sorted(scene.pots)[-20:]}
    for line in told.players:
        assert line.net == sum([one.totals.net for one in told.statistics if one.user == line.user]) or line.bot


def test_a_wrong_ledger_is_shown_and_not_settled(sqlite_url: str) -> None:
    """A transfer between two seats that is no hand changes nets without a hand."""

    async def whole() -> Session:
        store = Store.open(sqlite_url)
        try:
            scene = Evening(store, Random(1))
            await scene.open()
            await scene.buys("p1", 400)
            await scene.buys("p2", 400)
            await scene.plays(1)
            wrong = ledger.transfer({ledger.seat("T1", "p1"): -5, ledger.seat("T1", "p2"): 5}, "hand", at=scene.now())
            await store.commit(ledger.move(ledger.seat("T1", "p1"), ledger.seat("T1", "p2"), 5, "odd", at=scene.now()))
            await store.commit(wrong)
            return await scene.told()
        finally:
            await store.close()

    told = asyncio.run(whole())
    assert told.settlement is None
    for lang in languages():
        text = FORMATS["text"].text(told, language(lang))
        assert language(lang)("evening.difference", amount="0") in text


def test_files(sqlite_url: str) -> None:
    told, _ = evening(sqlite_url, 2, 60)
    say = language("en")
    players = list(csv.DictReader(io.StringIO(FORMATS["players"].text(told, say))))
    assert [int(row["net"]) for row in players] == [line.net for line in told.players]
    assert "'=SUM(A1)" in [row["player"] for row in players]
    payments = list(csv.DictReader(io.StringIO(FORMATS["payments"].text(told, say))))
    assert told.settlement is not None
    assert [int(row["amount"]) for row in payments] == [payment.amount for payment in told.settlement.payments]
    moved = list(csv.DictReader(io.StringIO(FORMATS["ledger"].text(told, say))))
    assert [int(row["amount"]) for row in moved] == [move.amount for move in told.movements]
    assert moved[0]["time"].startswith("1970-01-01T00:16:")
    for lang in languages():
        text = FORMATS["text"].text(told, language(lang))
        assert all([line.name in text for line in told.players])
        assert text.count("\n") > len(told.players) + len(told.pots)


def test_no_table_has_no_summary(sqlite_url: str) -> None:
    async def whole() -> None:
        store = Store.open(sqlite_url)
        try:
            assert await store.read(summary, "T9") is None
        finally:
            await store.close()

    asyncio.run(whole())


# The API -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('session') / 'room.sqlite'}") as room:
        yield room


async def play_hands(hands: int, *tables: Table) -> None:
    async with asyncio.timeout(60):
        while len((await tables[0].lobby.get(f"/api/tables/{tables[0].id}/hands"))["hands"]) < hands:
            for table in tables:
                if table.legal is not None:
                    await table.act(patient(table))
            await asyncio.sleep(0.01)


async def code(lobby: Lobby, path: str) -> str:
    with pytest.raises(RoomError) as caught:
        await lobby.get(path)
    return caught.value.code


def test_a_session_is_for_those_who_may_see_the_hands(served: Served) -> None:
    """Also after the table is closed: for those who had chips there, and for nobody else."""

    async def act() -> None:
        async with (
            Lobby(served.url) as ann,
            Lobby(served.url) as bob,
            Lobby(served.url) as eve,
            Lobby(served.url) as sam,
        ):
            table = await ann.create(
                game="27td", seats=2, name="Kitchen", bots={"keep": 0}, password="sesame", public=False
            )
            for guest in (bob, sam):
                await guest.post(f"/api/tables/{table}/enter", password="sesame")
            path = f"/api/tables/{table}/session"
            async with ann.table(table) as hers, bob.table(table) as his:
                await hers.sit(400)
                await his.sit(300)
                await play_hands(2, hers, his)
                assert (await sam.get(path))["name"] == "Kitchen"
                assert await code(eve, path) == "not-allowed"
                await hers.leave()
                await his.leave()
            async with asyncio.timeout(60):
                while any([line["stack"] for line in (await ann.get(path))["players"]]):
                    await asyncio.sleep(0.02)
            told = await ann.get(path)
            assert told["closed"] is None
            assert sorted([line["bought_in"] for line in told["players"]]) == [300, 400]
            assert sum([line["net"] for line in told["players"]]) == 0
            assert told["settlement"]["fewest"]
            for pot in told["pots"]:
                assert (await bob.get(f"/api/hands/{pot['id']}"))["hand_no"] == pot["hand_no"]
            assert await code(ann, f"{path}/download?format=exe") == "not-possible"
            await ann.post(f"/api/tables/{table}/close")
            for lobby, sees in ((ann, True), (bob, True), (sam, False), (eve, False)):
                if sees:
                    assert (await lobby.get(path))["closed"] is not None
                else:
                    assert await code(lobby, path) == "not-found"
            for wrong in ("T9", "%00", "a%3Ab", "x" * 300):
                assert await code(ann, f"/api/tables/{wrong}/session") == "not-found"

    asyncio.run(act())


def test_summaries_have_a_limit(tmp_path: Any) -> None:
    limits = msgspec.structs.replace(OPEN, summaries=Rate(3, 1e6), trusted=())
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=limits) as served:

        async def act() -> None:
            async with Lobby(served.url) as ann, Lobby(served.url) as bob:
                table = (await ann.get("/api/tables"))["tables"][0]["id"]
                for _ in range(2):
                    await ann.get(f"/api/tables/{table}/session")
                assert (await bob.get(f"/api/tables/{table}/session"))["table"] == table
                assert await code(ann, f"/api/tables/{table}/session") == "too-fast"  # the address has used its three
                assert await code(bob, f"/api/tables/{table}/session/download?format=players") == "too-fast"

        asyncio.run(act())
