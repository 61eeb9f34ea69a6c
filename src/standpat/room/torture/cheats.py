"""Attacks by players who want chips that are not theirs: as a table's owner, as a guest, by repeating requests."""

import asyncio
from typing import Final

from standpat.engine.action import Action, Raise
from standpat.engine.event import Acted
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.torture.check import Check, Finding
from standpat.room.torture.kills import Caller, cheapest
from standpat.room.torture.site import Site

PATIENCE: Final = 20.0
"""How long to wait for a turn, in seconds."""


async def bar_in_mid_hand(site: Site) -> Finding:
    """The owner raises and bans the opponent, who must still be able to call."""
    tries, called = 3, 0
    async with site.guest() as owner, site.guest() as other:
        for _ in range(tries):
            id = await owner.create(game="27td", seats=2, big_blind=20)
            async with owner.table(id) as owner_table, other.table(id) as other_table:
                await owner_table.sit(800)
                await other_table.sit(800)
                await owner_table.until(lambda: owner_table.turn is not None, PATIENCE)
                if owner_table.turn and owner_table.turn.seat != owner_table.my_seat:  # the opponent acts first
                    await other_table.my_turn(PATIENCE)
                    await other_table.act(cheapest(other_table))
                turn = await owner_table.my_turn(PATIENCE)
                await owner_table.answer(turn, owner_table.hand_no, _raised(owner_table))
                turn = await other_table.my_turn(PATIENCE)
                await owner.post(f"/api/tables/{id}/bar", user=other.user)
                await other_table.answer(turn, other_table.hand_no, cheapest(other_table))
                await other_table.until(
                    lambda: any([isinstance(e, Acted) and e.seat == other_table.my_seat for e in other_table.events])
                )
                called += not any(
                    [type(e.action).__name__ == "Fold" for e in other_table.events if isinstance(e, Acted)]
                )
                await owner_table.leave()
    return Finding(
        called == tries,
        f"{called} of {tries} players who were banned during a hand could answer the raise",
        {"tries": tries, "answered": called},
    )


def _raised(table: Table) -> Action:
    """The smallest raise, or the cheapest action if there is no raise."""
    legal = table.legal
    return Raise(legal.raise_.min_to) if legal and legal.raise_ else cheapest(table)


async def bots_pushed_out(site: Site) -> Finding:
    """Impossible requests for the seats of bots, repeated during a hand."""
    refused, hands = 0, 0
    async with site.guest() as player, site.guest() as pusher:
        place = await player.play_now()
        async with player.table(place.table) as table, pusher.table(place.table) as there:
            await table.my_turn(PATIENCE)
            bots = {seat.seat: seat.user for seat in table.seats if seat.bot}
            before = {seat.user for seat in table.seats}
            for at in bots:
                for buy_in in (0, -1, 1, 10**12):
                    try:
                        await there.say(wire.Sit(1 + refused, buy_in, at), 5)
                    except RoomError:
                        refused += 1
            seated = {seat.user for seat in there.seats}
            folded = [e.seat for e in there.events if isinstance(e, Acted) and type(e.action).__name__ == "Fold"]
            hands = there.hand_no
            gone = before - seated
    return Finding(
        refused == 4 * len(bots) and not gone,
        f"{refused} impossible requests refused, {len(gone)} of {len(bots)} bots lost their seat",
        {"refused": refused, "bots": len(bots), "gone": len(gone), "folded": len(folded), "hand": hands},
    )


async def farm(site: Site) -> Finding:
    """A farmer plays a high ante against every kind of bot at their own table. They must not win chips from bots that
    fold.
    """
    hands, options, gains = 0, await _kinds(site), {}
    async with site.guest() as farmer:
        for kind in options:
            before = await _wealth(farmer)
            bots = {"players": [kind], "keep": 5}
            try:
                id = await farmer.create(game="27td", seats=6, big_blind=20, ante=100, buy_in=[400, 400], bots=bots)
            except RoomError:
                continue
            async with farmer.table(id) as table:
                await table.sit(400)
                caller = asyncio.create_task(Caller(table).play())
                await asyncio.sleep(FARM_S)
                caller.cancel()
                hands += table.hand_no
                await table.leave()
            await farmer.post(f"/api/tables/{id}/close")
            gains[kind] = await _wealth(farmer) - before
    gained = sum(gains.values())
    return Finding(
        hands > 0 and gained <= 0,
        f"{hands} hands against {len(gains)} kinds of bots at the owner's table: {gained:+} chips",
        {"hands": hands, "gained": gained, "by_kind": gains},
    )


async def _kinds(site: Site) -> list[str]:
    async with site.guest() as somebody:
        return list((await somebody.get("/api/options"))["bots"])


async def _wealth(person: Lobby) -> int:
    """The chips in a player's wallet. They must have left all tables."""
    return int((await person.get("/api/me"))["chips"])


async def said_twice(site: Site) -> Finding:
    """The same top-up on two sockets of a person, and once more after the process was killed."""
    amount = 100
    async with site.guest() as ann:
        id = await ann.create(game="27td", seats=6, big_blind=20, buy_in=[200, 4000])
        async with ann.table(id) as one, ann.table(id) as other:
            await one.sit(400)
            before = await _wealth(ann)
            message = wire.TopUp(7, amount, key="torture-top-up")
            for table in (one, other):
                await table.say(message)
            await asyncio.to_thread(site.kill)
            await asyncio.to_thread(site.start)
        async with ann.table(id) as again:
            await again.say(message)
            taken = before - await _wealth(ann)
            stack = next(seat.stack for seat in again.seats if seat.user == ann.user)
    return Finding(
        taken == amount and stack == 400 + amount,
        f"a top-up of {amount} that was sent three times took {taken} chips from the wallet",
        {"said": 3, "amount": amount, "taken": taken, "stack": stack},
    )


async def come_back_short(site: Site) -> Finding:
    """A player leaves with more chips than they sat down with, and tries to sit down with fewer."""
    async with site.guest() as ann, site.guest() as bob:
        id = await ann.create(game="27td", seats=6, big_blind=20, buy_in=[200, 4000])
        async with bob.table(id) as table:
            await table.sit(400)
            await table.top_up(600)
            await table.leave()
            answers = [await _tries(table, buy_in) for buy_in in (200, 400, 999)]
            await asyncio.to_thread(site.kill)
            await asyncio.to_thread(site.start)
        async with bob.table(id) as table:
            answers.append(await _tries(table, 400))
            back = await _tries(table, 1000)
    return Finding(
        not any(answers) and back,
        f"{answers.count(False)} of 4 smaller buy-ins refused, the fourth after a kill; "
        f"full buy-in: {'seated' if back else 'refused'}",
        {"tried": 4, "refused": answers.count(False), "seated": back},
    )


async def _tries(table: Table, buy_in: int) -> bool:
    """Whether a player gets a seat with so many chips."""
    try:
        await table.sit(buy_in)
    except RoomError:
        return False
    return True


class Elsewhere(Lobby):
    """A guest whose address is reported by a proxy on this machine."""

    def __init__(self, url: str, address: str) -> None:
        super().__init__(url)
        self.address = address

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a request, with the address that the proxy reports."""
        return {**super().headers, "X-Forwarded-For": self.address}


async def several_seats(site: Site) -> Finding:
    """Three guests of one address ask for seats at a public table, and at a table whose owner allows it."""
    seated = {}
    async with site.guest() as owner:
        for allowed in (False, True):
            wish = {"same_address": True} if allowed else {}
            id = await owner.create(game="27td", seats=6, big_blind=20, **wish)
            seated[allowed] = 0
            for number in range(3):
                async with Elsewhere(site.url, "198.51.100.7") as guest, guest.table(id) as table:
                    seated[allowed] += await _tries(table, 400 + number)
    return Finding(
        seated == {False: 1, True: 3},
        f"{seated[False]} of 3 guests of one address seated; {seated[True]} of 3 where the owner allows it",
        {"seated": seated[False], "seated_where_let": seated[True]},
    )


FARM_S: Final = 6.0
"""How long the farmer plays against each kind of bot, in seconds."""
CHECKS: Final = (
    Check("come-back-short", "money", "A player who comes back brings the chips that they took away", come_back_short),
    Check(
        "several-seats",
        "money",
        "One address has one seat, unless the table's owner allows more",
        several_seats,
        options=("--pace", "0", "--newcomers", "10"),
    ),
    Check("said-twice", "money", "A request that is repeated with its key is done once", said_twice),
    Check(
        "farm",
        "money",
        "Nobody gains chips from bots at their own table",
        farm,
        seconds=150,
        options=("--pace", "0", "--limit", "1000000"),
    ),
    Check("bar-in-hand", "money", "A banned player plays the hand in progress to its end", bar_in_mid_hand),
    Check(
        "bots-pushed-out",
        "money",
        "A request for a bot's seat that is refused changes nothing",
        bots_pushed_out,
        options=("--pace", "0.3"),
    ),
)
