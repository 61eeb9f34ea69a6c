"""What players and the director ask for: each request gives the events that it causes, or is refused.

Checks come before effects: a refused request (`Refusal`) gives no event. The caller writes the events in one
transaction with the money that they move, and applies them. `now` is in milliseconds.
"""

from typing import Literal

from standpat.tournament import registration
from standpat.tournament.clock import Shift
from standpat.tournament.deals import by_chips, by_icm, evenly
from standpat.tournament.events import (
    AddedOn,
    Answered,
    Clocked,
    Declined,
    Disqualified,
    Event,
    Forfeited,
    Noted,
    Out,
    Paused,
    Picked,
    Proposed,
    Rebought,
    Reentered,
    Registered,
    Resumed,
    Withdrawn,
)
from standpat.tournament.state import Player, Tournament

MOST_NOTE = 500
"""The longest announcement of a director, in characters."""
MOST_ADDED_MS = 4 * 3_600_000
"""The most time that a director may add to a level or take off it, in milliseconds."""
PROPOSAL_MS = 60_000
"""How long players may think about a deal."""
Form = Literal["icm", "chips", "even", "custom"]

Why = Literal[
    "not-open", "registered", "not-registered", "full", "closed", "has-chips", "no-more", "in-hand", "not-due",
    "not-in-money", "proposed", "no-proposal", "amounts", "paused", "not-paused", "text", "time", "out",
]  # fmt: skip


class Refusal(ValueError):
    """A refused request. `why` says which rule refused it."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


def register(t: Tournament, player: str, name: str, now: int, *, bot: bool = False) -> list[Event]:
    """Enter, before the start or late (T1.3)."""
    _require(t.status in ("open", "running"), "not-open")
    _require(player not in t.players, "registered")
    _require(t.entries < t.announced.structure.most, "full")
    _require(t.status == "open" or registration.open_at(t.clock, t.closed, now), "closed")
    return [Registered(at=now, player=player, name=name, bot=bot)]


def withdraw(t: Tournament, player: str, now: int) -> list[Event]:
    """Take an entry back before the start."""
    _player(t, player)
    _require(t.status == "open", "closed")
    return [Withdrawn(at=now, player=player)]


def reenter(t: Tournament, player: str, now: int) -> list[Event]:
    """Enter again without chips (T1.4)."""
    one = _player(t, player)
    _running(t)
    _require(one.out and not one.disqualified, "has-chips")
    _require(one.entries <= t.announced.structure.re_entries, "no-more")
    _require(registration.open_at(t.clock, t.closed, now), "closed")
    _require(t.entries < t.announced.structure.most, "full")
    return [Reentered(at=now, player=player)]


def give_up(t: Tournament, player: str, now: int) -> list[Event]:
    """Give the stack up to enter again, when registration is about to close (T1.4)."""
    one = _alive(t, player)
    _require(t.announced.structure.give_up and one.entries <= t.announced.structure.re_entries, "no-more")
    _require(registration.last_level(t.clock, now) and not t.closed, "closed")
    _require(one.stack > 0 and one.table > 0, "not-due")
    _between_hands(t, one)
    return [
        Forfeited(at=now, player=player, chips=one.stack),
        Out(at=now, players=(player,)),
        Reentered(at=now, player=player),
    ]


def rebuy(t: Tournament, player: str, now: int) -> list[Event]:
    """Buy chips and keep the seat (T1.5)."""
    one = _alive(t, player)
    rebuys = t.announced.structure.rebuys
    if rebuys is None or not registration.may_rebuy(t, one, now):
        raise Refusal("no-more")
    _between_hands(t, one)
    return [Rebought(at=now, player=player, chips=rebuys.chips)]


def decline(t: Tournament, player: str, now: int) -> list[Event]:
    """Say no to the chips that are offered."""
    _require(bool(_alive(t, player).offered), "not-due")
    return [Declined(at=now, player=player)]


def add_on(t: Tournament, player: str, now: int) -> list[Event]:
    """Take the add-on (T1.6)."""
    one = _alive(t, player)
    extra = t.announced.structure.add_on
    if extra is None or not registration.may_add_on(t, one, now):
        raise Refusal("no-more")
    _between_hands(t, one)
    return [AddedOn(at=now, player=player, chips=extra.chips)]


def pick(t: Tournament, player: str, game: int, now: int) -> list[Event]:
    """Pick the next game at the player's table, where the choice button picks it."""
    one = _alive(t, player)
    _require(0 < one.table and t.tables[one.table].place.chooser == player, "not-due")
    _require(0 <= game < len(t.announced.structure.games), "amounts")
    return [Picked(at=now, table=one.table, player=player, game=game)]


def propose(t: Tournament, player: str, form: Form, now: int, amounts: dict[str, int] | None = None) -> list[Event]:
    """Propose a deal (T8.3). Only `custom` takes amounts, which may leave a part to play for."""
    _alive(t, player)
    _require(t.closed and t.left <= len(t.prizes), "not-in-money")
    _require(t.proposal is None and t.agreed is None, "proposed")
    alive = t.alive()
    ids, stacks = [one.id for one in alive], [one.stack for one in alive]
    left = list(t.prizes[: t.left])
    if form == "custom":
        given = amounts or {}
        fits = given.keys() == set(ids) and all([type(part) is int and part >= 0 for part in given.values()])
        _require(fits and 0 < sum(given.values()) <= sum(left), "amounts")
        parts = [given[id] for id in ids]
    else:
        _require(amounts is None, "amounts")
        parts = list({"icm": by_icm, "chips": by_chips, "even": evenly}[form](stacks, left))
    offer = Proposed(at=now, by=player, form=form, amounts=dict(zip(ids, parts, strict=True)), until=now + PROPOSAL_MS)
    return [offer, Answered(at=now, player=player, yes=True)]


def answer(t: Tournament, player: str, yes: bool, now: int) -> list[Event]:
    """Answer a proposal."""
    _alive(t, player)
    _require(t.proposal is not None and player not in t.proposal.yes, "no-proposal")
    return [Answered(at=now, player=player, yes=yes)]


# The director ------------------------------------------------------------------------------------------------


def pause(t: Tournament, by: str, now: int, why: str = "") -> list[Event]:
    """Stop after the present hands."""
    _running(t)
    _require(not t.paused, "paused")
    return [Paused(at=now, by=by, why=_text(why, least=0))]


def resume(t: Tournament, by: str, now: int) -> list[Event]:
    """Go on."""
    _running(t)
    _require(t.paused, "not-paused")
    return [Resumed(at=now, by=by)]


def add_time(t: Tournament, by: str, ms: int, now: int) -> list[Event]:
    """Make the present level longer, or shorter; adding the opposite undoes it."""
    _running(t)
    _require(type(ms) is int and 0 < abs(ms) <= MOST_ADDED_MS, "time")
    return [Clocked(at=now, by=by, change=Shift(now, ms))]


def disqualify(t: Tournament, by: str, player: str, why: str, now: int) -> list[Event]:
    """Take a player out, with their chips (T3.6); in a hand they play it to its end."""
    one = _alive(t, player)
    _require(not one.disqualified, "out")
    return [Disqualified(at=now, player=player, by=by, why=_text(why, least=1))]


def announce(t: Tournament, by: str, text: str, now: int) -> list[Event]:
    """Tell everybody something."""
    _require(t.status in ("open", "running"), "not-open")
    return [Noted(at=now, by=by, text=_text(text, least=1))]


def _text(text: str, *, least: int) -> str:
    words = " ".join(text.split())
    _require(least <= len(words) <= MOST_NOTE and words.isprintable(), "text")
    return words


def _running(t: Tournament) -> None:
    _require(t.status == "running", "not-open")


def _player(t: Tournament, player: str) -> Player:
    if player not in t.players:
        raise Refusal("not-registered")
    return t.players[player]


def _alive(t: Tournament, player: str) -> Player:
    one = _player(t, player)
    _running(t)
    _require(not one.out, "out")
    return one


def _between_hands(t: Tournament, player: Player) -> None:
    _require(t.hand_of(player) is None, "in-hand")


def _require(holds: bool, otherwise: Why) -> None:
    if not holds:
        raise Refusal(otherwise)
