"""What players and the director ask for: each request gives the events that it causes, or is refused.

Checks come before effects: a refused request (`Refused`, whose text is a `Sentence`) gives nothing. The caller writes
the events in one transaction with the money that they cost, and applies them. `now` is in milliseconds.
"""

from typing import Literal, NamedTuple

from standpat.language.sentence import Sentence
from standpat.tournament import evening, registration
from standpat.tournament.clock import Break, Shift
from standpat.tournament.deals import MOST_PLAYERS
from standpat.tournament.events import (
    AddedOn,
    Answered,
    CalledOff,
    Cancelled,
    Clocked,
    Declined,
    Departed,
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
from standpat.tournament.registration import Mine, Refused
from standpat.tournament.seat_plan import plan_of
from standpat.tournament.state import Tournament
from standpat.tournament.table import Player

MOST_NOTE = 500
"""The longest announcement of a director, in characters."""
MOST_ADDED_MS = 4 * 3_600_000
"""The most time that a director may add or take off at once, and the longest break, in milliseconds."""
Form = Literal["icm", "chips", "even", "custom"]


class Granted(NamedTuple):
    """A request that was granted.

    Attributes:
        events: What happens, in order.
        cost: What the player pays; negative if they get it back.
    """

    events: tuple[Event, ...]
    cost: int = 0


def register(t: Tournament, player: str, name: str, now: int, *, bot: bool = False, person: str = "") -> Granted:
    """Enter, before the start or late (T1.3). A person enters once, by themselves or with one of their programs. The
    bots of the house for which they pay are not counted.
    """
    _require(t.status in ("open", "running"), Sentence("tournament-over"))
    _require(t.called_off is None, Sentence("tournament-called-off"))
    mine = t.players[player].mine if player in t.players else Mine()
    terms = registration.enter(t.announced.structure, t.time(now), t.field, mine)
    people = {one.person for one in t.players.values() if not one.bot}
    _require(bot or not person or person not in people, Sentence("tournament-registered"))
    return Granted((Registered(at=now, player=player, name=name, bot=bot, person=person),), terms.cost)


def withdraw(t: Tournament, player: str, now: int) -> Granted:
    """Take an entry back before the start."""
    one = _player(t, player)
    registration.withdraw(t.time(now), t.field, one.mine)
    structure = t.announced.structure
    return Granted((Withdrawn(at=now, player=player),), -structure.buy_in - structure.fee)


def reenter(t: Tournament, player: str, now: int) -> Granted:
    """Enter again: without chips, or at the close of registration by giving the stack up (T1.4)."""
    one = _player(t, player)
    require_running(t)
    playing = t.hand_of(one) is not None
    terms = registration.re_enter(t.announced.structure, t.time(now), t.field, one.mine, one.stack, playing=playing)
    again = Reentered(at=now, player=player)
    if one.out:
        return Granted((again,), terms.cost)
    _require(bool(one.table), Sentence("tournament-moving"))
    forfeits = Forfeited(at=now, player=player, chips=one.stack)
    gone = Out(at=now, players=(player,))
    return Granted((forfeits, gone, again) if one.stack else (gone, again), terms.cost)


def rebuy(t: Tournament, player: str, now: int) -> Granted:
    """Buy chips and keep the seat (T1.5)."""
    one, structure = _seated(t, player), t.announced.structure
    playing = t.hand_of(one) is not None
    terms = registration.rebuy(structure, t.time(now), t.field, one.mine, one.stack, playing=playing)
    return Granted((Rebought(at=now, player=player, chips=terms.chips),), terms.cost)


def decline(t: Tournament, player: str, now: int) -> Granted:
    """Say no to the chips that are offered."""
    _require(bool(_alive(t, player).offered), Sentence("tournament-nothing-offered"))
    return Granted((Declined(at=now, player=player),))


def add_on(t: Tournament, player: str, now: int) -> Granted:
    """Take the add-on (T1.6)."""
    one, structure = _seated(t, player), t.announced.structure
    playing = t.hand_of(one) is not None
    terms = registration.add_on(structure, t.time(now), t.field, one.mine, one.stack, playing=playing)
    return Granted((AddedOn(at=now, player=player, chips=terms.chips),), terms.cost)


def pick(t: Tournament, player: str, game: int, now: int) -> Granted:
    """Pick the next game at the player's table, where the choice button picks it (T2.2)."""
    one = _alive(t, player)
    _require(bool(one.table) and t.tables[one.table].place.chooser == player, Sentence("tournament-no-choice"))
    _require(type(game) is int and 0 <= game < len(t.announced.structure.games), Sentence("tournament-no-game"))
    return Granted((Picked(at=now, table=one.table, player=player, game=game),))


def propose(t: Tournament, player: str, form: Form, now: int, amounts: dict[str, int] | None = None) -> Granted:
    """Propose a deal (T8.3). Only ``custom`` has amounts, which may leave a part to play for. Bots of the house answer
    nothing, so there is no deal while one is left."""
    _alive(t, player)
    _require(t.closed and 1 < t.left <= len(t.prizes), Sentence("tournament-not-in-money"))
    _require(t.proposal is None and t.agreed is None, Sentence("tournament-proposed"))
    _require(not any([one.bot for one in t.alive()]), Sentence("tournament-bot-deal"))
    most = sum(t.prizes_left())
    if form == "custom":
        given = amounts or {}
        ids = {one.id for one in t.alive()}
        fits = given.keys() == ids and all([type(part) is int and part >= 0 for part in given.values()])
        _require(fits and 0 < sum(given.values()) <= most, Sentence("tournament-amounts", most=most))
        return Granted((Proposed(at=now, by=player, form=form, amounts=given),))
    _require(form != "icm" or t.left <= MOST_PLAYERS, Sentence("tournament-icm", most=MOST_PLAYERS))
    return Granted((Proposed(at=now, by=player, form=form, amounts={}),))


def answer(t: Tournament, player: str, yes: bool, now: int) -> Granted:
    """Answer a proposal."""
    _alive(t, player)
    proposal = t.proposal
    asked = proposal is not None and proposal.figured is not None and not proposal.refused
    _require(asked and proposal is not None and player not in proposal.yes, Sentence("tournament-no-proposal"))
    return Granted((Answered(at=now, player=player, yes=yes),))


# The director ------------------------------------------------------------------------------------------------


def pause(t: Tournament, by: str, now: int, why: str = "") -> Granted:
    """Stop after the present hands."""
    require_running(t)
    _require(not t.paused, Sentence("tournament-paused"))
    return Granted((Paused(at=now, by=by, why=words(why, least=0)),))


def resume(t: Tournament, by: str, now: int, why: str = "") -> Granted:
    """Go on; after a pause overnight all seats may be drawn anew (T2.5)."""
    require_running(t)
    _require(t.paused, Sentence("tournament-not-paused"))
    return Granted((Resumed(at=now, by=by, why=words(why, least=0), redraw=evening.draws(t, now)),))


def add_time(t: Tournament, by: str, ms: int, now: int, why: str = "") -> Granted:
    """Make the present level or break longer, or shorter where it is negative; the opposite undoes it."""
    require_running(t)
    _require(
        type(ms) is int and 0 < abs(ms) <= MOST_ADDED_MS, Sentence("tournament-time", most=MOST_ADDED_MS // 60_000)
    )
    return Granted((Clocked(at=now, by=by, change=Shift(now, ms), why=words(why, least=0)),))


def call_break(t: Tournament, by: str, ms: int, now: int, why: str = "") -> Granted:
    """Begin a break when the present hands are over."""
    require_running(t)
    _check_time(ms)
    _require(not t.time(now).rest and t.clock.running, Sentence("tournament-paused"))
    return Granted((Clocked(at=now, by=by, change=Break(now, ms), why=words(why, least=0)),))


def disqualify(t: Tournament, by: str, player: str, why: str, now: int, *, person: str = "") -> Granted:
    """Take a player out, with their chips (T3.6); in a hand they play it to its end.

    `person` is whose program the director is; "" for a person.
    """
    one = _alive(t, player)
    check_does_not_play(t, by, person)
    _require(not one.mine.barred, Sentence("tournament-barred"))
    others = [other for other in t.alive() if other is not one and not other.mine.barred]
    _require(bool(others), Sentence("tournament-over"))
    _require(bool(one.table or one.move), Sentence("tournament-moving"))
    return Granted((Disqualified(at=now, player=player, by=by, why=words(why, least=1)),))


def move(
    t: Tournament, by: str, player: str, table: int, seat: int, why: str, now: int, *, person: str = ""
) -> Granted:
    """Move a player to a free seat of another table, between hands. The tables stay even (T5.4)."""
    one = _seated(t, player)
    check_does_not_play(t, by, person)
    source, target = t.tables[one.table], t.tables.get(table)
    _require(source.hand is None and player not in source.busts, Sentence("tournament-in-hand"))
    _require(target is not None and not target.broken and target is not source, Sentence("tournament-no-table"))
    assert target is not None
    _require(type(seat) is int and seat in target.free, Sentence("tournament-no-seat"))
    plan = plan_of(t)
    _require(plan.breaks not in (str(table), str(source.number)) and not plan.redraws, Sentence("tournament-breaks"))
    counts = {other.number: other.count for other in t.open_tables()}
    counts[source.number] -= 1
    counts[table] += 1
    kept = [count for count in counts.values() if count]
    _require(max(kept) - min(kept) <= t.announced.options.within, Sentence("tournament-uneven"))
    _require(not t.calling or t.resting, Sentence("tournament-in-hand"))
    departed = Departed(
        at=now,
        move=t.moves + 1,
        player=player,
        table=source.number,
        seat=one.seat,
        to_table=table,
        to_seat=seat,
        by=by,
        why=words(why, least=1),
    )
    return Granted((departed,))


def cancel(t: Tournament, by: str, now: int, why: str = "", *, person: str = "") -> Granted:
    """Call the tournament off (T9.2): at once before its start, and when the present hands are over after it."""
    if t.status != "open":
        require_running(t)
        check_does_not_play(t, by, person)
        return Granted((CalledOff(at=now, by=by, why=words(why, least=0)),))
    paid = t.announced.structure.buy_in + t.announced.structure.fee
    return Granted((Cancelled(at=now, why=f"director {by}", refunds=dict.fromkeys(t.players, paid)),))


def announce(t: Tournament, by: str, text: str, now: int) -> Granted:
    """Tell everybody something."""
    _require(t.status in ("open", "running"), Sentence("tournament-over"))
    return Granted((Noted(at=now, by=by, text=words(text, least=1)),))


def check_does_not_play(t: Tournament, by: str, person: str = "") -> None:
    """Check that a director has no chips in their own tournament, so that they cannot decide who wins it.

    Args:
        t: The tournament.
        by: The director.
        person: Whose program the director is; "" for a person.

    Raises:
        Refused: They play, or a program or a bot does whose prize is theirs.
    """
    playing = {who for one in t.alive() for who in (one.id, one.person)}
    _require(not playing & {by, person}, Sentence("tournament-director-plays"))


def words(text: str, *, least: int) -> str:
    """A text of the director, checked.

    Raises:
        Refused: It is too short or too long, or not text.
    """
    told = " ".join(text.split())
    _require(least <= len(told) <= MOST_NOTE and told.isprintable(), Sentence("tournament-text", most=MOST_NOTE))
    return told


def _check_time(ms: int) -> None:
    _require(0 < ms <= MOST_ADDED_MS, Sentence("tournament-time", most=MOST_ADDED_MS // 60_000))


def require_running(t: Tournament) -> None:
    """Check that it is being played, and goes on."""
    _require(t.status != "open", Sentence("tournament-not-started"))
    _require(t.status == "running", Sentence("tournament-over"))
    _require(t.called_off is None, Sentence("tournament-called-off"))


def _player(t: Tournament, player: str) -> Player:
    if player not in t.players:
        raise Refused(Sentence("tournament-not-registered"))
    return t.players[player]


def _alive(t: Tournament, player: str) -> Player:
    one = _player(t, player)
    require_running(t)
    _require(not one.out, Sentence("tournament-out"))
    return one


def _seated(t: Tournament, player: str) -> Player:
    one = _alive(t, player)
    _require(bool(one.table), Sentence("tournament-moving"))
    return one


def _require(holds: bool, otherwise: Sentence) -> None:
    if not holds:
        raise Refused(otherwise)
