"""Who may sit down with how many chips: chips that were taken off the table, and several seats of one address."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from room.farm import HOME, Farm, with_bots
from room.tables.test_money_bank import chips, farming
from standpat.protocol.room import Back, Hello, You, write
from standpat.room.store import departure, ledger
from standpat.room.store.departure import Departure
from standpat.room.store.users import User
from standpat.room.tables import home
from standpat.room.tables.actor import TableActor
from standpat.room.tables.play_now import seat_at_once
from standpat.room.tables.refusal import Refused
from standpat.room.tables.seating import SeatingError
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import NewTable, make

OTHER = home.of("198.51.100.1")


def at(user: User, house: str = "") -> Sitter:
    return Sitter(user.id, user.name, user.person, house)


async def leaves_with(farm: Farm, host: TableActor, user: User, stack: int) -> None:
    """The user sits down, ends with this stack, and leaves."""
    await host.cashier.sit(at(user), 400)
    place = host.cashier.place(user.id)
    seat = host.seating.seats[place]
    assert seat
    account = ledger.seat(host.rules.id, user.id)
    if stack > 400:
        await farm.room.store.commit(ledger.move(ledger.BANK, account, stack - 400, "gift", at=farm.time))
    elif stack < 400:
        await farm.room.store.commit(ledger.move(account, ledger.BANK, 400 - stack, "gift", at=farm.time))
    seat.stack = stack
    await host.cashier.leave(user.id)


# Coming back ------------------------------------------------------------------------------------------------


def test_who_comes_back_brings_what_they_left_with(tmp_path: Path) -> None:
    """For an hour, even above the maximum for others, and after a restart: neither more nor less."""

    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        host = await farm.table(None, seats=3)
        await leaves_with(farm, host, ann, 1500)
        for _ in range(2):
            for buy_in, error, words in (
                (400, Refused, "left this table with 1,500"),
                (1499, Refused, "buy in for 1,500 or more"),
                (1501, SeatingError, "a buy-in"),
            ):
                with pytest.raises(error, match=words):
                    await host.cashier.sit(at(ann), buy_in)
            await farm.restart()
            host = farm.room.tables[host.rules.id]
        assert await host.cashier.coming_back(ann.id) == Back(1500, farm.time + 3600)
        farm.time += 3599
        with pytest.raises(Refused):
            await host.cashier.sit(at(ann), 800)
        await host.cashier.sit(at(ann), 1500)
        await host.cashier.leave(ann.id)
        farm.time += 3600
        assert await host.cashier.coming_back(ann.id) is None
        await host.cashier.sit(at(ann), 400)

    farming(tmp_path, run)


@pytest.mark.parametrize("step", [-7200.0, -1800.0, 1800.0])
def test_a_clock_that_was_set_lets_nobody_off_for_ever(tmp_path: Path, step: float) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        host = await farm.table(None, seats=3)
        gone = Departure(1500, farm.time - step)
        await farm.room.store.commit(departure.left(host.rules.id, ann.id, gone))
        assert (await host.cashier.coming_back(ann.id) is None) == (abs(step) >= 3600)

    farming(tmp_path, run)


def test_a_wallet_that_does_not_reach_is_brought_whole(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        host = await farm.table(None, seats=3)
        await leaves_with(farm, host, ann, 1500)
        wallet = ledger.wallet(ann.id)
        had = await chips(farm, wallet)
        await farm.room.store.commit(ledger.move(wallet, ledger.BANK, had - 700, "gift", at=farm.time))
        with pytest.raises(Refused, match="700 or more"):
            await host.cashier.sit(at(ann), 400)
        await host.cashier.sit(at(ann), 700)

    farming(tmp_path, run)


def test_a_bot_of_ones_own_is_no_way_around(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        bot = await farm.bot(ann)
        host = await farm.table(None, seats=3)
        await leaves_with(farm, host, ann, 1500)
        with pytest.raises(Refused, match="left this table"):
            await host.cashier.sit(at(bot), 400)

    farming(tmp_path, run)


def test_who_lost_comes_back_with_what_they_like(tmp_path: Path) -> None:
    """Only the last visit counts: the player won, came back with it, lost it, and left with less."""

    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        host = await farm.table(None, seats=3)
        await leaves_with(farm, host, ann, 1500)
        await farm.room.store.commit(departure.left(host.rules.id, ann.id, Departure(0, farm.time)))
        await host.cashier.sit(at(ann), 100)

    farming(tmp_path, run)


def test_the_owner_may_leave_it_open(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        host = await farm.table(ann, seats=3, bring_back=False)
        await leaves_with(farm, host, ann, 1500)
        await host.cashier.sit(at(ann), 400)

    farming(tmp_path, run)


def test_play_now_brings_it_back(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        host = await farm.table(None, **with_bots("caller", 5))
        await leaves_with(farm, host, ann, 1500)
        host.start()
        found, place = await seat_at_once(farm.room, ann)
        seat = found.seating.seats[place]
        assert found is host
        assert seat
        assert seat.stack == 1500
        await host.stop()

    farming(tmp_path, run)


# One address ------------------------------------------------------------------------------------------------


async def try_to_sit(host: TableActor, *sitters: Sitter) -> list[str]:
    """The refusal of each sitter, or "" for a seat."""
    told = []
    for sitter in sitters:
        try:
            await host.cashier.sit(sitter, 400)
            told.append("")
        except Refused as error:
            told.append(error.args[0].key)
    return told


SAME = "error.same-address"


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ({}, ["", SAME, ""]),
        ({"same_address": True}, ["", "", ""]),
        ({"public": False}, ["", "", ""]),
        ({"public": False, "same_address": False}, ["", SAME, ""]),
        ({"password": "sesame"}, ["", "", ""]),
    ],
)
def test_one_address_has_one_seat_unless_the_owner_allows_more(
    tmp_path: Path, wish: dict[str, Any], expected: list[str]
) -> None:
    async def run(farm: Farm) -> None:
        people = [await farm.guest("") for _ in range(3)]
        host = await farm.table(people[0], seats=4, **wish)
        houses = (HOME, HOME, OTHER)
        sitters = [at(user, house) for user, house in zip(people, houses, strict=True)]
        assert await try_to_sit(host, *sitters) == expected
        if expected[1]:
            await farm.restart()
            again = farm.room.tables[host.rules.id]
            assert await try_to_sit(again, sitters[1]) == [SAME]
            await again.cashier.leave(people[0].id)
            assert await try_to_sit(again, sitters[1]) == [""]

    farming(tmp_path, run)


def test_on_the_machine_itself_everybody_may_sit(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        people = [await farm.guest("") for _ in range(3)]
        host = await farm.table(None, seats=4)
        assert await try_to_sit(host, *[at(user) for user in people]) == [""] * 3

    farming(tmp_path, run)


def test_a_person_and_their_bots_have_one_seat(tmp_path: Path) -> None:
    """From any addresses."""

    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        bot = await farm.bot(ann)
        host = await farm.table(None, seats=4)
        assert await try_to_sit(host, at(ann, HOME), at(bot, OTHER)) == ["", SAME]

    farming(tmp_path, run)


def test_who_came_from_where_is_not_told(tmp_path: Path) -> None:
    async def run(farm: Farm) -> None:
        ann = await farm.guest("")
        host = await farm.table(None, seats=4)
        await host.cashier.sit(at(ann, HOME), 400)
        you = You(ann.id, ann.name, "guest", 0)
        told = [write(Hello(1, 2, 0.0, you, host.rules.view())).decode(), host.snapshot_for("")]
        for text in told:
            assert HOME not in text
            assert "purse" not in text

    farming(tmp_path, run)


def test_addresses_are_households() -> None:
    of: Callable[[str | None], str] = home.of
    assert of(None) == ""
    assert of("192.0.2.7") == HOME != of("192.0.2.8")
    assert "192" not in HOME


def test_what_a_table_says_nothing_of() -> None:
    public = make(NewTable("27td"), "T")
    assert (public.shares_addresses, public.bring_back) == (False, True)
    assert structs.replace(public, public=False).shares_addresses
