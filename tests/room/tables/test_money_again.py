"""A repeated request is carried out once: on another connection, in another page, after a break, a kill, a restart."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from room.tables.test_actor import Table, two_sit_down, until, with_table
from room_scene import Process, serving
from standpat.cards.card import TEXT
from standpat.engine.action import Action, Call, Check, Discard, Fold
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.store import Store, ledger, request_book
from standpat.room.store.request_book import MOST, Done
from standpat.room.tables.retries import decided, same


async def chips(table: Table, user: str) -> int:
    return await table.store.read(ledger.balance, ledger.wallet(user))


def another_page(table: Table, user: str) -> None:
    """A second connection of the same user, which `say` uses from now on."""
    table.open_page(user)


@pytest.mark.parametrize("keyed", [True, False])
def test_a_top_up_on_a_second_connection(tmp_path: Path, keyed: bool) -> None:
    """With one key it is one top-up. Without keys each message is a top-up of its own, even with equal message ids."""

    async def run(table: Table) -> None:
        await two_sit_down(table)
        more: dict[str, Any] = {"key": "k1"} if keyed else {}
        first = table.viewers["ann"]
        table.host.said(first, wire.TopUp(7, 50, **more))
        another_page(table, "ann")
        for _ in range(3):
            assert (await table.say("ann", wire.TopUp, amount=50, **more))["t"] == "ack"
        assert await chips(table, "ann") == (550 if keyed else 400)

    with_table(tmp_path, run)


def test_a_key_is_for_one_thing_of_one_person(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        assert (await table.say("ann", wire.TopUp, amount=50, key="k1"))["t"] == "ack"
        assert (await table.say("ann", wire.TopUp, amount=60, key="k1"))["key"] == "error.key-used"
        assert (await table.say("ann", wire.SitOut, on=True, key="k1"))["key"] == "error.key-used"
        assert (await table.say("bob", wire.TopUp, amount=60, key="k1"))["t"] == "ack"
        assert [await chips(table, user) for user in ("ann", "bob")] == [550, 540]

    with_table(tmp_path, run)


def test_a_refusal_is_not_kept(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        assert (await table.say("ann", wire.TopUp, amount=601, key="k1"))["t"] == "error"
        await table.store.commit(ledger.move(ledger.BANK, ledger.wallet("ann"), 100, "gift", at=0.0))
        assert (await table.say("ann", wire.TopUp, amount=600, key="k2"))["t"] == "ack"

    with_table(tmp_path, run, buy_in=(100, 2000))


def test_talk_and_a_seat_are_not_doubled(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        ear = table.open_page("ann")
        for _ in range(2):
            assert (await table.say("ann", wire.Say, text="hello", key="k1"))["t"] == "ack"
            assert (await table.say("ann", wire.Sit, buy_in=400, key="k2"))["t"] == "ack"
        assert len(ear.told("chat")) == 1
        assert await chips(table, "ann") == 600
        for _ in range(2):
            assert (await table.say("ann", wire.Leave, key="k3"))["t"] == "ack"
        assert await chips(table, "ann") == 1000

    with_table(tmp_path, run)


def test_a_decision_that_was_taken_is_accepted_again(tmp_path: Path) -> None:
    """The same decision of the same player is accepted at once, later in the hand, after it, and in the next hand.

    Other ones are not.
    """

    async def run(table: Table) -> None:
        await two_sit_down(table)
        live = table.host.live
        assert live
        taken: list[tuple[str, dict[str, Any]]] = []
        while not live.over:
            user, legal = live.user_to_act or "", live.hand.legal
            action: Any = Check() if legal.check else Call()
            if legal.draw is not None:
                cards = live.hand.cards(live.hand.to_act or 0)
                action = wire.Throw(tuple([TEXT[card] for card in cards[:2]]))
            said = {"hand_no": live.record.hand_no, "seq": live.seq, "action": action}
            assert (await table.say(user, wire.Act, **said))["t"] == "ack"
            taken.append((user, said))
            for again in (said, said):
                assert (await table.say(user, wire.Act, **again))["t"] == "ack"
        await until(lambda: table.host.hands == 2 and not table.host.live_over)
        now = table.host.live
        assert now
        assert now.seq == 0
        for user, said in taken:
            assert (await table.say(user, wire.Act, **said))["t"] == "ack"
            other = "bob" if user == "ann" else "ann"
            assert (await table.say(other, wire.Act, **said))["code"] == "late"
            assert (await table.say(user, wire.Act, **{**said, "action": Fold()}))["code"] == "late"
            assert (await table.say(user, wire.Act, **{**said, "seq": 99}))["code"] == "late"
        assert now.seq == 0

    with_table(tmp_path, run)


@pytest.mark.parametrize("draws", ["immediate", "announced"])
def test_every_decision_is_found_in_the_events(draws: str) -> None:
    hand = Hand(game("27td", draws=draws), Stakes(5, 10), (400, 400, 400), 0, Dealer("1"))
    took = []
    while not hand.over:
        legal = hand.legal
        action: Action = Check() if legal.check else Call()
        if legal.draw is not None:
            action = Discard(hand.cards(hand.to_act or 0)[1:3])
        took.append((hand.to_act, action))
        hand.apply(action)
        for number, (seat, then) in enumerate(took):
            found = decided(hand.events, number)
            assert found
            assert found[0] == seat
            assert same(found[1], then)
        assert decided(hand.events, len(took)) is None
    assert len(took) > 12


def test_keys_are_bounded() -> None:
    assert isinstance(wire.read(b'{"t":"leave","id":1,"key":"' + b"k" * 64 + b'"}'), wire.Leave)
    for key in ("k" * 65, "", "\u00e6", "a\u0000b"):
        with pytest.raises(wire.BadFrame):
            wire.read(f'{{"t":"leave","id":1,"key":"{key}"}}')


def test_so_many_requests_of_a_person_are_kept(database_url: str) -> None:
    async def run() -> None:
        store = Store.open(database_url)
        for number in range(MOST + 20):
            done = Done("x", str(number))
            await store.commit(request_book.remember("ann", "T", f"k{number}", done, float(number)))
        await store.commit(request_book.remember("bob", "T", "k0", Done("y", ""), 0.0))
        assert await store.read(request_book.find, "ann", "T", "k0") is None
        assert await store.read(request_book.find, "ann", "T", f"k{MOST}") == Done("x", str(MOST))
        assert await store.read(request_book.find, "ann", "U", f"k{MOST}") is None
        await store.commit(request_book.forget(200.0))
        assert await store.read(request_book.find, "ann", "T", "k150") is None
        assert await store.read(request_book.find, "ann", "T", "k200") is not None
        assert await store.read(request_book.find, "bob", "T", "k0") is None
        await store.close()

    asyncio.run(run())


def test_a_page_that_comes_back_for_a_bots_seat_gets_one(tmp_path: Path) -> None:
    """It waits for the end of the hand, loses its connection and asks again on another one: one seat, one answer."""

    async def run(table: Table) -> None:
        table.open_page("ann")
        await until(lambda: not table.host.live_over)
        at = table.host.seating.playing[0]
        old = table.viewers["ann"]
        table.host.said(old, wire.Sit(7, 400, at, key="k1"))
        ear = table.open_page("ann")
        table.host.said(table.viewers["ann"], wire.Sit(7, 400, at, key="k1"))
        table.host.gone(old)
        await until(lambda: bool(ear.told("ack")))
        seat = table.host.seating.seats[at]
        assert seat
        assert seat.user == "ann"
        assert ear.told("error") == []

    from room.tables.test_money_hand import FULL

    with_table(tmp_path, run, **FULL)


class Keyed(Lobby):
    """A client whose requests carry a key, the same one until another is set."""

    key = "one"

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "Idempotency-Key": self.key}


def test_a_table_is_made_once(tmp_path: Path) -> None:
    """Five requests at once with one key, one later with another key, one with another body, and one without a key."""

    async def run(url: str) -> None:
        ann = Keyed(url)
        async with ann:
            first = await ann.create(game="27td", name="Mine")
            assert await asyncio.gather(*[ann.create(game="27td", name="Mine") for _ in range(4)]) == [first] * 4
            with pytest.raises(RoomError, match="for a different request"):
                await ann.create(game="27td", name="Another")
            with pytest.raises(RoomError):  # a refusal is not stored
                await ann.post("/api/token", name="")
            token = await ann.post("/api/token", name="Deep Draw")
            assert await ann.post("/api/token", name="Deep Draw") == token
            ann.key = "two"
            pair = await asyncio.gather(*[ann.create(game="27td", name="Mine") for _ in range(2)])
            assert pair[0] == pair[1] != first
            async with Keyed(url) as bob:  # the same key from another user
                assert await bob.create(game="27td", name="Mine") not in (first, pair[0])

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", first=()) as served:
        asyncio.run(run(served.url))


@pytest.mark.sqlite_first
def test_requests_over_http_are_done_once_across_a_kill(database_url: str) -> None:
    """A new table, the daily chips and a seat: the answers are lost, and the page asks again after the restart."""
    room = Process(database_url)
    requests: dict[str, dict[str, Any]] = {
        "/api/tables": {"game": "27td", "name": "Mine", "seats": 2},
        "/api/daily": {},
        "/api/play-now": {"game": "27td"},
    }

    async def run() -> None:
        async with Lobby(room.url) as plain:
            id = await plain.create(game="27td", seats=2)
            async with plain.table(id) as table:
                await table.sit(400)
            async with Lobby(room.url) as guest:
                async with guest.table(id) as table:
                    await table.sit(400)
                given = {"user": guest.user, "amount": 50, "reason": "a rebuy"}
            requests[f"/api/tables/{id}/adjust"] = given
            ann = Keyed(room.url, cookie=plain.cookie)
            async with ann:
                first = {path: await ann.post(path, **body) for path, body in requests.items()}
                assert first["/api/daily"]["chips"] == 400
                had = await standing(plain)
                await asyncio.to_thread(room.kill)
                await asyncio.to_thread(room.start)
                for _ in range(2):
                    assert {path: await ann.post(path, **body) for path, body in requests.items()} == first
                with pytest.raises(RoomError, match="for a different request"):
                    await ann.post("/api/tables", game="27td", name="Another")
                assert await standing(plain) == had
                async with Keyed(room.url) as bob:  # the same key from another user
                    assert (await bob.post("/api/tables", **requests["/api/tables"])) != first["/api/tables"]
                ann.key = "two"
                assert (await ann.post("/api/tables", **requests["/api/tables"])) != first["/api/tables"]

    async def standing(person: Lobby) -> tuple[Any, ...]:
        me = await person.get("/api/me")
        return (
            me["chips"],
            sorted([seat["table"] for seat in me["seats"]]),
            len((await person.get("/api/tables"))["tables"]),
        )

    room.start()
    try:
        asyncio.run(run())
    finally:
        room.stop()


@pytest.mark.sqlite_first
def test_a_seat_is_not_taken_again_by_who_has_left_it(database_url: str) -> None:
    """The answer to "play now" comes late. The player has left the seat meanwhile, and the request is repeated."""
    room = Process(database_url)

    async def run() -> None:
        async with Keyed(room.url) as ann:
            place = await ann.post("/api/play-now", game="27td")
            async with ann.table(place["table"]) as table:
                await table.leave()
            await gone(ann)
            await asyncio.to_thread(room.kill)
            await asyncio.to_thread(room.start)
            assert await ann.post("/api/play-now", game="27td") == place
            await gone(ann)

    async def gone(person: Lobby) -> None:
        """Check that they have no seat once the hand is over."""
        async with asyncio.timeout(60):
            while (await person.get("/api/me"))["seats"]:
                await asyncio.sleep(0.05)

    room.start()
    try:
        asyncio.run(run())
    finally:
        room.stop()


def test_a_token_is_a_secret_and_no_answer_that_is_written_down(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'room.sqlite'}"

    async def run(url: str) -> str:
        async with Keyed(url) as ann:
            return str((await ann.post("/api/token", name="Deep Draw"))["token"])

    with serving(database, first=()) as served:
        token = asyncio.run(run(served.url))
    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes()


def test_a_top_up_is_done_once_across_a_kill(tmp_path: Path) -> None:
    """It was written, but the answer was lost. After the restart the message comes again with the client's key."""
    room = Process(f"sqlite:///{tmp_path / 'room.sqlite'}")

    async def run() -> None:
        async with Lobby(room.url) as ann:
            id = await ann.create(game="27td", seats=2)
            async with ann.table(id) as table:
                await table.sit(400)
                top_up = wire.TopUp(900, 50, key="mine")
                await table.say(top_up)
                await asyncio.to_thread(room.kill)
                again = asyncio.create_task(table.say(top_up, 30))
                await asyncio.to_thread(room.start)
                await again
                await table.say(top_up)
                assert (await ann.get("/api/me"))["chips"] == 10_000 - 450

    room.start()
    try:
        asyncio.run(run())
    finally:
        room.stop()
