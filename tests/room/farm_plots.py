"""The ways to farm: `PLOTS` by name, and `TRAINED` against bots that play from strategy files.

A plot plays as the farmer `ann` until the farm's hands or its time are used up. `bound` is the most that a plot may
gain: the daily chips of one person, unless `BOUNDS` has another figure.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import cycle
from typing import Any, Final

from msgspec import structs

from room.farm import ELSEWHERE, NOON, Farm, with_bots
from standpat.bots import players
from standpat.engine.house import HOUSES
from standpat.room.store.account import DAILY
from standpat.room.store.users import User
from standpat.room.tables.owner import change_bots
from standpat.room.tables.table import BotRules

Plot = Callable[[Farm, User], Awaitable[None]]
HALF_PAST_ELEVEN: Final = NOON + 11.5 * 3600
RICH: Final[dict[str, Any]] = with_bots("folder", 5, ante=100, buy_in=(200, 1000))
"""A table that the house would never open: folders with an ante. Even such a table must not cost it more."""


async def own_folders(farm: Farm, ann: User) -> None:
    """The farmer's table with five folders and a large ante.

    When the chips that stake the bots are won, another one.
    """
    while farm.on:
        host = await farm.table(ann, **RICH)
        await farm.sit(host, ann)
        while farm.on and await farm.play(host, 1):
            pass
        await farm.close(host)
        await farm.daily(ann)


async def own_bots_of_all_kinds(farm: Farm, ann: User) -> None:
    """Other bots for every hand, at tables of all games."""
    for game, ante in zip(("27td", "a5td", "27sd"), (0, 5, 50), strict=True):
        with farm.share(3):
            host = await farm.table(ann, **with_bots(SIMPLE[0], 2, ante=ante, game=game))
            await farm.sit(host, ann)
            number = 0
            while farm.on:
                bots = BotRules((SIMPLE[number % len(SIMPLE)],), keep=1 + number % 2)
                rules = structs.replace(host.rules, bots=bots)
                host.runner.take(rules)
                number += 1
                if not await farm.play(host, 1):
                    await farm.beg(host, ann)
            await farm.close(host)


def every_option() -> Iterator[dict[str, Any]]:
    """Tables that differ in every option that moves chips, without end.

    The cycles of the options have lengths with few common divisors, so that after a while all combinations occur.
    """
    antes, shares = cycle((0, 100, 5, 400, 1)), cycle(("everyone", "big-blind"))
    games, houses = cycle(("27td", "27sd", "a5td")), cycle(HOUSES)
    smalls, keeps = cycle((None, 0, 10, 7)), cycle((5, 1, 2, 4, 3))
    deep = cycle((1, 3, 40))
    single: Iterator[dict[str, Any]] = cycle(({}, {"cap": None}, {"limit_raise": "additive"}, {"burn": 1}, {"cap": 6}))
    loose = cycle(({}, {"bring_back": False}, {"same_address": True}, {"public": False}))
    while True:
        ante = next(antes)
        least = 10 + ante
        wish = {
            "ante": ante,
            "ante_by": next(shares),
            "game": next(games),
            "house": next(houses),
            "options": next(single),
        }
        yield {
            **wish,
            "small_blind": next(smalls),
            "keep": next(keeps),
            "buy_in": (least, max(1000, least * next(deep))),
            **next(loose),
        }


async def every_option_against(kind: str, own: bool, farm: Farm, ann: User) -> None:
    """Four hands at each table. At every third table the farmer leaves in the middle of a hand."""
    for number, wish in enumerate(every_option()):
        if not farm.on:
            return
        host = await farm.table(ann if own else None, **with_bots(kind, wish.pop("keep")), **wish)
        if not await farm.sit(host, ann):
            await farm.beg(host, ann)
        await farm.play(host, 4)
        if number % 3 == 0 and await farm.deal(host):
            for _ in range(number % 7):
                if not host.live_over:
                    await farm.step(host)
            if host.seating.find(ann.id) is not None:
                await host.cashier.leave(ann.id)
        await farm.close(host)


async def house_folders(farm: Farm, ann: User) -> None:
    """A table of the house with rules that the house would never choose."""
    host = await farm.table(None, **RICH)
    await farm.sit(host, ann)
    await farm.play_on(host, ann)


async def two_house_tables(farm: Farm, ann: User) -> None:
    """Two tables in turn, hand by hand, one of them always with a hand in play."""
    one = await farm.table(None, **RICH)
    other = await farm.table(None, **with_bots("folder", 3, ante=200, buy_in=(300, 4000)))
    for host in (one, other):
        await farm.sit(host, ann, 2000 if host is other else 1000)
    while farm.on:
        if other.live_over:
            await farm.deal(other)
        if not await farm.play(one, 1):
            await farm.beg(one, ann)
        await farm.finish(other)


async def restarts(farm: Farm, ann: User) -> None:
    """The room restarts in the middle of every fifth hand."""
    host = await farm.table(None, **RICH)
    await farm.sit(host, ann)
    id = host.rules.id
    number = 0
    while farm.on:
        host = farm.room.tables[id]
        number += 1
        if number % 5 == 0 and await farm.deal(host):
            await farm.restart()
            await farm.finish(farm.room.tables[id])
        elif not await farm.play(host, 1):
            await farm.beg(host, ann)


async def topping_up(farm: Farm, ann: User) -> None:
    """Move chips to a table to empty the wallet, and ask for the daily chips, again and again."""
    host = await farm.table(ann, **with_bots("folder", 1, buy_in=(100, 10_000)))
    house = await farm.table(None, **RICH)
    while farm.on:
        await farm.sit(host, ann, 9000)
        await asyncio.gather(*[farm.daily(ann) for _ in range(3)])
        await farm.sit(house, ann)
        if not await farm.play(house, 4):
            await farm.beg(house, ann)
        await asyncio.gather(*[farm.daily(ann) for _ in range(3)])
        if host.seating.find(ann.id) is not None:
            await host.cashier.leave(ann.id)


async def coming_and_going(farm: Farm, ann: User) -> None:
    """Leave with the winnings after each hand or during it, and come back with few chips.

    The owner's table allows this; the table of the house does not.
    """
    house = await farm.table(None, **RICH)
    own = await farm.table(ann, **RICH, bring_back=False)
    number = 0
    while farm.on:
        host = (house, own)[number % 2]
        number += 1
        await farm.sit(host, ann, 200) or await farm.sit(host, ann)
        if not await farm.deal(host):
            await farm.beg(host, ann)
        elif number % 3 == 0 and not host.live_over:
            await farm.step(host)
        else:
            await farm.finish(host)
        if host.seating.find(ann.id) is not None:
            await host.cashier.leave(ann.id)
        await farm.finish(host)


async def play_now(farm: Farm, ann: User) -> None:
    """Seats that the room chooses, one table after the other, for one or two hands each."""
    for wish in (RICH, with_bots("rule", 5)):
        await farm.table(None, **wish)
    while farm.on:
        host = await farm.play_now(ann)
        if host is None:
            farm.time += 15
            continue
        if not await farm.play(host, 2):
            farm.time += 15
        await host.cashier.leave(ann.id)


async def other_bots_in_mid_hand(farm: Farm, ann: User) -> None:
    """The owner changes the bots during hands, to fewer, more or none, so that stakes come and go."""
    host = await farm.table(ann, **RICH)
    await farm.sit(host, ann)
    number = 0
    while farm.on:
        if not await farm.deal(host):
            await farm.beg(host, ann)
        number += 1
        if not host.live_over:
            await farm.step(host)
        wish = BotRules((SIMPLE[number % len(SIMPLE)],), keep=(5, 2, 0, 4)[number % 4])
        await change_bots(ann, host, wish, farm.room.programs, farm.room.audit)
        await farm.finish(host)


async def many_accounts(farm: Farm, ann: User) -> None:
    """Guests and tokens of one address. Each farms, then loses the chips to the next at a table for two."""
    crowd = [ann, *[await farm.guest() for _ in range(5)], *[await farm.bot(ann) for _ in range(3)]]
    for number, user in enumerate(crowd):
        with farm.share(len(crowd)):
            await farm.daily(user)
            house = await farm.table(None, **RICH)
            await farm.sit(house, user)
            await farm.play_on(house, user)
            duel = await farm.table(ann, seats=2, big_blind=200, buy_in=(400, 10_000), same_address=True)
            for one in (user, crowd[(number + 1) % len(crowd)]):
                await farm.sit(duel, one)
            await farm.play(duel, 3)
            for host in (house, duel):
                await farm.close(host)


async def guests_of_one_address(farm: Farm, ann: User) -> None:
    """A new guest again and again, who asks for chips in every way and plays with them."""
    house = await farm.table(None, **RICH, same_address=True)
    own = await farm.table(ann, **with_bots("folder", 2, seats=6, buy_in=(200, 1000), same_address=True))
    await farm.sit(house, ann)
    while farm.on:
        guest = await farm.guest()
        await asyncio.gather(*[farm.daily(guest) for _ in range(3)])
        await farm.play_now(guest)
        for host in (own, house):
            await farm.sit(host, guest)
        if not await farm.play(house, 6):
            await farm.beg(house, ann)
        await farm.play(own, 1)


async def tokens_at_one_table(farm: Farm, ann: User) -> None:
    """The farmer and three of their bots together, against two folders of the house."""
    crowd = [ann, *[await farm.bot(ann) for _ in range(3)]]
    host = await farm.table(
        None, **with_bots("folder", 2, ante=100, buy_in=(200, 1000), same_address=True) | {"seats": 6}
    )
    for user in crowd:
        await farm.sit(host, user, 1000)
    await farm.play_on(host, ann)


async def two_people(farm: Farm, ann: User) -> None:
    """A person at another address helps. Each of the two may have the daily chips."""
    bob = await farm.guest(ELSEWHERE)
    host = await farm.table(None, **with_bots("folder", 3, ante=100, buy_in=(200, 1000), seats=6) | {"seats": 6})
    duel = await farm.table(ann, seats=2, big_blind=200, buy_in=(400, 10_000))
    for user in (ann, bob):
        await farm.sit(host, user)
        await farm.sit(duel, user, 400)
    while farm.on:
        for user in (ann, bob):
            await farm.daily(user)
        if not await farm.play(host, 6):
            await farm.beg(host, ann)
            await farm.beg(host, bob)
        await farm.play(duel, 1)


async def over_midnight(farm: Farm, ann: User) -> None:
    """Half an hour on each of two days, with the daily chips of both."""
    host = await farm.table(None, **RICH)
    await farm.sit(host, ann)
    await farm.play_on(host, ann)


async def honest_play(farm: Farm, ann: User) -> None:
    """The house's usual table, against competent players."""
    host = await farm.table(None, **with_bots("rule", 5))
    await farm.sit(host, ann)
    await farm.play_on(host, ann)


SIMPLE: Final = ("folder", "caller", "random", "rule")
"""The bots that play without a strategy file."""
WAYS: Final[tuple[Plot, ...]] = (
    own_folders,
    own_bots_of_all_kinds,
    house_folders,
    two_house_tables,
    restarts,
    topping_up,
    coming_and_going,
    play_now,
    other_bots_in_mid_hand,
    many_accounts,
    guests_of_one_address,
    tokens_at_one_table,
    two_people,
    over_midnight,
    honest_play,
)


def against(kinds: tuple[str, ...]) -> dict[str, Plot]:
    """`every_option_against` each of these bots, at the farmer's tables and at those of the house."""
    plots: dict[str, Plot] = {}
    for kind in kinds:
        plots[f"own_tables_with_{kind}"] = partial(every_option_against, kind, True)
        plots[f"house_tables_with_{kind}"] = partial(every_option_against, kind, False)
    return plots


PLOTS: Final[dict[str, Plot]] = {plot.__name__: plot for plot in WAYS} | against(SIMPLE)
TRAINED: Final[dict[str, Plot]] = against(tuple([kind for kind in players() if kind not in SIMPLE]))
STARTS: Final = {"over_midnight": HALF_PAST_ELEVEN}
BOUNDS: Final = {"over_midnight": 2 * DAILY, "two_people": 2 * DAILY}
"""The most that a plot may gain, if it is not the daily chips of one person."""


def bound(name: str) -> int:
    """The most chips that this plot may gain."""
    return BOUNDS.get(name, DAILY)
