"""The room from outside, through its client: whole hands, seats and chips, and refused requests."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from room_scene import Served, patient, serving
from standpat.cards.card import TEXT
from standpat.engine import games
from standpat.engine.action import Bet, Call, Check, Fold, Raise
from standpat.engine.event import DealHole, HandEnd
from standpat.engine.house import HOUSE_RULES
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.store import ledger
from standpat.room.tables.table import BotRules, NewTable
from standpat.table_view.naming import low_first
from standpat.table_view.narration import symbol

DUEL = NewTable("27td", "Duel", seats=2)
OPEN = NewTable("27td", "Open", seats=6, bots=BotRules(("rule",), keep=5))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("room")
    with serving(f"sqlite:///{folder / 'room.sqlite'}") as room:
        yield room


async def play(table: Table, hands: int) -> int:
    """Play until this many hands are over. Returns the number of decisions."""
    last, decisions = table.hand_no + hands, 0
    while True:
        await table.until(lambda: table.legal is not None or table.hand_no > last)
        if table.hand_no > last:
            return decisions
        await table.act(patient(table))
        decisions += 1


async def together(one: Table, other: Table) -> None:
    """Wait until both clients have the same version."""
    async with asyncio.timeout(60):
        while one.v != other.v or other._socket is None:
            await asyncio.sleep(0.005)


def over(table: Table) -> bool:
    return bool(table.events) and isinstance(table.events[-1], HandEnd)


async def ledger_is_right(served: Served) -> None:
    """Every chip has an entry: balances sum to zero, and those of the seats equal the stacks."""

    async def audit() -> list[str]:
        room = served.room
        stacks: dict[str, int] = {}
        for host in room.tables.values():

            async def count(host: object = host) -> None:
                for seat in host.seating.seats:  # type: ignore[attr-defined]
                    if seat:
                        account = ledger.seat(host.rules.id, seat.user)  # type: ignore[attr-defined]
                        stacks[account] = seat.stack + seat.added

            await host.ask(count)
        return await room.store.read(ledger.audit, stacks)

    wrong = await asyncio.to_thread(served.call, audit)
    assert wrong == []


def test_a_newcomer_plays_a_hand_at_once(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as lobby:
            place = await lobby.play_now()
            async with lobby.table(place.table) as table:
                assert await play(table, 1) >= 1
                assert table.place == place.seat
                names = [seat.name for seat in table.seats if seat.bot]
                assert len(names) == 4  # one seat stays free for the next person
                assert not any("bot" in name for name in names)
                await table.leave()
                await table.until(lambda: table.place is None)
            async with asyncio.timeout(60):
                while (await lobby.get("/api/me"))["seats"]:
                    await asyncio.sleep(0.01)
        await ledger_is_right(served)

    asyncio.run(run())


def test_two_people_play_a_whole_hand(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = await ann.create(game="27td", seats=2, big_blind=10, small_blind=5, name="Duel")
            async with ann.table(id) as hers, bob.table(id) as his:
                await hers.sit(400)
                await his.sit(400)
                while not (over(hers) and over(his)):
                    for table in (hers, his):
                        if table.legal:
                            await table.act(patient(table))
                    await asyncio.sleep(0)
                assert hers.events[-1] == his.events[-1]
                assert hers.cards != his.cards
                dealt = [event for event in hers.events if isinstance(event, DealHole)]
                assert [len(event.cards) for event in dealt].count(5) == 1
                for table in (hers, his):
                    await table.leave()
                await hers.until(lambda: not hers.seats)
        await ledger_is_right(served)

    asyncio.run(run())


@pytest.mark.parametrize("game", ["a5td", "27sd", "27td-pl"])
def test_every_game_is_played(served: Served, game: str) -> None:
    async def run() -> None:
        async with Lobby(served.url) as lobby:
            place = await lobby.play_now(game)
            async with lobby.table(place.table) as table:
                await play(table, 1)
                await table.leave()

    asyncio.run(run())


def test_late_duplicate_and_foreign_actions_are_refused(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob, Lobby(served.url) as eve:
            id = await ann.create(game="27td", seats=2, name="Refusals")
            async with ann.table(id) as hers, bob.table(id) as his, eve.table(id) as hidden:
                await hers.sit(400)
                await his.sit(400)
                await hers.until(lambda: hers.turn is not None)
                await his.until(lambda: his.turn is not None)
                actor, other = (hers, his) if hers.legal else (his, hers)
                turn, hand_no = actor.turn, actor.hand_no
                assert turn is not None
                for table, action, code in (
                    (other, Call(), "not-your-turn"),
                    (hidden, Call(), "not-your-turn"),
                    (actor, Check(), "illegal"),
                    (actor, Raise(21), "illegal"),
                    (actor, Bet(-5), "illegal"),
                ):
                    with pytest.raises(RoomError) as refused:
                        await table.say(wire.act(900, turn, hand_no, action))
                    assert refused.value.code == code
                    await table.send('{"t":"ping","id":900}')
                first = wire.act(901, turn, hand_no, Call())
                await actor.say(first)
                v = actor.v
                await actor.say(first)  # the same message again: the same answer, and no effect
                with pytest.raises(RoomError, match="late"):
                    await actor.say(wire.act(902, turn, hand_no, Fold()))
                with pytest.raises(RoomError, match="late"):
                    await actor.say(wire.Wish(903, 77, "show"))
                with pytest.raises(RoomError, match="not-your-turn"):
                    await actor.say(wire.Act(904, hand_no, turn.seq + 5, Call()))
                assert actor.v == v
                for table in (hers, his):
                    await table.leave()

    asyncio.run(run())


def test_seats_and_chips(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            before = (await ann.get("/api/me"))["chips"]
            id = await ann.create(game="27td", seats=2, name="Chips", buy_in=[100, 1000])
            async with ann.table(id) as hers, bob.table(id) as his:
                for buy_in in (99, 1001, -5, 0):
                    with pytest.raises(RoomError, match="not-possible"):
                        await hers.sit(buy_in)
                with pytest.raises(RoomError, match="not-seated"):
                    await hers.top_up(5)
                await hers.sit(400, seat=1)
                assert (await ann.get("/api/me"))["chips"] == before - 400
                with pytest.raises(RoomError, match="only one seat"):
                    await hers.sit(400, seat=0)
                with pytest.raises(RoomError, match="taken"):
                    await his.sit(400, seat=1)
                await hers.top_up(600)
                with pytest.raises(RoomError, match="buy up to 1,000"):
                    await hers.top_up(1)
                await hers.until(lambda: hers.seats[0].stack == 1000)
                await hers.sit_out(True)
                await hers.until(lambda: hers.seats[0].state == "sitting-out")
                await hers.leave()
                assert (await ann.get("/api/me"))["chips"] == before
        await ledger_is_right(served)

    asyncio.run(run())


def test_a_wallet_cannot_be_overdrawn(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann:
            id = await ann.create(game="27td", seats=2, name="Dear", big_blind=100_000, small_blind=1)
            async with ann.table(id) as hers:
                with pytest.raises(RoomError, match="no-chips"):
                    await hers.sit(1_000_000)
                assert hers.seats == []

    asyncio.run(run())


def test_somebody_who_comes_back_gets_what_he_missed(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as lobby:
            place = await lobby.play_now()
            async with lobby.table(place.table) as table, lobby.table(place.table) as other:
                await play(table, 1)
                await table.my_turn()
                seen: list[str] = []
                other.on_message = lambda message: seen.append(type(message).__name__)
                assert other._socket
                await other._socket.close()
                await table.act(patient(table))
                await table.until(lambda: table.legal is not None)
                await together(table, other)
                assert other.events == table.events
                assert "Hello" in seen
                assert "Snapshot" not in seen
                await other.since(1)  # a version of an earlier run gets a snapshot
                assert "Snapshot" in seen
                await table.leave()

    asyncio.run(run())


def test_the_rules_of_a_table_are_its_own(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann:
            id = await ann.create(game="27td", house="wsop", options={"cap": 3}, small_blind=15, big_blind=30)
            english = await ann.get(f"/api/tables/{id}/rules?lang=en")
            norwegian = await ann.get(f"/api/tables/{id}/rules?lang=nb")
            assert any("capped at 3 bets" in line for line in english["lines"])
            assert any("30" in line and "60" in line for line in english["lines"])
            assert len(english["lines"]) == len(norwegian["lines"])
            assert english["lines"] != norwegian["lines"]
            view = await ann.get(f"/api/tables/{id}")
            assert view["game"]["house"]["cap"] == 3
            assert view["changed"] == {"cap": 3}

    asyncio.run(run())


def test_what_a_table_can_be_made_of(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann:
            offered = await ann.get("/api/options")
            assert [one["id"] for one in offered["games"]] == list(games.ids())
            assert offered["options"] == {rule.name: list(rule.choices()) for rule in HOUSE_RULES if rule.choices()}
            assert offered["options"]["burn"] == [0, 1, 2, 3]
            declared = {rule["name"]: rule for rule in offered["rules"]}
            assert declared["cap"]["allowed"] == {"kind": "whole-number", "least": 1, "most": None, "or_none": True}
            assert (declared["cap"]["default"], declared["cap"]["betting"]) == (4, ["fixed-limit"])
            id = await ann.create(game="27td", options={"burn": 3})
            assert (await ann.get(f"/api/tables/{id}"))["game"]["house"]["burn"] == 3

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ({"game": "omaha"}, "omaha"),
        ({"game": "27td", "seats": 7}, "seats"),
        ({"game": "27td", "options": {"cap": 0}}, "cap=0: expected 1 or more, or none"),
        ({"game": "27td", "options": {"burn": 4}}, "burn=4: expected 0 to 3"),
        ({"game": "27td", "options": {"nonsense": 1}}, "nonsense"),
        ({"game": "27td", "big_blind": 0}, "blinds"),
        ({"game": "27td", "buy_in": [5, 10]}, "buy_in"),
        ({"game": "27td", "bots": {"players": ["nobody"], "keep": 1}}, "nobody"),
        ({"game": "27td", "bots": {"keep": 6}}, "seat must stay free"),
        ({"game": "27td", "name": "x" * 41}, "name"),
        ({"game": "27td", "speed": "warp"}, "speed"),
        ({"game": 5}, "game"),
        ({"game": "27td", "surprise": 1}, "surprise"),
        ({}, "game"),
    ],
)
def test_a_wrong_wish_for_a_table_is_refused(served: Served, wish: dict[str, object], text: str) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann:
            tables = len(served.room.tables)
            with pytest.raises(RoomError, match=text):
                await ann.create(**wish)
            assert len(served.room.tables) == tables

    asyncio.run(run())


def test_a_table_with_a_password(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = await ann.create(game="27td", seats=2, name="Private", public=False, password="seven")
            assert id not in [row["id"] for row in (await bob.get("/api/tables"))["tables"]]
            async with ann.table(id) as hers:
                await hers.sit(400)
                with pytest.raises(RoomError, match="not-allowed"):
                    await bob.get(f"/api/tables/{id}")
                shut = bob.table(id)
                async with shut:
                    assert shut.closed
                    assert shut.closed[0] == 4403
                with pytest.raises(RoomError, match="password"):
                    await bob.post(f"/api/tables/{id}/enter", password="eight")
                await bob.post(f"/api/tables/{id}/enter", password="seven")
                async with bob.table(id) as his:
                    assert his.seats[0].name == ann.name
                await hers.leave()

    asyncio.run(run())


def test_a_house_player_makes_room(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = await ann.create(game="27td", seats=3, name="Full", bots={"keep": 2, "players": ["caller"]})
            async with ann.table(id) as hers, bob.table(id) as his:
                await hers.sit(400)
                await hers.until(lambda: len(hers.seats) == 3)
                sitting = asyncio.create_task(his.sit(400))
                while not sitting.done():
                    if hers.legal:
                        await hers.act(patient(hers))
                    await asyncio.sleep(0.001)
                await sitting
                assert {seat.user for seat in hers.seats} >= {ann.user, bob.user}
                for table in (hers, his):
                    await table.leave()

    asyncio.run(run())


def test_chat(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = await ann.create(game="27td", seats=2, name="Chat")
            async with ann.table(id) as hers, bob.table(id) as his:
                await hers.talk("  <b>good\x00\nluck</b> ")
                await his.until(lambda: len(his.chat) == 1)
                assert his.chat[0].text == "<b>good luck</b>"
                assert his.chat[0].name == ann.name
                for text in ("", " \n", "x" * 301):
                    with pytest.raises(RoomError, match="not-possible"):
                        await hers.talk(text)
                with pytest.raises(RoomError, match="not-seated"):
                    await his.emote("nice-hand")
                await his.sit(400, 1)
                await his.emote("nice-hand")
                await hers.until(lambda: len(hers.emotes) == 1)
                assert hers.emotes[0].emote == "nice-hand"
                assert (hers.emotes[0].seat, hers.emotes[0].user) == (1, bob.user)

    asyncio.run(run())


def test_hands_are_downloaded_as_they_were_seen(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as lobby, Lobby(served.url) as stranger:
            place = await lobby.play_now()
            async with lobby.table(place.table) as table:
                await table.my_turn()
                hand_no = table.hand_no
                mine = next(event.cards for event in table.events if isinstance(event, DealHole) and event.cards)
                await play(table, 0)
                await table.leave()
            hands = (await lobby.get(f"/api/tables/{place.table}/hands"))["hands"]
            id = next(hand["id"] for hand in hands if hand["hand_no"] == hand_no)
            texts = [TEXT[card] for card in mine]
            drawn = " ".join([symbol(card) for card in low_first(mine)])
            written = ["".join(texts), " ".join(texts), '"' + '","'.join(texts) + '"', drawn]
            own = await lobby.get(f"/api/hands/{id}")
            assert own["viewer"] is not None
            assert (await stranger.get(f"/api/hands/{id}"))["viewer"] is None
            for form in ("phh", "arena", "pokerstars", "text"):
                history = await lobby.get(f"/api/hands/{id}/download?format={form}")
                foreign = await stranger.get(f"/api/hands/{id}/download?format={form}")
                assert any([cards in history for cards in written])
                assert not any([cards in foreign for cards in written])

    asyncio.run(run())


def test_a_table_of_ones_own_is_closed_after_the_hand(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = await ann.create(game="27td", seats=2, name="Closing")
            async with ann.table(id) as hers, bob.table(id) as his:
                await hers.sit(400)
                await his.sit(400)
                await hers.until(lambda: hers.turn is not None)
                with pytest.raises(RoomError, match="only the table's owner"):
                    await bob.post(f"/api/tables/{id}/close")
                closing = asyncio.create_task(ann.post(f"/api/tables/{id}/close"))
                while not closing.done():
                    for table in (hers, his):
                        if table.legal and not table.closed:
                            await table.act(patient(table))
                    await asyncio.sleep(0.001)
                await closing
                async with asyncio.timeout(60):
                    while not (hers.closed and his.closed):
                        await asyncio.sleep(0.01)
                assert hers.closed
                assert hers.closed[0] == 4404
            chips = [(await lobby.get("/api/me"))["chips"] for lobby in (ann, bob)]
            assert sum(chips) == 20_000
            assert id not in served.room.tables
            with pytest.raises(RoomError, match="not-found"):
                await ann.get(f"/api/tables/{id}")
        await ledger_is_right(served)

    asyncio.run(run())


def test_a_guest_is_called_what_he_likes(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            assert (await ann.post("/api/me", name="Lady Ann"))["name"] == "Lady Ann"
            assert (await ann.get("/api/me"))["name"] == "Lady Ann"
            for name in ("lady ann", "", "x" * 100, "\u202e"):
                with pytest.raises(RoomError, match="not-possible"):
                    await bob.post("/api/me", name=name)

    asyncio.run(run())
