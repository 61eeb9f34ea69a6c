"""The summary of a session as files: CSV of the players, the payments and the ledger's entries, and readable text.

CSV has a header, one row for each item, commas, and CRLF at the end of a line (RFC 4180). Amounts are whole chips
without separators, times are ISO 8601 in UTC. A name that a spreadsheet would read as a formula gets an apostrophe in
front. Column names are English in every language, so that a program can read the file.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from standpat.language import Language
from standpat.room.home_game.debts import BANK, Debt
from standpat.room.home_game.session import Session

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class SessionFile(NamedTuple):
    """The format of a file: its file name extension (with the dot), its media type, and what makes its text."""

    ending: str
    media_type: str
    text: Callable[[Session, Language], str]


def players_csv(session: Session, say: Language) -> str:
    """One row for each player."""
    fields = ("brought", "bought_in", "topped_up", "cashed_out", "stack", "net")
    rows = [
        [_name(line.name), "bot" if line.bot else "person", *[getattr(line, field) for field in fields]]
        for line in session.players
    ]
    return _csv(["player", "kind", *fields], rows)


def payments_csv(session: Session, say: Language) -> str:
    """One row for each payment, and for each that earlier evenings left, with who has said that it is paid."""
    told = {(one.payer, one.payee, one.amount): one for one in session.debts}

    def row(payer: str, payee: str, amount: int, name: str, debt: Debt | None) -> list[object]:
        said = (debt.paid, debt.received) if debt else (None, None)
        parties = [_name(party(session, id, say)) for id in (payer, payee)]
        return [*parties, amount, _name(name), *[_time(at) if at else "" for at in said]]

    payments = session.settlement.payments if session.settlement else ()
    rows = [row(p.payer, p.payee, p.amount, session.name, told.get((p.payer, p.payee, p.amount))) for p in payments]
    rows += [row(one.payer, one.payee, one.amount, one.name, one) for one in session.earlier]
    return _csv(["payer", "payee", "amount", "session", "paid", "received"], rows)


def ledger_csv(session: Session, say: Language) -> str:
    """One row for each time that chips came to a seat or left it."""
    rows = [
        [
            _time(move.at),
            _name(session.names[move.user]),
            move.reason,
            move.amount,
            _name(session.names.get(move.by, "")),
            _name(move.why),
        ]
        for move in session.movements
    ]
    return _csv(["time", "player", "reason", "amount", "host", "note"], rows)


def session_text(session: Session, say: Language) -> str:
    """The summary as text: players, payments, games and the biggest pots."""
    began = datetime.fromtimestamp(session.began, UTC).strftime("%Y-%m-%d %H:%M UTC")
    lines = [say("evening.title", table=session.name), say("evening.line", began=began, count=session.hands), ""]
    lines.append(f"[{say('evening.players')}]")
    for line in session.players:
        bought = line.brought + line.bought_in + line.topped_up
        values = {"name": line.name, "net": say.signed(line.net), "bought": bought}
        lines.append(say("evening.player", **values, left=line.cashed_out + line.stack))
    lines += ["", f"[{say('evening.settle-up')}]", *_payments(session, say)]
    if session.earlier:
        lines += ["", f"[{say('evening.earlier')}]", *[_owed(session, debt, say) for debt in session.earlier]]
    lines += ["", f"[{say('evening.games')}]"]
    lines += [say("evening.game", game=say(f"game.{game}"), count=count) for game, count in session.games.items()]
    lines += ["", f"[{say('evening.pots')}]"]
    for pot in session.pots:
        winners = ", ".join(pot.winners)
        values = {"number": str(pot.hand_no), "game": say(f"game.{pot.game}"), "amount": pot.amount, "winners": winners}
        lines.append(say("evening.pot", **values))
    return "\n".join([*lines, ""])


def _payments(session: Session, say: Language) -> Iterable[str]:
    if session.settlement is None:
        yield say("evening.difference", amount=say.signed(session.difference))
        return
    told = {(one.payer, one.payee, one.amount): one for one in session.debts}
    for payment in session.settlement.payments:
        payer, payee = party(session, payment.payer, say), party(session, payment.payee, say)
        text = say("evening.pays", payer=payer, payee=payee, amount=payment.amount)
        yield text + _said(told.get((payment.payer, payment.payee, payment.amount)), payer, payee, say)
    if not session.settlement.payments:
        yield say("evening.settled")


def _owed(session: Session, debt: Debt, say: Language) -> str:
    """What an earlier evening left, in words."""
    payer, payee = party(session, debt.payer, say), party(session, debt.payee, say)
    day = datetime.fromtimestamp(debt.at, UTC).strftime("%Y-%m-%d")
    text = say("evening.owes", payer=payer, payee=payee, amount=debt.amount, table=debt.name, day=day)
    return text + _said(debt, payer, payee, say)


def _said(debt: Debt | None, payer: str, payee: str, say: Language) -> str:
    """Who has said that it is paid, after a dash; "" if nobody."""
    if debt is None or not (debt.paid or debt.received):
        return ""
    if debt.received:
        return f" – {say('evening.received', payee=payee)}"
    return f" – {say('evening.paid', payer=payer)}"


def party(session: Session, id: str, say: Language) -> str:
    """The name of a party of the settlement."""
    return say("evening.bank") if id == BANK else session.names[id]


FORMATS: Final[Mapping[str, SessionFile]] = {
    "text": SessionFile(".txt", "text/plain; charset=utf-8", session_text),
    "players": SessionFile("-players.csv", "text/csv; charset=utf-8", players_csv),
    "payments": SessionFile("-payments.csv", "text/csv; charset=utf-8", payments_csv),
    "ledger": SessionFile("-ledger.csv", "text/csv; charset=utf-8", ledger_csv),
}
"""The formats by name."""


def _csv(header: list[str], rows: Iterable[list[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([header, *rows])
    return text.getvalue()


def _name(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
