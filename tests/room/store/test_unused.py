"""Guests who never played are deleted, and nobody else."""

import asyncio

from sqlalchemy import Connection, func, select

from standpat.room.store import Store, guest_book, ledger, tournament_book, tournament_door
from standpat.room.store.account import Accounts
from standpat.room.store.batch import Work
from standpat.room.store.schema import card_table, hand, person, player, token
from standpat.room.store.unused import forget, unused
from standpat.tournament.events import Announced
from standpat.tournament.options import Options
from standpat.tournament.presets import preset

LONG_AGO = 1_000_000.0
NOW = LONG_AGO + 30 * 86_400


def test_only_guests_who_never_played_are_forgotten(database_url: str) -> None:
    async def run() -> None:
        store = Store.open(database_url)
        try:
            clock = [LONG_AGO]
            accounts = Accounts(store, clock=lambda: clock[0])
            names = (
                "idle",
                "here",
                "played",
                "rich",
                "bought",
                "registered",
                "owner",
                "admin",
                "barred",
                "noted",
                "director",
            )
            who = {name: (await accounts.guest()) for name in names}
            ids = {name: entrance.user.id for name, entrance in who.items()}
            await store.commit(ledger.move(ledger.BANK, ledger.wallet(ids["rich"]), 5, "admin: prize", at=LONG_AGO))
            seat = ledger.seat("t1", ids["bought"])
            await store.commit(ledger.move(ledger.wallet(ids["bought"]), seat, 5, "buy-in", at=LONG_AGO))
            await accounts.register(ids["registered"], "Registered", "a long password")
            bot = (await accounts.bot("Bot of a guest", ids["owner"])).user.id
            kept = (await accounts.bot("Bot of a person", ids["registered"])).user.id
            await accounts.set_role(ids["admin"], "admin")
            await accounts.bar(ids["barred"])
            await store.commit(guest_book.write_note(ids["noted"], guest_book.Note("x", "X", "calls", LONG_AGO)))
            await store.commit(played(ids["played"]))
            duel = preset("27sd", "turbo", 2)
            announced = Announced(at=0, id="d1", name="Duel", structure=duel, options=Options())
            await store.commit(tournament_book.open("d1", b"seed", ids["director"], [announced], LONG_AGO))
            await store.commit(tournament_door.admit("d1", ids["noted"]))
            clock[0] = NOW - 60
            fresh = (await accounts.guest()).user.id

            before = await store.read(people)
            here = {ids["here"]}
            found = await store.read(unused, NOW - 86_400, 100, here)
            assert set(found) == {ids["idle"], ids["noted"], bot}
            assert await store.read(unused, NOW - 86_400, 2, here) == found[:2]
            assert await store.read(unused, LONG_AGO, 100) == []

            everybody = [*ids.values(), bot, kept, fresh]
            assert await store.commit(forget([ids["played"], ids["rich"], ids["bought"]], NOW)) == (0,)
            assert await store.read(people) == before
            assert await store.commit(forget(found, NOW)) == (3,)
            assert await store.read(people) == before - set(found)
            assert await store.commit(forget(found, NOW)) == (0,)
            assert await store.read(ledger.audit, {seat: 5}) == []
            assert await store.read(ledger.balance, ledger.wallet(ids["idle"])) == 0
            last = (await store.read(ledger.statement, ledger.wallet(ids["idle"])))[-1]
            assert (last.reason, last.amount) == ("forgotten", -10_000)
            assert await accounts.who(who["idle"].token) is None
            assert await accounts.who(who["here"].token) is not None
            assert await store.read(tokens) == len(everybody) - 3

            again = await store.read(unused, NOW - 86_400, 100, here)
            assert again == [ids["owner"]]  # now that they have no data left
        finally:
            await store.close()

    asyncio.run(run())


def played(user: str) -> Work:
    """A hand that these users were dealt in."""

    def run(connection: Connection) -> None:
        connection.execute(card_table.insert(), {"id": "t1", "record": "{}", "state": "{}", "opened": 0.0})
        row = {"id": 1, "table_id": "t1", "hand_no": 1, "began": 0.0, "setup": "{}", "key": "k"}
        connection.execute(hand.insert(), row)
        connection.execute(player.insert(), {"hand_id": 1, "seat": 0, "person": user})

    return Work(run)


def people(connection: Connection) -> set[str]:
    return set(connection.scalars(select(person.c.id)))


def tokens(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(token)) or 0
