"""What an evening left to pay: kept when the table closes, said to be paid by the two concerned, shown at the next."""

import csv
import io
from typing import Any

import pytest

from room.evening import Evening, Run
from standpat.language import language
from standpat.room.home_game import debts
from standpat.room.home_game.export import payments_csv, session_text
from standpat.room.home_game.session import Session, summary
from standpat.room.tables.table import NewTable


async def play(at: Evening, *names: str) -> str:
    """One hand at the table, which is then closed. Returns its id."""
    await at.sit(*names)
    await at.deal()
    await at.finish()
    table = at.table
    await at.room.close_table(at.people["hal"], at.actor)
    return table


async def another(at: Evening, **wish: Any) -> None:
    made = {"game": "27td", "seats": 3, "public": False, "bring_back": False, "buy_in": (100, 1000), **wish}
    at.table = (await at.room.open_table(NewTable(**made), at.people["hal"])).rules.id
    for name in at.people:
        at.page(name)


async def read(at: Evening, table: str) -> Session:
    found = await at.room.store.read(summary, table)
    assert found is not None
    return found


def test_a_debt_is_shown_until_the_payee_has_it(evening: Run) -> None:
    async def test(at: Evening) -> None:
        first = await play(at, "hal", "gus")
        told, say = await read(at, first), language("en")
        assert told.settlement is not None
        assert [(one.payer, one.payee, one.amount) for one in told.debts] == [
            (one.payer, one.payee, one.amount) for one in told.settlement.payments
        ]
        (debt,) = told.debts
        payer, payee = debt.payer, debt.payee
        assert {payer, payee} == {at.people["hal"].id, at.people["gus"].id}
        for who, whom, by in ((payer, payee, at.people["sid"].id), (payee, payer, payee), (payer, "x", payer)):
            with pytest.raises(debts.NoDebt):
                await at.room.store.commit(debts.say(first, who, whom, by, True, at=1.0))
        await another(at)
        await at.sit("hal", "gus")
        (earlier,) = (await read(at, at.table)).earlier
        assert earlier == debt
        for _ in range(2):
            await at.room.store.commit(debts.say(first, payer, payee, payer, True, at=at.time))
        told = await read(at, at.table)
        assert [(one.paid, one.received) for one in told.earlier] == [(at.time, None)]
        text = session_text(told, say)
        assert say("evening.earlier") in text
        assert say("evening.paid", payer=told.names[payer]) in text
        (row,) = [row for row in csv.DictReader(io.StringIO(payments_csv(told, say))) if row["session"] == debt.name]
        assert (row["amount"], bool(row["paid"]), row["received"]) == (str(debt.amount), True, "")
        await at.room.store.commit(debts.say(first, payer, payee, payee, True, at=at.time))
        assert (await read(at, at.table)).earlier == ()
        assert (await read(at, first)).debts[0].received == at.time
        assert say("evening.received", payee=told.names[payee]) in session_text(await read(at, first), say)
        await at.room.store.commit(debts.say(first, payer, payee, payee, False, at=at.time))
        assert len((await read(at, at.table)).earlier) == 1

    evening(test)


def test_a_debt_concerns_only_those_who_are_there(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await play(at, "hal", "gus")
        await another(at)
        await at.sit("hal", "cora")
        assert (await read(at, at.table)).earlier == ()  # Gus is not there
        await at.room.close_table(at.people["hal"], at.actor)
        await another(at, public=True)
        await at.sit("hal", "gus")
        assert (await read(at, at.table)).earlier == ()  # strangers may read it
        await at.deal()
        await at.finish()
        table = at.table
        await at.room.close_table(at.people["hal"], at.actor)
        assert (await read(at, table)).debts == ()
        await another(at)

    evening(test)
