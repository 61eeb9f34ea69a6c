"""Two linked tables: promises, calls and moves, and what may not go wrong in a move."""

import secrets
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from room.evening import Evening, Run
from room.pair import Pair
from standpat.protocol import room as wire
from standpat.room.home_game import session
from standpat.room.store import Store, StoreError, ledger
from standpat.room.tables import cash_policy, must_move, seat_change
from standpat.room.tables import room as rooms
from standpat.room.tables.seating import Seat, SeatingError


def linked(evening: Run, test: Callable[[Pair], Awaitable[None]], *, sits: bool = True, **wish: Any) -> None:
    async def whole(at: Evening) -> None:
        pair = Pair(at)
        await pair.begin(sits=sits)
        await test(pair)

    evening(whole, **{"seats": 2, **wish})


@pytest.fixture(autouse=True)
def first_button(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table's first button is at seat 0, so heads-up seat 1 has the big blind."""
    drawn = SimpleNamespace(randbelow=lambda seats: 0, token_hex=secrets.token_hex)
    monkeypatch.setattr(cash_policy, "secrets", drawn)


ALL = {"hal": ("main", 400), "cora": ("main", 400), "gus": ("feeder", 500), "sid": ("feeder", 500)}


def test_a_free_seat_goes_to_who_has_been_there_longest(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, _) = pair.at, pair.tables
        assert pair.where() == ALL
        assert pair.told(pair.feeder, "gus", "called") == []
        await pair.leave()
        await pair.later(1)
        assert pair.where() == {"hal": ("main", 400), "gus": ("main", 500), "sid": ("feeder", 500)}
        assert await pair.moves() == 1
        assert await at.wallet("gus") == await at.wallet("sid")
        (moved,) = pair.told(pair.feeder, "gus", "moved")
        assert moved == {"t": "moved", "table": pair.main}
        assert pair.told(pair.feeder, "sid", "moved") == []
        for table in (pair.main, pair.feeder):
            pair.go(table)
            assert at.notices("sid").count("room.must-moved") == 1
        lines = await at.room.store.read(ledger.statement, ledger.seat(pair.main, at.people["gus"].id))
        assert [(line.reason, line.amount) for line in lines] == [("must-move", 500)]
        assert await at.room.store.read(ledger.payer, ledger.seat(pair.main, at.people["gus"].id)) == (
            ledger.wallet(at.people["gus"].id)
        )
        pair.go(pair.main)
        await at.deal()
        assert len(main.seating.playing) == 2

    linked(evening, test)


def test_a_move_waits_for_the_hand_and_for_its_showdown_to_be_seen(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, _) = pair.at, pair.tables
        pair.go(pair.feeder)
        await at.deal()
        await pair.leave("hal")
        await pair.leave("cora")
        await pair.later(1)
        assert [told["after"] for told in pair.told(pair.feeder, "sid", "called")] == ["button"]
        assert [told["after"] for told in pair.told(pair.feeder, "gus", "called")] == ["hand"]
        assert sorted(main.linked.promised().values()) == sorted([at.people["gus"].id, at.people["sid"].id])
        pair.go(pair.feeder)
        await at.finish()
        assert {where for where, _ in pair.where().values()} == {"feeder"}  # the pause after the hand
        await pair.later(4.9)
        assert {where for where, _ in pair.where().values()} == {"feeder"}
        await pair.later(0.2)
        # The one goes, and the other has nobody to finish the small blind and the button with.
        assert {where for where, _ in pair.where().values()} == {"main"}
        assert sum([chips for _, chips in pair.where().values()]) == 1000

    linked(evening, test)


def test_a_promised_seat_is_reserved(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, _) = pair.at, pair.tables
        pair.go(pair.feeder)
        await at.deal()
        await pair.leave()
        free = main.seating.seats.index(None)
        for name in ("gus", "cora"):  # everybody who looks is told
            assert pair.told(pair.main, name, "reserved")[-1]["seats"] == [free]
        pair.go(pair.main)
        pair.at.page("sid")  # a new page, too
        await pair.turn()
        assert pair.told(pair.main, "sid", "reserved") == [{"t": "reserved", "seats": [free]}]
        for seat in (None, free):
            assert await pair.say(pair.main, "cora", wire.Sit, buy_in=400, seat=seat) == "error.to-must-move"
        (error,) = [told for told in pair.told(pair.main, "cora", "error") if told["args"]][-1:]
        assert (error["args"]["name"], error["right"]) == (pair.tables[1].rules.name, pair.feeder)
        pair.go(pair.main)
        move = at.hosts.move(at.people["hal"], main, at.people["hal"].id, free)
        assert await at.refused(move) == "seat-promised"
        assert await pair.say(pair.feeder, "cora", wire.Sit, buy_in=400) == "error.no-free-seat"
        pair.go(pair.feeder)
        await at.finish()
        await pair.later()
        await pair.later()
        assert await pair.moves() <= 1
        assert [told["seats"] for told in pair.told(pair.main, "hal", "reserved")] == [[free], []]

    linked(evening, test)


def test_no_seat_is_reserved_any_more_when_nobody_is_left_to_move(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, _) = pair.at, pair.tables
        await at.hosts.pause(at.people["hal"], main, True)
        await pair.leave()
        await pair.turn()
        free = main.seating.seats.index(None)
        for name in ("gus", "sid"):
            assert await pair.say(pair.feeder, name, wire.Leave) == ""
        await pair.turn()
        assert [told["seats"] for told in pair.told(pair.main, "hal", "reserved")] == [[free], []]
        await at.room.must_moves.unlink(at.people["hal"], main)
        assert [told["seats"] for told in pair.told(pair.main, "hal", "reserved")] == [[free], []]

    linked(evening, test)


def test_seats_that_nobody_is_promised_are_for_all(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        for name in ("cora", "hal"):
            assert await pair.say(pair.main, name, wire.Sit, buy_in=400) == ""
        assert pair.where() == {"hal": ("main", 400), "cora": ("main", 400)}

    linked(evening, test, sits=False)


def test_who_refuses_may_sit_at_neither_table_for_an_hour(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at = pair.at
        pair.go(pair.feeder)
        await at.deal()
        await pair.leave()
        await pair.later(1)
        had = await at.wallet("gus")
        assert await pair.say(pair.feeder, "gus", wire.Leave) == ""  # in mid-hand, which they give up
        await at.finish()
        assert "gus" not in pair.where()
        assert await at.wallet("gus") > had
        await pair.restart()
        await pair.later()
        assert pair.where()["sid"][0] == "main"
        assert await pair.say(pair.main, "hal", wire.Leave) == ""
        pair.go(pair.main)
        await at.finish()
        for table in (pair.feeder, pair.main):
            assert await pair.say(table, "gus", wire.Sit, buy_in=400) == "error.refused-to-move"
        at.time += 3570
        assert await pair.say(pair.feeder, "gus", wire.Sit, buy_in=400) == "error.refused-to-move"
        at.time += 30
        assert await pair.say(pair.feeder, "gus", wire.Sit, buy_in=400) == ""

    linked(evening, test)


def test_who_leaves_uncalled_or_is_removed_may_come_back(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (_, feeder) = pair.at, pair.tables
        assert await pair.say(pair.feeder, "gus", wire.Leave) == ""
        assert await pair.say(pair.feeder, "gus", wire.Sit, buy_in=400) == ""
        pair.go(pair.feeder)
        await at.deal()
        await pair.leave()
        await at.hosts.remove(at.people["hal"], feeder, at.people["sid"].id)
        pair.go(pair.feeder)
        await at.finish()
        assert "sid" not in pair.where()
        assert feeder.seating.refused == {}

    linked(evening, test)


def test_nobody_ratholes_by_way_of_the_must_move_table(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        await pair.leave("hal")
        await pair.later(1)
        assert pair.where()["gus"] == ("main", 500)
        assert await pair.say(pair.main, "gus", wire.Leave) == ""
        await pair.later(1)
        assert pair.where()["sid"] == ("main", 500)
        assert await pair.say(pair.feeder, "gus", wire.Sit, buy_in=400) == "error.bring-back"
        assert await pair.say(pair.feeder, "gus", wire.Sit, buy_in=500) == ""

    linked(evening, test, bring_back=True)


def test_a_disconnected_player_moves_and_their_page_follows(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, feeder) = pair.at, pair.tables
        pair.go(pair.feeder)
        feeder.gone(at.viewers["gus"])
        await pair.leave()
        await pair.later(1)
        assert pair.where()["gus"] == ("main", 500)
        pair.go(pair.feeder)
        assert at.told("gus", "moved") == []
        user = at.people["gus"]
        feeder.join(at.viewers["gus"], wire.You(user.id, user.name, "guest", 0), 1)  # it comes back
        await pair.turn()
        assert len(at.told("gus", "moved")) == 1
        feeder.join(at.viewers["gus"], wire.You(user.id, user.name, "guest", 0))  # a new page only looks
        feeder.join(at.viewers["hal"], wire.You("", "", "guest", 0), 1)
        await pair.turn()
        assert len(at.told("gus", "moved")) == 1
        main.gone(at.viewers["hal"])

    linked(evening, test)


@pytest.mark.parametrize("paused", [0, 1])
def test_nobody_moves_during_a_pause(evening: Run, paused: int) -> None:
    async def test(pair: Pair) -> None:
        at, tables = pair.at, pair.tables
        await at.hosts.pause(at.people["hal"], tables[paused], True)
        await pair.leave()
        await pair.later()
        assert pair.where()["gus"] == ("feeder", 500)
        assert await pair.say(pair.main, "cora", wire.Sit, buy_in=400) == "error.to-must-move"  # reserved all the same
        await at.hosts.pause(at.people["hal"], tables[paused], False)
        pair.go(pair.feeder)
        for _ in range(3):  # they may finish the small blind and the button
            await at.finish()
            await pair.later()
        assert pair.where()["gus"][0] == "main"

    linked(evening, test)


def test_who_is_banned_from_the_main_table_stays_and_the_next_goes(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, _) = pair.at, pair.tables
        await at.room.bars.bar(at.people["hal"], main, at.people["gus"].id)
        await pair.leave()
        await pair.later(1)
        assert pair.where() == {"hal": ("main", 400), "gus": ("feeder", 500), "sid": ("main", 500)}

    linked(evening, test)


@pytest.mark.parametrize("closed", [0, 1])
def test_a_table_that_closes_ends_the_link(evening: Run, closed: int) -> None:
    async def test(pair: Pair) -> None:
        at, tables = pair.at, pair.tables
        pair.go(pair.feeder)
        await at.deal()
        await pair.leave()
        await pair.later(1)
        called = [name for name in ("gus", "sid") if pair.told(pair.feeder, name, "called")]
        pair.go(pair.feeder)
        if closed:
            await at.finish()
        await at.room.close_table(at.people["hal"], tables[closed])
        assert at.room.tables.keys() == {(pair.feeder, pair.main)[closed]}
        (left,) = at.room.tables.values()
        assert left.rules.link is None
        assert left.linked.promised() == {}
        if not closed:
            await at.finish()
            (first, last) = [told["after"] for told in pair.told(pair.feeder, called[0], "called")]
            assert first in ("hand", "button")
            assert last is None
            assert await pair.say(pair.feeder, called[0], wire.Leave) == ""  # nobody is called any more
            assert await pair.say(pair.feeder, called[0], wire.Sit, buy_in=400) == ""
        assert await pair.moves() == 0

    linked(evening, test)


STEPS = ("before the commit", "after the commit")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("dies", [False, True])
def test_a_move_happens_once_whatever_fails(
    evening: Run, monkeypatch: pytest.MonkeyPatch, step: str, dies: bool
) -> None:
    """The database fails, or the server ends with what is on the disk, at each commit of a move."""

    async def test(pair: Pair) -> None:
        at, commit, move = pair.at, Store.commit, must_move.move
        failed: list[Any] = []
        due: list[bool] = []

        def moving(*told: Any) -> Seat:
            due.append(True)
            return move(*told)

        async def fail(store: Store, *ops: Any) -> tuple[Any, ...]:
            if due and not failed:
                failed.append(ops)
                if step == "after the commit":
                    await commit(store, *ops)
                raise StoreError("planned")
            return await commit(store, *ops)

        monkeypatch.setattr(Store, "commit", fail)
        monkeypatch.setattr(must_move, "move", moving)
        await pair.leave()
        if dies:
            while not failed:
                await pair.later(0.1)
            await pair.restart()
        for _ in range(3):  # the must-move table may open first, and deal
            pair.go(pair.feeder)
            await at.finish()
            await pair.later()
        where = pair.where()
        assert failed
        assert {name: table for name, (table, _) in where.items()} == {"hal": "main", "gus": "main", "sid": "feeder"}
        assert sum([chips for _, chips in where.values()]) == 1400
        assert await pair.moves() == 1
        assert at.room.tables.keys() == {pair.main, pair.feeder}
        assert at.room.repairs.aside == {}

    linked(evening, test)


def test_a_restart_forgets_no_link_and_no_promise(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        pair.go(pair.feeder)
        await pair.at.deal()
        await pair.leave()
        await pair.restart()
        assert pair.tables[0].linked.promised() != {}
        assert await pair.say(pair.main, "cora", wire.Sit, buy_in=400) == "error.to-must-move"
        pair.go(pair.feeder)
        await pair.at.finish()
        for _ in range(2):
            await pair.later()
        assert sorted([table for table, _ in pair.where().values()]) == ["feeder", "main", "main"]

    linked(evening, test)


@pytest.mark.parametrize("first", ["main", "feeder"])
def test_after_a_restart_players_move_before_the_next_hand(
    evening: Run, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Whichever table is read first."""
    ids = iter(["a" * 24, "b" * 24] if first == "main" else ["b" * 24, "a" * 24])
    monkeypatch.setattr(rooms, "new_id", lambda: next(ids))

    async def test(pair: Pair) -> None:
        at = pair.at
        pair.go(pair.feeder)
        await at.deal()
        await pair.leave()
        await pair.turn()
        pair.go(pair.feeder)
        await at.finish()
        assert pair.where()["gus"][0] == "feeder"  # the pause after the hand
        at.time += 10
        await pair.restart()
        await pair.turn()
        assert pair.where()["gus"][0] == "main"
        assert pair.tables[1].live_over

    linked(evening, test)


def test_both_sessions_settle_by_themselves(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at = pair.at
        pair.go(pair.feeder)
        await at.deal()
        await at.finish()
        await pair.leave()
        await pair.later()
        await pair.later()
        pair.go(pair.main)
        await at.deal()
        await at.finish()
        for table in (pair.main, pair.feeder):
            told = await at.room.store.read(session.summary, table)
            assert told
            assert told.difference == 0
            assert told.settlement is not None
            assert "must-move" in {move.reason for move in told.movements}
            assert sum([line.net for line in told.players]) == 0

    linked(evening, test)


def test_a_seat_of_ones_own_is_no_promise(evening: Run) -> None:
    """A player who sits at both tables stays at the must-move table, and the next in line goes."""

    async def test(pair: Pair) -> None:
        assert await pair.say(pair.feeder, "sid", wire.Leave) == ""
        assert await pair.say(pair.feeder, "hal", wire.Sit, buy_in=400) == ""
        assert await pair.say(pair.feeder, "gus", wire.Leave) == ""
        assert await pair.say(pair.feeder, "sid", wire.Sit, buy_in=400) == ""
        await pair.leave()
        await pair.later(1)
        main, _ = pair.tables
        assert [seat and seat.user for seat in main.seating.seats].count(pair.at.people["hal"].id) == 1
        assert main.seating.find(pair.at.people["sid"].id) is not None

    linked(evening, test)


def test_a_promised_seat_is_nobodys_to_change_to() -> None:
    from room.tables.test_must_move import table

    seating = table("ab.")
    with pytest.raises(SeatingError):
        seat_change.ask(seating, "a", 2, (2,))
    seat_change.ask(seating, "a", 2, (1,))
