"""Changes of finished hands and of the ledger by the owner of the database. The audit must find them.

Two people play. Then the process is stopped and the triggers are disabled. One after the other, a card is changed, an
event deleted, a seed replaced, and chips moved by a transfer that balances. After each change ``standpat admin audit
--replay`` must report more than before.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, text

from standpat.room.store.database import connect, writing
from standpat.room.torture.check import Check, Finding
from standpat.room.torture.kills import Caller
from standpat.room.torture.site import Site
from standpat.room.torture.triggers import without_triggers

HANDS: Final = 8
"""Hands that are played first."""
PATIENCE: Final = 60.0


async def forgeries(site: Site) -> Finding:
    """The attack, as the module says."""
    async with site.guest() as ann, site.guest() as bob:
        id = await ann.create(game="27td", seats=2, big_blind=2, buy_in=[100, 10_000])
        async with ann.table(id) as ann_table, bob.table(id) as bob_table:
            await ann_table.sit(5000)
            await bob_table.sit(5000)
            tasks = [asyncio.create_task(Caller(table).play()) for table in (ann_table, bob_table)]
            await ann_table.until(lambda: ann_table.hand_no > HANDS, PATIENCE)
            for task in tasks:
                task.cancel()
    await asyncio.to_thread(site.stop)
    clean = await asyncio.to_thread(_findings, site.database)
    faults, before = [], clean
    for forge in FORGERIES:
        await asyncio.to_thread(_change, site.database, forge)
        after = await asyncio.to_thread(_findings, site.database)
        if after > before:
            faults.append(forge.__name__)
        before = after
    names = [forge.__name__.replace("_", " ") for forge in FORGERIES]
    return Finding(
        clean == 0 and len(faults) == len(FORGERIES),
        f"{clean} findings before the changes; found {len(faults)} of {len(FORGERIES)}: {', '.join(names)}",
        {"clean": clean, "found": faults, "tried": len(FORGERIES)},
    )


def _findings(database: str) -> int:
    """The number of findings of the audit. Its exit status must be 1 if there are any, else 0."""
    command = [sys.executable, "-m", "standpat", "admin", "audit", "--replay", "--json", "--database", database]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.strip()[-200:])
    wrong = json.loads(done.stdout)["wrong"]
    if (done.returncode == 1) != bool(wrong):
        raise RuntimeError(f"exit status {done.returncode} with {len(wrong)} findings")
    return len(wrong)


def _change(database: str, forge: Callable[[Connection], None]) -> None:
    engine = connect(database)
    try:
        with writing(engine).begin() as connection, without_triggers(connection):
            forge(connection)
    finally:
        engine.dispose()


def _hand(connection: Connection, number: int) -> int:
    query = "SELECT id FROM hand WHERE ended IS NOT NULL ORDER BY id LIMIT 1 OFFSET :skip"
    return int(connection.execute(text(query), {"skip": number}).scalar_one())


def changed_card(connection: Connection) -> None:
    """Swap the first cards of two players."""
    of = {"hand": _hand(connection, 0)}
    rows = connection.execute(text("SELECT no, body FROM event WHERE hand_id = :hand ORDER BY no"), of).all()
    deals = [(no, json.loads(body)) for no, body in rows if '"deal-hole"' in body][:2]
    (one, first), (other, second) = deals
    first["cards"][0], second["cards"][0] = second["cards"][0], first["cards"][0]
    for no, body in ((one, first), (other, second)):
        values = {**of, "no": no, "body": json.dumps(body, separators=(",", ":"))}
        connection.execute(text("UPDATE event SET body = :body WHERE hand_id = :hand AND no = :no"), values)


def deleted_event(connection: Connection) -> None:
    """Delete the third event from the end of a hand."""
    of = {"hand": _hand(connection, 1)}
    query = "DELETE FROM event WHERE hand_id = :hand AND no = (SELECT MAX(no) - 2 FROM event WHERE hand_id = :hand)"
    connection.execute(text(query), of)


def replaced_seed(connection: Connection) -> None:
    """Replace the seed of a hand."""
    of = {"hand": _hand(connection, 2), "seed": "27" * 32}
    connection.execute(text("UPDATE seed SET seed = :seed WHERE hand_id = :hand"), of)


def forged_transfer(connection: Connection) -> None:
    """Move chips from one wallet to another, with correct sums."""
    query = "SELECT name, balance FROM account WHERE name LIKE 'wallet:%' AND balance > 100 ORDER BY name LIMIT 2"
    (giver, has), (taker, had) = connection.execute(text(query)).all()
    number = int(connection.execute(text("SELECT MAX(id) FROM transfer")).scalar_one()) + 1
    at = float(connection.execute(text("SELECT MAX(at) FROM transfer")).scalar_one())
    connection.execute(
        text("INSERT INTO transfer (id, at, reason, reference) VALUES (:id, :at, 'gift', '')"), {"id": number, "at": at}
    )
    for account, amount, balance in ((giver, -100, has - 100), (taker, 100, had + 100)):
        values = {"account": account, "transfer": number, "amount": amount, "balance": balance}
        connection.execute(text("UPDATE account SET balance = :balance WHERE name = :account"), values)
        connection.execute(
            text(
                "INSERT INTO entry (account, transfer, amount, balance) VALUES (:account, :transfer, :amount, :balance)"
            ),
            values,
        )


FORGERIES: Final = (changed_card, deleted_event, replaced_seed, forged_transfer)
CHECKS: Final = (
    Check(
        "forgeries",
        "privacy",
        "The audit finds a changed card, a deleted event, a replaced seed and a forged transfer",
        forgeries,
        seconds=300,
        options=("--pace", "0", "--limit", "1000000"),
    ),
)
