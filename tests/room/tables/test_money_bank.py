"""The source of chips: what the bank gives a person per day, and who stakes bots. Farmers are in `farmer`."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from room import farm_plots, farmer
from room.farm import HOME, NOON, Farm, with_bots
from room_scene import serving
from standpat.engine.games import ANTE_BY
from standpat.engine.house import HOUSES
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.store import departure, ledger, request_book
from standpat.room.store import given as book
from standpat.room.store.account import DAILY, AccountError
from standpat.room.tables import bot_keeper, home, house_player
from standpat.room.tables.allowance import Allowance, shares
from standpat.room.tables.forgetting import forget_days
from standpat.room.tables.hand_runner import PACE
from standpat.room.tables.owner import change_bots
from standpat.room.tables.play_now import seat_at_once
from standpat.room.tables.refusal import Refused
from standpat.room.tables.seating import Seating
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import BotRules, NewTable, make

ANTE: dict[str, Any] = {"ante": 100, "buy_in": (200, 1000)}


def farming(tmp_path: Path, run: Callable[[Farm], Awaitable[None]]) -> None:
    async def whole() -> None:
        farm = Farm(tmp_path / "room.sqlite")
        await farm.open()
        try:
            await run(farm)
            assert await farm.audit() == []
        finally:
            await farm.room.store.close()

    asyncio.run(whole())


async def chips(farm: Farm, account: str) -> int:
    return await farm.room.store.read(ledger.balance, account)


# The farmer -------------------------------------------------------------------------------------------------


ALL = {**farm_plots.PLOTS, **farm_plots.TRAINED}
QUICK = [name for name in farm_plots.PLOTS if "_with_" not in name or name.endswith("folder")]
OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in ALL if name not in QUICK]


@pytest.mark.parametrize("name", [*QUICK, *OTHERS])
def test_a_farmer_gains_the_daily_chips_at_most(tmp_path: Path, name: str) -> None:
    gain, farm = asyncio.run(farmer.gain(tmp_path / "room.sqlite", name, ALL[name], most=25))
    assert gain <= farm_plots.bound(name)
    assert farm.hands >= 10


def test_without_a_bound_the_same_farmer_would_gain_more(tmp_path: Path) -> None:
    """So the bound is what limits the other plots."""

    async def run(farm: Farm) -> None:
        ann = await farm.guest()
        farm.room.allowance.daily = 10**9
        farm.most = 60
        await farm_plots.house_folders(farm, ann)
        assert await farm.worth() > 2 * DAILY

    farming(tmp_path, run)


def test_an_hour_of_play_takes_an_hour_of_the_rooms_clock(tmp_path: Path) -> None:
    """The clock includes the time of house players and between hands, so there are as many hands as in a room."""
    how = {"pace": PACE, "most": 10**9, "seconds": 300.0}
    gain, farm = asyncio.run(farmer.gain(tmp_path / "room.sqlite", "house_folders", farm_plots.house_folders, **how))
    # What was begun is finished: a hand of 14 s, or 15 s without a hand and 15 s away from the table.
    assert 300 <= farm.time - farm.start < 345
    assert 15 <= farm.hands <= 40  # about ten seconds each: five folders, and four seconds between hands
    assert 0 < gain <= DAILY


def test_every_option_that_moves_chips_is_tried() -> None:
    wishes = [wish for wish, _ in zip(farm_plots.every_option(), range(120), strict=False)]

    def tried(what: str) -> set[Any]:
        return {str(wish.get(what)) for wish in wishes}

    assert tried("game") == {"27td", "27sd", "a5td"}
    assert tried("house") == {*HOUSES}
    assert tried("ante_by") == {*ANTE_BY}
    assert len(tried("buy_in")) > 5
    pairs = {(wish["ante_by"], wish["ante"] > 0, wish["game"]) for wish in wishes}
    assert len(pairs) == 2 * 2 * 3


def test_bots_at_a_persons_table_play_with_that_persons_chips(tmp_path: Path) -> None:
    """Whatever they win or lose, nothing comes from the bank, and everything returns when the table is closed."""

    async def run(farm: Farm) -> None:
        ann = await farm.guest()
        bank = await chips(farm, ledger.BANK)
        host = await farm.table(ann, **with_bots("random", 3))
        await farm.sit(host, ann, 400)
        assert await farm.play(host, 5) == 5
        bots = [seat for seat in host.seating.seats if seat and seat.bot]
        assert [seat.purse for seat in bots] == [ledger.wallet(ann.id)] * 3
        assert await chips(farm, ledger.wallet(ann.id)) <= DAILY - 400 - 3 * 400
        await farm.restart()
        await farm.close(farm.room.tables[host.rules.id])
        assert await chips(farm, ledger.wallet(ann.id)) == DAILY
        assert await chips(farm, ledger.BANK) == bank
        found = await farm.room.store.read(ledger.statement, ledger.wallet(ann.id))
        reasons = {line.reason for line in found} - {"top-up"}  # a bot that lost everything buys again
        assert reasons == {"welcome", "buy-in", "stake", "cash-out"}

    farming(tmp_path, run)


def test_a_stake_goes_back_to_who_paid_it(tmp_path: Path) -> None:
    """Even if the table has another owner by then."""

    async def run(farm: Farm) -> None:
        ann, bob = await farm.guest(), await farm.guest("")
        host = await farm.table(ann, **with_bots("caller", 2))
        await farm.sit(host, ann, 400)
        assert await farm.play(host, 1)
        rules = structs.replace(host.rules, owner=bob.id)
        host.runner.take(rules)
        await farm.close(host)
        assert await chips(farm, ledger.wallet(ann.id)) == DAILY
        assert await chips(farm, ledger.wallet(bob.id)) == DAILY

    farming(tmp_path, run)


def test_bots_sit_as_long_as_their_owner_can_pay(tmp_path: Path) -> None:
    """The owner keeps enough to sit down. A broke bot that is not staked again leaves, and the players are told."""

    async def run(farm: Farm) -> None:
        ann = await farm.guest()
        host = await farm.table(ann, **with_bots("caller", 4, game="27sd", big_blind=50))  # 5,000 each
        await host.cashier.arrange_house_players()
        assert [seat.stack for seat in host.seating.seats if seat] == [5000]
        assert await chips(farm, ledger.wallet(ann.id)) == 5000
        assert host.cashier._notices == [(bot_keeper.STAKE_OUT, {})]
        await farm.sit(host, ann, 2000)
        farm.time += 60
        await host.cashier.arrange_house_players()
        assert sorted([seat.stack for seat in host.seating.seats if seat]) == [2000, 3000, 5000]

    farming(tmp_path, run)


def test_an_admin_does_not_spend_an_owners_chips(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann, eve = await farm.guest(), structs.replace(await farm.guest(""), role="admin")
        host = await farm.table(ann, **with_bots("caller", 2, seats=5))
        for bots in (BotRules(("caller",), keep=3), BotRules(("folder",), keep=2)):
            with pytest.raises(Refused, match="only the owner"):
                await change_bots(eve, host, bots, farm.room.programs, farm.room.audit)

    farming(tmp_path, run)


# The house's own tables -------------------------------------------------------------------------------------


def test_who_has_won_the_days_chips_stops_nobody_elses_game(tmp_path: Path) -> None:
    """They sit out and are told so.

    Other players are dealt in with the house players as before, and so are they the next day.
    """

    async def run(farm: Farm) -> None:
        ann, bob = await farm.guest(), await farm.guest("")
        host = await farm.table(None, **with_bots("caller", 3, seats=5, same_address=True))
        await farm.sit(host, ann, 400)
        await farm.sit(host, bob, 400)
        farm.room.allowance.won({ann.id: DAILY - 300}, farm.room.allowance.today)
        assert await farm.play(host, 1)
        live = host.live
        assert live
        assert bob.id in live.record.users
        assert ann.id not in live.record.users
        assert (bot_keeper.PAID, {"name": ann.name}) in host.cashier._notices
        farm.time += 86_400
        assert await farm.play(host, 6) == 6  # each player has had the big blind
        assert host.live
        assert ann.id in host.live.record.users

    farming(tmp_path, run)


def test_play_now_says_when_the_house_has_given_all(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest()
        farm.room.allowance.won({ann.id: DAILY - 300}, farm.room.allowance.today)
        with pytest.raises(Refused, match="midnight"):
            await seat_at_once(farm.room, ann, "27td", HOME)

    farming(tmp_path, run)


def test_what_was_won_is_known_after_a_restart(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest()
        host = await farm.table(None, **with_bots("folder", 5, **ANTE))
        await farm.sit(host, ann, 1000)
        await farm.play(host, 4)
        left = farm.room.allowance.left(ann.id)
        assert left < DAILY - 1000
        assert await farm.deal(host)
        aside = farm.room.allowance.left(ann.id)
        assert aside < left
        await farm.restart()
        assert farm.room.allowance.left(ann.id) == aside  # the cost of a hand is reserved again
        await farm.finish(farm.room.tables[host.rules.id])
        assert aside < farm.room.allowance.left(ann.id) < left

    farming(tmp_path, run)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(-500, 500), min_size=1, max_size=5))
def test_shares_are_what_the_bank_lost(nets: list[int]) -> None:
    """Never less, and to no player more than they won. No player is credited with chips that they did not lose."""
    people = {str(number): net for number, net in enumerate(nets)}
    bank = -sum(nets)
    found = shares(people, bank)
    assert sum(found.values()) >= -bank
    if bank < 0:
        assert sum(found.values()) == -bank
    for person, amount in found.items():
        assert 0 < amount <= people[person] or 0 > amount >= people[person]


def test_nobody_is_credited_with_what_another_lost() -> None:
    """Bob loses to ann, cid to the bank: bob's 1,000 are not a gain of the bank."""
    assert shares({"ann": 1000, "bob": -1000, "cid": -1000}, 1000) == {}
    assert shares({"bob": -500, "cid": -500}, 1000) == {"bob": -500, "cid": -500}
    assert shares({"ann": 600, "cid": 400}, -1000) == {"ann": 600, "cid": 400}
    assert shares({"ann": 1, "bob": 1, "cid": 1, "dan": -1}, -2) == {"ann": 1, "bob": 1}


def test_the_richest_players_of_the_house_go_first() -> None:
    """With 1,500 left to win, the house player with 5,000 leaves, and comes back with fresh chips as far as the 1,500
    allow."""
    rules = make(NewTable("27td", seats=6, bots=BotRules(("caller",), keep=4)), "T")
    seating = Seating(rules.stakes, [None] * 6, *rules.buy_in)
    seating.sit(0, "ann", "Ann", 800)
    for at, user, name in list(house_player.newcomers(seating, rules)):
        seating.sit(at, user, name, 400, bot=True, purse=ledger.BANK)
    rich = next(seat for seat in seating.seats if seat and seat.bot)
    rich.stack = 5000
    made = bot_keeper.arrange(seating, rules, None, {"ann": 1500})
    assert [left.user for left in made.left] == [rich.user]
    assert [seat.stack for seat in seating.seats if seat and seat.bot] == [400, 400, 400]
    assert made.at_risk == {"ann": 1200}
    assert made.notices == [(bot_keeper.FEWER, {})]
    seating.seats[0].stack = 100  # type: ignore[union-attr]
    made = bot_keeper.arrange(seating, rules, None, {"ann": 1500})  # against so few players all of them may play
    assert made.at_risk == {"ann": 4 * 105}


def test_days_that_are_over_are_forgotten() -> None:
    allowance = Allowance(lambda: NOON)
    allowance.won({"ann": 700}, "2026-11-20")
    allowance.won({"ann": 700}, allowance.today)
    allowance.forget(allowance.today)
    assert allowance.left("ann") == DAILY - 700
    assert len(allowance._won) == 1


def test_old_days_requests_and_departures_are_forgotten(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        host = await farm.table(None, seats=3)
        store, wall = farm.room.store, farm.room.watch.wall
        for days in (0, 1, 3):
            at = wall() - days * 86_400
            day = book.day_of(at)
            await store.commit(book.count_won({ann.id: 100 + days}, day))
            await store.commit(request_book.remember(ann.id, "T", f"k{days}", request_book.Done("x", ""), at))
        await store.commit(departure.left(host.rules.id, ann.id, departure.Departure(500, wall() - 7200)))
        await forget_days(store, wall(), farm.room.allowance)
        assert sorted([one.won for one in await store.read(book.all_given)]) == [100, 101]
        assert await store.read(request_book.find, ann.id, "T", "k3") is None
        assert await store.read(request_book.find, ann.id, "T", "k0") is not None
        assert await store.read(departure.last, host.rules.id, ann.id) is None

    farming(tmp_path, run)


# Newcomers and bots -----------------------------------------------------------------------------------------


def test_one_newcomer_of_an_address_has_chips_a_day(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        first, second = await farm.guest(), await farm.guest()
        other = await farm.guest(home.of("2001:db8::/64"))
        here = [await farm.guest("") for _ in range(3)]
        assert [await chips(farm, ledger.wallet(user.id)) for user in (first, second, other)] == [DAILY, 0, DAILY]
        assert [await chips(farm, ledger.wallet(user.id)) for user in here] == [DAILY] * 3
        with pytest.raises(AccountError, match="internet address"):
            await farm.room.daily_chips.give(second, HOME)
        await farm.restart()
        with pytest.raises(AccountError, match="internet address"):
            await farm.room.daily_chips.give(second, HOME)
        farm.time += 86_400
        assert await farm.room.daily_chips.give(second, HOME) == DAILY
        assert await farm.room.daily_chips.give(second, HOME) == 0
        third = await farm.guest()
        assert await chips(farm, ledger.wallet(third.id)) == 0

    farming(tmp_path, run)


def test_the_days_chips_asked_for_twice_at_once_are_given_once(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest()
        host = await farm.table(ann, seats=2, buy_in=(100, 10_000))
        await farm.sit(host, ann, 10_000)
        got = await asyncio.gather(*[farm.room.daily_chips.give(ann, HOME) for _ in range(20)])
        assert sorted(got) == [0] * 19 + [DAILY]

    farming(tmp_path, run)


def test_a_token_is_no_new_purse(tmp_path: Path) -> None:
    """A bot sits down with its owner's chips, and the chips it leaves with are its owner's."""

    async def run(farm: Farm) -> None:
        ann, bob = await farm.guest(), await farm.guest("")
        bot = await farm.bot(ann)
        assert await chips(farm, ledger.wallet(bot.id)) == 0
        host = await farm.table(bob, seats=2, buy_in=(100, 10_000))
        await farm.sit(host, bot, 400)
        assert await chips(farm, ledger.wallet(ann.id)) == DAILY - 400
        with pytest.raises(Refused, match="not have that many"):
            await host.cashier.sit(Sitter("x", "X", ann.id), 10_000)
        await host.cashier.leave(bot.id)
        assert await chips(farm, ledger.wallet(ann.id)) == DAILY
        assert await farm.room.daily_chips.give(bot, HOME) == 0
        own = (await farm.room.accounts.bot("Caretaker")).user  # from the operator
        assert await chips(farm, ledger.wallet(own.id)) == DAILY

    farming(tmp_path, run)


def test_chips_of_bots_from_before_go_to_their_owners(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest()
        bot = await farm.bot(ann)
        await farm.room.store.commit(ledger.move(ledger.BANK, ledger.wallet(bot.id), 10_000, "welcome", at=farm.time))
        await farm.restart()
        assert await chips(farm, ledger.wallet(bot.id)) == 0
        assert await chips(farm, ledger.wallet(ann.id)) == DAILY + 10_000

    farming(tmp_path, run)


def test_a_proxys_visitors_are_counted_by_their_address(tmp_path: Path) -> None:
    """All guests on the machine itself get chips.

    Of those at an address that a proxy reports, only the first one does.
    """

    class Away(Lobby):
        @property
        def headers(self) -> dict[str, str]:
            return {**super().headers, "X-Forwarded-For": "192.0.2.7"}

    async def run(url: str) -> None:
        found = []
        for kind in (Lobby, Lobby, Away, Away):
            async with kind(url) as lobby:
                found.append((await lobby.get("/api/me"))["chips"])
        assert found == [DAILY, DAILY, DAILY, 0]
        async with Away(url) as lobby:
            with pytest.raises(RoomError, match="internet address"):
                await lobby.post("/api/play-now", game="27td")

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}") as served:
        asyncio.run(run(served.url))
