"""Linking tables: who may, which tables, and what ends a link."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from room.evening import Evening, Run
from room.pair import Pair
from standpat.protocol import room as wire
from standpat.room.limits.quota import Asker
from standpat.room.store import journal
from standpat.room.tables.actor import TableActor
from standpat.room.tables.coming_rules import Change
from standpat.room.tables.owner import change_bots
from standpat.room.tables.table import BotRules, NewTable


def linked(evening: Run, test: Callable[[Pair], Awaitable[None]], *, sits: bool = False, **wish: Any) -> None:
    async def whole(at: Evening) -> None:
        pair = Pair(at)
        await pair.begin(sits=sits)
        await test(pair)

    evening(whole, **{"seats": 2, **wish})


async def another(at: Evening, owner: str = "gus", **wish: Any) -> TableActor:
    return await at.room.open_table(NewTable(**{"game": "27td", "seats": 2, "public": False, **wish}), at.people[owner])


def test_a_second_table_is_like_the_first(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        main, feeder = pair.tables
        assert main.rules.link is not None
        assert main.rules.link == feeder.rules.link
        assert feeder.rules.name == f"{main.rules.name} 2"
        for name in ("game_id", "stakes", "buy_in", "seats", "owner", "public", "clock", "bring_back"):
            assert getattr(main.rules, name) == getattr(feeder.rules, name), name
        assert feeder.desk.state.approval
        view = main.runner.view().link
        assert view == wire.MustMoveView("main", pair.feeder, feeder.rules.name)
        assert feeder.row().link == wire.MustMoveView("must-move", pair.main, main.rules.name)
        assert await pair.say(pair.main, "gus", wire.Leave) == "error.not-here"
        pair.go(pair.main)
        assert "room.linked" in pair.at.notices("sid")

    linked(evening, test, approval=True)


def test_only_the_owner_links_and_unlinks(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, feeder) = pair.at, pair.tables
        people, acts = at.people, at.room.must_moves
        await at.hosts.name_co_host(people["hal"], main, people["cora"].id, True)
        for name in ("cora", "gus", "sid"):
            assert await at.refused(acts.unlink(people[name], main)) == "not-owner"
            assert await at.refused(acts.unlink(people[name], feeder)) == "not-owner"
            second = at.room.open_second(people[name], main, asker=Asker(people[name].id))
            assert await at.refused(second) == "not-owner"
        theirs = await another(at)
        assert await at.refused(acts.link(people["gus"], main, theirs)) == "not-owner"
        assert await at.refused(acts.link(people["gus"], theirs, main)) == "not-owner"
        assert await at.refused(acts.link(people["hal"], main, theirs)) == "not-owner"
        for _ in range(2):  # twice is as good as once
            await acts.unlink(people["hal"], feeder)
            assert [one.rules.link for one in (main, feeder)] == [None, None]
        assert [one.user for one in acts.candidates(people["hal"], main)] == [pair.feeder]
        await acts.link(people["hal"], feeder, main)  # the other way round
        assert feeder.runner.view().link == wire.MustMoveView("main", pair.main, main.rules.name)
        assert acts.candidates(people["hal"], main) == []

    linked(evening, test)


def test_no_chain_and_nothing_twice(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, feeder) = pair.at, pair.tables
        hal, acts = at.people["hal"], at.room.must_moves
        assert await at.refused(acts.link(hal, main, main)) == "link-itself"
        assert await at.refused(acts.link(hal, main, feeder)) == "link-linked"
        assert await at.refused(acts.link(hal, feeder, main)) == "link-linked"
        for one in (main, feeder):
            assert await at.refused(at.room.open_second(hal, one, asker=Asker(hal.id))) == "link-linked"
        assert len(at.room.tables) == 2

    linked(evening, test)


def test_what_linked_tables_share_stays(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, hal = pair.at, pair.at.people["hal"]
        for one in pair.tables:
            for change in (Change(big_blind=20), Change(game="a5td"), Change(buy_in=(50, 500)), Change(house="wsop")):
                assert await at.refused(at.hosts.change(hal, one, change)) == "link-first"
            assert await at.refused(at.room.access.set_password(hal, one, "pass")) == "link-first"
            await at.hosts.change(hal, one, Change(speed="fast", straddle=True, chop=True))
        main, feeder = pair.tables
        bots = BotRules(keep=1)
        assert await at.refused(change_bots(hal, main, bots, (), at.room.audit)) == "link-bots"
        await change_bots(hal, feeder, bots, (), at.room.audit)
        await at.room.must_moves.unlink(hal, main)
        await at.hosts.change(hal, main, Change(game="a5td"))
        assert await at.refused(at.room.must_moves.link(hal, main, feeder)) == "link-game"  # from the next hand on

    linked(evening, test)


def test_handing_a_table_over_ends_the_link(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, feeder) = pair.at, pair.tables
        people = at.people
        pair.go(pair.feeder)
        await at.deal()
        await pair.leave()
        await at.hosts.offer(people["hal"], main, people["gus"].id)
        assert main.rules.link is not None
        await at.hosts.accept(people["gus"], main, at.room.check_may_own, True)
        assert [one.rules.link for one in (main, feeder)] == [None, None]
        for name in ("hal", "gus"):
            assert await at.refused(at.room.must_moves.link(people[name], main, feeder)) == "not-owner"
        pair.go(pair.feeder)
        await at.finish()
        await pair.later()
        assert await pair.moves() == 0
        assert await pair.say(pair.main, "cora", wire.Sit, buy_in=400) == ""

    linked(evening, test, sits=True)


def test_unlinking_in_mid_hand_recalls_the_call(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at = pair.at
        pair.go(pair.feeder)
        await at.deal()
        await pair.leave()
        await pair.turn()
        await at.room.must_moves.unlink(at.people["hal"], pair.tables[0])
        (called,) = [name for name in ("gus", "sid") if pair.told(pair.feeder, name, "called")]
        assert pair.told(pair.feeder, called, "called")[-1]["after"] is None
        assert await pair.say(pair.main, "cora", wire.Sit, buy_in=400) == ""
        pair.go(pair.feeder)
        await at.finish()
        await pair.later()
        assert await pair.moves() == 0

    linked(evening, test, sits=True)


@pytest.mark.parametrize("half", [0, 1])
def test_half_a_link_is_none(evening: Run, half: int) -> None:
    """The server ended when one of the two tables was written."""

    async def test(pair: Pair) -> None:
        at, (main, feeder) = pair.at, pair.tables
        pair.go(pair.feeder)
        await at.sit("gus")
        await pair.later(0.1)
        one = (main, feeder)[half]
        record = journal.table_record
        text = await at.room.store.read(record, one.rules.id)
        before, _, after = text.partition('"link":')
        await at.room.store.commit(
            journal.change_table(one.rules.id, before + '"link":null' + after[after.index("}") + 1 :])
        )
        await pair.restart()
        await pair.later()
        assert [actor.rules.link for actor in pair.tables] == [None, None]
        assert await pair.moves() == 0

    linked(evening, test)


def test_a_linked_table_is_in_use_while_the_other_is(evening: Run) -> None:
    async def test(pair: Pair) -> None:
        at, (main, feeder) = pair.at, pair.tables
        await at.room.must_moves.unlink(at.people["hal"], main)
        await at.room.must_moves.link(at.people["hal"], main, feeder)
        await pair.say(pair.main, "gus", wire.Sit, buy_in=400)
        for table in (pair.main, pair.feeder):
            pair.go(table)
            at.room.tables[table].gone(at.viewers["hal"])
        await pair.turn()
        assert not any([one.abandoned for one in (main, feeder)])
        at.time += 400
        assert not any([one.abandoned for one in (main, feeder)])
        await pair.say(pair.main, "gus", wire.Leave)
        assert not any([one.abandoned for one in (main, feeder)])
        at.time += 400
        assert all([one.abandoned for one in (main, feeder)])

    linked(evening, test)
